//! Parameters of the chains.

mod table;

use crate::Amount;
use crate::chain::{TRANSFER_GAS, TokenGas};
use std::fmt;
use std::time::Duration;
use table::{Pricing, ROWS, Row};
use wallet_core::model::{ChainName, Network};

/// An EVM chain, a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Chain(&'static Row);

/// A chain per row.
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
    /// Returns the chain id on a network (EIP-155).
    pub const fn id(self, network: Network) -> u64 {
        match network {
            Network::Livenet => self.0.ids[0],
            Network::Testnet => self.0.ids[1],
        }
    }

    /// Returns the chain with this livenet id.
    pub fn with_livenet_id(id: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|chain| chain.id(Network::Livenet) == id)
    }
}

/// A chain on a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
}

/// Wei per coin; every supported chain has 18 decimals.
const WEI_PER_COIN: u64 = 1_000_000_000_000_000_000;

impl Params {
    /// Decimals of a coin.
    pub const DECIMALS: u8 = 18;

    /// Creates the parameters; every chain exists on both networks.
    pub const fn of(chain: Chain, network: Network) -> Self {
        Self { chain, network }
    }

    /// Returns the chain with the contracts of the Ethereum Name Service on a network: Ethereum, and Sepolia.
    pub fn names(network: Network) -> Self {
        let ethereum = Chain::with_livenet_id(1).expect("the table has Ethereum");
        Self::of(ethereum, network)
    }

    /// Returns the chain id (EIP-155).
    pub const fn chain_id(self) -> u64 {
        self.chain.id(self.network)
    }

    /// Returns the approximate block interval.
    pub const fn block_interval(self) -> Duration {
        self.chain.0.block_interval
    }

    /// Returns the maximum gas limit of a transaction.
    pub const fn max_gas(self) -> u64 {
        self.chain.0.max_gas
    }

    /// Returns the maximum accepted fee in wei.
    pub fn max_fee(self) -> Amount {
        Amount::from(u128::from(self.chain.0.max_fee) * u128::from(WEI_PER_COIN))
    }

    /// Returns the fee in wei that a wallet accepts for a payment of any amount.
    pub fn fee_limit(self) -> Amount {
        Amount::from(self.chain.0.fee_limit)
    }

    /// Returns the tip in wei that a wallet accepts for a whole transaction: a tenth of the fee limit; `None` on a
    /// chain without tips.
    pub fn tip_limit(self) -> Option<Amount> {
        const PART_OF_FEE: u64 = 10;
        self.has_fee_market()
            .then(|| Amount::from(self.chain.0.fee_limit / PART_OF_FEE))
    }

    /// Returns the amount in wei below which a received amount is dust: a millionth of the maximum fee, about a tenth
    /// of a cent.
    pub fn dust_bound(self) -> Amount {
        const PER_MAX_FEE: u64 = 1_000_000;
        Amount::from(u128::from(self.chain.0.max_fee) * u128::from(WEI_PER_COIN / PER_MAX_FEE))
    }

    /// Returns the price in wei per gas at which a transfer, the cheapest transaction, costs the maximum fee.
    pub fn max_gas_price(self) -> Amount {
        Amount::from(u128::from(self.chain.0.max_fee) * u128::from(WEI_PER_COIN) / u128::from(TRANSFER_GAS))
    }

    /// Returns true if the chain has a base fee and EIP-1559 transactions.
    pub const fn has_fee_market(self) -> bool {
        !matches!(self.chain.0.pricing, Pricing::Single)
    }

    /// Returns true if the base fee is always 0.
    pub(crate) const fn has_zero_base_fee(self) -> bool {
        matches!(self.chain.0.pricing, Pricing::Tip)
    }

    /// Returns the minimum tip that nodes accept, in wei per gas.
    pub fn min_tip(self) -> Amount {
        Amount::from(self.chain.0.min_tip)
    }

    /// Returns true if the chain charges the base fee only, whatever tip a transaction offers.
    pub const fn ignores_tip(self) -> bool {
        matches!(self.chain.0.pricing, Pricing::BaseFee)
    }

    /// Returns true if transactions pay the OP Stack's L1 data fee and operator fee.
    pub const fn is_rollup(self) -> bool {
        self.chain.0.rollup
    }

    /// Returns true if a payment without data to an account without code uses exactly [`TRANSFER_GAS`].
    pub const fn has_constant_transfer_gas(self) -> bool {
        matches!(self.chain.0.transfer_gas, Some(TRANSFER_GAS))
    }

    /// Returns the gas for token calls when no simulation is possible.
    pub(crate) const fn token_gas(self) -> TokenGas {
        self.chain.0.token_gas
    }

    /// Returns true if only a receipt states the fee that a transaction has paid.
    pub const fn has_fee_in_receipt(self) -> bool {
        self.is_rollup() || self.ignores_tip()
    }

    /// Returns true if the height that contracts read is that of L1, and `ArbSys` returns the chain's own.
    pub const fn has_l1_height(self) -> bool {
        self.chain.0.l1_height
    }

    /// Returns true if Multicall3 is deployed at the canonical address.
    pub const fn has_multicall(self) -> bool {
        let [livenet, testnet] = self.chain.0.multicall;
        match self.network {
            Network::Livenet => livenet,
            Network::Testnet => testnet,
        }
    }
}

// Names are unique, so they identify a row.
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
    fn chain_names_and_ids_are_unique() {
        let names: HashSet<_> = Chain::ALL.iter().map(|chain| chain.name()).collect();
        let ids: HashSet<_> = ROWS.iter().flat_map(|row| row.ids).collect();
        assert_eq!((names.len(), ids.len()), (ROWS.len(), 2 * ROWS.len()));
    }

    #[test]
    fn livenet_id_identifies_its_chain() {
        assert_eq!(Chain::with_livenet_id(137), Chain::from_name("matic"));
        assert_eq!(Chain::with_livenet_id(11_155_111), None);
    }
}
