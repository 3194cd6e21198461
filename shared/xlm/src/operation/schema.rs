//! What stands nested in operations, as the OpenAPI document shows it. Nothing is read or written through these types.

use serde::Serialize;
use utoipa::ToSchema;

/// An asset: the lumen, or what an account issues.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmAnyAsset)]
pub enum AnyAsset {
    /// The lumen.
    Coin(LumenRecord),
    /// What an account issues.
    Credit(CreditRecord),
}

/// The lumen.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmCoin)]
pub struct LumenRecord {
    /// coin
    #[schema(pattern = "^coin$", example = "coin")]
    pub kind: String,
    /// xlm
    #[schema(pattern = "^xlm$", example = "xlm")]
    pub chain: String,
}

/// An asset that an account issues.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmCredit)]
pub struct CreditRecord {
    /// xlm-asset; it may be missing.
    #[schema(required = false, pattern = "^xlm-asset$", example = "xlm-asset")]
    pub kind: String,
    /// xlm; it may be missing.
    #[schema(required = false, pattern = "^xlm$", example = "xlm")]
    pub chain: String,
    /// The code: 1 to 12 letters and digits.
    #[schema(pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    pub code: String,
    /// The account that issues it.
    #[schema(example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    pub issuer: String,
}

/// What a trustline can be for: an asset that an account issues, or the shares of a pool.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmTrusted)]
pub enum Trusted {
    /// An asset that an account issues.
    Credit(CreditRecord),
    /// The shares of a pool.
    Pool(PoolRecord),
}

/// A liquidity pool, by what it is made of. `assetA` stands before `assetB` in the network's order: the lumen, then codes
/// of up to 4 characters, then longer ones, each by code and then by issuer.
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

/// A trustline whose reserve somebody sponsors: for an asset that an account issues, or for the shares of a pool.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = XlmSponsoredTrustline)]
pub enum SponsoredTrustline {
    /// For an asset that an account issues.
    Credit(CreditRecord),
    /// For the shares of a pool.
    Pool(PoolIdRecord),
}

/// A liquidity pool, by its id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmLiquidityPoolId)]
pub struct PoolIdRecord {
    /// 64 hex digits, or L….
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub liquidity_pool_id: String,
}

/// A condition on the time of a claim: exactly one of the fields. Conditions are nested at most four deep.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmPredicate, no_recursion)]
pub struct PredicateRecord {
    /// Two conditions that both hold.
    #[schema(min_items = 2, max_items = 2)]
    pub and: Option<Vec<PredicateRecord>>,
    /// Two conditions of which one holds.
    #[schema(min_items = 2, max_items = 2)]
    pub or: Option<Vec<PredicateRecord>>,
    /// A condition that does not hold.
    #[schema(value_type = PredicateRecord, required = false)]
    pub not: Option<Box<PredicateRecord>>,
    /// Before this Unix time in seconds.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1767225600")]
    pub abs_before: Option<String>,
    /// Before this many seconds have passed since the balance was made.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "86400")]
    pub rel_before: Option<String>,
}
