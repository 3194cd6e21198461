//! Everything on one machine: all services in one process, an embedded DynamoDB, sandbox networks.
//!
//! - [`cli`]: the commands.
//! - [`serve`]: the local server; tests start it in their own process with [`serve::start`].
//! - [`demo`]: a client that walks the whole path of a payment.
//! - [`operator`]: signing keys and merchants, locally and on AWS.

pub mod cli;
pub mod demo;
pub mod operator;
pub mod serve;
