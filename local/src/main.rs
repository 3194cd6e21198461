//! The local server.
fn main() {}
