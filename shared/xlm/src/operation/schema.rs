//! OpenAPI schemas of records nested in operations. These types are not parsed.

use serde::Serialize;
use utoipa::ToSchema;

/// An asset: the lumen or an issued asset.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmAnyAsset)]
pub enum AnyAsset {
    /// The lumen.
    Coin(LumenRecord),
    /// An issued asset.
    Credit(CreditRecord),
}

/// The lumen.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmCoin)]
pub struct LumenRecord {
    /// Always `coin`.
    #[schema(pattern = "^coin$", example = "coin")]
    pub kind: String,
    /// Always `xlm`.
    #[schema(pattern = "^xlm$", example = "xlm")]
    pub chain: String,
}

/// An asset issued by an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmCredit)]
pub struct CreditRecord {
    /// Always `xlm-asset`. May be omitted.
    #[schema(required = false, pattern = "^xlm-asset$", example = "xlm-asset")]
    pub kind: String,
    /// Always `xlm`. May be omitted.
    #[schema(required = false, pattern = "^xlm$", example = "xlm")]
    pub chain: String,
    /// The asset code: 1 to 12 letters and digits.
    #[schema(pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    pub code: String,
    /// The address of the issuing account.
    #[schema(example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    pub issuer: String,
}

/// The asset of a trustline: an issued asset or the shares of a pool.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmTrusted)]
pub enum Trusted {
    /// An issued asset.
    Credit(CreditRecord),
    /// The shares of a pool.
    Pool(PoolRecord),
}

/// A liquidity pool identified by its assets. `assetA` precedes `assetB` in the order of the network:
/// the lumen, then codes of up to 4 characters, then longer ones, each by code and then by issuer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmLiquidityPoolAsset)]
pub struct PoolRecord {
    /// The first asset.
    pub asset_a: AnyAsset,
    /// The second asset.
    pub asset_b: AnyAsset,
    /// The fee in hundredths of a percent: 30.
    #[schema(minimum = 30, maximum = 30, example = 30)]
    pub fee: u32,
}

/// A sponsored trustline: for an issued asset or for the shares of a pool.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmSponsoredTrustline)]
pub enum SponsoredTrustline {
    /// For an issued asset.
    Credit(CreditRecord),
    /// For the shares of a pool.
    Pool(PoolIdRecord),
}

/// A liquidity pool identified by its id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmLiquidityPoolId)]
pub struct PoolIdRecord {
    /// The pool id: 64 hex digits, or L….
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub liquidity_pool_id: String,
}

/// A condition on the time of a claim with exactly one of the fields. Conditions can be nested up to
/// four levels deep.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmPredicate, no_recursion)]
pub struct PredicateRecord {
    /// Two conditions that must both be true.
    #[schema(min_items = 2, max_items = 2)]
    pub and: Option<Vec<PredicateRecord>>,
    /// Two conditions, at least one of which must be true.
    #[schema(min_items = 2, max_items = 2)]
    pub or: Option<Vec<PredicateRecord>>,
    /// A condition that must be false.
    #[schema(value_type = PredicateRecord, required = false)]
    pub not: Option<Box<PredicateRecord>>,
    /// Before this Unix time in seconds.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1767225600")]
    pub abs_before: Option<String>,
    /// Before this number of seconds has passed since the creation of the balance.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "86400")]
    pub rel_before: Option<String>,
}

/// The value of a data entry: at most 64 bytes, as text or in base64. `null` deletes the entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmDataValue)]
pub enum DataValueRecord {
    /// Text: its bytes in UTF-8.
    Text(String),
    /// Bytes. `parse` returns this form only if they are not valid UTF-8.
    Bytes(DataBytesRecord),
    /// No value: `null` deletes the entry.
    Deleted,
}

/// Bytes in base64.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmDataBytes)]
pub struct DataBytesRecord {
    /// The bytes in base64 (RFC 4648) with padding.
    #[schema(
        pattern = "^([0-9a-zA-Z+/]{4})*([0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$",
        max_length = 88,
        example = "3q2+7w=="
    )]
    pub base64: String,
}
