//! Every game behind one plain-data interface.
