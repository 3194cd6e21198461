//! Signed transactions: decoding (EIP-2718) and recovery of the sender from the signature, and the reasons for which
//! the node rejects a transaction, in the original messages of go-ethereum.

pub mod policy;
pub mod pool;

use super::rules::{COIN, Rules};
use alloy_consensus::transaction::{SignerRecoverable, Transaction as _};
use alloy_consensus::{SignableTransaction, TxEnvelope};
use alloy_eips::eip2718::{Decodable2718, Encodable2718};
use revm::context::TxEnv;
use revm::primitives::{Address, B256, Bytes, U256, hex};

/// A transaction and the sender.
#[derive(Clone, Debug)]
pub struct Transaction {
    /// The signed fields and the hash.
    pub envelope: TxEnvelope,
    /// The sender recovered from the signature.
    pub sender: Address,
}

impl Transaction {
    /// Decodes a transaction as `eth_sendRawTransaction` does; which must be signed for the chain with this id.
    pub fn decode(raw: &[u8], chain_id: u64) -> Result<Self, Rejection> {
        let mut rest = raw;
        let envelope = TxEnvelope::decode_2718(&mut rest).map_err(|error| Rejection::Malformed(error.to_string()))?;
        if !rest.is_empty() {
            return Err(Rejection::Malformed("rlp: input contains more than one value".into()));
        }
        if envelope.is_eip4844() || envelope.is_eip7702() {
            return Err(Rejection::TypeNotSupported);
        }
        match envelope.chain_id() {
            None => return Err(Rejection::NotReplayProtected),
            Some(have) if have != chain_id => {
                return Err(Rejection::InvalidChainId {
                    have,
                    expected: chain_id,
                });
            }
            Some(_) => {}
        }
        // This rejects a high s as well (EIP-2).
        let sender = envelope.recover_signer().map_err(|_| Rejection::InvalidSender)?;
        Ok(Self { envelope, sender })
    }

    /// Decodes a transaction given as hex with prefix `0x`.
    pub fn decode_hex(text: &str, chain_id: u64) -> Result<Self, Rejection> {
        let digits = text.strip_prefix("0x").ok_or(Rejection::NotHex)?;
        let raw = hex::decode(digits).map_err(|_| Rejection::NotHex)?;
        Self::decode(&raw, chain_id)
    }

    /// Returns the transaction hash.
    pub fn hash(&self) -> B256 {
        *self.envelope.tx_hash()
    }

    /// Returns the transaction in network serialisation.
    pub fn raw(&self) -> Bytes {
        self.envelope.encoded_2718().into()
    }

    /// Returns the unhashed signing payload.
    pub fn unsigned(&self) -> Vec<u8> {
        match &self.envelope {
            TxEnvelope::Legacy(signed) => signed.tx().encoded_for_signing(),
            TxEnvelope::Eip2930(signed) => signed.tx().encoded_for_signing(),
            TxEnvelope::Eip1559(signed) => signed.tx().encoded_for_signing(),
            TxEnvelope::Eip4844(signed) => signed.tx().encoded_for_signing(),
            TxEnvelope::Eip7702(signed) => signed.tx().encoded_for_signing(),
        }
    }

    /// Returns the maximum cost for the sender in wei, excluding rollup fees.
    pub fn cost(&self) -> U256 {
        let gas = U256::from(self.envelope.gas_limit()) * U256::from(self.envelope.max_fee_per_gas());
        gas.saturating_add(self.envelope.value())
    }

    /// Returns the miner's revenue per gas at this base fee, or `None` if the fee cap is below the base fee.
    pub fn tip(&self, rules: &Rules, base_fee: u64) -> Option<u128> {
        let tip = self.envelope.effective_tip_per_gas(base_fee)?;
        Some(if rules.is_arbitrum() { 0 } else { tip })
    }

    /// Returns the price per gas that the sender pays at this base fee, in wei.
    pub fn gas_price(&self, rules: &Rules, base_fee: u64) -> u128 {
        if rules.is_arbitrum() {
            return base_fee.into();
        }
        self.envelope.effective_gas_price(Some(base_fee))
    }

    /// Returns the transaction as EVM input.
    pub fn env(&self) -> TxEnv {
        let transaction = &self.envelope;
        TxEnv {
            tx_type: transaction.tx_type().into(),
            caller: self.sender,
            gas_limit: transaction.gas_limit(),
            gas_price: transaction.max_fee_per_gas(),
            kind: transaction.kind(),
            value: transaction.value(),
            data: transaction.input().clone(),
            nonce: transaction.nonce(),
            chain_id: transaction.chain_id(),
            access_list: transaction.access_list().cloned().unwrap_or_default(),
            gas_priority_fee: transaction.max_priority_fee_per_gas(),
            ..TxEnv::default()
        }
    }
}

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
    /// The transaction is signed for a different chain.
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
        /// The size in bytes.
        size: usize,
        /// The maximum size in bytes.
        limit: usize,
    },
    /// The gas limit exceeds that of a block.
    #[error("exceeds block gas limit")]
    AboveBlockGas,
    /// The gas limit exceeds the maximum for a transaction (EIP-7825).
    #[error("transaction gas limit too high (cap: {cap}, tx: {gas})")]
    AboveGasCap {
        /// The maximum gas limit.
        cap: u64,
        /// The gas limit of the transaction.
        gas: u64,
    },
    /// The tip exceeds the fee cap.
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
        needed: u64,
    },
    /// The gas limit is below the floor for the calldata (EIP-7623).
    #[error("insufficient gas for floor data gas cost: gas {gas}, minimum needed {needed}")]
    FloorGas {
        /// The gas limit of the transaction.
        gas: u64,
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
    /// The sender's balance does not cover the transaction and the transactions already pending.
    #[error("insufficient funds for gas * price + value: balance {balance}, tx cost {cost}, overshot {}", .cost.saturating_sub(*.balance))]
    InsufficientFunds {
        /// The balance in wei.
        balance: U256,
        /// The required amount in wei.
        cost: U256,
    },
    /// The prices are less than ten percent above the prices of the pending transaction with the same nonce.
    #[error("replacement transaction underpriced")]
    ReplacementUnderpriced,
    /// The EVM rejects the transaction.
    #[error("{0}")]
    Evm(String),
}

/// Formats wei as coins with two decimals.
fn in_coins(wei: U256) -> String {
    let hundredths = wei / U256::from(COIN / 100);
    format!("{}.{:02}", hundredths / U256::from(100), hundredths % U256::from(100))
}
