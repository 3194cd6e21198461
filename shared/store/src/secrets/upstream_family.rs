//! [`UpstreamFamily`].

use std::fmt;
use std::str::FromStr;

/// A group of upstreams whose API keys are one secret, so that a function can read only the keys that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpstreamFamily {
    /// Upstreams of btc, ltc, bch and doge.
    BtcLike,
    /// Nodes and indexes of the EVM chains.
    EthLike,
    /// Horizon servers.
    Xlm,
    /// Price sources.
    Prices,
}

/// The text names no family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("family must be btc-like, eth-like, xlm or prices")]
pub struct UpstreamFamilyError;

impl UpstreamFamily {
    /// All families.
    pub const ALL: [Self; 4] = [Self::BtcLike, Self::EthLike, Self::Xlm, Self::Prices];

    /// Returns the name, the last part of the secret's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BtcLike => "btc-like",
            Self::EthLike => "eth-like",
            Self::Xlm => "xlm",
            Self::Prices => "prices",
        }
    }
}

impl fmt::Display for UpstreamFamily {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for UpstreamFamily {
    type Err = UpstreamFamilyError;

    fn from_str(text: &str) -> Result<Self, UpstreamFamilyError> {
        let family = Self::ALL.into_iter().find(|family| family.name() == text);
        family.ok_or(UpstreamFamilyError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_and_others_rejected() {
        for family in UpstreamFamily::ALL {
            assert_eq!(family.to_string().parse(), Ok(family));
        }
        for text in ["", "BTC-LIKE", "btc", "merchants/m", "../signing-keys"] {
            assert_eq!(text.parse::<UpstreamFamily>(), Err(UpstreamFamilyError), "{text}");
        }
    }
}
