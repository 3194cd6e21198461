//! What differs between the chains: one row each.

use crate::model::{ChainName, Network};
use std::fmt;

/// An EVM chain: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Chain(&'static Row);

/// What there is to know of a chain.
#[derive(Debug)]
struct Row {
    /// As it stands in paths.
    name: &'static str,
    /// The chain id (EIP-155) on livenet and on testnet.
    ids: [u64; 2],
}

/// Every chain. Adding one is adding a row.
const ROWS: &[Row] = &[
    Row {
        name: "eth",
        ids: [1, 11_155_111],
    },
    Row {
        name: "etc",
        ids: [61, 63],
    },
    Row {
        name: "ftm",
        ids: [250, 4002],
    },
    Row {
        name: "avax",
        ids: [43_114, 43_113],
    },
    Row {
        name: "matic",
        ids: [137, 80_002],
    },
    Row {
        name: "bsc",
        ids: [56, 97],
    },
    Row {
        name: "op",
        ids: [10, 11_155_420],
    },
];

/// A chain for each row.
const CHAINS: [Chain; ROWS.len()] = {
    let mut chains = [Chain(&ROWS[0]); ROWS.len()];
    let mut row = 1;
    while row < ROWS.len() {
        chains[row] = Chain(&ROWS[row]);
        row += 1;
    }
    chains
};

impl ChainName for Chain {
    const ALL: &'static [Self] = &CHAINS;

    fn name(self) -> &'static str {
        self.0.name
    }
}

impl Chain {
    /// The chain id on a network (EIP-155).
    pub const fn id(self, network: Network) -> u64 {
        match network {
            Network::Livenet => self.0.ids[0],
            Network::Testnet => self.0.ids[1],
        }
    }

    /// The chain that has this id on livenet.
    pub fn with_livenet_id(id: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|chain| chain.id(Network::Livenet) == id)
    }
}

// Names are unique, and comparing them is all that a comparison of rows could tell.
impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Chain {}

impl std::hash::Hash for Chain {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_chains_share_a_name_or_an_id() {
        let names: HashSet<_> = Chain::ALL.iter().map(|chain| chain.name()).collect();
        let ids: HashSet<_> = ROWS.iter().flat_map(|row| row.ids).collect();
        assert_eq!((names.len(), ids.len()), (ROWS.len(), 2 * ROWS.len()));
    }

    #[test]
    fn a_livenet_id_finds_its_chain() {
        assert_eq!(Chain::with_livenet_id(137), Chain::from_name("matic"));
        assert_eq!(Chain::with_livenet_id(11_155_111), None);
    }
}
