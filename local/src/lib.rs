//! All services in a process on a single machine, with an embedded DynamoDB and sandbox networks.
//!
//! - [`cli`]: the commands.
//! - [`serve`]: the local server; tests start the server in the test process with [`serve::start`].
//! - [`sandbox_api`]: the endpoints that control the networks behind `testnet`.
//! - [`backup`]: backups of a production server.
//! - [`check`]: the contract test of a deployment.
//! - [`demo`]: a client that makes payments from start to end, and prints each step.
//! - [`payments`]: the payments of `check` and `demo`.
//! - [`site`]: the documentation site.
//! - [`traces`]: the export of traces to an OpenTelemetry collector.
//! - [`metrics`]: the metrics of a production server.
//! - [`wallet_page`]: the wallet in the browser at `/wallet`.
//! - [`operator`]: commands for signing keys, merchants, upstream keys and assets, locally and on AWS.

pub mod backup;
pub mod check;
pub mod cli;
pub mod demo;
pub mod doctor;
pub mod metrics;
pub mod operator;
pub mod payments;
pub mod sandbox_api;
pub mod serve;
pub mod site;
pub mod traces;
pub mod wallet_page;
