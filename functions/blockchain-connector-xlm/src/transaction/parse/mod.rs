//! POST /api/transaction/parse/{chain}

mod record;

use crate::wire::ChainPath;
use record::Response;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Bearer, Body, Data, Field, HandlerResult, PathChain, Read, ResultExt, network};
use wallet_xlm::{Chain, Envelope};

/// A transaction in one of the two fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseRequest)]
pub struct Request {
    /// The transaction, signed or unsigned: XDR in base64.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…")]
    txdata: Field<String>,
    /// The transaction under the field name of get-hash.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…")]
    unsigned_message: Field<String>,
    /// The network: `livenet` or `testnet`. It determines the returned `txid`.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Returns the content of a transaction, for review before it is signed or sent.
///
/// The operations have the form accepted by get-hash/xlm/multi-operations. A transaction that its
/// source account signed for another network is rejected. The endpoint sends no request to the
/// network.
#[utoipa::path(
    post,
    path = "/api/transaction/parse/{chain}",
    operation_id = "parse",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "The content of the transaction", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let (name, text) = one_of(request.txdata, request.unsigned_message)?;
    let envelope = Envelope::parse(&text).at(name)?;
    let network = network(request.network)?;
    envelope.check_network(network).at(name)?;
    Ok(Data(Response::new(&envelope, network)))
}

/// Returns the present field with its name.
fn one_of(txdata: Field<String>, unsigned_message: Field<String>) -> Result<(&'static str, String), ApiError> {
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
