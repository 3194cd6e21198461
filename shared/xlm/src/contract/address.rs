//! Addresses of contracts, and of the holders in arguments of calls.

use crate::chain::network_id;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::asset::Asset;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use stellar_strkey::{Contract, Strkey, ed25519};
use stellar_xdr::{self as xdr, Limits, WriteXdr};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Network;

/// The id of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContractId(pub [u8; 32]);

/// An address in an argument: of an account, of a user of a multiplexed account, or of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallAddress {
    /// An account, or a user of a multiplexed account (CAP-67).
    Account(MuxedAccount),
    /// A contract.
    Contract(ContractId),
}

/// Reasons why a string is not a valid address of a contract or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContractAddressError {
    /// The string is not the address of a contract.
    #[error("address must be of a contract: a strkey that starts with C")]
    Contract,
    /// The string is not the address of an account or a contract.
    #[error("address must be of an account or a contract: a strkey that starts with G, M or C")]
    Argument,
    /// The string is a secret seed.
    #[error("value is a secret seed, which must never be shared")]
    Seed,
}

impl CodedError for ContractAddressError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Contract | Self::Argument | Self::Seed => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
        }
    }
}

impl FromStr for ContractId {
    type Err = ContractAddressError;

    fn from_str(text: &str) -> Result<Self, ContractAddressError> {
        match Strkey::from_string(text) {
            Ok(Strkey::Contract(Contract(id))) => Ok(Self(id)),
            Err(_) if is_seed(text) => Err(ContractAddressError::Seed),
            _ => Err(ContractAddressError::Contract),
        }
    }
}

impl fmt::Display for ContractId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Contract(self.0).to_string())
    }
}

impl FromStr for CallAddress {
    type Err = ContractAddressError;

    fn from_str(text: &str) -> Result<Self, ContractAddressError> {
        if let Ok(account) = text.parse() {
            return Ok(Self::Account(account));
        }
        text.parse().map(Self::Contract).map_err(|error| match error {
            ContractAddressError::Contract => ContractAddressError::Argument,
            error => error,
        })
    }
}

impl fmt::Display for CallAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(account) => account.fmt(f),
            Self::Contract(id) => id.fmt(f),
        }
    }
}

impl From<AccountId> for CallAddress {
    fn from(account: AccountId) -> Self {
        Self::Account(account.into())
    }
}

impl From<ContractId> for CallAddress {
    fn from(id: ContractId) -> Self {
        Self::Contract(id)
    }
}

fn is_seed(text: &str) -> bool {
    ed25519::PrivateKey::from_string(text).is_ok()
}

impl ContractId {
    /// Returns the id of the contract of an asset on a network (CAP-46-6). The contract may not exist yet.
    pub fn of_asset(asset: Asset, network: Network) -> Self {
        let preimage = xdr::HashIdPreimage::ContractId(xdr::HashIdPreimageContractId {
            network_id: xdr::Hash(network_id(network)),
            contract_id_preimage: xdr::ContractIdPreimage::Asset(asset.to_xdr()),
        });
        // Writing to memory fails only at limits, and none are set.
        Self(Sha256::digest(preimage.to_xdr(Limits::none()).unwrap_or_default()).into())
    }

    /// Returns the asset with this name, `native` or `CODE:ISSUER`, if the contract is that of the asset. The name alone proves
    /// nothing: only the contract of the asset has the id that follows from the asset.
    pub fn asset_named(self, name: &str, network: Network) -> Option<Asset> {
        let asset = name.parse().ok()?;
        (Self::of_asset(asset, network) == self).then_some(asset)
    }

    pub(crate) const fn to_xdr(self) -> xdr::ScAddress {
        xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash(self.0)))
    }
}

impl CallAddress {
    /// Returns the address without the user of a multiplexed account.
    #[must_use]
    pub(crate) fn holder(self) -> Self {
        match self {
            Self::Account(MuxedAccount { account, .. }) => account.into(),
            Self::Contract(id) => id.into(),
        }
    }

    /// Decodes an address; `None` for holders that no call has as an argument.
    pub(crate) fn from_xdr(address: &xdr::ScAddress) -> Option<Self> {
        match address {
            xdr::ScAddress::Account(id) => Some(AccountId::from_xdr(id).into()),
            xdr::ScAddress::MuxedAccount(muxed) => Some(Self::Account(MuxedAccount {
                account: AccountId(muxed.ed25519.0),
                id: Some(muxed.id),
            })),
            xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash(id))) => Some(Self::Contract(ContractId(*id))),
            xdr::ScAddress::ClaimableBalance(_)
            | xdr::ScAddress::LiquidityPool(_)
            | xdr::ScAddress::MuxedContract(_) => None,
        }
    }

    pub(crate) fn to_xdr(self) -> xdr::ScAddress {
        match self {
            Self::Account(MuxedAccount { account, id: None }) => xdr::ScAddress::Account(account.to_xdr()),
            Self::Account(MuxedAccount { account, id: Some(id) }) => {
                xdr::ScAddress::MuxedAccount(xdr::MuxedEd25519Account {
                    id,
                    ed25519: xdr::Uint256(account.0),
                })
            }
            Self::Contract(id) => id.to_xdr(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contracts of assets on livenet, as the documentation of the network publishes them.
    #[test]
    fn contracts_of_assets_have_the_published_ids() {
        for (asset, id) in [
            ("native", "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA"),
            (
                "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
                "CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75",
            ),
        ] {
            let contract = ContractId::of_asset(asset.parse().unwrap(), Network::Livenet);
            assert_eq!(contract.to_string(), id);
            assert_eq!(id.parse(), Ok(contract));
        }
        let testnet = ContractId::of_asset(Asset::Native, Network::Testnet);
        assert_eq!(
            testnet.to_string(),
            "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC"
        );
    }

    #[test]
    fn holders_are_accounts_users_and_contracts() {
        for text in [
            "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
            "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA",
        ] {
            let address: CallAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            assert_eq!(CallAddress::from_xdr(&address.to_xdr()), Some(address));
            // The encoding is that of the crate of the protocol.
            assert_eq!(address.to_xdr().to_string(), text);
        }
        let seed = ed25519::PrivateKey([7; 32]).as_unredacted().to_string();
        assert_eq!(seed.parse::<CallAddress>(), Err(ContractAddressError::Seed));
        assert_eq!(seed.parse::<ContractId>(), Err(ContractAddressError::Seed));
        for (text, error) in [
            ("", ContractAddressError::Argument),
            ("C", ContractAddressError::Argument),
            (
                "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN",
                ContractAddressError::Argument,
            ),
        ] {
            assert_eq!(text.parse::<CallAddress>(), Err(error), "{text}");
            assert_eq!(text.parse::<ContractId>(), Err(ContractAddressError::Contract));
        }
    }
}
