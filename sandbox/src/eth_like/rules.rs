//! The testnet parameters and node policies in which the chains differ.
//!
//! The numbers are defined separately from those of the services: with a shared table, the sandbox would also
//! share its mistakes.

use revm::primitives::U256;
use revm::primitives::hardfork::SpecId;

/// Wei per gwei.
pub const GWEI: u64 = 1_000_000_000;
/// Wei per coin.
pub const COIN: u128 = 1_000_000_000_000_000_000;
/// The base fee of the first block (EIP-1559).
pub const FIRST_BASE_FEE: u64 = GWEI;
/// The gas limit of a block. The base fee stays constant at half of it.
pub const BLOCK_GAS: u64 = 30_000_000;
/// The maximum gas limit of a transaction after EIP-7825.
const EIP_7825_GAS: u64 = 1 << 24;

/// The rules of one chain.
#[derive(Debug)]
pub struct Rules {
    /// The name in URL paths.
    pub name: &'static str,
    /// The chain id of the testnet (EIP-155).
    pub chain_id: u64,
    /// The EVM revision with its instructions and gas costs.
    pub spec: SpecId,
    /// True if the chain has a base fee and EIP-1559 transactions.
    pub has_fee_market: bool,
    /// True if transactions pay the L1 data fee and the operator fee of the OP Stack.
    pub is_rollup: bool,
    /// True if Multicall3 is deployed.
    pub has_multicall: bool,
    /// The maximum gas limit of a transaction.
    pub max_gas: u64,
    /// The minimum tip for the mempool in gwei per gas.
    min_tip_gwei: u64,
    /// The maximum fee that the node relays in coins.
    max_fee_coins: u64,
}

/// A chain with the usual rules.
const USUAL: Rules = Rules {
    name: "",
    chain_id: 0,
    spec: SpecId::PRAGUE,
    has_fee_market: true,
    is_rollup: false,
    has_multicall: true,
    max_gas: BLOCK_GAS,
    min_tip_gwei: 0,
    max_fee_coins: 1,
};

/// All chains, in the order of the documentation.
pub static CHAINS: [Rules; 7] = [
    // Sepolia.
    Rules {
        name: "eth",
        chain_id: 11_155_111,
        max_gas: EIP_7825_GAS,
        ..USUAL
    },
    // Mordor. A chain without the London fee market also lacks all changes after Shanghai.
    Rules {
        name: "etc",
        chain_id: 63,
        spec: SpecId::SHANGHAI,
        has_fee_market: false,
        has_multicall: false,
        max_fee_coins: 200,
        ..USUAL
    },
    // Fantom testnet.
    Rules {
        name: "ftm",
        chain_id: 4002,
        max_fee_coins: 5000,
        ..USUAL
    },
    // Fuji.
    Rules {
        name: "avax",
        chain_id: 43_113,
        max_fee_coins: 50,
        ..USUAL
    },
    // Amoy.
    Rules {
        name: "matic",
        chain_id: 80_002,
        min_tip_gwei: 25,
        max_fee_coins: 1000,
        ..USUAL
    },
    // Chapel.
    Rules {
        name: "bsc",
        chain_id: 97,
        max_fee_coins: 5,
        ..USUAL
    },
    // OP Sepolia.
    Rules {
        name: "op",
        chain_id: 11_155_420,
        is_rollup: true,
        ..USUAL
    },
];

impl Rules {
    /// Returns the rules of the chain with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        CHAINS.iter().find(|rules| rules.name == name)
    }

    /// Returns the minimum tip for the mempool in wei per gas.
    pub fn min_tip(&self) -> u128 {
        u128::from(self.min_tip_gwei) * u128::from(GWEI)
    }

    /// Returns the maximum fee that the node relays in wei.
    pub fn max_fee(&self) -> U256 {
        U256::from(self.max_fee_coins) * U256::from(COIN)
    }

    /// Returns the tip that the node suggests in wei per gas.
    pub fn suggested_tip(&self) -> u128 {
        self.min_tip().max(GWEI.into())
    }
}
