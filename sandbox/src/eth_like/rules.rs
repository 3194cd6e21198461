//! What differs between the chains, all of it read from the chain's row.

use revm::primitives::U256;
use revm::primitives::hardfork::SpecId;
use wallet_core::model::Network;
use wallet_eth_like::{Chain, Params};

/// Wei in a gwei.
pub const GWEI: u64 = 1_000_000_000;
/// Wei in a coin.
pub const COIN: u128 = 1_000_000_000_000_000_000;
/// The base fee of the first block (EIP-1559).
pub const FIRST_BASE_FEE: u64 = GWEI;
/// The gas that fits into a block, and half of which keeps the base fee where it is.
pub const BLOCK_GAS: u64 = 30_000_000;

/// The rules of one chain.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The chain and its testnet.
    pub params: Params,
    /// The instructions and gas costs that it knows.
    pub spec: SpecId,
    /// The least tip, in wei per gas, that gets a transaction into the mempool.
    pub min_tip: u128,
    /// The highest fee that the node sends on, in wei.
    pub max_fee: U256,
}

impl Rules {
    /// Those of a chain's testnet.
    pub fn of(chain: Chain) -> Self {
        let params = Params::of(chain, Network::Testnet);
        // A chain that never took London's fee market is also without what came after Shanghai.
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

    /// The tip that the node suggests, in wei per gas.
    pub fn suggested_tip(&self) -> u128 {
        self.min_tip.max(GWEI.into())
    }
}
