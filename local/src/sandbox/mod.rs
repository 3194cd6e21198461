//! Sandbox networks: small chains in this process that stand behind `testnet`.
//!
//! Each chain speaks the protocol of a public index server over loopback, so the services reach it
//! through the same adapter as any upstream and do not know that it exists; nor does it know them.
//! Two calls on the public port are its own, [`faucet`] and [`mine`].
//! Decision 0501 says how true to a real network it is.

pub mod btc_like;
