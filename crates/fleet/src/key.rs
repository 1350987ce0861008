//! Keys that say who may do what at a server.

/// A new key: the part for the server's configuration, and the secret part for whoever shows it.
pub fn new() -> (String, String) {
    let pair = nkeys::KeyPair::new_user();
    (pair.public_key(), pair.seed().expect("a new key has its secret part"))
}
