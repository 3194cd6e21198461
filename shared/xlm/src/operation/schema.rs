//! OpenAPI schemas of records nested in operations. These types are not parsed.

use super::values::{DataName, HomeDomain, Lumens, PositiveStroops};
use crate::chain::{BalanceId, PoolId};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::AssetCode;
use crate::value::price::Price;
use serde::Serialize;
use std::borrow::Cow;
use utoipa::openapi::{ArrayBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::wire::{
    AmountText, LumensText, PositiveAmountText, XlmAccountText, XlmAssetCodeText, XlmBalanceIdText, XlmDataNameText,
    XlmHashSignerText, XlmHomeDomainText, XlmPayloadSignerText, XlmPoolIdText, XlmPriceText, XlmRecipientText,
    XlmTransactionSignerText,
};

/// Gives types that are strings in JSON the schemas of their wire texts.
macro_rules! text_schemas {
    ($($type:ty: $text:ty;)*) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                <$text>::schema()
            }
        }

        impl ToSchema for $type {}
    )*};
}

text_schemas! {
    AccountId: XlmAccountText;
    MuxedAccount: XlmRecipientText;
    Stroops: AmountText;
    PositiveStroops: PositiveAmountText;
    Lumens: LumensText;
    Price: XlmPriceText;
    AssetCode: XlmAssetCodeText;
    BalanceId: XlmBalanceIdText;
    PoolId: XlmPoolIdText;
    DataName: XlmDataNameText;
    HomeDomain: XlmHomeDomainText;
}

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
    pub code: XlmAssetCodeText,
    /// The address of the issuing account.
    pub issuer: XlmAccountText,
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
    pub liquidity_pool_id: XlmPoolIdText,
}

/// A condition on the time of a claim. Conditions can be nested up to four levels deep.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = XlmPredicate)]
pub enum PredicateRecord {
    /// Two conditions that must both be true.
    And(PredicatePair),
    /// Two conditions, at least one of which must be true.
    Or(PredicatePair),
    /// A condition that must be false.
    Not(NestedPredicate),
    /// Before this Unix time in seconds.
    AbsBefore(AmountText),
    /// Before this number of seconds has passed since the creation of the balance.
    RelBefore(AmountText),
}

/// Two conditions. The names of this schema and of the next one begin like those of wrappers, so that their content
/// replaces them.
#[derive(Debug, Serialize)]
pub struct PredicatePair(pub [NestedPredicate; 2]);

impl PartialSchema for PredicatePair {
    fn schema() -> RefOr<Schema> {
        let pair = ArrayBuilder::new().items(NestedPredicate::schema());
        pair.min_items(Some(2)).max_items(Some(2)).build().into()
    }
}

impl ToSchema for PredicatePair {
    fn name() -> Cow<'static, str> {
        "List_XlmPredicate".into()
    }
}

/// A condition within a condition.
#[derive(Debug, Serialize)]
pub struct NestedPredicate(pub Box<PredicateRecord>);

impl PartialSchema for NestedPredicate {
    fn schema() -> RefOr<Schema> {
        Ref::from_schema_name("XlmPredicate").into()
    }
}

impl ToSchema for NestedPredicate {
    fn name() -> Cow<'static, str> {
        "Object_XlmPredicate".into()
    }
}

/// A signer: its key in the field of its kind, and its weight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XlmSigner)]
pub struct SignerRecord {
    /// The key of the signer.
    #[serde(flatten)]
    pub key: SignerKeyRecord,
    /// The weight of the signer. 0 removes the signer.
    #[schema(maximum = 255)]
    pub weight: u8,
}

/// The key of a signer in the field of its kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmSignerKey)]
pub enum SignerKeyRecord {
    /// The address of an account, whose key signs.
    Ed25519PublicKey(XlmAccountText),
    /// The SHA-256 hash of a preimage: 64 hex digits, or X….
    Sha256Hash(XlmHashSignerText),
    /// The hash of a transaction that is authorized in advance: 64 hex digits, or T….
    PreAuthTx(XlmTransactionSignerText),
    /// A key and the payload that it must sign: P….
    Ed25519SignedPayload(XlmPayloadSignerText),
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
