//! Chain and network names.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A chain as named in a URL path (`/api/get-address/btc`).
///
/// Each chain family implements the trait for an enum, so that the same extractor serves all families.
pub trait ChainName: Copy + Sized + Send + 'static {
    /// Every chain of the family, in documentation order.
    const ALL: &'static [Self];

    /// Returns the lower-case name used in paths and results: `btc`.
    fn name(self) -> &'static str;

    /// Returns the chain with exactly this name, or `None`.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|chain| chain.name() == name)
    }
}

/// The network: assets are real on `livenet` and worthless on `testnet`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// Real assets. The default of every `network` parameter.
    #[default]
    Livenet,
    /// Test assets without value.
    Testnet,
}

impl Network {
    /// Both networks.
    pub const ALL: [Self; 2] = [Self::Livenet, Self::Testnet];

    /// Returns the name used in requests: `livenet` or `testnet`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Livenet => "livenet",
            Self::Testnet => "testnet",
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a network name other than `livenet` and `testnet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network must be 'livenet' or 'testnet'")]
pub struct UnknownNetworkError;

impl CodedError for UnknownNetworkError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl std::str::FromStr for Network {
    type Err = UnknownNetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|network| network.name() == text)
            .ok_or(UnknownNetworkError)
    }
}

/// A UTXO chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BtcLikeChain {
    /// Bitcoin.
    Btc,
    /// Litecoin.
    Ltc,
    /// Bitcoin Cash.
    Bch,
    /// Dogecoin.
    Doge,
}

impl ChainName for BtcLikeChain {
    const ALL: &'static [Self] = &[Self::Btc, Self::Ltc, Self::Bch, Self::Doge];

    fn name(self) -> &'static str {
        match self {
            Self::Btc => "btc",
            Self::Ltc => "ltc",
            Self::Bch => "bch",
            Self::Doge => "doge",
        }
    }
}

impl fmt::Display for BtcLikeChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_names_parse_as_networks() {
        assert_eq!("livenet".parse(), Ok(Network::Livenet));
        assert_eq!("testnet".parse(), Ok(Network::Testnet));
        for invalid in ["", "Testnet", "mainnet", "livenet ", "testnet4"] {
            assert_eq!(invalid.parse::<Network>(), Err(UnknownNetworkError), "{invalid:?}");
        }
    }
}
