//! The blockchain connector of the EVM chains, tested with a scripted node.

mod attach_signature;
mod bad_inputs;
mod bump;
mod erc20_data;
mod estimate;
mod estimate_everything;
mod estimate_pending;
mod every_chain;
mod fixture;
mod gas_limit;
mod gas_price;
mod get_address;
mod get_hash;
mod health;
mod l1_gas;
mod lists;
mod message;
mod name_nodes;
mod names;
mod nft_data;
mod nonce;
mod optional_requests;
mod parse;
mod payment_request;
mod preview;
mod preview_nodes;
mod rejected_queries;
mod rejections;
mod send;
mod status;
mod validate_address;
mod wallet;
mod warnings;

pub use fixture::App;
