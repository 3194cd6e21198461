//! POST /api/transaction/parse/{chain}

mod record;

use crate::Services;
use axum::extract::State;
use record::Response;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::wire::{NetworkName, XlmEnvelopeText};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, ResultExt, network};
use wallet_xlm::{Chain, Envelope};

/// A transaction in one of the two fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseRequest)]
pub struct Request {
    /// The transaction, signed or unsigned: XDR in base64.
    txdata: Field<XlmEnvelopeText>,
    /// The transaction under the field name of get-hash.
    unsigned_message: Field<XlmEnvelopeText>,
    /// The network: `livenet` or `testnet`. It determines the returned `txid`.
    network: Field<NetworkName>,
}

/// Returns the content of a transaction, for review before it is signed or sent.
///
/// A contract call is decoded with its arguments and authorizations; the contract alone determines its effect. All other
/// operations have the form accepted by get-hash/xlm/multi-operations. A transaction that its source account
/// signed for another network is rejected. The endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/transaction/parse/{chain}", operation_id = "parse",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidTransaction]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (name, text) = one_of(request.txdata, request.unsigned_message)?;
    let envelope = Envelope::parse(&text).at(name)?;
    let network = network(request.network)?;
    envelope.check_network(network).at(name)?;
    Ok(Data(Response::new(&envelope, network, &services.memo_list)))
}

/// Returns the present field with its name.
fn one_of(
    txdata: Field<XlmEnvelopeText>,
    unsigned_message: Field<XlmEnvelopeText>,
) -> Result<(&'static str, XlmEnvelopeText), ApiError> {
    let txdata = txdata.optional("txdata")?;
    let unsigned_message = unsigned_message.optional("unsignedMessage")?;
    match (txdata, unsigned_message) {
        (Some(text), None) => Ok(("txdata", text)),
        (None, Some(text)) => Ok(("unsignedMessage", text)),
        (None, None) => Err(ApiError::invalid_request("Send txdata or unsignedMessage.").at("txdata")),
        (Some(_), Some(_)) => {
            let message = "Send either txdata or unsignedMessage, not both.";
            Err(ApiError::invalid_request(message).at("unsignedMessage"))
        }
    }
}
