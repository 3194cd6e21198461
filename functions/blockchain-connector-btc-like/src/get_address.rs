//! POST /api/get-address/{chain}

use crate::ChainTable;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{AddressType, Chain, PublicKey};
use wallet_core::model::Network;
use wallet_core::wire::{BtcLikeAddressText, PrefixFlag};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required};

wallet_core::request! {
    /// Public key and address type.
    #[schema(as = GetAddressRequest)]
    pub struct Request {
        /// The public key in hex: 33 bytes, or 65 bytes for a p2pkh address. For a p2tr address it is the internal key
        /// (BIP 86).
        public_key: Required<PublicKey>,
        /// livenet or testnet.
        network: Field<Network>,
        /// The address type: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr. It applies to btc and ltc; bch and doge always use p2pkh.
        r#type: Field<AddressType>,
        /// True to include the prefix of a bch address (`bitcoincash:`, `bchtest:`). Other chains have no prefix.
        prefix: Field<PrefixFlag>,
    }
}

/// Derived address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetAddressResponse)]
pub struct Response {
    /// The address in its canonical form.
    address: BtcLikeAddressText,
}

/// Returns the address of a public key.
///
/// No request is sent to the network. The address depends on the network and on `type`.
#[utoipa::path(
    post, path = "/api/get-address/{chain}", operation_id = "getAddress",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(&chains, chain, request.network);
    let sender = wire::sender(request.public_key, params, request.r#type)?;
    let prefix = request.prefix.or_default()?;
    Ok(Data(Response {
        address: BtcLikeAddressText(sender.address().encode(prefix)),
    }))
}
