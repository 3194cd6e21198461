//! Paths of exchanges between two assets.

use super::address::AccountId;
use super::amount::Stroops;
use super::asset::Asset;
use super::operation::PositiveStroops;

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
