//! The names of the UTXO chains.

use super::ChainName;
use std::fmt;

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
