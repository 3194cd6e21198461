//! Assets in responses.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_assets::{
    AssetId, AssetMeta, CoinChain, Contract, HomeDomain, Icon, Listed, Tag, XlmAsset, currency_symbol,
};
use wallet_core::model::ChainName;
use wallet_core::wire::{ChainText, ContractText, CurrencyText, XlmAccountText, XlmAssetCodeText};

/// An asset with its display data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AssetData<'a> {
    /// A currency.
    Fiat(FiatData<'a>),
    /// The coin of a chain.
    Coin(CoinData<'a>),
    /// A fungible token of an EVM chain (ERC-20).
    Erc20(TokenData<'a>),
    /// A collection of unique tokens of an EVM chain (ERC-721).
    Erc721(TokenData<'a>),
    /// A collection of tokens of an EVM chain (ERC-1155).
    Erc1155(TokenData<'a>),
    /// An asset issued on Stellar.
    #[serde(rename = "xlm-asset")]
    XlmAsset(XlmAssetData<'a>),
}

/// A currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct FiatData<'a> {
    /// The currency code (ISO 4217) in lower case.
    currency: CurrencyText,
    /// The symbol: `€`, or the code in capital letters where there is none. Absent for a currency added by an editor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "$")]
    symbol: Option<&'static str>,
    #[serde(flatten)]
    display: DisplayData<'a>,
}

/// The coin of a chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct CoinData<'a> {
    /// The chain.
    chain: ChainText,
    #[serde(flatten)]
    display: DisplayData<'a>,
}

/// A token or a collection of an EVM chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenData<'a> {
    /// The chain.
    chain: ChainText,
    /// The contract address with ERC-55 checksum.
    contract: ContractText,
    #[serde(flatten)]
    display: DisplayData<'a>,
}

/// An asset issued on Stellar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct XlmAssetData<'a> {
    /// The chain, `xlm`.
    chain: ChainText,
    /// The code.
    code: XlmAssetCodeText,
    /// The address of the issuing account.
    issuer: XlmAccountText,
    /// The home domain of the issuer (SEP-1). Absent if an editor has omitted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 32, example = "circle.com")]
    home_domain: Option<&'a str>,
    #[serde(flatten)]
    display: DisplayData<'a>,
}

/// The display data of an asset.
#[derive(Debug, Serialize, ToSchema)]
pub struct DisplayData<'a> {
    /// The display name.
    #[schema(example = "Tether USD")]
    name: &'a str,
    /// The ticker symbol.
    #[schema(example = "USDT")]
    ticker: &'a str,
    /// The URL of the icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://icons.example/usdt.png")]
    icon: Option<&'a str>,
    /// The number of decimal places of the whole unit.
    #[schema(minimum = 0, maximum = 255, example = 6)]
    decimals: u8,
    /// The tags that classify the asset.
    tags: Vec<&'a str>,
}

impl<'a> From<&'a AssetMeta> for DisplayData<'a> {
    fn from(meta: &'a AssetMeta) -> Self {
        Self {
            name: meta.name.as_str(),
            ticker: meta.ticker.as_str(),
            icon: meta.icon.as_ref().map(Icon::as_str),
            decimals: meta.decimals,
            tags: meta.tags.iter().map(Tag::as_str).collect(),
        }
    }
}

impl<'a> TokenData<'a> {
    fn new(contract: &Contract, display: DisplayData<'a>) -> Self {
        Self {
            chain: ChainText::of(contract.chain.name()),
            contract: ContractText::of(contract.address),
            display,
        }
    }
}

impl<'a> XlmAssetData<'a> {
    fn new(asset: &XlmAsset, meta: &'a AssetMeta) -> Self {
        Self {
            chain: ChainText::of(CoinChain::Xlm.name()),
            code: XlmAssetCodeText::of(asset.code()),
            issuer: XlmAccountText::of(asset.issuer()),
            home_domain: meta.home_domain.as_ref().map(HomeDomain::as_str),
            display: meta.into(),
        }
    }
}

impl<'a> From<&'a Listed> for AssetData<'a> {
    fn from(asset: &'a Listed) -> Self {
        let Listed { id, meta, .. } = asset;
        let display = DisplayData::from(meta);
        match id {
            AssetId::Fiat(currency) => Self::Fiat(FiatData {
                currency: CurrencyText::of(currency),
                symbol: currency_symbol(*currency),
                display,
            }),
            AssetId::Coin(chain) => Self::Coin(CoinData {
                chain: ChainText::of(chain.name()),
                display,
            }),
            AssetId::Erc20(contract) => Self::Erc20(TokenData::new(contract, display)),
            AssetId::Erc721(contract) => Self::Erc721(TokenData::new(contract, display)),
            AssetId::Erc1155(contract) => Self::Erc1155(TokenData::new(contract, display)),
            AssetId::XlmAsset(asset) => Self::XlmAsset(XlmAssetData::new(asset, meta)),
        }
    }
}

/// An asset with its revision, for editors.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetItem<'a> {
    /// The asset.
    #[serde(flatten)]
    asset: AssetData<'a>,
    /// The number of changes of the asset. An edit with this revision fails if another editor has
    /// changed the asset since.
    #[schema(minimum = 0, example = 3)]
    revision: u64,
}

impl<'a> From<&'a Listed> for AssetItem<'a> {
    fn from(asset: &'a Listed) -> Self {
        Self {
            asset: asset.into(),
            revision: asset.revision,
        }
    }
}
