//! Parameters of the networks.

use sha2::{Digest, Sha256};
use std::fmt;
use wallet_core::model::{ChainName, Network};

/// The chains of the family: Stellar only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chain {
    /// Stellar with its coin, the lumen.
    Xlm,
}

impl ChainName for Chain {
    const ALL: &'static [Self] = &[Self::Xlm];

    fn name(self) -> &'static str {
        match self {
            Self::Xlm => "xlm",
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number of decimal places of every asset: a stroop is the ten millionth part of a unit.
pub const DECIMALS: u8 = 7;

/// Returns the passphrase of a network. Every signed hash covers the hash of the passphrase, so a
/// signature is invalid on the other network.
pub const fn passphrase(network: Network) -> &'static str {
    match network {
        Network::Livenet => "Public Global Stellar Network ; September 2015",
        Network::Testnet => "Test SDF Network ; September 2015",
    }
}

/// Returns the network id: the SHA-256 hash of the passphrase.
pub fn network_id(network: Network) -> [u8; 32] {
    Sha256::digest(passphrase(network)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_ids_match_the_published_ones() {
        let id = |network| hex::encode(network_id(network));
        assert_eq!(
            id(Network::Livenet),
            "7ac33997544e3175d266bd022439b22cdb16508c01163f26e5cb2a3e1045a979"
        );
        assert_eq!(
            id(Network::Testnet),
            "cee0302d59844d32bdca915c8203dd44b33fbb7edc19051ea37abedf28ecd472"
        );
    }
}
