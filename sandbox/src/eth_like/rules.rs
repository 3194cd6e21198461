//! The parameters in which the chains differ, all derived from the chain's parameter table.

use revm::primitives::U256;
use revm::primitives::hardfork::SpecId;
use wallet_core::model::Network;
use wallet_eth_like::{Chain, Params};

/// Wei per gwei.
pub const GWEI: u64 = 1_000_000_000;
/// Wei per coin.
pub const COIN: u128 = 1_000_000_000_000_000_000;
/// The base fee of the first block (EIP-1559).
pub const FIRST_BASE_FEE: u64 = GWEI;
/// The gas limit of a block. The base fee stays constant at half of it.
pub const BLOCK_GAS: u64 = 30_000_000;

/// The rules of one chain.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The chain and its testnet.
    pub params: Params,
    /// The EVM revision with its instructions and gas costs.
    pub spec: SpecId,
    /// The minimum tip for the mempool in wei per gas.
    pub min_tip: u128,
    /// The maximum fee that the node relays in wei.
    pub max_fee: U256,
}

impl Rules {
    /// Returns the rules of a chain's testnet.
    pub fn of(chain: Chain) -> Self {
        let params = Params::of(chain, Network::Testnet);
        // A chain without the London fee market also lacks all changes after Shanghai.
        let spec = if params.has_fee_market() {
            SpecId::PRAGUE
        } else {
            SpecId::SHANGHAI
        };
        Self {
            params,
            spec,
            min_tip: u128::from(params.min_tip().as_u64().unwrap_or(u64::MAX)),
            max_fee: U256::from_be_bytes(params.max_fee().to_be_bytes()),
        }
    }

    /// Returns the tip that the node suggests in wei per gas.
    pub fn suggested_tip(&self) -> u128 {
        self.min_tip.max(GWEI.into())
    }
}
