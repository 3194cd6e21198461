//! Hash-based ids of ledger entries: claimable balances and liquidity pools.

use std::fmt;
use std::str::FromStr;
use stellar_strkey::Strkey;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// The id of a claimable balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BalanceId(pub [u8; 32]);

/// The id of a liquidity pool: the hash of its parameters (CAP-38).
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

/// The XDR type of the id, which precedes the hash. It is the only type.
const TYPE_V0: [u8; 4] = [0; 4];

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
    pub(super) const fn to_xdr(self) -> xdr::ClaimableBalanceId {
        xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(self.0))
    }

    pub(super) const fn from_xdr(id: &xdr::ClaimableBalanceId) -> Self {
        let xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(xdr::Hash(hash)) = id;
        Self(*hash)
    }
}

impl PoolId {
    pub(super) const fn to_xdr(self) -> xdr::PoolId {
        xdr::PoolId(xdr::Hash(self.0))
    }

    pub(super) const fn from_xdr(id: &xdr::PoolId) -> Self {
        let xdr::PoolId(xdr::Hash(hash)) = id;
        Self(*hash)
    }
}
