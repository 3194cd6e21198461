//! POST /api/transaction/get-hash/{chain}

use crate::Services;
use crate::warnings;
use crate::wire::{KeyOriginList, PricedPaymentRequest};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::Chain;
use wallet_btc_like::wire::Parent;
use wallet_core::wire::{BtcLikeSighashText, PsbtText, Warning};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, List, PathChain, Read};

/// The transactions that created the inputs.
type ParentList = List<Parent, 0, 500>;

wallet_core::request! {
    /// A payment with its fee.
    #[schema(as = GetHashRequest)]
    pub struct Request {
        #[serde(flatten)]
        payment: PricedPaymentRequest,
        /// True to include `psbt` in the response, for a signer that decodes transactions itself. bch has no PSBT format.
        #[schema(value_type = Option<bool>, example = true)]
        psbt: Field<bool>,
        /// With `psbt`: the transactions that created the inputs in hex, as estimate returns them with `parents`. Required for the
        /// inputs of p2pkh addresses.
        parents: Field<ParentList>,
        /// With `psbt`: the origins of the keys of the inputs and of the change.
        key_origins: Field<KeyOriginList>,
    }
}

/// Hashes to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// One hash per input, in input order.
    hashes: Vec<InputHash>,
    /// The unsigned transaction as a PSBT of version 0 (BIP 174) in base64, for attach-psbt after it is signed; present with `psbt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PsbtText, required = false)]
    psbt: Option<PsbtText>,
    /// Warnings about the payment; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Hash to sign for one input.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputHash {
    /// The index of the input, from 0: the index of the output in `utxo`.
    #[schema(example = 0)]
    input_index: usize,
    /// The 32 bytes to sign in hex, in signing byte order.
    hash: BtcLikeSighashText,
}

/// Builds a payment and returns the hash to sign for each input.
///
/// The outputs pay the recipients in order; the last one pays the change, if it is not dust, to `changeAddress`. An input of
/// a p2tr address is hashed by BIP 341 with `SIGHASH_DEFAULT` and signed by BIP 340, all others are signed by ECDSA.
/// Identical requests yield identical hashes.
///
/// With `psbt`, the response also has the transaction as a PSBT, and attach-psbt takes the signed one with the same fields.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}", operation_id = "getHash",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::InvalidTransaction, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let Request {
        payment,
        psbt,
        parents,
        key_origins,
    } = request;
    let (fields, unsigned) = payment.build(&services.chains, chain)?;
    let recipients = fields.payments.recipients(fields.sender.address()).cloned();
    services.lists.check(recipients).await?;
    let has_psbt = psbt.or_default()?;
    let (parents, key_origins) = (parents.or_default()?, key_origins.or_default()?);
    let psbt = has_psbt.then(|| unsigned.to_psbt(&key_origins, parents)).transpose()?;
    let hashes = unsigned.sighashes();
    let hashes = hashes.iter().enumerate().map(|(input_index, hash)| InputHash {
        input_index,
        hash: BtcLikeSighashText(hex::encode(hash)),
    });
    Ok(Data(Response {
        hashes: hashes.collect(),
        psbt: psbt.map(PsbtText),
        warnings: warnings::of_payment(&fields, unsigned.fee()),
    }))
}
