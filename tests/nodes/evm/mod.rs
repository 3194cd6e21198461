//! Complete payments on the EVM chains through the HTTP API, with anvil and hardhat as nodes.

mod blocks;
mod bump;
mod chains;
mod ens;
mod node;
mod order;
mod payment;
mod permit;
mod preview;
mod rejections;
mod simulations;
mod token;
mod wallet;
mod watch;
