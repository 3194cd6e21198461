//! Our UTXO connector and our tokens judged by other people's libraries, which run in a child process (`oracle.mjs`).

mod addresses;
mod authorization;
mod everything;
mod parse;
mod payment;
mod transactions;
