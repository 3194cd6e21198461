//! The table of the chains, a row each.

use crate::chain::{DEFAULT_TOKEN_GAS, L1_TOKEN_GAS, TRANSFER_GAS, TokenGas};
use std::time::Duration;

/// Parameters of a chain.
#[derive(Debug)]
pub(super) struct Row {
    /// The name in request paths.
    pub(super) name: &'static str,
    /// The chain ids (EIP-155) of livenet and testnet.
    pub(super) ids: [u64; 2],
    /// The approximate block interval.
    pub(super) block_interval: Duration,
    /// The maximum gas limit of a transaction.
    pub(super) max_gas: u64,
    /// The maximum accepted fee in whole coins. A higher fee indicates a mistaken unit.
    pub(super) max_fee: u64,
    /// The fee in wei that a wallet accepts for a payment of any amount
    /// (docs/decisions/assets.md#fee-limits-of-the-chains).
    pub(super) fee_limit: u64,
    /// The prices that blocks charge.
    pub(super) pricing: Pricing,
    /// The minimum tip in wei per gas that block producers take by the defaults of their clients
    /// (docs/decisions/evm-payments.md#evm-gas-prices).
    pub(super) min_tip: u64,
    /// True if transactions pay L1 fees (the OP Stack's L1 data fee and operator fee).
    pub(super) rollup: bool,
    /// True if Multicall3 is deployed at the canonical address, on livenet and on testnet.
    pub(super) multicall: [bool; 2],
    /// True if the height that contracts read is that of L1, as on Arbitrum, where the contract `ArbSys` returns the
    /// chain's own.
    pub(super) l1_height: bool,
    /// Gas of a payment without data to an account without code. `None` where not constant, as on Arbitrum, whose
    /// gas includes L1 costs.
    pub(super) transfer_gas: Option<u64>,
    /// Gas for ERC-20 `transfer` and `approve` when no simulation is possible; unused gas is refunded.
    pub(super) token_gas: TokenGas,
}

/// The prices that blocks charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pricing {
    /// A single price, without a base fee.
    Single,
    /// A base fee and a tip (EIP-1559).
    BaseFeeAndTip,
    /// The same with a base fee that is always 0, so that a transaction may pay nothing.
    Tip,
    /// A base fee only, whatever tip a transaction offers, as by Arbitrum's sequencer, which takes transactions in the
    /// order of their arrival (docs/decisions/evm-payments.md#rules-of-base-arb-gno).
    BaseFee,
}

/// A thousandth of a coin in wei.
const MILLICOIN: u64 = 1_000_000_000_000_000;

/// A chain with the usual rules.
const USUAL: Row = Row {
    name: "",
    ids: [0, 0],
    block_interval: Duration::from_secs(2),
    max_gas: 30_000_000,
    max_fee: 1,
    fee_limit: 2 * MILLICOIN,
    pricing: Pricing::BaseFeeAndTip,
    min_tip: 0,
    rollup: false,
    multicall: [true, true],
    l1_height: false,
    transfer_gas: Some(TRANSFER_GAS),
    token_gas: DEFAULT_TOKEN_GAS,
};

/// The maximum gas limit of a transaction after EIP-7825.
const EIP_7825_GAS: u64 = 1 << 24;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "eth",
        ids: [1, 11_155_111],
        block_interval: Duration::from_secs(12),
        max_gas: EIP_7825_GAS,
        fee_limit: 20 * MILLICOIN,
        // go-ethereum, miner/miner.go: `GasPrice` 0.001 gwei.
        min_tip: 1_000_000,
        ..USUAL
    },
    Row {
        name: "etc",
        ids: [61, 63],
        block_interval: Duration::from_secs(13),
        max_fee: 200,
        fee_limit: 20 * MILLICOIN,
        pricing: Pricing::Single,
        multicall: [true, false],
        ..USUAL
    },
    Row {
        name: "ftm",
        ids: [250, 4002],
        block_interval: Duration::from_secs(1),
        max_fee: 5000,
        fee_limit: 1000 * MILLICOIN,
        // go-opera, evmcore/tx_pool.go: `PriceLimit` 1 wei.
        min_tip: 1,
        ..USUAL
    },
    Row {
        name: "avax",
        ids: [43_114, 43_113],
        max_fee: 50,
        fee_limit: 100 * MILLICOIN,
        // avalanchego, vms/evm/acp176: `MinGasPrice` 1 wei.
        min_tip: 1,
        ..USUAL
    },
    Row {
        name: "matic",
        ids: [137, 80_002],
        max_fee: 1000,
        fee_limit: 1000 * MILLICOIN,
        // bor, params: `BorDefaultMinerGasPrice` 25 gwei (PIP-35), also required by the pool of bor.
        min_tip: 25_000_000_000,
        ..USUAL
    },
    Row {
        name: "bsc",
        ids: [56, 97],
        block_interval: Duration::from_secs(1),
        max_fee: 5,
        fee_limit: 10 * MILLICOIN,
        pricing: Pricing::Tip,
        // node-real/bsc-erigon#773: 0.05 gwei. The base fee is 0, so the tip is the whole price.
        min_tip: 50_000_000,
        ..USUAL
    },
    Row {
        name: "op",
        ids: [10, 11_155_420],
        // op-geth, eth/gasprice: the suggested tip is at least 0.001 gwei.
        min_tip: 1_000_000,
        rollup: true,
        ..USUAL
    },
    Row {
        name: "base",
        ids: [8453, 84_532],
        // EIP-7825 since the Azul upgrade.
        max_gas: EIP_7825_GAS,
        // Base is an OP Stack rollup with the rules of op.
        min_tip: 1_000_000,
        rollup: true,
        ..USUAL
    },
    Row {
        name: "arb",
        ids: [42_161, 421_614],
        block_interval: Duration::from_millis(250),
        // 32 million for the execution, and the L1 gas of the longest data at 1200 times the base fee.
        max_gas: 2_000_000_000,
        pricing: Pricing::BaseFee,
        l1_height: true,
        transfer_gas: None,
        token_gas: L1_TOKEN_GAS,
        ..USUAL
    },
    Row {
        name: "gno",
        ids: [100, 10_200],
        block_interval: Duration::from_secs(5),
        // A block has 17 million.
        max_gas: EIP_7825_GAS,
        max_fee: 1000,
        fee_limit: 50 * MILLICOIN,
        // gnosischain/go-ethereum has the default of go-ethereum.
        min_tip: 1_000_000,
        ..USUAL
    },
];
