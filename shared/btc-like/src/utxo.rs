//! Unspent outputs: the ones a caller names and the ones the network lists.

use super::params::Params;
use bitcoin::{OutPoint, Txid};
use std::collections::HashSet;
use std::str::FromStr;

/// The most inputs that a transaction may have here.
pub(super) const MAX_INPUTS: usize = 500;

/// An unspent output and what it is worth, in smallest units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utxo {
    /// Where it is.
    pub outpoint: OutPoint,
    /// Its value, which is the word of whoever named it.
    pub value: u64,
}

/// What is wrong with a list of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UtxosError {
    /// A transaction spends something.
    #[error("at least one unspent output is needed")]
    Empty,
    /// More inputs than one transaction may have.
    #[error("a transaction spends at most {maximum} unspent outputs here")]
    TooMany {
        /// The limit.
        maximum: usize,
    },
    /// The outpoint that coinbase inputs name; nothing can be spent there.
    #[error("this is no output that can be spent")]
    NoOutput {
        /// The place in the list.
        index: usize,
    },
    /// The same outpoint twice.
    #[error("this output stands in the list twice")]
    Duplicate {
        /// The place of the second one.
        index: usize,
    },
    /// A value above what can exist.
    #[error("a value is at most {maximum}")]
    ValueTooLarge {
        /// The place in the list.
        index: usize,
        /// The money supply in smallest units.
        maximum: u64,
    },
    /// Values that together are more than can exist.
    #[error("the values together are at most {maximum}")]
    SumTooLarge {
        /// The money supply in smallest units.
        maximum: u64,
    },
}

impl UtxosError {
    /// The place in the list that is to blame, if one is.
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::NoOutput { index } | Self::Duplicate { index } | Self::ValueTooLarge { index, .. } => Some(*index),
            Self::Empty | Self::TooMany { .. } | Self::SumTooLarge { .. } => None,
        }
    }
}

/// The inputs of one transaction, in their order: 1 to 500, none twice, together no more than can exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utxos {
    list: Vec<Utxo>,
    total: u64,
}

impl Utxos {
    /// Checks a list.
    pub fn new(params: &Params, list: Vec<Utxo>) -> Result<Self, UtxosError> {
        let maximum = params.max_money;
        match list.len() {
            0 => return Err(UtxosError::Empty),
            1..=MAX_INPUTS => {}
            _ => return Err(UtxosError::TooMany { maximum: MAX_INPUTS }),
        }
        let mut seen = HashSet::with_capacity(list.len());
        let mut total = 0u64;
        for (index, utxo) in list.iter().enumerate() {
            if utxo.outpoint.is_null() {
                return Err(UtxosError::NoOutput { index });
            }
            if !seen.insert(utxo.outpoint) {
                return Err(UtxosError::Duplicate { index });
            }
            if utxo.value > maximum {
                return Err(UtxosError::ValueTooLarge { index, maximum });
            }
            total = total
                .checked_add(utxo.value)
                .filter(|&sum| sum <= maximum)
                .ok_or(UtxosError::SumTooLarge { maximum })?;
        }
        Ok(Self { list, total })
    }

    /// The inputs in their order.
    pub fn as_slice(&self) -> &[Utxo] {
        &self.list
    }

    /// Their value together, in smallest units.
    pub const fn total(&self) -> u64 {
        self.total
    }
}

/// An unspent output as the network lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unspent {
    /// Where and how much.
    pub utxo: Utxo,
    /// Blocks on top of its transaction, its own included; 0 while it waits in the mempool.
    pub confirmations: u32,
    /// Whether it was made by mining.
    pub coinbase: bool,
    /// Whether it carries `CashTokens`, which a plain payment would burn.
    pub carries_token: bool,
}

impl Unspent {
    /// Whether the next block may hold a plain payment that spends it: mature and without tokens.
    pub const fn spendable(&self, params: &Params) -> bool {
        let mature = !self.coinbase || self.confirmations >= params.coinbase_maturity;
        mature && !self.carries_token
    }
}

/// The text is no transaction id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a txid is 64 hex digits")]
pub struct TxidError;

/// Reads a transaction id: 64 hex digits in the order that explorers print, with or without `0x`, in either case.
pub fn parse_txid(text: &str) -> Result<Txid, TxidError> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    Txid::from_str(digits).map_err(|_| TxidError)
}
