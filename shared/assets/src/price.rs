//! Prices of assets in currencies.

use crate::{AssetId, AssetIdError, AssetKind, CoinChain, Contract, XlmAsset, XlmAssetError};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{Asset, ChainName, Currency, Decimal, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::PricedAssetText;

/// An asset that may have a price: not a currency, and not a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PricedAsset {
    /// The coin of a chain.
    Coin(CoinChain),
    /// A fungible token (ERC-20).
    Erc20(Contract),
    /// An asset issued on Stellar.
    Xlm(XlmAsset),
}

/// The text is not an asset that may have a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PricedAssetError {
    /// Neither a coin, nor a token, nor a Stellar asset.
    #[error("an asset must be a chain, a chain and a contract (eth:0x…) or xlm:CODE-ISSUER")]
    Form,
    /// An invalid contract address.
    #[error(transparent)]
    Contract(AssetIdError),
    /// An invalid Stellar asset.
    #[error(transparent)]
    Xlm(#[from] XlmAssetError),
}

impl CodedError for PricedAssetError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Contract(error) => error.info(),
            Self::Xlm(error) => error.info(),
        }
    }
}

impl FromStr for PricedAsset {
    type Err = PricedAssetError;

    fn from_str(text: &str) -> Result<Self, PricedAssetError> {
        if let Some(asset) = text.strip_prefix("xlm:") {
            return Ok(Self::Xlm(asset.parse()?));
        }
        let kind = if text.contains(':') {
            AssetKind::Erc20
        } else {
            AssetKind::Coin
        };
        match AssetId::parse(kind, text) {
            Ok(AssetId::Coin(chain)) => Ok(Self::Coin(chain)),
            Ok(AssetId::Erc20(contract)) => Ok(Self::Erc20(contract)),
            Err(error @ AssetIdError::Address(_)) => Err(PricedAssetError::Contract(error)),
            Ok(_) | Err(_) => Err(PricedAssetError::Form),
        }
    }
}

impl fmt::Display for PricedAsset {
    /// Writes the text that [`FromStr`] parses, with the checksum of a contract address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coin(chain) => f.write_str(chain.name()),
            Self::Erc20(contract) => AssetId::Erc20(*contract).fmt(f),
            Self::Xlm(asset) => write!(f, "xlm:{asset}"),
        }
    }
}

wallet_core::wire_value! {
    PricedAsset as PricedAssetText => Self, str::parse::<Self>;
}

impl From<PricedAsset> for Asset {
    fn from(asset: PricedAsset) -> Self {
        match asset {
            PricedAsset::Coin(chain) => Self::Coin { chain: chain.name() },
            PricedAsset::Erc20(token) => Self::Erc20 {
                chain: token.chain.name(),
                contract: token.address.to_string(),
            },
            PricedAsset::Xlm(asset) => Self::XlmAsset {
                chain: CoinChain::Xlm.name(),
                code: asset.code().to_owned(),
                issuer: asset.issuer(),
            },
        }
    }
}

/// The prices of a whole unit of an asset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    /// The price in each currency that the source has.
    pub prices: BTreeMap<Currency, Decimal>,
    /// The change of the price within 24 hours, in percent.
    pub changes: BTreeMap<Currency, Decimal>,
    /// The time of the prices in Unix seconds, if the source states it.
    pub at: Option<u64>,
}

/// A quote, or the fact that the source has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The quote; `None` if the source does not know the asset.
    pub quote: Option<Arc<Quote>>,
    /// True if the quote is older than the refresh interval because the source fails.
    pub stale: bool,
}

/// The source of prices.
#[async_trait]
pub trait Prices: Send + Sync {
    /// Returns the quotes of these assets of a network, in the same order.
    async fn quotes(
        &self,
        assets: &[PricedAsset],
        network: Network,
        deadline: Deadline,
    ) -> Result<Vec<Quoted>, UpstreamError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed;
    use wallet_core::model::price_currencies;

    #[test]
    fn assets_are_coins_tokens_and_issued_assets() {
        for text in [
            "btc",
            "xlm",
            "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7",
            "xlm:USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
        ] {
            let asset: PricedAsset = text.parse().expect(text);
            assert_eq!(asset.to_string(), text);
        }
        let lower = "eth:0xdac17f958d2ee523a2206206994597c13d831ec7";
        let asset: PricedAsset = lower.parse().expect(lower);
        assert_eq!(asset.to_string().to_lowercase(), lower);
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            "usd",
            "BTC",
            "dash",
            ":",
            "btc:0xdac17f958d2ee523a2206206994597c13d831ec7",
            "btc,ltc",
        ] {
            assert_eq!(text.parse::<PricedAsset>(), Err(PricedAssetError::Form), "{text}");
        }
        for text in ["eth:", "eth:usdt", "eth:0xdAC17F958D2ee523a2206206994597C13D831eC7"] {
            let error = text.parse::<PricedAsset>().expect_err(text);
            assert_eq!(error.info().code, ErrorCode::InvalidAddress, "{text}");
        }
        let error = "xlm:USDC".parse::<PricedAsset>();
        assert_eq!(error, Err(PricedAssetError::Xlm(XlmAssetError::Form)));
    }

    #[test]
    fn currencies_of_prices_are_in_the_catalogue() {
        let catalogue: Vec<_> = seed().into_iter().map(|(id, _)| id).collect();
        for currency in price_currencies() {
            assert!(catalogue.contains(&AssetId::Fiat(currency)), "{currency}");
        }
    }
}
