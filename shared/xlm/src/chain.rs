//! Parameters of the networks, ids, and the encoding of XDR.

use crate::value::address::AccountId;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use stellar_strkey::Strkey;
use stellar_xdr as xdr;
use stellar_xdr::{Limits, ReadXdr, WriteXdr};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{ChainName, Network, parse_hex};

/// The chains of the family: Stellar only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chain {
    /// Stellar and the lumen.
    Xlm,
}

impl ChainName for Chain {
    const ALL: &'static [Self] = &[Self::Xlm];

    fn name(self) -> &'static str {
        match self {
            Self::Xlm => "xlm",
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number of decimal places of every asset: a stroop is the ten millionth part of a unit.
pub const DECIMALS: u8 = 7;

/// Returns the passphrase of a network. Every signed hash covers the hash of the passphrase, so a
/// signature is invalid on the second network.
pub const fn passphrase(network: Network) -> &'static str {
    match network {
        Network::Livenet => "Public Global Stellar Network ; September 2015",
        Network::Testnet => "Test SDF Network ; September 2015",
    }
}

/// Returns the network id: the SHA-256 hash of the passphrase.
pub fn network_id(network: Network) -> [u8; 32] {
    Sha256::digest(passphrase(network)).into()
}

/// The id of a claimable balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BalanceId(pub [u8; 32]);

/// The id of a liquidity pool: the hash of the pool parameters (CAP-38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PoolId(pub [u8; 32]);

/// The error for a string that is not a valid claimable balance id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("claimable balance id must be 72 hex digits of which the first 8 are 0, or a strkey that starts with B")]
pub struct BalanceIdError;

impl CodedError for BalanceIdError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// The error for a string that is not a valid liquidity pool id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("liquidity pool id must be 64 hex digits, or a strkey that starts with L")]
pub struct PoolIdError;

impl CodedError for PoolIdError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// The XDR type of the id, which precedes the hash. No further type exists.
const TYPE_V0: [u8; 4] = [0; 4];

impl BalanceId {
    /// Returns the id of the balance that an operation creates: the hash of source account and sequence number of the
    /// transaction, and of the index of the operation (CAP-23).
    pub(crate) fn created(source: AccountId, sequence: i64, operation: usize) -> Self {
        let preimage = xdr::HashIdPreimage::OpId(xdr::HashIdPreimageOperationId {
            source_account: source.to_xdr(),
            seq_num: xdr::SequenceNumber(sequence),
            op_num: u32::try_from(operation).unwrap_or(u32::MAX),
        });
        // Writing to memory fails only at limits, and none are set.
        Self(Sha256::digest(preimage.to_xdr(Limits::none()).unwrap_or_default()).into())
    }
}

impl FromStr for BalanceId {
    type Err = BalanceIdError;

    /// Parses the hex digits of the XDR in either case, as shown by Horizon, or the strkey (SEP-23).
    fn from_str(text: &str) -> Result<Self, BalanceIdError> {
        if let Ok(Strkey::ClaimableBalance(stellar_strkey::ClaimableBalance::V0(hash))) = Strkey::from_string(text) {
            return Ok(Self(hash));
        }
        let bytes = parse_hex(text).map_err(|_| BalanceIdError)?;
        let hash = bytes.strip_prefix(&TYPE_V0).ok_or(BalanceIdError)?;
        hash.try_into().map(Self).map_err(|_| BalanceIdError)
    }
}

impl fmt::Display for BalanceId {
    /// Formats the id as 72 hex digits, as shown by Horizon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", hex::encode(TYPE_V0), hex::encode(self.0))
    }
}

impl FromStr for PoolId {
    type Err = PoolIdError;

    fn from_str(text: &str) -> Result<Self, PoolIdError> {
        if let Ok(Strkey::LiquidityPool(stellar_strkey::LiquidityPool(hash))) = Strkey::from_string(text) {
            return Ok(Self(hash));
        }
        let hash = parse_hex(text).map_err(|_| PoolIdError)?;
        hash.try_into().map(Self).map_err(|_| PoolIdError)
    }
}

impl fmt::Display for PoolId {
    /// Formats the id as 64 hex digits, as shown by Horizon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl BalanceId {
    pub(crate) const fn to_xdr(self) -> xdr::ClaimableBalanceId {
        xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(self.0))
    }

    pub(crate) const fn from_xdr(id: &xdr::ClaimableBalanceId) -> Self {
        let xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(hash)) = id;
        Self(*hash)
    }
}

impl PoolId {
    pub(crate) const fn to_xdr(self) -> xdr::PoolId {
        xdr::PoolId(xdr::Hash(self.0))
    }

    pub(crate) const fn from_xdr(id: &xdr::PoolId) -> Self {
        let xdr::PoolId(xdr::Hash(hash)) = id;
        Self(*hash)
    }
}

/// The maximum nesting depth of XDR, equal to that of the contract host (`DEFAULT_XDR_RW_LIMITS` of
/// soroban-env-host). Different values are far less nested.
const MAX_DEPTH: u32 = 500;

/// Decodes the base64 of exactly one value. Returns `None` for more or less.
pub(crate) fn from_base64<T: ReadXdr>(text: &str) -> Option<T> {
    let limits = Limits {
        depth: MAX_DEPTH,
        len: text.len(),
    };
    T::from_xdr_base64(text, limits).ok()
}

pub(crate) fn to_base64(value: &impl WriteXdr) -> String {
    // Writing to memory fails only at limits, and none are set.
    value.to_xdr_base64(Limits::none()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_ids_match_the_published_ones() {
        let id = |network| hex::encode(network_id(network));
        assert_eq!(
            id(Network::Livenet),
            "7ac33997544e3175d266bd022439b22cdb16508c01163f26e5cb2a3e1045a979"
        );
        assert_eq!(
            id(Network::Testnet),
            "cee0302d59844d32bdca915c8203dd44b33fbb7edc19051ea37abedf28ecd472"
        );
    }
}
