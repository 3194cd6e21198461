//! Estimates: fees by mode, paths of payments, and the required balance.

use crate::account::state::Account;
use crate::operation::PositiveStroops;
use crate::transaction::transfer::{Receivable, Transfer, TransferBlocker, TransferError, payable, receivable};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Modes;

/// A payment to estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateQuery {
    /// The recipient. Without a recipient, only the funds of the sender are checked.
    pub to: Option<MuxedAccount>,
    /// The asset.
    pub asset: Asset,
    /// The amount.
    pub amount: RequestedAmount,
}

/// The amount of a payment to estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedAmount {
    /// Not chosen yet.
    Open,
    /// A fixed amount.
    Fixed(PositiveStroops),
    /// The maximum that the sender can pay and the recipient can receive.
    Max,
}

/// An estimate of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The amount of the asset that the sender can pay; of lumens, including the fee.
    pub spendable: Stroops,
    /// The maximum amount for each fee; 0 if there is none. Only for [`RequestedAmount::Max`].
    pub amounts: Option<Modes<Stroops>>,
    /// True if the payment creates the account of the recipient.
    pub creates_account: bool,
}

impl EstimateQuery {
    /// Estimates the payment. The funds must cover the slow fee; the higher fees are returned even if the funds do not
    /// cover them.
    pub fn estimate(
        &self,
        sender: &Account,
        recipient: Option<&Account>,
        base_reserve: Stroops,
        fees: Modes<Stroops>,
    ) -> Result<Estimate, TransferError> {
        let lumens = sender.spendable(base_reserve);
        if lumens < fees.slow {
            return Err(TransferError::Fee {
                available: lumens,
                required: fees.slow,
            });
        }
        let receivable = self.receivable(recipient, base_reserve)?;
        let spendable = self.spendable(sender, base_reserve)?;
        let amounts = match self.amount {
            RequestedAmount::Open => None,
            RequestedAmount::Fixed(amount) => {
                self.check(amount, sender, recipient, base_reserve, fees.slow)?;
                None
            }
            RequestedAmount::Max => Some(self.amounts(spendable, receivable, fees)?),
        };
        Ok(Estimate {
            spendable,
            amounts,
            creates_account: self.to.is_some() && recipient.is_none(),
        })
    }

    fn receivable(&self, recipient: Option<&Account>, base_reserve: Stroops) -> Result<Receivable, TransferError> {
        match &self.to {
            Some(to) => receivable(to, recipient, &self.asset, base_reserve),
            None => Ok(Receivable {
                minimum: Stroops::default(),
                maximum: Stroops::MAX,
            }),
        }
    }

    fn spendable(&self, sender: &Account, base_reserve: Stroops) -> Result<Stroops, TransferError> {
        let required = match self.amount {
            RequestedAmount::Fixed(amount) => Stroops::new(amount.get()).unwrap_or_default(),
            RequestedAmount::Open | RequestedAmount::Max => Stroops::default(),
        };
        let spendable = payable(sender, &self.asset, base_reserve);
        spendable.map_err(|reason| TransferError::Sender { reason, required })
    }

    /// Checks a fixed amount. Without a recipient, only against the funds of the sender.
    fn check(
        &self,
        amount: PositiveStroops,
        sender: &Account,
        recipient: Option<&Account>,
        base_reserve: Stroops,
        fee: Stroops,
    ) -> Result<(), TransferError> {
        let transfer = Transfer {
            to: self.to.unwrap_or_else(|| sender.id.into()),
            asset: self.asset,
            amount,
        };
        if self.to.is_some() {
            return transfer.check(sender, recipient, base_reserve, fee);
        }
        transfer.check_funds(sender, base_reserve, fee)
    }

    /// Returns the maximum amount for each fee, above 0 for the slow fee.
    fn amounts(
        &self,
        spendable: Stroops,
        receivable: Receivable,
        fees: Modes<Stroops>,
    ) -> Result<Modes<Stroops>, TransferError> {
        let without_fee = |fee: Stroops| match self.asset {
            Asset::Native => spendable.checked_sub(fee).unwrap_or_default(),
            Asset::Credit(_) => spendable,
        };
        let amounts = fees.map(without_fee);
        if amounts.slow == Stroops::default() {
            let one = Stroops::new(1).unwrap_or_default();
            let required = match self.asset {
                Asset::Native => fees.slow.checked_add(one).unwrap_or(Stroops::MAX),
                Asset::Credit(_) => one,
            };
            let available = spendable;
            return Err(TransferError::InsufficientFunds { available, required });
        }
        if amounts.slow < receivable.minimum {
            let minimum = receivable.minimum;
            return Err(TransferError::StartingBalance { minimum });
        }
        if receivable.maximum == Stroops::default() {
            let reason = TransferBlocker::LimitExceeded;
            return Err(TransferError::Destination { reason });
        }
        Ok(amounts.map(|amount| {
            if amount < receivable.minimum {
                Stroops::default()
            } else {
                amount.min(receivable.maximum)
            }
        }))
    }
}

/// The minimum fee of an operation, in stroops.
pub(crate) const MIN_FEE: u64 = Stroops::MIN_FEE.get().unsigned_abs();

/// The fee of a transaction, in stroops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee(u32);

/// Reasons why a fee is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeError {
    /// The fee is below the minimum of the network.
    #[error("fee of this transaction must be at least {minimum} stroops")]
    TooLow {
        /// The minimum fee in stroops.
        minimum: u64,
    },
    /// The fee exceeds the maximum of the field.
    #[error("fee of a transaction must be at most {maximum} stroops")]
    TooHigh {
        /// The maximum fee in stroops.
        maximum: u64,
    },
}

impl CodedError for FeeError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::TooLow { minimum } => ErrorInfo::describe(ErrorCode::FeeTooLow, self).amount("minimum", minimum),
            Self::TooHigh { maximum } => ErrorInfo::describe(ErrorCode::FeeTooHigh, self).amount("maximum", maximum),
        }
        .at("fee")
    }
}

impl Fee {
    /// Creates a fee for this number of operations.
    pub fn new(stroops: u64, operations: usize) -> Result<Self, FeeError> {
        let minimum = MIN_FEE.saturating_mul(operations as u64);
        if stroops < minimum {
            return Err(FeeError::TooLow { minimum });
        }
        let maximum = u64::from(u32::MAX);
        u32::try_from(stroops)
            .map(Self)
            .map_err(|_| FeeError::TooHigh { maximum })
    }

    /// Creates a fee for the call of a contract with this fee of the resources.
    pub(crate) fn with_resources(stroops: u64, resources: u64) -> Result<Self, FeeError> {
        let minimum = MIN_FEE.saturating_add(resources);
        if stroops < minimum {
            return Err(FeeError::TooLow { minimum });
        }
        Self::new(stroops, 1)
    }

    /// Returns the fee in stroops.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A query for the paths of payments through the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathQuery {
    /// Payments that send an exact amount, to assets that the recipient can hold.
    StrictSend {
        /// The sent asset.
        source: Asset,
        /// The sent amount.
        amount: PositiveStroops,
        /// The recipient.
        to: AccountId,
    },
    /// Payments that deliver an exact amount, from assets that the sender can pay.
    StrictReceive {
        /// The sender.
        from: AccountId,
        /// The received asset.
        destination: Asset,
        /// The received amount.
        amount: PositiveStroops,
    },
}

/// A path, with the amounts at its current prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentPath {
    /// The sent asset.
    pub source_asset: Asset,
    /// The sent amount.
    pub source_amount: Stroops,
    /// The received asset.
    pub destination_asset: Asset,
    /// The received amount.
    pub destination_amount: Stroops,
    /// The assets between the two, at most 5.
    pub path: Vec<Asset>,
}

/// The maximum number of assets between the two of a path payment.
pub const MAX_PATH: usize = 5;

impl PathQuery {
    /// Returns true if the path has the requested asset and amount, and a length that a payment can have.
    pub fn accepts(&self, found: &PaymentPath) -> bool {
        let (requested, end) = match *self {
            Self::StrictSend { source, amount, .. } => ((source, amount), (found.source_asset, found.source_amount)),
            Self::StrictReceive {
                destination, amount, ..
            } => {
                let end = (found.destination_asset, found.destination_amount);
                ((destination, amount), end)
            }
        };
        (requested.0, requested.1.get()) == (end.0, end.1.get()) && found.path.len() <= MAX_PATH
    }
}
