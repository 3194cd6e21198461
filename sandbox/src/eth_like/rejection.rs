//! The reasons for which the node rejects a transaction, in the original messages of go-ethereum.

use revm::primitives::{Address, U256};

/// A rejection by `eth_sendRawTransaction`. All of them have the code −32000 there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The value is not hex with prefix `0x`.
    #[error("invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type hexutil.Bytes")]
    NotHex,
    /// The bytes are not a valid transaction.
    #[error("{0}")]
    Malformed(String),
    /// The chain does not support this transaction type.
    #[error("transaction type not supported")]
    TypeNotSupported,
    /// The signature does not commit to a chain id.
    #[error("only replay-protected (EIP-155) transactions allowed over RPC")]
    NotReplayProtected,
    /// The transaction is signed for another chain.
    #[error("invalid sender: invalid chain id for signer: have {have} want {expected}")]
    InvalidChainId {
        /// The id in the transaction.
        have: u64,
        /// The id of this chain.
        expected: u64,
    },
    /// No public key can be recovered from the signature.
    #[error("invalid sender")]
    InvalidSender,
    /// The transaction is already pending or mined.
    #[error("already known")]
    AlreadyKnown,
    /// The transaction exceeds the relayed size.
    #[error("oversized data: transaction size {size}, limit {limit}")]
    Oversized {
        /// Its size in bytes.
        size: usize,
        /// The maximum size in bytes.
        limit: usize,
    },
    /// The gas limit exceeds that of a block.
    #[error("exceeds block gas limit")]
    AboveBlockGas,
    /// The gas limit exceeds the maximum for one transaction (EIP-7825).
    #[error("transaction gas limit too high (cap: {cap}, tx: {gas})")]
    AboveGasCap {
        /// The maximum gas limit.
        cap: u64,
        /// The gas limit of the transaction.
        gas: u64,
    },
    /// The tip exceeds the fee cap that includes it.
    #[error("max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: {tip}, maxFeePerGas: {cap}")]
    TipAboveCap {
        /// The tip in wei per gas.
        tip: u128,
        /// The fee cap in wei per gas.
        cap: u128,
    },
    /// The gas limit is below the intrinsic gas.
    #[error("intrinsic gas too low: gas {gas}, minimum needed {needed}")]
    IntrinsicGas {
        /// The gas limit of the transaction.
        gas: u64,
        /// The required gas.
        needed: u64,
    },
    /// The gas limit is below the floor for its calldata (EIP-7623).
    #[error("insufficient gas for floor data gas cost: gas {gas}, minimum needed {needed}")]
    FloorGas {
        /// The gas limit of the transaction.
        gas: u64,
        /// The required gas.
        needed: u64,
    },
    /// The tip is below the node's minimum.
    #[error("transaction gas price below minimum: gas tip cap {tip}, minimum needed {needed}")]
    TipTooLow {
        /// The tip in wei per gas.
        tip: u128,
        /// The minimum tip in wei per gas.
        needed: u128,
    },
    /// The fee cap is below the base fee of the next block.
    #[error("max fee per gas less than block base fee: address {sender}, maxFeePerGas: {cap}, baseFee: {base_fee}")]
    BelowBaseFee {
        /// The sender.
        sender: Address,
        /// The fee cap in wei per gas.
        cap: u128,
        /// The base fee in wei per gas.
        base_fee: u64,
    },
    /// The fee exceeds the node's limit for plausible fees.
    #[error("tx fee ({} ether) exceeds the configured cap ({} ether)", in_coins(*.fee), in_coins(*.cap))]
    FeeAboveCap {
        /// The fee in wei.
        fee: U256,
        /// The limit in wei.
        cap: U256,
    },
    /// The sender has already used the nonce.
    #[error("nonce too low: next nonce {next}, tx nonce {nonce}")]
    NonceTooLow {
        /// The nonce of the sender's next transaction.
        next: u64,
        /// The nonce of the transaction.
        nonce: u64,
    },
    /// The sender's balance does not cover the transaction and those already pending.
    #[error("insufficient funds for gas * price + value: balance {balance}, tx cost {cost}, overshot {}", .cost.saturating_sub(*.balance))]
    InsufficientFunds {
        /// The balance in wei.
        balance: U256,
        /// The required amount in wei.
        cost: U256,
    },
    /// The prices are less than ten percent above those of the pending transaction with the same nonce.
    #[error("replacement transaction underpriced")]
    ReplacementUnderpriced,
    /// The EVM rejects the transaction.
    #[error("{0}")]
    Evm(String),
}

/// Formats wei as coins with two decimals.
fn in_coins(wei: U256) -> String {
    let hundredths = wei / U256::from(super::rules::COIN / 100);
    format!("{}.{:02}", hundredths / U256::from(100), hundredths % U256::from(100))
}
