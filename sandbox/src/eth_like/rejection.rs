//! Why the node refuses a transaction, in the words of go-ethereum.

use revm::primitives::{Address, U256};

/// A refusal of `eth_sendRawTransaction`. All have the code −32000 there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The text is not hex with `0x`.
    #[error("invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type hexutil.Bytes")]
    NotHex,
    /// The bytes are no transaction.
    #[error("{0}")]
    Malformed(String),
    /// A type of transaction that the chain does not take.
    #[error("transaction type not supported")]
    TypeNotSupported,
    /// The signature would be good on any chain.
    #[error("only replay-protected (EIP-155) transactions allowed over RPC")]
    NotReplayProtected,
    /// It is signed for another chain.
    #[error("invalid sender: invalid chain id for signer: have {have} want {want}")]
    InvalidChainId {
        /// The id in the transaction.
        have: u64,
        /// The id of this chain.
        want: u64,
    },
    /// The signature belongs to nobody.
    #[error("invalid sender")]
    InvalidSender,
    /// It waits or was mined already.
    #[error("already known")]
    AlreadyKnown,
    /// More bytes than the node relays.
    #[error("oversized data: transaction size {size}, limit {limit}")]
    Oversized {
        /// Its bytes.
        size: usize,
        /// The most bytes.
        limit: usize,
    },
    /// More gas than a block has.
    #[error("exceeds block gas limit")]
    AboveBlockGas,
    /// More gas than the chain gives to one transaction (EIP-7825).
    #[error("transaction gas limit too high (cap: {cap}, tx: {gas})")]
    AboveGasCap {
        /// The most gas.
        cap: u64,
        /// The gas asked for.
        gas: u64,
    },
    /// The tip is above the price that it is part of.
    #[error("max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: {tip}, maxFeePerGas: {cap}")]
    TipAboveCap {
        /// Wei per gas.
        tip: u128,
        /// Wei per gas.
        cap: u128,
    },
    /// Less gas than its bytes cost.
    #[error("intrinsic gas too low: gas {gas}, minimum needed {needed}")]
    IntrinsicGas {
        /// The gas that it offers.
        gas: u64,
        /// The least gas.
        needed: u64,
    },
    /// Less gas than the floor for its calldata (EIP-7623).
    #[error("insufficient gas for floor data gas cost: gas {gas}, minimum needed {needed}")]
    FloorGas {
        /// The gas that it offers.
        gas: u64,
        /// The least gas.
        needed: u64,
    },
    /// A tip below what the node asks for.
    #[error("transaction gas price below minimum: gas tip cap {tip}, minimum needed {needed}")]
    TipTooLow {
        /// Wei per gas.
        tip: u128,
        /// Wei per gas.
        needed: u128,
    },
    /// A fee cap that the next block will not take.
    #[error("max fee per gas less than block base fee: address {sender}, maxFeePerGas: {cap}, baseFee: {base_fee}")]
    BelowBaseFee {
        /// Who sent it.
        sender: Address,
        /// Wei per gas.
        cap: u128,
        /// Wei per gas.
        base_fee: u64,
    },
    /// A fee that looks like a mistake.
    #[error("tx fee ({} ether) exceeds the configured cap ({} ether)", in_coins(*.fee), in_coins(*.cap))]
    FeeAboveCap {
        /// Wei.
        fee: U256,
        /// Wei.
        cap: U256,
    },
    /// The sender has used the nonce.
    #[error("nonce too low: next nonce {next}, tx nonce {nonce}")]
    NonceTooLow {
        /// The nonce of the sender's next transaction.
        next: u64,
        /// The transaction's.
        nonce: u64,
    },
    /// The sender cannot pay for it, together with what waits already.
    #[error("insufficient funds for gas * price + value: balance {balance}, tx cost {cost}, overshot {}", .cost.saturating_sub(*.balance))]
    InsufficientFunds {
        /// Wei that are there.
        balance: U256,
        /// Wei that are needed.
        cost: U256,
    },
    /// It does not pay a tenth more than the waiting transaction with its nonce.
    #[error("replacement transaction underpriced")]
    ReplacementUnderpriced,
    /// The EVM's own refusal.
    #[error("{0}")]
    Evm(String),
}

/// Wei as coins with two digits behind the point.
fn in_coins(wei: U256) -> String {
    let hundredths = wei / U256::from(super::rules::COIN / 100);
    format!("{}.{:02}", hundredths / U256::from(100), hundredths % U256::from(100))
}
