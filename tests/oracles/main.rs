//! Our connectors, our tokens and our catalogue judged by other people's libraries and lists, which a child process
//! reads (`oracle.mjs`).

mod addresses;
mod authorization;
mod catalogue;
mod contracts;
mod everything;
mod evm;
mod evm_http;
mod evm_transaction;
mod parse;
mod payment;
mod stellar;
mod transactions;
