//! The last gate before a transaction leaves: what it really spends, and what fee that makes.
//!
//! The values in a caller's `utxo` list are the caller's word, and legacy signatures do not commit to them. A value
//! that was given too low would silently become fee.

use super::params::Params;
use super::parent::{ParentOutput, ParentTransaction};
use super::signed::SignedTransaction;
use bitcoin::{OutPoint, Txid};
use std::collections::HashMap;

/// Why a transaction must not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The parent was not given.
    #[error("the transaction that input {input} spends is not known")]
    MissingParent {
        /// The place of the input.
        input: usize,
    },
    /// The parent has no such output.
    #[error("input {input} spends an output that does not exist")]
    MissingOutput {
        /// The place of the input.
        input: usize,
    },
    /// The input carries tokens, which would be burnt.
    #[error("input {input} carries tokens, which this transaction would burn")]
    CarriesToken {
        /// The place of the input.
        input: usize,
    },
    /// Values that cannot exist.
    #[error("the inputs are worth more than can exist")]
    ImpossibleValue,
    /// The transaction makes money out of nothing.
    #[error("the outputs are worth {outputs}, the inputs only {inputs}")]
    Overspent {
        /// What the inputs are really worth, in smallest units.
        inputs: u64,
        /// What the outputs are worth.
        outputs: u64,
    },
    /// No node would relay the transaction.
    #[error("the real fee is {fee}, but at least {minimum} are needed")]
    FeeTooLow {
        /// The real fee, in smallest units.
        fee: u64,
        /// The lowest fee for the size.
        minimum: u64,
    },
    /// Somebody has mistaken a unit or an input's value.
    #[error("the real fee is {fee}, but at most {maximum} are allowed; check the values of the inputs")]
    FeeTooHigh {
        /// The real fee, in smallest units.
        fee: u64,
        /// The highest fee for the size.
        maximum: u64,
    },
}

impl SignedTransaction {
    /// Checks the inputs against the transactions that they spend, and the fee that this makes against its bounds.
    pub fn check_against_parents(
        &self,
        params: &Params,
        parents: &HashMap<Txid, ParentTransaction>,
    ) -> Result<(), SpendError> {
        let mut inputs = 0u64;
        for (input, outpoint) in self.outpoints().enumerate() {
            let output = spent_output(input, outpoint, parents)?;
            inputs = inputs
                .checked_add(output.value)
                .filter(|&sum| sum <= params.max_money)
                .ok_or(SpendError::ImpossibleValue)?;
        }
        let outputs = self.total_output().ok_or(SpendError::ImpossibleValue)?;
        let fee = inputs
            .checked_sub(outputs)
            .ok_or(SpendError::Overspent { inputs, outputs })?;
        let (minimum, maximum) = params.fee_bounds(self.size());
        match fee {
            _ if fee < minimum => Err(SpendError::FeeTooLow { fee, minimum }),
            _ if fee > maximum => Err(SpendError::FeeTooHigh { fee, maximum }),
            _ => Ok(()),
        }
    }
}

fn spent_output(
    input: usize,
    outpoint: OutPoint,
    parents: &HashMap<Txid, ParentTransaction>,
) -> Result<&ParentOutput, SpendError> {
    let parent = parents.get(&outpoint.txid).ok_or(SpendError::MissingParent { input })?;
    let output = parent
        .output(outpoint.vout)
        .ok_or(SpendError::MissingOutput { input })?;
    if output.carries_token {
        Err(SpendError::CarriesToken { input })
    } else {
        Ok(output)
    }
}
