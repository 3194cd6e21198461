//! Asset info: names, tickers, icons and decimals, facts about chains, and prices.

use crate::wire::{ErrorCatalogue, Health, HealthRequest};
use std::collections::BTreeMap;

operations! {
    "asset-info";
    /// Returns the assets of a kind: `fiat`, `coin`, `erc20`, `erc721`, `erc1155` or `xlm-asset`.
    Get "/api/{kind}/list" list(kind) query: ListRequest => <Vec<AssetData>>;
    /// Returns the chains and networks with facts about them.
    Get "/api/chain/list" chains() => <Vec<ChainData>>;
    /// Returns prices of assets.
    Get "/api/price" prices() query: PriceRequest => <Vec<PriceData>>;
    /// Returns past prices of assets: of each item the price of the day, of a range the price of each hour or day.
    Post "/api/price/history" past_prices() body: PastPriceRequest => <Vec<PastPrice>>;
    /// Returns an asset. `id` is a currency, a chain, chain and contract (`eth:0x…`), or `CODE-ISSUER` on Stellar.
    Get "/api/{kind}/{id}" show(kind, id) => <AssetItem>;
    /// Adds an asset. The token requires the permission `assets`.
    Post(once) "/api/{kind}" add(kind) body: AssetRequest => <AssetItem>;
    /// Replaces an asset. The token requires the permission `assets`.
    Put(once) "/api/{kind}/{id}" replace(kind, id) body: AssetRequest => <AssetItem>;
    /// Deletes an asset. The token requires the permission `assets`.
    Delete(once) "/api/{kind}/{id}" delete(kind, id) query: DeleteRequest => <Deleted>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

requests! {
    /// A filter of a list.
    ListRequest {
        /// The chain of the assets.
        pub chain: Option<String>,
        /// A tag of the assets.
        pub tag: Option<String>,
    }

    /// The assets and currencies of prices.
    PriceRequest {
        /// The assets, separated by commas: a chain, chain and contract (`eth:0x…`), or `xlm:CODE-ISSUER`.
        pub assets: String,
        /// The currencies, separated by commas.
        pub currency: String,
        /// The network of the asset.
        pub network: Option<String>,
    }

    /// Assets with times, or one asset with a range of time.
    PastPriceRequest {
        /// The assets and times, up to 500. Required without `asset`.
        #[builder(default)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub items: Vec<PastPriceItem>,
        /// The asset of a range.
        pub asset: Option<String>,
        /// The currency of the prices.
        pub currency: String,
        /// The start of the range in Unix seconds.
        pub from: Option<u64>,
        /// The end of the range in Unix seconds, not in the future.
        pub to: Option<u64>,
        /// The interval of the range: `hour` for at most 745 hours, `day` for at most 366 days.
        pub interval: Option<String>,
        /// The network of the asset.
        pub network: Option<String>,
    }

    /// An asset at a time.
    PastPriceItem {
        /// The asset: a chain, chain and contract (`eth:0x…`), or `xlm:CODE-ISSUER`.
        pub asset: String,
        /// The Unix time in seconds, not in the future.
        pub at: u64,
    }

    /// The revision to delete.
    DeleteRequest {
        /// The revision that the edit is based on.
        pub revision: Option<u64>,
    }

    /// An asset to store.
    AssetRequest {
        /// The kind, as in the path.
        pub kind: Option<String>,
        /// The currency, of kind `fiat`.
        pub currency: Option<String>,
        /// The chain, of further kinds.
        pub chain: Option<String>,
        /// The contract, of tokens.
        pub contract: Option<String>,
        /// The code of an asset issued on Stellar.
        pub code: Option<String>,
        /// The address of the issuing account on Stellar.
        pub issuer: Option<String>,
        /// The home domain of the issuing account on Stellar.
        pub home_domain: Option<String>,
        /// The name.
        pub name: String,
        /// The ticker symbol.
        pub ticker: String,
        /// The URL of an icon.
        pub icon: Option<String>,
        /// The decimal places of the whole unit.
        pub decimals: u8,
        /// The tags.
        pub tags: Option<Vec<String>>,
        /// The revision that the edit is based on.
        pub revision: Option<u64>,
        /// True to store an asset that resembles a listed asset.
        pub force: Option<bool>,
    }
}

responses! {
    /// An asset.
    AssetData {
        /// The kind.
        pub kind: String,
        /// The currency, of kind `fiat`.
        pub currency: Option<String>,
        /// The symbol, of kind `fiat`.
        pub symbol: Option<String>,
        /// The chain, of further kinds.
        pub chain: Option<String>,
        /// The contract, of tokens.
        pub contract: Option<String>,
        /// The code of an asset issued on Stellar.
        pub code: Option<String>,
        /// The address of the issuing account on Stellar.
        pub issuer: Option<String>,
        /// The home domain of the issuing account on Stellar.
        pub home_domain: Option<String>,
        /// The name.
        pub name: String,
        /// The ticker symbol.
        pub ticker: String,
        /// The URL of an icon.
        pub icon: Option<String>,
        /// The decimal places of the whole unit.
        pub decimals: u8,
        /// The tags.
        pub tags: Vec<String>,
    }

    /// An asset with a revision.
    AssetItem {
        /// The asset of the price.
        #[serde(flatten)]
        pub asset: AssetData,
        /// The number of changes.
        pub revision: u64,
    }

    /// Facts about a chain on a network.
    ChainData {
        /// The chain.
        pub chain: String,
        /// The network of the asset.
        pub network: String,
        /// The family, a part of the paths of the services.
        pub family: String,
        /// The display name of the network.
        pub name: String,
        /// The ticker symbol of the coin.
        pub coin: String,
        /// The decimal places of the coin.
        pub decimals: u8,
        /// The chain id, of EVM chains.
        pub chain_id: Option<u64>,
        /// The registered coin type (SLIP-44).
        pub slip44: u32,
        /// The address types, the default first.
        pub address_types: Vec<String>,
        /// The rule by which transactions pay fees.
        pub fee_model: String,
        /// The fee that a wallet accepts without a limit of its user.
        pub fee_limit: FeeLimit,
        /// The approximate time between blocks in seconds.
        pub block_time: u64,
        /// The number of confirmations after which a payment is customarily treated as final.
        pub confirmations: u32,
        /// The pages of a public explorer.
        pub explorer: Explorer,
        /// The path of the first address of the default type.
        pub derivation_path: String,
        /// The path of the first address of each address type.
        pub derivation_paths: Option<BTreeMap<String, String>>,
    }

    /// The limits of a payment's fee: at most the larger of a share of the amount and a bound.
    FeeLimit {
        /// The share of the amount that the payment transfers in the coin, in percent.
        pub percent: u8,
        /// The bound for any amount in base units.
        pub absolute: String,
        /// The bound of the tip (tip per gas times gas limit) in base units, of chains with tips.
        pub tip: Option<String>,
    }

    /// URL templates of a public explorer.
    Explorer {
        /// The page of a transaction, with the placeholder `{txid}`.
        pub transaction: String,
        /// The page of an address, with the placeholder `{address}`.
        pub address: String,
    }

    /// The prices of an asset.
    PriceData {
        /// The asset as requested.
        pub asset: String,
        /// The price in each currency, as exact decimal numbers.
        pub prices: BTreeMap<String, String>,
        /// The change of each price within 24 hours, in percent.
        #[serde(rename = "change24h")]
        pub change: Option<BTreeMap<String, String>>,
        /// The time of the prices in Unix seconds.
        pub at: Option<u64>,
        /// True if the prices are more than a minute old.
        pub stale: Option<bool>,
    }

    /// The price of an asset at a time.
    PastPrice {
        /// The asset of the price.
        pub asset: String,
        /// The time of the item, or the start of the hour or day, in Unix seconds.
        pub at: u64,
        /// The first price of the day or hour as an exact decimal number.
        pub price: Option<String>,
        /// The time of the price at the source in Unix seconds.
        pub priced_at: Option<u64>,
        /// The source of the price.
        pub source: Option<String>,
        /// The reason why there is no price: `unknown` or `unavailable`.
        pub missing: Option<String>,
    }

    /// An empty result.
    Deleted {}
}
