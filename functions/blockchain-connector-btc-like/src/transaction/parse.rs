//! POST /api/transaction/parse/{chain}

use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{Address, Chain, DecodedTransaction, OutPoint, Params};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Field, PathChain, Read, ResultExt};

/// A transaction, in one of the two fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseRequest)]
pub struct Request {
    /// The transaction in hex, signed or not.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0[xX])?([0-9a-fA-F]{2})+$", example = "02000000000101…")]
    txdata: Field<String>,
    /// The same under the name that other chains have for it before it is signed.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0[xX])?([0-9a-fA-F]{2})+$", example = "0200000001…")]
    unsigned_message: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// What the transaction does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseResponse)]
pub struct Response {
    /// The id of the transaction, once it is signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"
    )]
    txid: Option<String>,
    /// Whether every input has a script or witness. Whether the signatures in them are good is not told.
    #[schema(example = true)]
    signed: bool,
    /// Whose the first input is.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    from: String,
    /// Whom the first output pays.
    #[schema(example = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3")]
    to: String,
    /// What the first output is worth, in the smallest unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100000")]
    amount: String,
    /// Every input, in their order.
    inputs: Vec<InputRecord>,
    /// Every output, in their order.
    outputs: Vec<OutputRecord>,
    /// The size in virtual bytes as the transaction stands.
    #[schema(example = 141)]
    size: u64,
    /// The block height, or from 500 000 000 on the Unix time, before which no block may hold it; 0 for none.
    #[schema(example = 0)]
    lock_time: u32,
}

/// An input.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedInput)]
pub struct InputRecord {
    /// The transaction that made the output it spends: 64 hex digits, as explorers print it.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"
    )]
    txid: String,
    /// The place of the output in that transaction, from 0.
    #[schema(example = 1)]
    vout: u32,
    /// The address of the key that the input shows, p2pkh or p2wpkh; empty when it shows none.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    from: String,
}

/// An output.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedOutput)]
pub struct OutputRecord {
    /// The address that it pays to, on bch with its prefix; empty when its script has no address.
    #[schema(example = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3")]
    to: String,
    /// What it is worth, in the smallest unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100000")]
    amount: String,
    /// Its script in hex.
    #[schema(
        pattern = "^([0-9a-f]{2})*$",
        example = "0014751e76e8199196d454941c45d1b3a323f1433bd6"
    )]
    script: String,
}

/// Tells what a transaction does, so that whoever signs or sends it can check it.
///
/// Nobody is asked. What the inputs are worth, and so the fee, is not in a transaction.
#[utoipa::path(
    post,
    path = "/api/transaction/parse/{chain}",
    operation_id = "parse",
    tag = "transaction",
    params(ChainPath),
    request_body = Request,
    responses((status = 200, description = "What it does", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let (params, transaction) = read(chain, request)?;
    Ok(Data(Response::new(params, &transaction)))
}

fn read(chain: Chain, request: Request) -> Result<(&'static Params, DecodedTransaction), ApiError> {
    let txdata = request.txdata.optional("txdata")?;
    let unsigned_message = request.unsigned_message.optional("unsignedMessage")?;
    let (name, text) = match (txdata, unsigned_message) {
        (Some(text), None) => ("txdata", text),
        (None, Some(text)) => ("unsignedMessage", text),
        (None, None) => return Err(ApiError::invalid_request("Give txdata or unsignedMessage.").at("txdata")),
        (Some(_), Some(_)) => {
            let message = "Give either txdata or unsignedMessage, not both.";
            return Err(ApiError::invalid_request(message).at("unsignedMessage"));
        }
    };
    let params = wire::params(chain, request.network)?;
    let transaction = DecodedTransaction::parse(params, &text).at(name)?;
    Ok((params, transaction))
}

impl Response {
    fn new(params: &'static Params, transaction: &DecodedTransaction) -> Self {
        let inputs: Vec<_> = transaction.inputs().map(InputRecord::from).collect();
        let outputs: Vec<_> = transaction
            .outputs()
            .map(|(value, script)| OutputRecord {
                to: text(Address::from_script(params, script)),
                amount: value.to_string(),
                script: hex::encode(script.as_bytes()),
            })
            .collect();
        Self {
            txid: transaction.txid().map(|txid| txid.to_string()),
            signed: transaction.is_signed(),
            from: inputs.first().map(|input| input.from.clone()).unwrap_or_default(),
            to: outputs.first().map(|output| output.to.clone()).unwrap_or_default(),
            amount: outputs.first().map(|output| output.amount.clone()).unwrap_or_default(),
            inputs,
            outputs,
            size: transaction.size(),
            lock_time: transaction.lock_time(),
        }
    }
}

impl From<(OutPoint, Option<Address>)> for InputRecord {
    fn from((outpoint, from): (OutPoint, Option<Address>)) -> Self {
        Self {
            txid: outpoint.txid.to_string(),
            vout: outpoint.vout,
            from: text(from),
        }
    }
}

/// An address in its canonical form, empty for none.
fn text(address: Option<Address>) -> String {
    address.map(|address| address.to_string()).unwrap_or_default()
}
