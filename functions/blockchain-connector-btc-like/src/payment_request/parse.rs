//! POST /api/payment-request/parse/{chain}

use crate::ChainTable;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{Chain, PaymentRequest};
use wallet_core::model::Network;
use wallet_core::wire::{AmountText, BtcLikeAddressText, BtcLikeUriText, NetworkName};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A payment request as a URI.
    #[schema(as = ParsePaymentRequest)]
    pub struct Request {
        /// The URI with the scheme of the chain: `bitcoin:`, `litecoin:`, `dogecoin:`, and on bch `bitcoincash:` or `bchtest:`.
        uri: Required<BtcLikeUriText>,
        /// The network: livenet or testnet.
        network: Field<Network>,
    }
}

/// Fields for the body of estimate, and the texts of the request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsePaymentRequestResponse)]
pub struct Response {
    /// livenet or testnet, as in the request.
    network: NetworkName,
    /// The recipient's address in its canonical form.
    to: BtcLikeAddressText,
    /// The amount in the base unit; absent if the payer chooses the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    amount: Option<AmountText>,
    /// The name of the recipient, which nothing proves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Shop")]
    label: Option<String>,
    /// The purpose of the payment, as the recipient describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Order 5512")]
    message: Option<String>,
    /// The names of parameters without effect, for example `lightning`, in lower case; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ignored: Vec<String>,
}

/// Parses a payment request (BIP 21) into the fields of estimate.
///
/// With the sender's `address`, `publicKey` and `type`, and an `amount` if absent, the response is a body of estimate. A URI with
/// an unknown parameter that starts with `req-` is rejected; all other unknown parameters are listed in `ignored`. The endpoint sends
/// no request to the network.
#[utoipa::path(
    post, path = "/api/payment-request/parse/{chain}", operation_id = "parsePaymentRequest",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::NetworkNotSupported, ErrorCode::AmountBelowDust,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let name = request.uri.name();
    let uri = request.uri.get()?;
    let params = wire::params(&chains, chain, request.network)?;
    let found = PaymentRequest::parse(params, &uri).at(name)?;
    Ok(Data(Response {
        network: NetworkName::of(params.network),
        to: BtcLikeAddressText::of(&found.to),
        amount: found.amount.map(AmountText::of),
        label: found.label,
        message: found.message,
        ignored: found.ignored,
    }))
}
