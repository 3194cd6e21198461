//! Code shared with `tests/api`: the EVM connector with a scripted node, and a wallet.

#![expect(clippy::missing_panics_doc, reason = "a failure here fails the calling test")]

#[path = "../api/blockchain_connector_eth_like/fixture.rs"]
pub mod fixture;
pub mod support;
#[path = "../api/blockchain_connector_eth_like/wallet.rs"]
pub mod wallet;
