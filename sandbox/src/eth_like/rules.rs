//! The testnet parameters and node policies in which the chains differ.
//!
//! The numbers are defined separately from the numbers of the services: with a shared table, the sandbox would also
//! share mistakes.

use revm::primitives::U256;
use revm::primitives::hardfork::SpecId;

/// Wei per gwei.
pub const GWEI: u64 = 1_000_000_000;
/// Wei per coin.
pub const COIN: u128 = 1_000_000_000_000_000_000;
/// The base fee of the first block (EIP-1559).
pub const FIRST_BASE_FEE: u64 = GWEI;
/// The gas limit of a block, except on Arbitrum. The base fee stays constant at half of the limit.
pub const BLOCK_GAS: u64 = 30_000_000;
/// The gas limit in the header of a block on Arbitrum, where the executions have a separate limit.
const ARBITRUM_BLOCK_GAS: u64 = 1 << 50;
/// The maximum gas limit of a transaction after EIP-7825.
const EIP_7825_GAS: u64 = 1 << 24;

/// The rules of a rollup, by software.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollup {
    /// Transactions pay the L1 data fee and the operator fee of the OP Stack.
    OpStack,
    /// The gas of a transaction includes the L1 costs, among further differences.
    Arbitrum,
}

/// The rules of a chain.
#[derive(Debug)]
pub struct Rules {
    /// The name in URL paths.
    pub name: &'static str,
    /// The chain id of the testnet (EIP-155).
    pub chain_id: u64,
    /// The EVM revision with the instructions and gas costs.
    pub spec: SpecId,
    /// True if the chain has a base fee and EIP-1559 transactions.
    pub has_fee_market: bool,
    /// The rules of a rollup.
    pub rollup: Option<Rollup>,
    /// True if Multicall3 is deployed.
    pub has_multicall: bool,
    /// The maximum gas limit of a transaction.
    pub max_gas: u64,
    /// The minimum tip for the mempool in gwei per gas.
    min_tip_gwei: u64,
    /// The maximum fee that the node relays in coins.
    max_fee_coins: u64,
    /// The number of blocks by which the block `finalized` lags behind the latest block.
    pub confirmations: u64,
}

/// A chain with the usual rules.
const USUAL: Rules = Rules {
    name: "",
    chain_id: 0,
    spec: SpecId::PRAGUE,
    has_fee_market: true,
    rollup: None,
    has_multicall: true,
    max_gas: BLOCK_GAS,
    min_tip_gwei: 0,
    max_fee_coins: 1,
    confirmations: 15,
};

/// All chains, in the order of the documentation.
pub static CHAINS: [Rules; 10] = [
    // Sepolia.
    Rules {
        name: "eth",
        chain_id: 11_155_111,
        max_gas: EIP_7825_GAS,
        confirmations: 64,
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
        confirmations: 372,
        ..USUAL
    },
    // Fantom testnet.
    Rules {
        name: "ftm",
        chain_id: 4002,
        max_fee_coins: 5000,
        confirmations: 1,
        ..USUAL
    },
    // Fuji.
    Rules {
        name: "avax",
        chain_id: 43_113,
        max_fee_coins: 50,
        confirmations: 1,
        ..USUAL
    },
    // Amoy.
    Rules {
        name: "matic",
        chain_id: 80_002,
        min_tip_gwei: 25,
        max_fee_coins: 1000,
        confirmations: 127,
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
        rollup: Some(Rollup::OpStack),
        ..USUAL
    },
    // Base Sepolia.
    Rules {
        name: "base",
        chain_id: 84_532,
        rollup: Some(Rollup::OpStack),
        max_gas: EIP_7825_GAS,
        ..USUAL
    },
    // Arbitrum Sepolia.
    Rules {
        name: "arb",
        chain_id: 421_614,
        rollup: Some(Rollup::Arbitrum),
        max_gas: 2_000_000_000,
        confirmations: 300,
        ..USUAL
    },
    // Chiado.
    Rules {
        name: "gno",
        chain_id: 10_200,
        max_gas: EIP_7825_GAS,
        max_fee_coins: 1000,
        confirmations: 32,
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
        if self.is_arbitrum() {
            return 0;
        }
        self.min_tip().max(GWEI.into())
    }

    /// Returns true on a rollup of the OP Stack.
    pub const fn is_op_stack(&self) -> bool {
        matches!(self.rollup, Some(Rollup::OpStack))
    }

    /// Returns true on Arbitrum.
    pub const fn is_arbitrum(&self) -> bool {
        matches!(self.rollup, Some(Rollup::Arbitrum))
    }

    /// Returns the gas limit of a block.
    pub const fn block_gas(&self) -> u64 {
        if self.is_arbitrum() {
            ARBITRUM_BLOCK_GAS
        } else {
            BLOCK_GAS
        }
    }

    /// Returns the maximum gas for the execution of a transaction.
    pub fn execution_gas(&self) -> u64 {
        self.max_gas.min(BLOCK_GAS)
    }
}
