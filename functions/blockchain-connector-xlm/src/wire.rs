//! Assets in requests.

use wallet_core::error::ErrorInfo;
use wallet_core::wire::{Wire, XlmAssetKindText, XlmChainText};
use wallet_http::{Field, Object, Required};
use wallet_xlm::wire::{AccountField, AssetCodeField};
use wallet_xlm::{Asset, Credit};

wallet_core::request! {
    /// An asset.
    #[schema(as = XlmAsset)]
    pub struct AssetRequest {
        /// `xlm-asset` for an issued asset; may be omitted if code and issuer are present. `coin` for the
        /// coin, which has neither code nor issuer.
        kind: Field<XlmAssetKindText>,
        /// Always `xlm`. May be omitted.
        chain: Field<XlmChainText>,
        /// The asset code: 1 to 12 letters and digits.
        code: Required<AssetCodeField>,
        /// The address of the issuing account: G….
        issuer: Required<AccountField>,
    }
}

/// An asset in a field.
pub type AssetObject = Object<AssetRequest>;

impl Wire for AssetRequest {
    type Json = Self;
    type Value = Asset;
    type Error = ErrorInfo;

    fn read(asset: Self, (): ()) -> Result<Asset, ErrorInfo> {
        let Self {
            kind,
            chain,
            code,
            issuer,
        } = asset;
        let unknown_kind = kind.error("The kind of an asset must be xlm-asset or coin.");
        let not_a_coin = kind.error("The coin must have neither code nor issuer.");
        let unknown_chain = chain.error("The chain of an asset must be xlm.");
        let (kind, chain) = (kind.get()?, chain.get()?);
        if !matches!(kind.as_deref(), None | Some("xlm-asset" | "coin")) {
            return Err(unknown_kind);
        }
        if chain.is_some_and(|chain| *chain != *"xlm") {
            return Err(unknown_chain);
        }
        if kind.as_deref() == Some("coin") {
            // A client that sends an issuer does not mean the coin.
            if code.optional().is_present()? || issuer.optional().is_present()? {
                return Err(not_a_coin);
            }
            return Ok(Asset::Native);
        }
        Ok(Asset::Credit(Credit {
            code: code.get()?,
            issuer: issuer.get()?,
        }))
    }
}
