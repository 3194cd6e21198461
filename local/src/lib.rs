//! Everything on one machine: all services in one process, an embedded DynamoDB, sandbox networks.

pub mod sandbox;
