//! POST /api/get-address/{chain}

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::PrefixFlag;
use wallet_eth_like::{Chain, PublicKey};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required};

wallet_core::request! {
    /// Public key.
    #[schema(as = GetAddressRequest)]
    pub struct Request {
        /// The public key in hex: 33 or 65 bytes. Both forms have the same address.
        public_key: Required<PublicKey>,
        /// livenet or testnet; the address is the same on both.
        network: Field<Network>,
        /// Ignored: the addresses of these chains have one form.
        prefix: Field<PrefixFlag>,
    }
}

/// Derived address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetAddressResponse)]
pub struct Response {
    /// The address with its checksum (ERC-55).
    #[schema(pattern = "^0x[0-9a-fA-F]{40}$", example = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf")]
    address: String,
}

/// Returns the address of a public key.
///
/// No request is sent to the network. The address is the same on all chains and networks.
#[utoipa::path(
    post, path = "/api/get-address/{chain}", operation_id = "getAddress",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidPublicKey]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let public_key = request.public_key.get()?;
    wire::params(chain, request.network)?;
    request.prefix.get()?;
    Ok(Data(Response {
        address: public_key.address().to_string(),
    }))
}
