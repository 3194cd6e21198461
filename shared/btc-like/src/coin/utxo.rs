//! Unspent outputs, supplied by a client or listed by an upstream.

use crate::address::sender::Sender;
use crate::chain::params::Params;
use bitcoin::{OutPoint, Txid};
use std::collections::HashSet;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Maximum number of inputs of a transaction.
pub const MAX_INPUTS: usize = 500;

/// An unspent output and the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utxo {
    /// The outpoint.
    pub outpoint: OutPoint,
    /// The value in base units, as reported by the source.
    pub value: u64,
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
    /// Returns true if a plain payment in the next block may spend the output, which is mature and carries no tokens.
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

/// The string is not a list of outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("inputs must be 1 to {MAX_STATED_INPUTS} outputs as txid:index, separated by commas")]
pub struct OutpointListError;

impl CodedError for OutpointListError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// Maximum number of inputs that a request may state.
const MAX_STATED_INPUTS: usize = 5;

/// Parses 1 to 5 outpoints `txid:index`, separated by commas.
pub fn parse_outpoints(text: &str) -> Result<Vec<OutPoint>, OutpointListError> {
    let list: Result<Vec<OutPoint>, _> = text.split(',').map(OutPoint::from_str).collect();
    list.ok()
        .filter(|list| list.len() <= MAX_STATED_INPUTS)
        .ok_or(OutpointListError)
}

/// Parses a transaction id: 64 hex digits in display (reversed) order, with or without `0x`, in either case.
pub fn parse_txid(text: &str) -> Result<Txid, TxidError> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    Txid::from_str(digits).map_err(|_| TxidError)
}

/// An output to spend and the owner, who signs the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The output.
    pub utxo: Utxo,
    /// The owner.
    pub owner: Sender,
    /// The sequence number; by default that of the transaction.
    pub sequence: Option<u32>,
}

/// Error of [`Inputs::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputsError {
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

impl CodedError for InputsError {
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

/// Inputs of a transaction, in order: 1 to 500, without duplicates, with a total of at most the money supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    list: Vec<Input>,
    total: u64,
}

impl Inputs {
    /// Validates a list of inputs.
    pub fn new(params: &Params, list: Vec<Input>) -> Result<Self, InputsError> {
        let maximum = params.max_money;
        match list.len() {
            0 => return Err(InputsError::Empty),
            1..=MAX_INPUTS => {}
            _ => return Err(InputsError::TooMany { maximum: MAX_INPUTS }),
        }
        let mut seen = HashSet::with_capacity(list.len());
        let mut total = 0u64;
        for (index, Input { utxo, .. }) in list.iter().enumerate() {
            if utxo.outpoint.is_null() {
                return Err(InputsError::NullOutpoint { index });
            }
            if !seen.insert(utxo.outpoint) {
                return Err(InputsError::Duplicate { index });
            }
            if utxo.value > maximum {
                return Err(InputsError::ValueTooLarge { index, maximum });
            }
            total = total
                .checked_add(utxo.value)
                .filter(|&sum| sum <= maximum)
                .ok_or(InputsError::SumTooLarge { maximum })?;
        }
        Ok(Self { list, total })
    }

    /// Returns the inputs in order.
    pub fn as_slice(&self) -> &[Input] {
        &self.list
    }

    /// Returns the total value in base units.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the sequence number of an output, if different from that of the transaction.
    pub fn sequence_of(&self, outpoint: OutPoint) -> Option<u32> {
        let mut inputs = self.list.iter();
        inputs.find(|input| input.utxo.outpoint == outpoint)?.sequence
    }

    /// Returns the owners in input order.
    pub fn owners(&self) -> impl Iterator<Item = &Sender> + Clone {
        self.list.iter().map(|input| &input.owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outpoints_are_one_to_five_ids_with_an_index() {
        let (first, second) = ("a1".repeat(32), "B2".repeat(32));
        let found = parse_outpoints(&format!("{first}:0,{second}:4294967295")).unwrap();
        let expected = [(first.as_str(), 0), (second.as_str(), u32::MAX)];
        assert_eq!(
            found,
            expected.map(|(txid, vout)| OutPoint::new(txid.parse().unwrap(), vout))
        );
        let five = vec![format!("{first}:1"); 5].join(",");
        assert_eq!(parse_outpoints(&five).map(|list| list.len()), Ok(5));
        let six = format!("{five},{first}:1");
        for invalid in [
            "",
            ",",
            &first,
            &format!("{first}:"),
            &format!("{first}:-1"),
            &format!("{first}:4294967296"),
            &six,
        ] {
            assert_eq!(parse_outpoints(invalid), Err(OutpointListError), "{invalid}");
        }
    }
}
