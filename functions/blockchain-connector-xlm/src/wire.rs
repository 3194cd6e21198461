//! What several endpoints read and write, and how it becomes domain values.
//!
//! The functions ask for fields in the order of the specification, so that the first offending one is named.

use serde::Deserialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Field, ResultExt};
use wallet_xlm::{AccountId, Asset, AssetCode, Chain, Credit, MuxedAccount, PublicKey, Stroops};

/// The chain in the path, for the OpenAPI document.
pub type ChainPath = wallet_http::openapi::ChainPath<Chain>;

/// An asset.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = XlmAsset)]
pub struct AssetRequest {
    /// xlm-asset; it may be missing where code and issuer are there. The coin has the kind coin, no code and no issuer.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(xlm-asset|coin)$", example = "xlm-asset")]
    kind: Field<String>,
    /// xlm; it may be missing.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^xlm$", example = "xlm")]
    chain: Field<String>,
    /// The code: 1 to 12 letters and digits.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[0-9a-zA-Z]{1,12}$", example = "USDC")]
    code: Field<String>,
    /// The account that issues it: G….
    #[serde(default)]
    #[schema(value_type = String, required, example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    issuer: Field<String>,
}

impl AssetRequest {
    /// The asset that it names.
    pub fn read(self) -> Result<Asset, ApiError> {
        let kind = self.kind.optional("kind")?;
        let chain = self.chain.optional("chain")?;
        if !matches!(kind.as_deref(), None | Some("xlm-asset" | "coin")) {
            return Err(ApiError::invalid_request("The kind of an asset is xlm-asset or coin here.").at("kind"));
        }
        if chain.is_some_and(|chain| chain != "xlm") {
            return Err(ApiError::invalid_request("The chain of an asset is xlm here.").at("chain"));
        }
        if kind.as_deref() == Some("coin") {
            // Whoever names an issuer does not mean the coin.
            if self.code.optional("code")?.is_some() || self.issuer.optional("issuer")?.is_some() {
                return Err(ApiError::invalid_request("The coin has no code and no issuer.").at("kind"));
            }
            return Ok(Asset::Native);
        }
        Ok(Asset::Credit(Credit {
            code: asset_code(self.code)?,
            issuer: account(self.issuer, "issuer")?,
        }))
    }
}

/// The key of the account whose transaction it is.
pub fn public_key(field: Field<String>) -> Result<PublicKey, ApiError> {
    PublicKey::parse(&field.required("publicKey")?).at("publicKey")
}

/// A required account: G….
pub fn account(field: Field<String>, name: &str) -> Result<AccountId, ApiError> {
    field.required(name)?.parse::<AccountId>().at(name)
}

/// Whom a payment is for: G… or M….
pub fn recipient(field: Field<String>) -> Result<MuxedAccount, ApiError> {
    field.required("to")?.parse::<MuxedAccount>().at("to")
}

/// A required code of an asset.
pub fn asset_code(field: Field<String>) -> Result<AssetCode, ApiError> {
    field.required("code")?.parse::<AssetCode>().at("code")
}

/// An amount as it stands in a text.
pub fn amount(text: &str) -> Result<Stroops, ApiError> {
    text.parse::<Stroops>().at("amount")
}
