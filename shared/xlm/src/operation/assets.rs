//! Assets in the JSON of operations.

use super::fields::{At, FieldError, Fields, FromJson, Problem, ensure};
use super::values::text;
use crate::chain::PoolId;
use crate::value::asset::{Asset, Credit};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use stellar_xdr as xdr;

/// The asset of a trustline: an issued asset or the shares of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustlineTarget {
    /// An issued asset.
    Credit(Credit),
    /// The shares of the pool of two assets.
    Pool(Pool),
}

/// A liquidity pool identified by its assets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The first asset in the order of the network.
    a: Asset,
    /// The second asset in the order of the network.
    b: Asset,
}

/// A sponsored trustline: for an issued asset, or for the shares of a pool, given by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SponsoredLine {
    /// An issued asset.
    Credit(Credit),
    /// The shares of a pool.
    Pool(PoolId),
}

/// The only valid fee of a pool, in hundredths of a percent (CAP-38).
const POOL_FEE: i32 = 30;

impl FromJson for Asset {
    /// Parses the coin or an issued asset. `kind` and `chain` are optional if code and issuer are
    /// present.
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let kind = fields.raw("kind").filter(|kind| !kind.is_null());
        let kind = kind.map(text).transpose().at("kind")?;
        if let Some(chain) = fields.raw("chain").filter(|chain| !chain.is_null()) {
            ensure(text(chain).at("chain")? == "xlm", "chain of the asset must be xlm").at("chain")?;
        } else if kind == Some("coin") {
            return Err(FieldError::from(Problem::Missing).at("chain"));
        }
        let asset = match kind {
            Some("coin") => Self::Native,
            Some("xlm-asset") | None => Self::Credit(Credit {
                code: fields.required("code")?,
                issuer: fields.required("issuer")?,
            }),
            Some(_) => return Err(FieldError::limit("kind of the asset must be coin or xlm-asset").at("kind")),
        };
        fields.end()?;
        Ok(asset)
    }
}

impl Serialize for Asset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Native => {
                let mut record = serializer.serialize_struct("Coin", 2)?;
                record.serialize_field("kind", "coin")?;
                record.serialize_field("chain", "xlm")?;
                record.end()
            }
            Self::Credit(credit) => credit.serialize(serializer),
        }
    }
}

impl FromJson for Credit {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        match Asset::from_json(value)? {
            Asset::Credit(credit) => Ok(credit),
            Asset::Native => Err(FieldError::limit("asset must be an issued asset, not the coin")),
        }
    }
}

impl Serialize for Credit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("XlmAsset", 4)?;
        record.serialize_field("kind", "xlm-asset")?;
        record.serialize_field("chain", "xlm")?;
        record.serialize_field("code", &self.code)?;
        record.serialize_field("issuer", &self.issuer)?;
        record.end()
    }
}

impl Pool {
    /// Returns `None` unless the first asset precedes the second.
    fn new(a: Asset, b: Asset) -> Option<Self> {
        (a < b).then_some(Self { a, b })
    }
}

impl FromJson for TrustlineTarget {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        if !fields.has("assetA") && !fields.has("assetB") {
            return Credit::from_json(value).map(Self::Credit);
        }
        let (a, b) = (fields.required("assetA")?, fields.required("assetB")?);
        let fee: u32 = fields.required("fee")?;
        ensure(i64::from(fee) == i64::from(POOL_FEE), "fee of a pool must be 30").at("fee")?;
        fields.end()?;
        let order = "assetA must precede assetB in the order of the network: the coin, then codes of up to 4 characters, \
                     then longer ones, each by code and then by issuer";
        Pool::new(a, b)
            .map(Self::Pool)
            .ok_or_else(|| FieldError::limit(order).at("assetA"))
    }
}

impl Serialize for TrustlineTarget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Credit(credit) => credit.serialize(serializer),
            Self::Pool(pool) => {
                let mut record = serializer.serialize_struct("XlmLiquidityPoolAsset", 3)?;
                record.serialize_field("assetA", &pool.a)?;
                record.serialize_field("assetB", &pool.b)?;
                record.serialize_field("fee", &POOL_FEE)?;
                record.end()
            }
        }
    }
}

impl TrustlineTarget {
    pub(super) fn to_xdr(self) -> xdr::ChangeTrustAsset {
        match self {
            Self::Credit(credit) => match Asset::from(credit).to_xdr() {
                xdr::Asset::Native => xdr::ChangeTrustAsset::Native,
                xdr::Asset::CreditAlphanum4(credit) => xdr::ChangeTrustAsset::CreditAlphanum4(credit),
                xdr::Asset::CreditAlphanum12(credit) => xdr::ChangeTrustAsset::CreditAlphanum12(credit),
            },
            Self::Pool(Pool { a, b }) => {
                let parameters = xdr::LiquidityPoolConstantProductParameters {
                    asset_a: a.to_xdr(),
                    asset_b: b.to_xdr(),
                    fee: POOL_FEE,
                };
                let parameters = xdr::LiquidityPoolParameters::LiquidityPoolConstantProduct(parameters);
                xdr::ChangeTrustAsset::PoolShare(parameters)
            }
        }
    }

    /// Returns `None` for a value that validators reject.
    pub(super) fn from_xdr(line: &xdr::ChangeTrustAsset) -> Option<Self> {
        let credit = match line {
            xdr::ChangeTrustAsset::Native => return None,
            xdr::ChangeTrustAsset::CreditAlphanum4(credit) => xdr::Asset::CreditAlphanum4(credit.clone()),
            xdr::ChangeTrustAsset::CreditAlphanum12(credit) => xdr::Asset::CreditAlphanum12(credit.clone()),
            xdr::ChangeTrustAsset::PoolShare(parameters) => {
                let xdr::LiquidityPoolParameters::LiquidityPoolConstantProduct(pool) = parameters;
                let (a, b) = (Asset::from_xdr(&pool.asset_a)?, Asset::from_xdr(&pool.asset_b)?);
                return Pool::new(a, b).filter(|_| pool.fee == POOL_FEE).map(Self::Pool);
            }
        };
        self::credit(&credit).map(Self::Credit)
    }
}

impl FromJson for SponsoredLine {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        if !fields.has("liquidityPoolId") {
            return Credit::from_json(value).map(Self::Credit);
        }
        let id = fields.required("liquidityPoolId")?;
        fields.end()?;
        Ok(Self::Pool(id))
    }
}

impl Serialize for SponsoredLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Credit(credit) => credit.serialize(serializer),
            Self::Pool(id) => {
                let mut record = serializer.serialize_struct("XlmLiquidityPoolId", 1)?;
                record.serialize_field("liquidityPoolId", id)?;
                record.end()
            }
        }
    }
}

impl SponsoredLine {
    pub(super) fn to_xdr(self) -> xdr::TrustLineAsset {
        match self {
            Self::Credit(credit) => match Asset::from(credit).to_xdr() {
                xdr::Asset::Native => xdr::TrustLineAsset::Native,
                xdr::Asset::CreditAlphanum4(credit) => xdr::TrustLineAsset::CreditAlphanum4(credit),
                xdr::Asset::CreditAlphanum12(credit) => xdr::TrustLineAsset::CreditAlphanum12(credit),
            },
            Self::Pool(id) => xdr::TrustLineAsset::PoolShare(id.to_xdr()),
        }
    }

    /// Returns `None` for a value that validators reject.
    pub(super) fn from_xdr(line: &xdr::TrustLineAsset) -> Option<Self> {
        let credit = match line {
            xdr::TrustLineAsset::Native => return None,
            xdr::TrustLineAsset::CreditAlphanum4(credit) => xdr::Asset::CreditAlphanum4(credit.clone()),
            xdr::TrustLineAsset::CreditAlphanum12(credit) => xdr::Asset::CreditAlphanum12(credit.clone()),
            xdr::TrustLineAsset::PoolShare(id) => return Some(Self::Pool(PoolId::from_xdr(id))),
        };
        self::credit(&credit).map(Self::Credit)
    }
}

/// Returns the issued asset, or `None` for the coin and for an invalid code.
pub(super) fn credit(asset: &xdr::Asset) -> Option<Credit> {
    match Asset::from_xdr(asset)? {
        Asset::Credit(credit) => Some(credit),
        Asset::Native => None,
    }
}
