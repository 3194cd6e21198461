//! Final check before a broadcast: actual input values and the resulting fee.
//!
//! The values in a client-supplied `utxo` list are unverified, and legacy signatures do not commit to them. The
//! excess of an understated value would silently become fee.

use super::params::Params;
use super::signed::SignedTransaction;
use super::verified_output::{VerifiedOutput, VerifiedOutputs};
use bitcoin::OutPoint;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::ports::upstream::RejectReason;

/// Error of [`SignedTransaction::check_against_parents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The parent transaction is missing.
    #[error("the transaction spent by input {input} is unknown")]
    MissingParent {
        /// The index of the input.
        input: usize,
    },
    /// The parent has no output with this index.
    #[error("input {input} spends an output that does not exist")]
    MissingOutput {
        /// The index of the input.
        input: usize,
    },
    /// The spent output carries tokens, which would be burnt.
    #[error("input {input} carries tokens, which this transaction would burn")]
    CarriesToken {
        /// The index of the input.
        input: usize,
    },
    /// Values above the money supply.
    #[error("the input value exceeds the money supply")]
    ImpossibleValue,
    /// The output value exceeds the input value.
    #[error("the output value {outputs} exceeds the input value {inputs}")]
    Overspent {
        /// The actual input value in base units.
        inputs: u64,
        /// The output value in base units.
        outputs: u64,
    },
    /// The fee is below the relay minimum.
    #[error("the actual fee {fee} is below the minimum of {minimum}")]
    FeeTooLow {
        /// The actual fee in base units.
        fee: u64,
        /// The minimum fee for the size.
        minimum: u64,
    },
    /// The fee is above the cap, which indicates a mistaken unit or input value.
    #[error("the actual fee {fee} is above the maximum of {maximum}: check the input values")]
    FeeTooHigh {
        /// The actual fee in base units.
        fee: u64,
        /// The maximum fee for the size.
        maximum: u64,
    },
}

impl CodedError for SpendError {
    fn info(&self) -> ErrorInfo {
        let error_at = |code| ErrorInfo::describe(code, self).at("txdata");
        match self {
            // A nonexistent output cannot be spent; nodes reject such a transaction with the same reason.
            Self::MissingParent { .. } | Self::MissingOutput { .. } => RejectReason::MissingInputs.info(),
            Self::CarriesToken { .. } | Self::ImpossibleValue => error_at(ErrorCode::InvalidTransaction),
            Self::Overspent { inputs, outputs } => error_at(ErrorCode::InsufficientFunds)
                .amount("available", inputs)
                .amount("required", outputs),
            Self::FeeTooLow { minimum, .. } => error_at(ErrorCode::FeeTooLow).amount("minimum", minimum),
            Self::FeeTooHigh { maximum, .. } => error_at(ErrorCode::FeeTooHigh).amount("maximum", maximum),
        }
    }
}

impl SignedTransaction {
    /// Checks the inputs against the outputs that they spend, and the resulting fee against its bounds.
    pub fn check_against_parents(&self, params: &Params, parents: &VerifiedOutputs) -> Result<(), SpendError> {
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

fn spent_output(input: usize, outpoint: OutPoint, parents: &VerifiedOutputs) -> Result<VerifiedOutput, SpendError> {
    let parent = parents.get(&outpoint).ok_or(SpendError::MissingParent { input })?;
    let output = parent.ok_or(SpendError::MissingOutput { input })?;
    if output.carries_token {
        Err(SpendError::CarriesToken { input })
    } else {
        Ok(output)
    }
}
