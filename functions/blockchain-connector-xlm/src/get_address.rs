//! POST /api/get-address/{chain}

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{PrefixFlag, XlmAccountText};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required};
use wallet_xlm::{Chain, PublicKey};

wallet_core::request! {
    /// The public key of the address.
    #[schema(as = GetAddressRequest)]
    pub struct Request {
        /// The Ed25519 public key: 64 hex digits, or the address itself.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. An address is the same on both.
        network: Field<Network>,
        /// Has no effect: the addresses of this chain have only one form.
        prefix: Field<PrefixFlag>,
    }
}

/// The address of the public key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetAddressResponse)]
pub struct Response {
    /// The address (SEP-23).
    address: XlmAccountText,
}

/// Returns the address of a public key.
///
/// No request is sent to the network, so the result does not show if the account exists.
#[utoipa::path(
    post, path = "/api/get-address/{chain}", operation_id = "getAddress",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidPublicKey]))),
)]
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let public_key = request.public_key.get()?;
    request.network.or_default()?;
    request.prefix.get()?;
    Ok(Data(Response {
        address: XlmAccountText::of(public_key.account()),
    }))
}
