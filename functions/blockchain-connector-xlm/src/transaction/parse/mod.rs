//! POST /api/transaction/parse/{chain}

mod record;

use crate::Services;
use axum::extract::State;
use record::Response;
use wallet_core::model::Network;
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, ResultExt, one_of};
use wallet_xlm::{Chain, Envelope};

wallet_core::request! {
    /// A transaction in one of the two fields.
    #[schema(as = ParseRequest)]
    pub struct Request {
        /// The transaction, signed or unsigned: XDR in base64.
        txdata: Field<Envelope>,
        /// The transaction under the field name of get-hash.
        unsigned_message: Field<Envelope>,
        /// The network: `livenet` or `testnet`. It determines the returned `txid`.
        network: Field<Network>,
    }
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
    let transaction = one_of(request.txdata, request.unsigned_message)?;
    let name = transaction.name();
    let envelope = transaction.get()?;
    let network = request.network.or_default()?;
    envelope.check_network(network).at(name)?;
    Ok(Data(Response::new(&envelope, network, &services.memo_list)))
}
