//! Assets in requests.

use crate::path::chains_of;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_assets::{
    AssetId, AssetKind, AssetMeta, Catalogue, CoinChain, Contract, HomeDomain, MisleadingEdit, Tags, XlmAsset,
    XlmAssetError, check_code,
};
use wallet_core::auth::{Permission, PermissionClaims};
use wallet_core::model::ChainName;
use wallet_core::wire::{AssetNameText, DecimalsNumber, IconText, TickerText};
use wallet_eth_like as eth_like;
use wallet_http::{ApiError, Field, Required, ResultExt};

/// An asset as sent by an editor.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = AssetRequest)]
pub struct Request {
    /// The kind, which must be that of the path.
    #[schema(value_type = String, required = false, pattern = "^(fiat|coin|erc20|erc721|erc1155|xlm-asset)$", example = "erc20")]
    kind: Field<String>,
    /// The currency code (ISO 4217) in lower case. Fiat only.
    #[schema(value_type = String, required = false, pattern = "^[a-z]{3}$", example = "usd")]
    currency: Field<String>,
    /// The chain. Not for fiat, and optional for Stellar assets.
    #[schema(value_type = String, required = false, example = "eth")]
    chain: Field<String>,
    /// The contract address in any case. Tokens and collections only.
    #[schema(value_type = String, required = false, pattern = "^(0[xX])?[0-9a-fA-F]{40}$", example = "0xdAC17F958D2ee523a2206206994597C13D831ec7")]
    contract: Field<String>,
    /// The code. Stellar assets only.
    #[schema(value_type = String, required = false, pattern = "^[a-zA-Z0-9]{1,12}$", example = "USDC")]
    code: Field<String>,
    /// The address of the issuing account. Stellar assets only.
    #[schema(value_type = String, required = false, pattern = "^G[A-Z2-7]{55}$", example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
    issuer: Field<String>,
    /// The home domain of the issuer (SEP-1). Stellar assets only.
    #[serde(rename = "homeDomain")]
    #[schema(value_type = String, required = false, max_length = 32, example = "circle.com")]
    home_domain: Field<String>,
    /// The display name: 1 to 60 characters in one line.
    name: Required<AssetNameText>,
    /// The ticker symbol: 1 to 20 characters without spaces; for a Stellar asset its code.
    ticker: Required<TickerText>,
    /// The URL of the icon: an https or ipfs address.
    icon: Field<IconText>,
    /// The number of decimal places of the whole unit; 7 for a Stellar asset.
    decimals: Required<DecimalsNumber>,
    /// The tags: at most ten different words of up to ten letters (a to z), digits and underscores.
    #[schema(value_type = Vec<String>, required = false, max_items = 10, example = json!(["stablecoin"]))]
    tags: Field<Vec<String>>,
    /// The revision that the edit is based on. PUT only. The response is status 409 if the asset has
    /// another revision.
    #[schema(value_type = u64, required = false, minimum = 0, example = 3)]
    revision: Field<u64>,
    /// `true` skips the checks for misleading edits: changed decimals, a ticker of another asset, mixed scripts. Requires
    /// the permission `assets-admin`.
    #[serde(default)]
    #[schema(value_type = bool, required = false, default = false, example = false)]
    force: Field<bool>,
}

/// An edit of an asset.
pub struct Edit {
    /// The asset.
    pub id: AssetId,
    /// The new metadata.
    pub meta: AssetMeta,
    /// The revision that the edit is based on; `None` skips the check.
    pub expected: Option<u64>,
    /// True if the editor requests to skip the checks for misleading edits.
    pub force: bool,
}

impl Edit {
    /// Checks that the edit does not mislead, unless an administrator forces it.
    pub fn check_misleading(&self, catalogue: &Catalogue, editor: &PermissionClaims) -> Result<(), MisleadingEdit> {
        if self.force && editor.permissions.contains(Permission::AssetsAdmin) {
            return Ok(());
        }
        catalogue.check_misleading(&self.id, &self.meta)
    }
}

impl Request {
    /// Returns the edit that adds an asset. The revision is not read.
    pub fn addition(self, kind: AssetKind) -> Result<Edit, ApiError> {
        check_kind(kind, self.kind.clone())?;
        let id = read_id(kind, &self)?;
        self.edit(id, false)
    }

    /// Returns the edit that replaces an asset.
    pub fn replacement(self, id: AssetId) -> Result<Edit, ApiError> {
        check_kind(id.kind(), self.kind.clone())?;
        self.check_identity(id)?;
        self.edit(id, true)
    }

    fn edit(self, id: AssetId, has_revision: bool) -> Result<Edit, ApiError> {
        let (revision, force) = (self.revision.clone(), self.force.clone());
        let meta = self.meta(id.kind())?;
        check_code(&id, &meta)?;
        Ok(Edit {
            id,
            meta,
            expected: if has_revision {
                revision.optional("revision")?
            } else {
                None
            },
            force: force.optional("force")?.unwrap_or_default(),
        })
    }

    /// Checks that the identity in the body, if present, matches the path.
    fn check_identity(&self, id: AssetId) -> Result<(), ApiError> {
        let currency = |text: &str| matches!(id, AssetId::Fiat(currency) if currency.to_string() == text);
        let chain = |text: &str| id.chain().is_some_and(|chain| chain.name() == text);
        let contract = |text: &str| {
            let contract = id.contract();
            contract.is_some_and(|contract| text.parse() == Ok(contract.address))
        };
        let of_xlm = |is_same: fn(XlmAsset, &str) -> bool, text: &str| matches!(id, AssetId::XlmAsset(asset) if is_same(asset, text));
        check_same("code", &self.code, |text| {
            of_xlm(|asset, text| asset.code() == text, text)
        })?;
        check_same("issuer", &self.issuer, |text| {
            of_xlm(|asset, text| asset.issuer() == text, text)
        })?;
        check_same("currency", &self.currency, currency)?;
        check_same("chain", &self.chain, chain)?;
        check_same("contract", &self.contract, contract)
    }

    fn meta(self, kind: AssetKind) -> Result<AssetMeta, ApiError> {
        let home_domain = read_home_domain(kind, self.home_domain)?;
        let icon = |icon: IconText| icon.parse().at("icon");
        Ok(AssetMeta {
            name: self.name.required("name")?.parse().at("name")?,
            ticker: self.ticker.required("ticker")?.parse().at("ticker")?,
            icon: self.icon.optional("icon")?.map(icon).transpose()?,
            decimals: self.decimals.required("decimals")?.0,
            tags: read_tags(self.tags)?,
            home_domain,
        })
    }
}

fn check_same(name: &str, field: &Field<String>, is_same: impl Fn(&str) -> bool) -> Result<(), ApiError> {
    match field.clone().optional(name)? {
        Some(text) if !is_same(&text) => {
            let message = format!("Omit {name}, or use the one in the path.");
            Err(ApiError::invalid_request(message).at(name))
        }
        _ => Ok(()),
    }
}

fn check_kind(kind: AssetKind, value: Field<String>) -> Result<(), ApiError> {
    match value.optional("kind")? {
        Some(value) if value != kind.name() => {
            let message = format!("Omit kind, or use the one in the path: {}.", kind.name());
            Err(ApiError::invalid_request(message).at("kind"))
        }
        _ => Ok(()),
    }
}

fn read_id(kind: AssetKind, request: &Request) -> Result<AssetId, ApiError> {
    Ok(match kind {
        AssetKind::Fiat => AssetId::Fiat(request.currency.clone().required("currency")?.parse().at("currency")?),
        AssetKind::Coin => AssetId::Coin(read_chain(kind, request, CoinChain::from_name)?),
        AssetKind::Erc20 => AssetId::Erc20(read_contract(kind, request)?),
        AssetKind::Erc721 => AssetId::Erc721(read_contract(kind, request)?),
        AssetKind::Erc1155 => AssetId::Erc1155(read_contract(kind, request)?),
        AssetKind::XlmAsset => AssetId::XlmAsset(read_xlm_asset(request)?),
    })
}

fn read_contract(kind: AssetKind, request: &Request) -> Result<Contract, ApiError> {
    Ok(Contract {
        chain: read_chain(kind, request, eth_like::Chain::from_name)?,
        address: request.contract.clone().required("contract")?.parse().at("contract")?,
    })
}

fn read_xlm_asset(request: &Request) -> Result<XlmAsset, ApiError> {
    check_same("chain", &request.chain, |chain| chain == CoinChain::Xlm.name())?;
    let code = request.code.clone().required("code")?;
    let issuer = request.issuer.clone().required("issuer")?;
    XlmAsset::new(&code, &issuer).map_err(|error| {
        let field = match error {
            XlmAssetError::Form => "code",
            XlmAssetError::Issuer => "issuer",
        };
        ApiError::from(error).at(field)
    })
}

/// Reads the home domain of a Stellar asset. Other assets have none.
fn read_home_domain(kind: AssetKind, field: Field<String>) -> Result<Option<HomeDomain>, ApiError> {
    match (kind, field.optional("homeDomain")?) {
        (_, None) => Ok(None),
        (AssetKind::XlmAsset, Some(text)) => text.parse().map(Some).at("homeDomain"),
        (_, Some(_)) => {
            let message = "Omit homeDomain: only Stellar assets have one.";
            Err(ApiError::invalid_request(message).at("homeDomain"))
        }
    }
}

fn read_chain<C>(kind: AssetKind, request: &Request, from_name: fn(&str) -> Option<C>) -> Result<C, ApiError> {
    let name = request.chain.clone().required("chain")?;
    from_name(&name).ok_or_else(|| {
        let message = format!("chain must be one of {}.", chains_of(kind).join(", "));
        ApiError::invalid_request(message).at("chain")
    })
}

fn read_tags(field: Field<Vec<String>>) -> Result<Tags, ApiError> {
    let words = field.optional("tags")?.unwrap_or_default();
    let tags = words
        .iter()
        .enumerate()
        .map(|(index, word)| word.parse().at(format!("tags[{index}]")));
    Tags::new(tags.collect::<Result<_, _>>()?).at("tags")
}
