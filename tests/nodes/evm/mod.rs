//! Whole payments on the EVM chains through our HTTP API, with anvil and hardhat behind it.

mod chains;
mod journey;
mod node;
mod order;
mod refusals;
mod token;
mod wallet;
