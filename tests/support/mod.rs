//! Code shared by the test binaries.

pub mod api;
pub mod connector;
pub mod json_lines;
pub mod local_server;
pub mod oracle;
pub mod random;
pub mod router;
pub mod signer;
pub mod stellar;
pub mod tools;
