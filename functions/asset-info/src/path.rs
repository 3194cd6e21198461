//! Path parameters of the endpoints.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use wallet_assets::{AssetId, AssetIdError, AssetKind, CoinChain, XlmAssetError};
use wallet_core::model::ChainName;
use wallet_core::wire::AssetKindText;
use wallet_eth_like as eth_like;
use wallet_http::openapi::add_codes;
use wallet_http::openapi::signature::{Schemas, add_path_parameter};
use wallet_http::{ApiError, Describe, ErrorCode};

/// The path parameters, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the extractors PathKind and PathId")]
struct Parameters {
    /// The kind of asset.
    kind: AssetKindText,
    /// The id of the asset: the currency, the chain, chain and contract separated by a colon, or code and issuer separated
    /// by a hyphen.
    #[schema(example = "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7")]
    id: String,
}

impl Describe for PathKind {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_path_parameter::<Parameters>(operation, "kind");
    }
}

impl Describe for PathId {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_path_parameter::<Parameters>(operation, "id");
        add_codes(operation, &[ErrorCode::InvalidAddress, ErrorCode::ChainNotSupported]);
    }
}

/// The kind in the path segment `{kind}`. A different string results in status 404 `not_found`, like an
/// unknown path.
#[derive(Clone, Copy, Debug)]
pub struct PathKind(pub AssetKind);

#[derive(Deserialize)]
struct Segments {
    kind: String,
    #[serde(default)]
    id: String,
}

async fn segments<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<Segments, ApiError> {
    let path = Path::<Segments>::from_request_parts(parts, state).await;
    // Fails only for bytes that are not UTF-8.
    path.map(|Path(segments)| segments).map_err(|_| no_such_path())
}

fn kind(segments: &Segments) -> Result<AssetKind, ApiError> {
    let kind = AssetKind::ALL.into_iter().find(|kind| kind.name() == segments.kind);
    kind.ok_or_else(no_such_path)
}

fn no_such_path() -> ApiError {
    let kinds = AssetKind::ALL.map(AssetKind::name).join(", ");
    let message = format!("Path not found; use one of the kinds of assets: {kinds}.");
    ApiError::new(ErrorCode::NotFound, message)
}

impl<S: Send + Sync> FromRequestParts<S> for PathKind {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        kind(&segments(parts, state).await?).map(Self)
    }
}

/// The asset in the path segments `{kind}` and `{id}`.
///
/// An unsupported chain results in status 404 `chain_not_supported`, an invalid address of a contract or an issuer in
/// 400 `invalid_address`, and a string that is not an asset id in 404 `not_found`.
#[derive(Clone, Copy, Debug)]
pub struct PathId(pub AssetId);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let segments = segments(parts, state).await?;
        let kind = kind(&segments)?;
        AssetId::parse(kind, &segments.id)
            .map(Self)
            .map_err(|error| match error {
                AssetIdError::UnknownChain => chain_not_supported(kind),
                AssetIdError::Address(error) => ApiError::from(error).at("id"),
                AssetIdError::XlmAsset(XlmAssetError::Issuer) => ApiError::from(error).at("id"),
                AssetIdError::Currency(_) | AssetIdError::NoContract | AssetIdError::XlmAsset(XlmAssetError::Form) => {
                    ApiError::from(error)
                }
            })
    }
}

fn chain_not_supported(kind: AssetKind) -> ApiError {
    let supported = chains_of(kind);
    let message = format!("Use one of the chains that have such assets: {}.", supported.join(", "));
    ApiError::new(ErrorCode::ChainNotSupported, message).detail("supported", supported)
}

/// Returns the names of the chains with assets of a kind.
pub fn chains_of(kind: AssetKind) -> Vec<&'static str> {
    match kind {
        AssetKind::Fiat => Vec::new(),
        AssetKind::Coin => CoinChain::all().map(CoinChain::name).collect(),
        AssetKind::XlmAsset => vec![CoinChain::Xlm.name()],
        AssetKind::Erc20 | AssetKind::Erc721 | AssetKind::Erc1155 => {
            eth_like::Chain::ALL.iter().map(|chain| chain.name()).collect()
        }
    }
}
