//! Chain and network names.

use std::fmt;

/// A chain as it stands in a URL path (`/api/get-address/btc`).
///
/// Each family has its own enum of chains and implements this, so that one extractor serves all.
pub trait ChainName: Copy + Sized + Send + 'static {
    /// Every chain of the family, in the order of the documentation.
    const ALL: &'static [Self];

    /// The lower-case name used in paths and results: `btc`.
    fn name(self) -> &'static str;

    /// The chain with exactly this name, `None` for any other text.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|chain| chain.name() == name)
    }
}

/// Where assets are real (`livenet`) or fictitious (`testnet`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Network {
    /// Real assets; the default of every `network` parameter.
    #[default]
    Livenet,
    /// Fictitious assets.
    Testnet,
}

impl Network {
    /// Both networks.
    pub const ALL: [Self; 2] = [Self::Livenet, Self::Testnet];

    /// The name used in requests: `livenet` or `testnet`.
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

/// The text is neither `livenet` nor `testnet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a network is 'livenet' or 'testnet'")]
pub struct UnknownNetworkError;

impl std::str::FromStr for Network {
    type Err = UnknownNetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|network| network.name() == text)
            .ok_or(UnknownNetworkError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_exact_names_are_networks() {
        assert_eq!("livenet".parse(), Ok(Network::Livenet));
        assert_eq!("testnet".parse(), Ok(Network::Testnet));
        for wrong in ["", "Testnet", "mainnet", "livenet ", "testnet4"] {
            assert_eq!(wrong.parse::<Network>(), Err(UnknownNetworkError), "{wrong:?}");
        }
    }
}
