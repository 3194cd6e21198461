//! Assets of a wallet: currencies, coins, tokens, collections and assets issued on Stellar, with their display metadata.
//!
//! The [`Catalogue`] is a built-in seed with the changes of an operator applied. Changes are stored separately from
//! the seed, so that a new seed never overwrites them (docs/decisions/assets.md#catalogue-and-overlay).

#![warn(missing_docs)]

mod catalogue;
mod chains;
mod edit;
mod icons;
mod id;
mod import;
mod meta;
mod misleading;
pub mod ports;
mod price;
mod seed;
mod token_list;
mod xlm_asset;

pub use catalogue::{Catalogue, Change, Filter, Listed};
pub use chains::{ChainFacts, Derivation, Explorer, FeeLimit, FeeModel, PriceSource, chains};
pub use edit::{EditError, check_code};
pub use icons::{generated_icon, icon};
pub use id::{AssetId, AssetIdError, AssetKind, CoinChain, Contract};
pub use import::{ImportError, ImportPlan, Planned};
pub use meta::{AssetMeta, HomeDomain, Icon, MAX_TAGS, MetaError, Name, Tag, Tags, Ticker};
pub use misleading::MisleadingEdit;
pub use price::{PricedAsset, PricedAssetError, Prices, Quote, Quoted};
pub use seed::{Seed, currency_symbol, seed};
pub use token_list::{ListToken, ListVersion, TokenError, TokenListError, read_token_list, write_token_list};
pub use wallet_core::model::{Currency, CurrencyError, Decimal, price_currencies};
pub use xlm_asset::{XLM_DECIMALS, XlmAsset, XlmAssetError};
