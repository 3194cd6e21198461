//! What this test shares with `tests/api`: the connector of the EVM chains over a scripted node, and a wallet.

#![expect(
    clippy::missing_panics_doc,
    reason = "what goes wrong here fails the test that asked for it"
)]

#[path = "../api/support/mod.rs"]
pub mod support;
#[path = "../api/blockchain_connector_eth_like/wallet.rs"]
pub mod wallet;
#[path = "../api/blockchain_connector_eth_like/world.rs"]
pub mod world;
