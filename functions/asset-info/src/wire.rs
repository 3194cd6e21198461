//! Assets in requests.

use crate::path::chains_of;
use std::str::FromStr;
use wallet_assets::{
    AssetId, AssetKind, AssetMeta, Catalogue, CoinChain, Contract, HomeDomain, Icon, MisleadingEdit, Name, Tags,
    Ticker, XlmAsset, XlmAssetError, check_code,
};
use wallet_core::auth::{Permission, PermissionClaims};
use wallet_core::error::CodedError;
use wallet_core::model::ChainName;
use wallet_core::wire::DecimalsNumber;
use wallet_eth_like as eth_like;
use wallet_http::{ApiError, Field, Required, ResultExt};

wallet_core::request! {
    /// An asset as sent by an editor.
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
        #[schema(value_type = String, required = false, max_length = 32, example = "circle.com")]
        home_domain: Field<String>,
        /// The display name: 1 to 60 characters in one line.
        name: Required<Name>,
        /// The ticker symbol: 1 to 20 characters without spaces; for a Stellar asset its code.
        ticker: Required<Ticker>,
        /// The URL of the icon: an https or ipfs address.
        icon: Field<Icon>,
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
        #[schema(value_type = bool, required = false, default = false, example = false)]
        force: Field<bool>,
    }
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
        check_kind(kind, &self.kind)?;
        let id = read_id(kind, &self)?;
        self.edit(id, false)
    }

    /// Returns the edit that replaces an asset.
    pub fn replacement(self, id: AssetId) -> Result<Edit, ApiError> {
        check_kind(id.kind(), &self.kind)?;
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
            expected: if has_revision { revision.get()? } else { None },
            force: force.or_default()?,
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
        check_same(&self.code, |text| of_xlm(|asset, text| asset.code() == text, text))?;
        check_same(&self.issuer, |text| of_xlm(|asset, text| asset.issuer() == text, text))?;
        check_same(&self.currency, currency)?;
        check_same(&self.chain, chain)?;
        check_same(&self.contract, contract)
    }

    fn meta(self, kind: AssetKind) -> Result<AssetMeta, ApiError> {
        let home_domain = read_home_domain(kind, self.home_domain)?;
        Ok(AssetMeta {
            name: self.name.get()?,
            ticker: self.ticker.get()?,
            icon: self.icon.get()?,
            decimals: self.decimals.get()?,
            tags: read_tags(self.tags)?,
            home_domain,
        })
    }
}

fn check_same(field: &Field<String>, is_same: impl Fn(&str) -> bool) -> Result<(), ApiError> {
    if field.is_present()? && !is_same(field.text()) {
        let message = format!("Omit {}, or use the one in the path.", field.name());
        return Err(field.error(message).into());
    }
    Ok(())
}

fn check_kind(kind: AssetKind, field: &Field<String>) -> Result<(), ApiError> {
    if field.is_present()? && field.text() != kind.name() {
        let message = format!("Omit kind, or use the one in the path: {}.", kind.name());
        return Err(field.error(message).into());
    }
    Ok(())
}

/// Parses a required text.
fn parse<T: FromStr<Err: CodedError>>(field: &Field<String>) -> Result<T, ApiError> {
    let name = field.name();
    field.clone().required().get()?.parse().at(name)
}

fn read_id(kind: AssetKind, request: &Request) -> Result<AssetId, ApiError> {
    Ok(match kind {
        AssetKind::Fiat => AssetId::Fiat(parse(&request.currency)?),
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
        address: parse(&request.contract)?,
    })
}

fn read_xlm_asset(request: &Request) -> Result<XlmAsset, ApiError> {
    check_same(&request.chain, |chain| chain == CoinChain::Xlm.name())?;
    let (code, issuer) = (&request.code, &request.issuer);
    let asset = XlmAsset::new(&code.clone().required().get()?, &issuer.clone().required().get()?);
    asset.map_err(|error| {
        let field = match error {
            XlmAssetError::Form => code,
            XlmAssetError::Issuer => issuer,
        };
        ApiError::from(error).at(field.name())
    })
}

/// Reads the home domain of a Stellar asset. Assets of different kinds have none.
fn read_home_domain(kind: AssetKind, field: Field<String>) -> Result<Option<HomeDomain>, ApiError> {
    let (name, foreign) = (
        field.name(),
        field.error("Omit homeDomain: only Stellar assets have one."),
    );
    match (kind, field.get()?) {
        (_, None) => Ok(None),
        (AssetKind::XlmAsset, Some(text)) => text.parse().map(Some).at(name),
        (_, Some(_)) => Err(foreign.into()),
    }
}

fn read_chain<C>(kind: AssetKind, request: &Request, from_name: fn(&str) -> Option<C>) -> Result<C, ApiError> {
    let name = request.chain.clone().required().get()?;
    from_name(&name).ok_or_else(|| {
        let message = format!("chain must be one of {}.", chains_of(kind).join(", "));
        request.chain.error(message).into()
    })
}

fn read_tags(field: Field<Vec<String>>) -> Result<Tags, ApiError> {
    let name = field.name();
    let words = field.or_default()?.into_iter().enumerate();
    let tags = words.map(|(index, word)| word.parse().at(format!("{name}[{index}]")));
    Tags::new(tags.collect::<Result<_, _>>()?).at(&*name)
}
