//! POST /api/transaction/get-hash/{chain}

use crate::wire::{self, ChainPath, PaymentRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{Chain, UnsignedTransaction};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Field, PathChain, Read};

/// A payment with its fee.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetHashRequest)]
pub struct Request {
    #[serde(flatten)]
    payment: PaymentRequest,
    /// The fee in the smallest unit. Change below the dust limit goes to it.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[1-9][0-9]*$", example = "705")]
    fee: Field<String>,
}

impl Request {
    /// The transaction that the request fixes.
    pub(super) fn build(self, chain: Chain) -> Result<UnsignedTransaction, ApiError> {
        let (sender, utxos, payment) = self.payment.read(chain)?;
        let fee = wire::amount(sender.params(), self.fee, "fee")?;
        Ok(UnsignedTransaction::build(&sender, &utxos, &payment, fee)?)
    }
}

/// The hashes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// One hash for each input, in their order.
    hashes: Vec<InputHash>,
}

/// What to sign for one input.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputHash {
    /// The place of the input, from 0: that of the output in `utxo`.
    #[schema(example = 0)]
    input_index: usize,
    /// The 32 bytes to sign in hex, in the order in which they are signed.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670"
    )]
    hash: String,
}

/// Builds a payment and gives the hash to sign for each input.
///
/// Version 2, locktime 0; output 0 pays `to`, output 1 is the change to the sender's own address. The same request
/// always gives the same hashes.
#[utoipa::path(
    post,
    path = "/api/transaction/get-hash/{chain}",
    operation_id = "getHash",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "The hashes", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let sighashes = request.build(chain)?.sighashes();
    let hashes = sighashes.iter().enumerate().map(|(input_index, hash)| InputHash {
        input_index,
        hash: hex::encode(hash),
    });
    Ok(Data(Response {
        hashes: hashes.collect(),
    }))
}
