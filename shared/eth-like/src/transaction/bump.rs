//! Replacement of a pending transaction by a transaction with the same nonce and higher prices
//! (docs/decisions/evm-payments.md#bump-evm-transactions).

use crate::fee::prices::GasPrices;
use crate::fee::prices::PendingTransaction;
use crate::transaction::fields::BoundsError;
use crate::transaction::fields::{GasPrice, TransactionFields};
use crate::transaction::signed::SignedTransaction;
use crate::transaction::unsigned::{BuildError, UnsignedTransaction};
use crate::{Amount, Hash};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The purpose of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BumpMode {
    /// The same call with higher prices.
    SpeedUp,
    /// A payment of nothing to the sender, with this gas limit.
    Cancel {
        /// The gas limit of the payment.
        gas_limit: u64,
    },
}

/// A transaction at a node by hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolLookup {
    /// Pending, with a signature of the sender that matches the hash.
    Pending(Box<SignedTransaction>),
    /// In the pool, but of a type or with a price that this service does not support.
    Unsupported,
    /// In a block.
    Mined,
}

/// Reasons why a transaction has no replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BumpError {
    /// The transaction is in a block.
    #[error("the transaction is in a block and cannot be replaced")]
    Mined,
    /// A different transaction with the nonce is in a block.
    #[error("the transaction was replaced by {}, which is in a block", by.map_or_else(|| "another one".to_owned(), |by| by.to_string()))]
    Replaced {
        /// The hash of that transaction, if reported.
        by: Option<Hash>,
    },
    /// A type that this service does not build, or a price above the bounds.
    #[error("the transaction is of a type, or has a price, that this service does not support")]
    Unsupported,
    /// The access list would be lost.
    #[error("the transaction has an access list (EIP-2930), which this service does not build: cancel it instead")]
    AccessList,
    /// The bounds of the chain leave no room for the required prices.
    #[error(transparent)]
    Bounds(BoundsError),
}

impl CodedError for BumpError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidTransaction, self).at("txid");
        match self {
            Self::Bounds(BoundsError::FeeTooHigh { maximum }) => {
                ErrorInfo::describe(ErrorCode::FeeTooHigh, self).amount("maximum", maximum)
            }
            Self::Mined | Self::Replaced { .. } | Self::Unsupported | Self::AccessList | Self::Bounds(_) => info,
        }
    }
}

impl SignedTransaction {
    /// Returns the prices that a replacement has to exceed.
    pub fn pending_prices(&self) -> PendingTransaction {
        let price = self.fields().price;
        PendingTransaction {
            hash: self.hash(),
            max_fee_per_gas: price.max_fee_per_gas(),
            max_priority_fee_per_gas: price.max_priority_fee_per_gas(),
        }
    }

    /// Returns a replacement of the same type, at the normal current prices or a tenth above the prices of the
    /// pending transaction, if that is more.
    pub fn bumped(&self, mode: BumpMode, current: GasPrices) -> Result<UnsignedTransaction, BumpError> {
        let price = self.bumped_price(&current.replacing(&self.pending_prices()));
        let fields = TransactionFields {
            price,
            ..self.bumped_call(mode)?
        };
        let too_high = BoundsError::FeeTooHigh {
            maximum: fields.params.max_fee(),
        };
        let fee = Amount::from(fields.gas_limit).checked_mul(price.max_fee_per_gas());
        let fee = fee.ok_or(BumpError::Bounds(too_high))?;
        UnsignedTransaction::build(fields, fee).map_err(|error| match error {
            BuildError::Bounds(bounds) => BumpError::Bounds(bounds),
            BuildError::FeeMismatch { .. } => BumpError::Bounds(too_high),
        })
    }

    /// Returns the fields of the replacement with the price of the pending transaction.
    fn bumped_call(&self, mode: BumpMode) -> Result<TransactionFields, BumpError> {
        let fields = self.fields().clone();
        match mode {
            BumpMode::SpeedUp if !self.unsigned().access_list().is_empty() => Err(BumpError::AccessList),
            BumpMode::SpeedUp => Ok(fields),
            BumpMode::Cancel { gas_limit } => Ok(TransactionFields {
                to: Some(self.sender()),
                amount: Amount::ZERO,
                data: Vec::new(),
                gas_limit,
                ..fields
            }),
        }
    }

    fn bumped_price(&self, prices: &GasPrices) -> GasPrice {
        match self.fields().price {
            GasPrice::Legacy { .. } => GasPrice::Legacy {
                gas_price: prices.prices.normal,
            },
            GasPrice::FeeMarket { .. } => {
                let max_fee_per_gas = prices.max_fees.unwrap_or(prices.prices).normal;
                let tips = prices.priority_fees.map_or(max_fee_per_gas, |tips| tips.normal);
                GasPrice::FeeMarket {
                    max_fee_per_gas: max_fee_per_gas.max(tips),
                    max_priority_fee_per_gas: tips,
                }
            }
        }
    }
}
