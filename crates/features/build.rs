//! Cargo looks at what build scripts depend on only where there is one.

fn main() {}
