//! Asset identifiers.

use super::{XlmAsset, XlmAssetError};
use std::fmt;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{BtcLikeChain, ChainName, Currency, CurrencyError};
use wallet_eth_like as eth_like;
use wallet_eth_like::AddressError;

/// Kind of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetKind {
    /// A currency issued by a state.
    Fiat,
    /// The coin of a chain.
    Coin,
    /// A fungible token (ERC-20).
    Erc20,
    /// A collection of non-fungible tokens (ERC-721).
    Erc721,
    /// A collection of multiple token types (ERC-1155).
    Erc1155,
    /// An asset issued on Stellar.
    XlmAsset,
}

impl AssetKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Fiat,
        Self::Coin,
        Self::Erc20,
        Self::Erc721,
        Self::Erc1155,
        Self::XlmAsset,
    ];

    /// Returns the name used in paths and in the field `kind`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fiat => "fiat",
            Self::Coin => "coin",
            Self::Erc20 => "erc20",
            Self::Erc721 => "erc721",
            Self::Erc1155 => "erc1155",
            Self::XlmAsset => "xlm-asset",
        }
    }
}

/// Chain of any family; each chain has a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoinChain {
    /// A UTXO chain.
    BtcLike(BtcLikeChain),
    /// An EVM chain.
    EthLike(eth_like::Chain),
    /// Stellar.
    Xlm,
}

impl CoinChain {
    /// Returns all chains in the listing order of coins.
    pub fn all() -> impl Iterator<Item = Self> {
        let btc_like = BtcLikeChain::ALL.iter().copied().map(Self::BtcLike);
        let eth_like = eth_like::Chain::ALL.iter().copied().map(Self::EthLike);
        btc_like.chain(eth_like).chain([Self::Xlm])
    }

    /// Returns the name used in paths and responses, for example `btc`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BtcLike(chain) => chain.name(),
            Self::EthLike(chain) => chain.name(),
            Self::Xlm => "xlm",
        }
    }

    /// Returns the name of the family, which is a part of the paths of the services: `btc-like`.
    pub const fn family(self) -> &'static str {
        match self {
            Self::BtcLike(_) => "btc-like",
            Self::EthLike(_) => "eth-like",
            Self::Xlm => "xlm",
        }
    }

    /// Returns the chain with this exact name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|chain| chain.name() == name)
    }
}

/// Contract on an EVM chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    /// The chain.
    pub chain: eth_like::Chain,
    /// The contract's address.
    pub address: eth_like::Address,
}

/// Unique identifier of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssetId {
    /// A currency.
    Fiat(Currency),
    /// A coin.
    Coin(CoinChain),
    /// A token.
    Erc20(Contract),
    /// A collection of non-fungible tokens.
    Erc721(Contract),
    /// A collection of multiple token types.
    Erc1155(Contract),
    /// An asset issued on Stellar.
    XlmAsset(XlmAsset),
}

impl AssetId {
    /// Returns the kind of the asset.
    pub const fn kind(&self) -> AssetKind {
        match self {
            Self::Fiat(_) => AssetKind::Fiat,
            Self::Coin(_) => AssetKind::Coin,
            Self::Erc20(_) => AssetKind::Erc20,
            Self::Erc721(_) => AssetKind::Erc721,
            Self::Erc1155(_) => AssetKind::Erc1155,
            Self::XlmAsset(_) => AssetKind::XlmAsset,
        }
    }

    /// Returns the identifiers that an asset of a contract on an EVM chain can have.
    pub const fn of_contract(contract: Contract) -> [Self; 3] {
        [Self::Erc20(contract), Self::Erc721(contract), Self::Erc1155(contract)]
    }

    /// Returns the contract on an EVM chain, or `None` for an asset without a contract.
    pub const fn contract(&self) -> Option<Contract> {
        match self {
            Self::Fiat(_) | Self::Coin(_) | Self::XlmAsset(_) => None,
            Self::Erc20(contract) | Self::Erc721(contract) | Self::Erc1155(contract) => Some(*contract),
        }
    }

    /// Returns the chain of the asset, or `None` for a currency.
    pub fn chain(&self) -> Option<CoinChain> {
        match self {
            Self::Coin(chain) => Some(*chain),
            Self::XlmAsset(_) => Some(CoinChain::Xlm),
            _ => self.contract().map(|contract| CoinChain::EthLike(contract.chain)),
        }
    }

    /// Parses the part of a path or key after the kind, in the format of [`fmt::Display`].
    pub fn parse(kind: AssetKind, text: &str) -> Result<Self, AssetIdError> {
        match kind {
            AssetKind::Fiat => Ok(Self::Fiat(text.parse()?)),
            AssetKind::Coin => CoinChain::from_name(text)
                .map(Self::Coin)
                .ok_or(AssetIdError::UnknownChain),
            AssetKind::Erc20 => contract(text).map(Self::Erc20),
            AssetKind::Erc721 => contract(text).map(Self::Erc721),
            AssetKind::Erc1155 => contract(text).map(Self::Erc1155),
            AssetKind::XlmAsset => Ok(Self::XlmAsset(text.parse()?)),
        }
    }
}

/// Error of parsing an asset identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssetIdError {
    /// An invalid currency code.
    #[error(transparent)]
    Currency(#[from] CurrencyError),
    /// An unsupported chain.
    #[error("unsupported chain")]
    UnknownChain,
    /// No colon between chain and contract.
    #[error(
        "token must be identified by chain and contract, for example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7"
    )]
    NoContract,
    /// An invalid contract address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// An invalid Stellar asset.
    #[error(transparent)]
    XlmAsset(#[from] XlmAssetError),
}

impl CodedError for AssetIdError {
    fn info(&self) -> ErrorInfo {
        match self {
            // An id of a nonexistent asset is a path that does not exist.
            Self::Currency(_) | Self::NoContract | Self::UnknownChain | Self::XlmAsset(XlmAssetError::Form) => {
                ErrorInfo::describe(ErrorCode::NotFound, self)
            }
            Self::Address(error) => error.info(),
            Self::XlmAsset(error) => error.info(),
        }
    }
}

fn contract(text: &str) -> Result<Contract, AssetIdError> {
    let (chain, address) = text.split_once(':').ok_or(AssetIdError::NoContract)?;
    Ok(Contract {
        chain: eth_like::Chain::from_name(chain).ok_or(AssetIdError::UnknownChain)?,
        address: address.parse()?,
    })
}

impl fmt::Display for AssetId {
    /// Writes the part of a path after the kind: `usd`, `btc`, `eth:0x…`, `USDC-G…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fiat(currency) => currency.fmt(f),
            Self::Coin(chain) => f.write_str(chain.name()),
            Self::Erc20(contract) | Self::Erc721(contract) | Self::Erc1155(contract) => {
                write!(f, "{}:{}", contract.chain, contract.address)
            }
            Self::XlmAsset(asset) => asset.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_round_trip() {
        for (kind, text) in [
            (AssetKind::Fiat, "usd"),
            (AssetKind::Coin, "xlm"),
            (AssetKind::Erc20, "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            (AssetKind::Erc721, "matic:0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            (AssetKind::Erc1155, "op:0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            (
                AssetKind::XlmAsset,
                "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
            ),
        ] {
            let id = AssetId::parse(kind, text).expect(text);
            assert_eq!((id.kind(), id.to_string()), (kind, text.to_owned()));
        }
    }

    #[test]
    fn contract_address_is_case_insensitive() {
        let parse = |text| AssetId::parse(AssetKind::Erc20, text);
        let id = parse("eth:0xdac17f958d2ee523a2206206994597c13d831ec7");
        assert!(id.is_ok());
        assert_eq!(id, parse("eth:0xDAC17F958D2EE523A2206206994597C13D831EC7"));
    }

    #[test]
    fn invalid_identifiers_report_their_error() {
        let currency = AssetIdError::Currency(CurrencyError);
        for (kind, text, expected) in [
            (AssetKind::Fiat, "USD", currency),
            (AssetKind::Fiat, "us", currency),
            (AssetKind::Fiat, "u1d", currency),
            (AssetKind::Fiat, "\u{fc}s", currency),
            (AssetKind::Coin, "BTC", AssetIdError::UnknownChain),
            (AssetKind::Erc20, "eth", AssetIdError::NoContract),
            (
                AssetKind::Erc20,
                "btc:0xdac17f958d2ee523a2206206994597c13d831ec7",
                AssetIdError::UnknownChain,
            ),
            (AssetKind::XlmAsset, "USDC", AssetIdError::XlmAsset(XlmAssetError::Form)),
            (
                AssetKind::XlmAsset,
                "USDC-G",
                AssetIdError::XlmAsset(XlmAssetError::Issuer),
            ),
            (AssetKind::Erc20, "eth:", AssetIdError::Address(AddressError::Form)),
            (
                AssetKind::Erc20,
                "eth:0xdAC17F958D2ee523a2206206994597C13D831eC7",
                AssetIdError::Address(AddressError::Checksum),
            ),
        ] {
            assert_eq!(AssetId::parse(kind, text), Err(expected), "{text}");
        }
    }
}
