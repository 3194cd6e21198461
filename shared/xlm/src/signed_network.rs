//! Which network an envelope was signed for: a signature is over a hash that holds the network's passphrase.

use super::address::AccountId;
use super::envelope::Envelope;
use wallet_core::model::Network;

/// The envelope was signed for another network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the transaction is signed for {signed_for}: give that as network, since on another one its signatures are worth nothing"
)]
pub struct OtherNetworkError {
    /// That network.
    pub signed_for: Network,
}

impl Envelope {
    /// The one network for which it bears a signature of one of the keys that this function gives for a network; `None` when
    /// there is no such network, or more than one.
    pub fn signed_network(&self, keys: impl Fn(Network) -> Vec<AccountId>) -> Option<Network> {
        let is_signed = |network: &Network| self.is_signed_on(*network, &keys(*network));
        let mut signed = Network::ALL.into_iter().filter(is_signed);
        let network = signed.next()?;
        signed.next().is_none().then_some(network)
    }

    /// Whether it may be meant for this network: no signature of an account that it names verifies on another one. Signatures
    /// of keys that only the network knows say nothing.
    pub fn check_network(&self, network: Network) -> Result<(), OtherNetworkError> {
        let sources = self.sources();
        let mut others = Network::ALL.into_iter().filter(|other| *other != network);
        match others.find(|other| self.is_signed_on(*other, &sources)) {
            Some(signed_for) => Err(OtherNetworkError { signed_for }),
            None => Ok(()),
        }
    }
}
