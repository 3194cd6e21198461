//! Complete payments on the EVM chains through the HTTP API, with anvil and hardhat as nodes.

mod chains;
mod journey;
mod node;
mod order;
mod refusals;
mod token;
mod wallet;
