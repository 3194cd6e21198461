//! The content of a signed transaction.

use super::{Family, Signed};
use crate::payments::content::Content;
use crate::payments::{btc_like, eth_like, xlm};

impl Signed {
    /// Returns what the transaction spends and pays; nothing for bytes that are not of this client.
    pub(in crate::payments) fn content(&self) -> Content {
        let content = match self.family {
            Family::BtcLike => btc_like::content::of_signed(&self.txdata),
            Family::EthLike => eth_like::content::of_signed(&self.txdata, &self.public_key),
            Family::Xlm => xlm::content::of_signed(&self.txdata),
        };
        content.unwrap_or_default()
    }
}
