//! Connectors, tokens, webhooks, pushes and catalogue compared with third-party libraries and lists, which run in a child
//! process (`oracle.mjs`).

mod addresses;
mod authorization;
mod catalogue;
mod contracts;
mod ens_names;
mod everything;
mod evm;
mod evm_calls;
mod evm_http;
mod evm_transaction;
mod extended_keys;
mod hd;
mod look_alikes;
mod mixed;
mod parse;
mod payment;
mod payment_requests;
mod psbt;
mod push;
mod random_typed_data;
mod sockets;
mod stellar;
mod transactions;
mod typed_data;
mod webhooks;
