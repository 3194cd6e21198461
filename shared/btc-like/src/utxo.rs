//! Unspent outputs, supplied by a client or listed by an upstream.

use super::params::Params;
use bitcoin::{OutPoint, Txid};
use std::collections::HashSet;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Maximum number of inputs of a transaction.
pub const MAX_INPUTS: usize = 500;

/// An unspent output and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utxo {
    /// The outpoint.
    pub outpoint: OutPoint,
    /// The value in base units, as reported by its source.
    pub value: u64,
}

/// Error of [`Utxos::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UtxosError {
    /// The list is empty.
    #[error("at least one unspent output is required")]
    Empty,
    /// The list exceeds the input limit of a transaction.
    #[error("at most {maximum} unspent outputs are allowed")]
    TooMany {
        /// The maximum number of inputs.
        maximum: usize,
    },
    /// The null outpoint of coinbase inputs, which has no output.
    #[error("the null outpoint cannot be spent")]
    NullOutpoint {
        /// The index in the list.
        index: usize,
    },
    /// A repeated outpoint.
    #[error("duplicate output")]
    Duplicate {
        /// The index of the second entry.
        index: usize,
    },
    /// A value above the money supply.
    #[error("value must be at most {maximum}")]
    ValueTooLarge {
        /// The index in the list.
        index: usize,
        /// The money supply in base units.
        maximum: u64,
    },
    /// A total above the money supply.
    #[error("the total value must be at most {maximum}")]
    SumTooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for UtxosError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Empty | Self::TooMany { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::NullOutpoint { index } | Self::Duplicate { index } => {
                ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(format!("[{index}]"))
            }
            Self::ValueTooLarge { index, .. } => {
                ErrorInfo::describe(ErrorCode::InvalidAmount, self).at(format!("[{index}].value"))
            }
            Self::SumTooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

impl UtxosError {
    /// Returns the list index of the invalid entry, if the error concerns one.
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::NullOutpoint { index } | Self::Duplicate { index } | Self::ValueTooLarge { index, .. } => {
                Some(*index)
            }
            Self::Empty | Self::TooMany { .. } | Self::SumTooLarge { .. } => None,
        }
    }
}

/// Inputs of one transaction, in order: 1 to 500, without duplicates, with a total of at most the money supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utxos {
    list: Vec<Utxo>,
    total: u64,
}

impl Utxos {
    /// Validates a list of inputs.
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
                return Err(UtxosError::NullOutpoint { index });
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

    /// Returns the inputs in order.
    pub fn as_slice(&self) -> &[Utxo] {
        &self.list
    }

    /// Returns the total value in base units.
    pub const fn total(&self) -> u64 {
        self.total
    }
}

/// An unspent output as listed by an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unspent {
    /// Outpoint and value.
    pub utxo: Utxo,
    /// The number of confirmations; 0 while the transaction is in the mempool.
    pub confirmations: u32,
    /// True for an output of a coinbase transaction.
    pub coinbase: bool,
    /// True if the output carries `CashTokens`, which a plain payment would burn.
    pub carries_token: bool,
}

impl Unspent {
    /// Returns true if a plain payment in the next block may spend the output: it is mature and carries no tokens.
    pub const fn spendable(&self, params: &Params) -> bool {
        let mature = !self.coinbase || self.confirmations >= params.coinbase_maturity;
        mature && !self.carries_token
    }
}

/// The string is not a valid transaction id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("txid must be 64 hex digits")]
pub struct TxidError;

impl CodedError for TxidError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// Parses a transaction id: 64 hex digits in display (reversed) order, with or without `0x`, in either case.
pub fn parse_txid(text: &str) -> Result<Txid, TxidError> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    Txid::from_str(digits).map_err(|_| TxidError)
}
