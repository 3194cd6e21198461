//! POST /api/transaction/get-hash/{chain}

use crate::warnings;
use crate::wire::{PaymentFields, PaymentRequest};
use crate::{ChainTable, Services};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::PositiveUnits;
use wallet_btc_like::{Chain, UnsignedTransaction};
use wallet_core::wire::{BtcLikeSighashText, Warning};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, HandlerResult, PathChain, Read, Required};

wallet_core::request! {
    /// A payment with its fee.
    #[schema(as = GetHashRequest)]
    pub struct Request {
        #[serde(flatten)]
        payment: PaymentRequest,
        /// The fee in the base unit. Change below the dust limit is added to it.
        fee: Required<PositiveUnits>,
    }
}

impl Request {
    /// Builds the transaction that the request determines.
    pub(super) fn build(
        self,
        chains: &ChainTable,
        chain: Chain,
    ) -> Result<(PaymentFields, UnsignedTransaction), ApiError> {
        let fields = self.payment.read(chains, chain)?;
        let fee = self.fee.get_in(fields.sender.params())?;
        let unsigned = UnsignedTransaction::build(&fields.inputs, &fields.payments, fields.terms, fee)?;
        Ok((fields, unsigned))
    }
}

/// Hashes to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// One hash per input, in input order.
    hashes: Vec<InputHash>,
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
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}", operation_id = "getHash",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (fields, unsigned) = request.build(&services.chains, chain)?;
    let recipients = fields.payments.recipients(fields.sender.address()).cloned();
    services.lists.check(recipients).await?;
    let hashes = unsigned.sighashes();
    let hashes = hashes.iter().enumerate().map(|(input_index, hash)| InputHash {
        input_index,
        hash: BtcLikeSighashText(hex::encode(hash)),
    });
    Ok(Data(Response {
        hashes: hashes.collect(),
        warnings: warnings::of_payment(&fields, unsigned.fee()),
    }))
}
