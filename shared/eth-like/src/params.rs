//! Parameters of the chains: one row each.

use super::Amount;
use super::gas_schedule::{DEFAULT_TOKEN_GAS, TRANSFER_GAS, TokenGas};
use std::fmt;
use std::time::Duration;
use wallet_core::model::{ChainName, Network};

/// An EVM chain, a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Chain(&'static Row);

/// Parameters of a chain.
#[derive(Debug)]
struct Row {
    /// The name in request paths.
    name: &'static str,
    /// The chain ids (EIP-155) of livenet and testnet.
    ids: [u64; 2],
    /// The approximate block interval in seconds.
    block_seconds: u64,
    /// The maximum gas limit of a transaction.
    max_gas: u64,
    /// The maximum accepted fee in whole coins. A higher fee indicates a mistaken unit.
    max_fee: u64,
    /// True if the chain has a base fee and EIP-1559 transactions.
    fee_market: bool,
    /// True if the base fee is always 0, so that a transaction may pay nothing.
    zero_base_fee: bool,
    /// The minimum tip in wei per gas that block producers take by the defaults of their clients
    /// (docs/decisions/0816).
    min_tip: u64,
    /// True if transactions pay L1 fees (the OP Stack's L1 data fee and operator fee).
    rollup: bool,
    /// True if Multicall3 is deployed at its canonical address, on livenet and on testnet.
    multicall: [bool; 2],
    /// Gas of a payment without data to an account without code. `None` where it is not constant, as on Arbitrum, whose
    /// gas includes L1 costs.
    transfer_gas: Option<u64>,
    /// Gas for ERC-20 `transfer` and `approve` when no simulation is possible; unused gas is refunded.
    token_gas: TokenGas,
}

/// All chains.
const ROWS: &[Row] = &[
    Row {
        name: "eth",
        ids: [1, 11_155_111],
        block_seconds: 12,
        max_gas: 16_777_216,
        max_fee: 1,
        fee_market: true,
        zero_base_fee: false,
        // go-ethereum, miner/miner.go: `GasPrice` 0.001 gwei.
        min_tip: 1_000_000,
        rollup: false,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "etc",
        ids: [61, 63],
        block_seconds: 13,
        max_gas: 30_000_000,
        max_fee: 200,
        fee_market: false,
        zero_base_fee: false,
        min_tip: 0,
        rollup: false,
        multicall: [true, false],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "ftm",
        ids: [250, 4002],
        block_seconds: 1,
        max_gas: 30_000_000,
        max_fee: 5000,
        fee_market: true,
        zero_base_fee: false,
        // go-opera, evmcore/tx_pool.go: `PriceLimit` 1 wei.
        min_tip: 1,
        rollup: false,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "avax",
        ids: [43_114, 43_113],
        block_seconds: 2,
        max_gas: 30_000_000,
        max_fee: 50,
        fee_market: true,
        zero_base_fee: false,
        // avalanchego, vms/evm/acp176: `MinGasPrice` 1 wei.
        min_tip: 1,
        rollup: false,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "matic",
        ids: [137, 80_002],
        block_seconds: 2,
        max_gas: 30_000_000,
        max_fee: 1000,
        fee_market: true,
        zero_base_fee: false,
        // bor, params: `BorDefaultMinerGasPrice` 25 gwei (PIP-35), also required by its pool.
        min_tip: 25_000_000_000,
        rollup: false,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "bsc",
        ids: [56, 97],
        block_seconds: 1,
        max_gas: 30_000_000,
        max_fee: 5,
        fee_market: true,
        zero_base_fee: true,
        // node-real/bsc-erigon#773: 0.05 gwei. The base fee is 0, so the tip is the whole price.
        min_tip: 50_000_000,
        rollup: false,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
    Row {
        name: "op",
        ids: [10, 11_155_420],
        block_seconds: 2,
        max_gas: 30_000_000,
        max_fee: 1,
        fee_market: true,
        zero_base_fee: false,
        // op-geth, eth/gasprice: the suggested tip is at least 0.001 gwei.
        min_tip: 1_000_000,
        rollup: true,
        multicall: [true, true],
        transfer_gas: Some(TRANSFER_GAS),
        token_gas: DEFAULT_TOKEN_GAS,
    },
];

/// One chain per row.
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

    /// Returns the chain id (EIP-155).
    pub const fn chain_id(self) -> u64 {
        self.chain.id(self.network)
    }

    /// Returns the approximate block interval.
    pub const fn block_interval(self) -> Duration {
        Duration::from_secs(self.chain.0.block_seconds)
    }

    /// Returns the maximum gas limit of a transaction.
    pub const fn max_gas(self) -> u64 {
        self.chain.0.max_gas
    }

    /// Returns the maximum accepted fee in wei.
    pub fn max_fee(self) -> Amount {
        Amount::from(u128::from(self.chain.0.max_fee) * u128::from(WEI_PER_COIN))
    }

    /// Returns the amount in wei below which a received amount is dust: a millionth of the maximum fee, about a tenth of a
    /// cent.
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
        self.chain.0.fee_market
    }

    /// Returns true if the base fee is always 0.
    pub(super) const fn has_zero_base_fee(self) -> bool {
        self.chain.0.zero_base_fee
    }

    /// Returns the minimum tip that nodes accept, in wei per gas.
    pub fn min_tip(self) -> Amount {
        Amount::from(self.chain.0.min_tip)
    }

    /// Returns true if transactions pay the OP Stack's L1 data fee and operator fee.
    pub const fn is_rollup(self) -> bool {
        self.chain.0.rollup
    }

    /// Returns true if a payment without data to an account without code uses exactly [`TRANSFER_GAS`].
    pub(super) const fn has_constant_transfer_gas(self) -> bool {
        matches!(self.chain.0.transfer_gas, Some(TRANSFER_GAS))
    }

    /// Returns the gas for token calls when no simulation is possible.
    pub(super) const fn token_gas(self) -> TokenGas {
        self.chain.0.token_gas
    }

    /// Returns true if Multicall3 is deployed at its canonical address.
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
