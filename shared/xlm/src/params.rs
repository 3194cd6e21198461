//! What differs between the networks.

use sha2::{Digest, Sha256};
use std::fmt;
use wallet_core::model::{ChainName, Network};

/// The chain: there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chain {
    /// Stellar, whose coin is the lumen.
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

/// Digits after the decimal point of every asset: a stroop is the ten millionth part of it.
pub const DECIMALS: u8 = 7;

/// The sentence that names a network. Its hash is part of everything that is signed, so that a signature is worth nothing
/// on the other network.
pub const fn passphrase(network: Network) -> &'static str {
    match network {
        Network::Livenet => "Public Global Stellar Network ; September 2015",
        Network::Testnet => "Test SDF Network ; September 2015",
    }
}

/// The SHA-256 hash of the passphrase.
pub fn network_id(network: Network) -> [u8; 32] {
    Sha256::digest(passphrase(network)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_are_those_of_the_networks() {
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
