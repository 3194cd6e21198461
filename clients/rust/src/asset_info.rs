//! Asset info: names, tickers, icons and decimals.

use crate::wire::{Health, HealthRequest};

operations! {
    "asset-info";
    /// Returns the assets of a kind: `fiat`, `coin`, `erc20`, `erc721` or `erc1155`.
    Get "/api/{kind}/list" list(kind) query: ListRequest => <Vec<AssetData>>;
    /// Returns an asset. `id` is a currency, a chain, or chain and contract: `eth:0x…`.
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
    Get "/errors.json" errors() => flat<serde_json::Value>;
}

requests! {
    /// A filter of a list.
    ListRequest {
        /// The chain of the assets.
        pub chain: Option<String>,
        /// A tag of the assets.
        pub tag: Option<String>,
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
        /// The chain, of other kinds.
        pub chain: Option<String>,
        /// The contract, of tokens.
        pub contract: Option<String>,
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
        /// True to store an asset that resembles another one.
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
        /// The chain, of other kinds.
        pub chain: Option<String>,
        /// The contract, of tokens.
        pub contract: Option<String>,
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

    /// An asset with its revision.
    AssetItem {
        /// The kind.
        pub kind: String,
        /// The currency, of kind `fiat`.
        pub currency: Option<String>,
        /// The chain, of other kinds.
        pub chain: Option<String>,
        /// The contract, of tokens.
        pub contract: Option<String>,
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
        /// The number of changes.
        pub revision: u64,
    }

    /// An empty result.
    Deleted {}
}
