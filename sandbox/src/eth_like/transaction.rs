//! Signed transactions: decoding (EIP-2718) and recovery of the sender from the signature.

use super::rejection::Rejection;
use super::rules::Rules;
use alloy_consensus::transaction::{SignerRecoverable, Transaction as _};
use alloy_consensus::{SignableTransaction, TxEnvelope};
use alloy_eips::eip2718::{Decodable2718, Encodable2718};
use revm::context::TxEnv;
use revm::primitives::{Address, B256, Bytes, U256, hex};

/// A transaction and its sender.
#[derive(Clone, Debug)]
pub struct Transaction {
    /// The signed fields and the hash.
    pub envelope: TxEnvelope,
    /// The sender recovered from the signature.
    pub sender: Address,
}

impl Transaction {
    /// Decodes a transaction as `eth_sendRawTransaction` does; it must be signed for the chain with this id.
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
