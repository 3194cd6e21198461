//! Facts about the chains for display and derivation (`data/catalogue/chains.json`,
//! docs/decisions/assets.md#facts-of-the-chain-list).
//!
//! Only facts that no family package has are in the file. The facts of the EVM chains come from the table of the chains; this
//! package does not depend on the other families, so a test compares the facts with the tables of the families.

use super::{AssetId, CoinChain, Seed};
use serde::Deserialize;
use std::sync::LazyLock;
use wallet_core::model::Network;
use wallet_eth_like::{self as eth_like, Amount};

/// The chains and networks, livenet before testnet, in the order of their coins.
const CHAINS: &str = include_str!("../data/catalogue/chains.json");

/// Facts about a chain on a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainFacts {
    /// The chain.
    pub chain: CoinChain,
    /// The network.
    pub network: Network,
    /// The name of the network, for example `Ethereum Sepolia`.
    pub name: String,
    /// The ticker symbol of the coin.
    pub coin: String,
    /// The number of decimal places of the coin.
    pub decimals: u8,
    /// The chain id (EIP-155); EVM chains only.
    pub chain_id: Option<u64>,
    /// The registered coin type (SLIP-44).
    pub slip44: u32,
    /// The derivation path of the first address of each address type, the default type first. One path without a type
    /// on chains without address types.
    pub derivation: Vec<Derivation>,
    /// The rule by which transactions pay fees.
    pub fee_model: FeeModel,
    /// The fee that a wallet accepts.
    pub fee_limit: FeeLimit,
    /// The approximate time between blocks in seconds, at least 1.
    pub block_time: u64,
    /// The number of confirmations after which a payment is customarily treated as final.
    pub confirmations: u32,
    /// The pages of a public explorer.
    pub explorer: Explorer,
    /// The names of the chain at price sources; `None` on testnets, whose assets have no price.
    pub prices: Option<PriceSource>,
}

/// The names of a chain in CoinGecko's API.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceSource {
    /// The id of the coin: `bitcoin`.
    pub coin: String,
    /// The platform of the tokens: `ethereum`; `None` on a chain without tokens.
    pub platform: Option<String>,
}

/// The derivation path of the first address of an address type.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Derivation {
    /// The address type, as in the requests of the connectors; `None` on chains without address types.
    pub address_type: Option<String>,
    /// The path (BIP 32).
    pub path: String,
}

/// URL templates of a public explorer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explorer {
    /// The page of a transaction, with the placeholder `{txid}`.
    pub transaction: String,
    /// The page of an address, with the placeholder `{address}`.
    pub address: String,
}

/// The fee that a wallet accepts without a limit of the user: at most the larger of a share of the amount and a bound
/// (docs/decisions/assets.md#fee-limits-of-the-chains).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeLimit {
    /// The share of the amount that a payment transfers in the coin, in percent.
    pub percent: u8,
    /// The bound of the fee in base units, for any amount.
    pub absolute: Amount,
    /// The bound of the tip in base units; `None` on chains without tips.
    pub tip: Option<Amount>,
}

impl FeeLimit {
    /// The share of the amount on every chain, in percent.
    const PERCENT: u8 = 2;

    const fn new(absolute: Amount, tip: Option<Amount>) -> Self {
        Self {
            percent: Self::PERCENT,
            absolute,
            tip,
        }
    }
}

/// The rule by which transactions pay fees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeModel {
    /// A price per virtual byte.
    Byte,
    /// Gas at one price.
    Gas,
    /// Gas at a base fee and a tip (EIP-1559).
    Eip1559,
    /// A maximum fee per operation.
    Stellar,
}

impl FeeModel {
    /// Returns the name used in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Gas => "gas",
            Self::Eip1559 => "eip1559",
            Self::Stellar => "stellar",
        }
    }
}

/// A row of the file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    chain: String,
    network: String,
    name: String,
    slip44: u32,
    derivation: Vec<Derivation>,
    block_time: Option<u64>,
    fee_limit: Option<u64>,
    confirmations: u32,
    explorer: Explorer,
    prices: Option<PriceSource>,
}

/// Returns the facts about every chain on every network.
pub fn chains() -> &'static [ChainFacts] {
    static FACTS: LazyLock<Vec<ChainFacts>> = LazyLock::new(read);
    &FACTS
}

fn read() -> Vec<ChainFacts> {
    let rows: Vec<Row> = serde_json::from_str(CHAINS).expect("tests parse the file");
    let facts = rows.into_iter().map(|row| {
        let chain = CoinChain::from_name(&row.chain)?;
        let coin = Seed::BuiltIn.find(&AssetId::Coin(chain))?;
        row.facts(chain, coin.ticker.to_string(), coin.decimals)
    });
    facts.collect::<Option<_>>().expect("tests parse the file")
}

impl Row {
    fn facts(self, chain: CoinChain, coin: String, decimals: u8) -> Option<ChainFacts> {
        let network = self.network.parse().ok()?;
        let evm = match chain {
            CoinChain::EthLike(chain) => Some(eth_like::Params::of(chain, network)),
            CoinChain::BtcLike(_) | CoinChain::Xlm => None,
        };
        Some(ChainFacts {
            chain,
            network,
            name: self.name,
            coin,
            decimals,
            chain_id: evm.map(eth_like::Params::chain_id),
            slip44: self.slip44,
            derivation: self.derivation,
            fee_model: match (chain, evm) {
                (CoinChain::BtcLike(_), _) => FeeModel::Byte,
                (CoinChain::EthLike(_), Some(evm)) if evm.has_fee_market() => FeeModel::Eip1559,
                (CoinChain::EthLike(_), _) => FeeModel::Gas,
                (CoinChain::Xlm, _) => FeeModel::Stellar,
            },
            fee_limit: evm
                .map(|evm| FeeLimit::new(evm.fee_limit(), evm.tip_limit()))
                .or_else(|| Some(FeeLimit::new(self.fee_limit?.into(), None)))?,
            block_time: evm
                .map(|evm| evm.block_interval().as_secs().max(1))
                .or(self.block_time)?,
            confirmations: self.confirmations,
            explorer: self.explorer,
            prices: self.prices,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chain_is_listed_on_both_networks_in_the_order_of_the_coins() {
        let coins = Seed::BuiltIn.ids().filter_map(|id| match id {
            AssetId::Coin(chain) => Some(chain),
            _ => None,
        });
        let expected: Vec<_> = coins
            .flat_map(|chain| Network::ALL.map(|network| (chain, network)))
            .collect();
        let listed: Vec<_> = chains().iter().map(|facts| (facts.chain, facts.network)).collect();
        assert_eq!(listed, expected);
    }

    #[test]
    fn file_repeats_no_fact_of_the_evm_table() {
        let rows: Vec<Row> = serde_json::from_str(CHAINS).unwrap();
        for row in rows {
            let chain = CoinChain::from_name(&row.chain).unwrap();
            let is_evm = matches!(chain, CoinChain::EthLike(_));
            assert_eq!(row.block_time.is_none(), is_evm, "{}", row.name);
            assert_eq!(row.fee_limit.is_none(), is_evm, "{}", row.name);
        }
    }

    #[test]
    fn livenets_have_a_price_source_and_chains_with_tokens_a_platform() {
        for facts in chains() {
            let has_tokens = !matches!(facts.chain, CoinChain::BtcLike(_));
            let expected = (facts.network == Network::Livenet).then_some(has_tokens);
            let found = facts.prices.as_ref().map(|source| source.platform.is_some());
            assert_eq!(found, expected, "{}", facts.name);
        }
    }

    #[test]
    fn explorers_have_https_urls_with_their_placeholder() {
        for facts in chains() {
            let Explorer { transaction, address } = &facts.explorer;
            for (template, placeholder) in [(transaction, "{txid}"), (address, "{address}")] {
                assert!(template.starts_with("https://"), "{template}");
                assert_eq!(template.matches(['{', '}']).count(), 2, "{template}");
                assert!(template.ends_with(placeholder), "{template}");
            }
        }
    }

    /// BIP 43: the purpose is the number of the BIP of the address type; the testnets of UTXO chains share coin type 1.
    #[test]
    fn paths_of_utxo_chains_follow_bip_44_49_84_and_86() {
        for facts in chains() {
            let CoinChain::BtcLike(_) = facts.chain else {
                continue;
            };
            for Derivation { address_type, path } in &facts.derivation {
                let purpose = match address_type.as_deref() {
                    Some("p2pkh") => 44,
                    Some("p2sh-p2wpkh") => 49,
                    Some("p2wpkh") => 84,
                    Some("p2tr") => 86,
                    other => panic!("{other:?}"),
                };
                assert_eq!(*path, format!("m/{purpose}'/{}'/0'/0/0", facts.slip44));
            }
        }
    }
}
