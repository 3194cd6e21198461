//! Final check before a broadcast: actual input values and the resulting fee.
//!
//! The values in a client-supplied `utxo` list are unverified, and legacy signatures do not commit to them. The
//! excess of an understated value would silently become fee.

use super::params::Params;
use super::signed::SignedTransaction;
use super::token::TokenTotals;
use super::token_prefix;
use super::verified_output::{VerifiedOutput, VerifiedOutputs};
use bitcoin::{OutPoint, Txid};
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
    /// The script of the spent output starts with a malformed token prefix.
    #[error("input {input} spends an output with a malformed token prefix, which is unspendable")]
    MalformedToken {
        /// The index of the input.
        input: usize,
    },
    /// Tokens of the inputs are missing in the outputs.
    #[error(
        "the transaction would burn tokens of category {category}: its outputs must carry all tokens of its inputs"
    )]
    BurnsTokens {
        /// The category of the tokens.
        category: Txid,
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
            Self::MalformedToken { .. } | Self::ImpossibleValue => error_at(ErrorCode::InvalidTransaction),
            Self::BurnsTokens { category } => {
                error_at(ErrorCode::InvalidTransaction).detail("category", category.to_string())
            }
            Self::Overspent { inputs, outputs } => error_at(ErrorCode::InsufficientFunds)
                .amount("available", inputs)
                .amount("required", outputs),
            Self::FeeTooLow { minimum, .. } => error_at(ErrorCode::FeeTooLow).amount("minimum", minimum),
            Self::FeeTooHigh { maximum, .. } => error_at(ErrorCode::FeeTooHigh).amount("maximum", maximum),
        }
    }
}

impl SignedTransaction {
    /// Checks the inputs against the outputs that they spend: all their tokens must be in the outputs, and the fee
    /// within its bounds. The lower bound is left to nodes if a part of the fee is in an extension block.
    pub fn check_against_parents(&self, params: &Params, parents: &VerifiedOutputs) -> Result<(), SpendError> {
        let mut inputs = 0u64;
        let mut tokens = TokenTotals::default();
        for (input, outpoint) in self.outpoints().enumerate() {
            let output = spent_output(params, input, outpoint, parents)?;
            inputs = inputs
                .checked_add(output.value)
                .filter(|&sum| sum <= params.max_money)
                .ok_or(SpendError::ImpossibleValue)?;
            if let Some(token) = &output.token {
                tokens.add((**token).clone());
            }
        }
        if let Some(category) = tokens.missing_in(&self.tokens()) {
            return Err(SpendError::BurnsTokens { category });
        }
        let outputs = self.total_output().ok_or(SpendError::ImpossibleValue)?;
        let fee = inputs
            .checked_sub(outputs)
            .ok_or(SpendError::Overspent { inputs, outputs })?;
        let (minimum, maximum) = params.fee_bounds(self.size());
        match fee {
            _ if fee < minimum && !self.has_hidden_fee() => Err(SpendError::FeeTooLow { fee, minimum }),
            _ if fee > maximum => Err(SpendError::FeeTooHigh { fee, maximum }),
            _ => Ok(()),
        }
    }

    /// Returns the tokens of all outputs.
    fn tokens(&self) -> TokenTotals {
        let mut tokens = TokenTotals::default();
        for (token, _) in self.output_scripts().filter_map(token_prefix::split) {
            tokens.add(token);
        }
        tokens
    }
}

fn spent_output<'a>(
    params: &Params,
    input: usize,
    outpoint: OutPoint,
    parents: &'a VerifiedOutputs,
) -> Result<&'a VerifiedOutput, SpendError> {
    let parent = parents.get(&outpoint).ok_or(SpendError::MissingParent { input })?;
    let output = parent.as_ref().ok_or(SpendError::MissingOutput { input })?;
    if output.carries_token && (output.token.is_none() || !params.has_tokens()) {
        Err(SpendError::MalformedToken { input })
    } else {
        Ok(output)
    }
}
