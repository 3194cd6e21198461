//! POST /api/transaction/get-hash/{chain}/fee-bump

use super::Response;
use crate::Services;
use axum::extract::State;
use wallet_core::model::Network;
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};
use wallet_xlm::wire::FeeUnits;
use wallet_xlm::{Chain, DecodedTransaction, Envelope, PublicKey, fee_bump};

wallet_core::request! {
    /// A signed transaction and the account that pays a higher fee for it.
    #[schema(as = FeeBumpRequest)]
    pub struct Request {
        /// The public key of the account that pays the fee: 64 hex digits, or its address.
        public_key: Required<PublicKey>,
        /// The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
        network: Field<Network>,
        /// The signed transaction as returned by attach-signature.
        txdata: Required<Envelope>,
        /// The maximum total fee in stroops: at least 100 for each operation plus 100, and at least the fee rate of the
        /// inner transaction. The resource fee of a contract counts once.
        fee: Required<FeeUnits>,
    }
}

/// Builds a fee bump (CAP-15) of a signed transaction and returns the hash to sign.
///
/// Attach the signature of `publicKey` with attach-signature as usual. A transaction in the version
/// used before protocol 13 is converted to the current version; its signatures remain valid. The
/// endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/fee-bump", operation_id = "getHashFeeBump",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount, ErrorCode::InvalidSignature,
        ErrorCode::InvalidTransaction, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let payer = request.public_key.get()?.account();
    let network = request.network.or_default()?;
    let name = request.txdata.name();
    let inner = request.txdata.get()?;
    inner.check_network(network).at(name)?;
    let fee = request.fee.get()?;
    let bump = fee_bump(&inner, payer, fee)?;
    services
        .lists
        .check(DecodedTransaction::of(&inner).recipients())
        .await?;
    Ok(Data(Response::new(bump.to_base64(), bump.hash(network))))
}
