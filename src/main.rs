//! The command line: glue and nothing else.

fn main() {}
