//! Request fields shared by several endpoints and their conversion to domain values.
//!
//! The functions parse fields in the order of the specification, so that an error names the first
//! invalid one.

use serde::Deserialize;
use std::ops::Deref;
use utoipa::ToSchema;
use wallet_core::wire::{
    XlmAddressText, XlmAssetCodeText, XlmAssetKindText, XlmAssetText, XlmChainText, XlmPublicKeyText, XlmRecipientText,
};
use wallet_http::{ApiError, ErrorCode, Field, Object, Required, ResultExt};
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::{AccountId, Asset, AssetCode, Credit, MuxedAccount, PublicKey, Stroops};

/// An asset.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = XlmAsset)]
pub struct AssetRequest {
    /// `xlm-asset` for an issued asset; may be omitted if code and issuer are present. `coin` for the
    /// coin, which has neither code nor issuer.
    kind: Field<XlmAssetKindText>,
    /// Always `xlm`. May be omitted.
    chain: Field<XlmChainText>,
    /// The asset code: 1 to 12 letters and digits.
    code: Required<XlmAssetCodeText>,
    /// The address of the issuing account: G….
    issuer: Required<XlmAddressText>,
}

/// An asset in a field.
pub type AssetObject = Object<AssetRequest>;

impl AssetRequest {
    /// Parses the asset.
    pub fn read(self) -> Result<Asset, ApiError> {
        let kind = self.kind.optional("kind")?;
        let chain = self.chain.optional("chain")?;
        if !matches!(kind.as_deref(), None | Some("xlm-asset" | "coin")) {
            return Err(ApiError::invalid_request("The kind of an asset must be xlm-asset or coin.").at("kind"));
        }
        if chain.is_some_and(|chain| *chain != *"xlm") {
            return Err(ApiError::invalid_request("The chain of an asset must be xlm.").at("chain"));
        }
        if kind.as_deref() == Some("coin") {
            // A client that sends an issuer does not mean the coin.
            if Field::from(self.code).optional("code")?.is_some()
                || Field::from(self.issuer).optional("issuer")?.is_some()
            {
                return Err(ApiError::invalid_request("The coin must have neither code nor issuer.").at("kind"));
            }
            return Ok(Asset::Native);
        }
        Ok(Asset::Credit(Credit {
            code: asset_code(self.code)?,
            issuer: account(self.issuer, "issuer")?,
        }))
    }
}

/// Parses the public key of the source account.
pub fn public_key(field: Required<XlmPublicKeyText>) -> Result<PublicKey, ApiError> {
    PublicKey::parse(&field.required("publicKey")?).at("publicKey")
}

/// Parses a required account: G….
pub fn account<T: Deref<Target = str>>(field: impl Into<Field<T>>, name: &str) -> Result<AccountId, ApiError> {
    field.into().required(name)?.parse::<AccountId>().at(name)
}

/// Parses the recipient of a payment: G… or M….
pub fn recipient(field: Required<XlmRecipientText>) -> Result<MuxedAccount, ApiError> {
    field.required("to")?.parse::<MuxedAccount>().at("to")
}

/// Parses a required asset code.
pub fn asset_code(field: impl Into<Field<XlmAssetCodeText>>) -> Result<AssetCode, ApiError> {
    field.into().required("code")?.parse::<AssetCode>().at("code")
}

/// Parses an optional asset, by default the coin.
pub fn asset(field: Field<AssetObject>, name: &str) -> Result<Asset, ApiError> {
    let asset = field.optional(name)?.map(|Object(asset)| asset.read());
    Ok(asset.transpose().at(name)?.unwrap_or(Asset::Native))
}

/// Parses an optional asset of a query: `native` or `CODE:ISSUER`.
pub fn query_asset(field: Field<XlmAssetText>, name: &str) -> Result<Option<Asset>, ApiError> {
    field.optional(name)?.map(|text| text.parse().at(name)).transpose()
}

/// Parses an amount greater than 0 from a string.
pub fn positive_amount(text: &str) -> Result<PositiveStroops, ApiError> {
    let zero = || ApiError::new(ErrorCode::InvalidAmount, "amount must be greater than 0.").at("amount");
    PositiveStroops::new(amount(text)?).ok_or_else(zero)
}

/// Parses an amount from a string.
pub fn amount(text: &str) -> Result<Stroops, ApiError> {
    text.parse::<Stroops>().at("amount")
}
