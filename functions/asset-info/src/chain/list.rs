//! GET /api/chain/list

use axum::response::Response;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use wallet_assets::{ChainFacts, FeeLimit, chains};
use wallet_core::wire::{AddressTypeText, AmountText, ChainText, FamilyText, FeeModelText, SignedNetworkName};
use wallet_http::{ApiError, Bearer, Cacheable, Envelope, IfNoneMatch, Read};

/// Facts about a chain on a network.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainData {
    /// The chain, as in the paths of its services.
    chain: ChainText,
    /// The network.
    network: SignedNetworkName,
    /// The family, which is a part of the paths of its services: `/address-info-{family}/v1`.
    family: FamilyText,
    /// The display name of the network.
    #[schema(example = "Ethereum Sepolia")]
    name: &'static str,
    /// The ticker symbol of the coin, in which fees are paid.
    #[schema(example = "ETH")]
    coin: &'static str,
    /// The number of decimal places of the coin.
    #[schema(minimum = 0, maximum = 255, example = 18)]
    decimals: u8,
    /// The chain id (EIP-155). EVM chains only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 11_155_111)]
    chain_id: Option<u64>,
    /// The registered coin type (SLIP-44), which is 1 on every testnet. Wallets on the EVM chains and on Stellar derive
    /// keys with another coin type: see `derivationPath`.
    #[schema(example = 1)]
    slip44: u32,
    /// The address types that the connector derives, the default first. Empty on chains without address types.
    address_types: Vec<AddressTypeText>,
    /// The rule by which transactions pay fees: `byte` (price per virtual byte), `gas` (gas at one price), `eip1559` (gas at
    /// base fee and tip) or `stellar` (maximum fee per operation).
    fee_model: FeeModelText,
    /// The fee that a wallet accepts without a limit of its user.
    fee_limit: FeeLimitData,
    /// The approximate time between blocks or ledgers in seconds; 1 on chains with several blocks per second.
    #[schema(minimum = 1, example = 12)]
    block_time: u64,
    /// The number of confirmations after which a payment is customarily treated as final.
    #[schema(minimum = 1, example = 64)]
    confirmations: u32,
    /// The pages of a public explorer.
    explorer: ExplorerData,
    /// The path (BIP 32) of the first address, by which other wallets restore the same keys. On chains with address types
    /// it is that of the default type.
    #[schema(example = "m/44'/60'/0'/0/0")]
    derivation_path: &'static str,
    /// The path of the first address of each address type. Absent on chains without address types.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(example = json!({
        "p2pkh": "m/44'/0'/0'/0/0", "p2sh-p2wpkh": "m/49'/0'/0'/0/0", "p2wpkh": "m/84'/0'/0'/0/0",
        "p2tr": "m/86'/0'/0'/0/0",
    }))]
    derivation_paths: BTreeMap<&'static str, &'static str>,
}

/// The limits of a payment's fee. A fee is at most `percent` percent of the amount that the payment transfers in the coin, or
/// `absolute` if this is more.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeeLimit)]
pub struct FeeLimitData {
    /// The share of the amount in percent.
    #[schema(minimum = 0, maximum = 100, example = 2)]
    percent: u8,
    /// The bound for any amount in base units.
    absolute: AmountText,
    /// The bound of the tip in base units: the tip per gas times the gas limit. Absent on chains without tips.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    tip: Option<AmountText>,
}

impl From<FeeLimit> for FeeLimitData {
    fn from(limit: FeeLimit) -> Self {
        Self {
            percent: limit.percent,
            absolute: AmountText::of(limit.absolute),
            tip: limit.tip.map(AmountText::of),
        }
    }
}

/// URL templates of a public explorer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Explorer)]
pub struct ExplorerData {
    /// The page of a transaction; replace `{txid}` by the id of the transaction.
    #[schema(example = "https://sepolia.etherscan.io/tx/{txid}")]
    transaction: &'static str,
    /// The page of an address; replace `{address}` by the address.
    #[schema(example = "https://sepolia.etherscan.io/address/{address}")]
    address: &'static str,
}

/// The chains in the order of their coins, livenet before testnet.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChainList(Vec<ChainData>);

impl From<&'static ChainFacts> for ChainData {
    fn from(facts: &'static ChainFacts) -> Self {
        let derivation = || facts.derivation.iter();
        let typed = || derivation().filter_map(|each| Some((each.address_type.as_deref()?, each.path.as_str())));
        Self {
            chain: ChainText::of(facts.chain.name()),
            network: SignedNetworkName::of(facts.network),
            family: FamilyText::of(facts.chain.family()),
            name: &facts.name,
            coin: &facts.coin,
            decimals: facts.decimals,
            chain_id: facts.chain_id,
            slip44: facts.slip44,
            address_types: typed()
                .map(|(address_type, _)| AddressTypeText::of(address_type))
                .collect(),
            fee_model: FeeModelText::of(facts.fee_model.name()),
            fee_limit: facts.fee_limit.into(),
            block_time: facts.block_time,
            confirmations: facts.confirmations,
            explorer: ExplorerData {
                transaction: &facts.explorer.transaction,
                address: &facts.explorer.address,
            },
            derivation_path: derivation().next().map_or("", |first| &first.path),
            derivation_paths: typed().collect(),
        }
    }
}

/// Lists the chains and networks with the facts that a wallet needs to derive keys and to show amounts and links.
///
/// The facts are those of the public networks. The response may be cached for five minutes and has an `ETag`.
#[utoipa::path(
    get, path = "/api/chain/list", operation_id = "listChains", responses(
        (status = 200, description = "The chains", body = Envelope<ChainList>),
        (status = 304, description = "The list still has the ETag of If-None-Match"),
    )
)]
pub async fn get(_: Bearer<Read>, if_none_match: IfNoneMatch) -> Result<Response, ApiError> {
    let list = ChainList(chains().iter().map(ChainData::from).collect());
    Ok(Cacheable::new(&list)?.respond(&if_none_match))
}
