//! POST /api/payment-request/create/{chain}

use crate::ChainTable;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::{PositiveUnits, Recipient};
use wallet_btc_like::{Chain, Payment, PaymentRequest};
use wallet_core::model::Network;
use wallet_core::payment_uri::PayerNote;
use wallet_core::wire::BtcLikeUriText;
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A payment to request.
    #[schema(as = CreatePaymentRequest)]
    pub struct Request {
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The recipient's address, in any standard form of the chain and network.
        to: Required<Recipient>,
        /// The amount in the base unit, at least the dust limit of the address; absent if the payer chooses the amount.
        amount: Field<PositiveUnits>,
        /// The name of the recipient.
        label: Field<PayerNote>,
        /// The purpose of the payment.
        message: Field<PayerNote>,
    }
}

/// A payment request as a URI.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatePaymentRequestResponse)]
pub struct Response {
    /// The URI, for a link or a QR code.
    uri: BtcLikeUriText,
}

/// Returns a payment request (BIP 21) as a URI.
///
/// parse returns the same fields for the URI. The endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/payment-request/create/{chain}", operation_id = "createPaymentRequest",
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
    let params = wire::params(&chains, chain, request.network)?;
    let to = request.to.get_in(params)?;
    let name = request.amount.name();
    let amount = request.amount.get_in(params)?;
    if let Some(amount) = amount {
        Payment::new(to.clone(), amount).at(name)?;
    }
    let request = PaymentRequest {
        to,
        amount,
        label: request.label.get()?,
        message: request.message.get()?,
        ignored: Vec::new(),
    };
    Ok(Data(Response {
        uri: BtcLikeUriText(request.to_uri()),
    }))
}
