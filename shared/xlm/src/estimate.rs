//! Estimates of payments: their fees, and the maximum amount (docs/decisions/0972).

use super::account::Account;
use super::address::MuxedAccount;
use super::amount::Stroops;
use super::asset::Asset;
use super::fee::Modes;
use super::operation::PositiveStroops;
use super::transfer::{Receivable, Transfer, TransferBlocker, TransferError, payable, receivable};

/// A payment to estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateQuery {
    /// The recipient. Without one, only the funds of the sender are checked.
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
    /// Estimates the payment. The funds must cover the slow fee; the other fees are returned even if the funds do not
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

    /// Checks a fixed amount. Without a recipient, it is compared with the funds of the sender only.
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

    /// Returns the maximum amount for each fee, which is above 0 for the slow one.
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
