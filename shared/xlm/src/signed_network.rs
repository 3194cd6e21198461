//! Detection of the network that an envelope was signed for. Signatures cover a hash of the network
//! passphrase.

use super::address::AccountId;
use super::envelope::Envelope;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Network;

/// The error for an envelope signed for another network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction is signed for {signed_for}; pass that network, since the signatures are invalid on any other one")]
pub struct OtherNetworkError {
    /// The network of the signatures.
    pub signed_for: Network,
}

impl CodedError for OtherNetworkError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidTransaction, self)
    }
}

impl Envelope {
    /// Returns the only network on which the envelope has a signature by one of the keys that `keys`
    /// returns for that network. Returns `None` if no network or more than one qualifies.
    pub fn signed_network(&self, keys: impl Fn(Network) -> Vec<AccountId>) -> Option<Network> {
        let is_signed = |network: &Network| self.is_signed_on(*network, &keys(*network));
        let mut signed = Network::ALL.into_iter().filter(is_signed);
        let network = signed.next()?;
        signed.next().is_none().then_some(network)
    }

    /// Rejects the envelope if a signature by one of its source accounts verifies on another network.
    /// Signatures by keys that only the network knows are not considered.
    pub fn check_network(&self, network: Network) -> Result<(), OtherNetworkError> {
        let sources = self.sources();
        let mut others = Network::ALL.into_iter().filter(|other| *other != network);
        match others.find(|other| self.is_signed_on(*other, &sources)) {
            Some(signed_for) => Err(OtherNetworkError { signed_for }),
            None => Ok(()),
        }
    }
}
