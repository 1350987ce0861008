//! Nothing but a list of features, in `Cargo.toml`: cargo compiles a crate anew for every set of features, and with the same sets the program and the
//! Python module share all that they have in common.
