//! Complete payments on the EVM chains through the HTTP API, with anvil and hardhat as nodes.

mod chains;
mod node;
mod order;
mod payment;
mod rejections;
mod token;
mod wallet;
