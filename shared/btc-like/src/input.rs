//! Inputs of a transaction: outputs to spend with their owners.

use super::params::Params;
use super::sender::Sender;
use super::utxo::{MAX_INPUTS, Utxo};
use bitcoin::OutPoint;
use std::collections::HashSet;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// An output to spend and the owner whose key signs it.
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

/// Inputs of one transaction, in order: 1 to 500, without duplicates, with a total of at most the money supply.
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

    /// Returns the sequence number of an output, if it has one other than that of the transaction.
    pub fn sequence_of(&self, outpoint: OutPoint) -> Option<u32> {
        let mut inputs = self.list.iter();
        inputs.find(|input| input.utxo.outpoint == outpoint)?.sequence
    }

    /// Returns the owners in input order.
    pub fn owners(&self) -> impl Iterator<Item = &Sender> + Clone {
        self.list.iter().map(|input| &input.owner)
    }
}
