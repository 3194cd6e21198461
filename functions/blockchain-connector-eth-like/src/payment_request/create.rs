//! POST /api/payment-request/create/{chain}

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::EthLikeUriText;
use wallet_eth_like::{Address, Amount, Chain, payment_uri};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A payment to request.
    #[schema(as = CreatePaymentRequest)]
    pub struct Request {
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The address of the recipient.
        to: Required<Address>,
        /// The amount in wei, or with `contract` in the token's base unit; absent if the payer chooses the amount.
        amount: Field<Amount>,
        /// The token contract; absent for coins.
        contract: Field<Address>,
    }
}

/// A payment request as a URI.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatePaymentRequestResponse)]
pub struct Response {
    /// The URI with the chain id, for a link or a QR code.
    uri: EthLikeUriText,
}

/// Returns a payment request (EIP-681) as a URI.
///
/// parse returns the same payment for the URI. The endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/payment-request/create/{chain}", operation_id = "createPaymentRequest",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(chain, request.network)?;
    let name = request.to.name();
    let (to, amount) = (request.to.get()?, request.amount.get()?);
    let uri = payment_uri(params, to, amount, request.contract.get()?).at(name)?;
    Ok(Data(Response {
        uri: EthLikeUriText(uri),
    }))
}
