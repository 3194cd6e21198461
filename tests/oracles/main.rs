//! Our UTXO connector judged by other people's libraries, which run in a child process (`oracle.mjs`).

mod addresses;
mod payment;
mod transactions;
