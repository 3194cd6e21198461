//! POST /api/transaction/parse/{chain}

use crate::wire::{self, ChainPath};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_eth_like::erc20::{TokenCall, TokenCallKind};
use wallet_eth_like::{AccessListItem, Address, Amount, Chain, DecodedTransaction, GasPrice};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Field, PathChain, Read, ResultExt};

/// A transaction, in one of the two fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseRequest)]
pub struct Request {
    /// The transaction in hex, signed or not.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0[xX])?([0-9a-fA-F]{2})+$", example = "0xf86c098504a817c80082520894…")]
    txdata: Field<String>,
    /// The same under the name that other chains have for it before it is signed.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0[xX])?([0-9a-fA-F]{2})+$", example = "0xec098504a817c80082520894…")]
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
        pattern = "^0x[0-9a-f]{64}$",
        example = "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"
    )]
    txid: Option<String>,
    /// Whether it is signed; the signature is verified.
    #[schema(example = true)]
    signed: bool,
    /// Who signed it; empty when nobody has.
    #[schema(
        pattern = "^(0x[0-9a-fA-F]{40})?$",
        example = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
    )]
    from: String,
    /// Whom it is for: of a payment who is paid, of a call the contract; `null` when it makes a new contract.
    #[schema(required, example = "0x3535353535353535353535353535353535353535")]
    to: Option<String>,
    /// What the recipient gets, in wei.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1000000000000000000")]
    amount: String,
    /// The most that it costs, in wei: gas limit times price. On a rollup the price of its place on the chain below
    /// comes on top.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "420000000000000")]
    fee: String,
    /// The most gas that it may use.
    #[schema(pattern = "^[1-9][0-9]*$", example = "21000")]
    gas_limit: String,
    #[serde(flatten)]
    price: Price,
    /// The one-time number of the sender's transaction.
    #[schema(example = 9)]
    nonce: u64,
    /// Calldata, or the code of a new contract; `0x` when there is none.
    #[schema(pattern = "^0x([0-9a-f]{2})*$", example = "0x")]
    data: String,
    /// Of a signed transaction that makes a new contract: the address that it will have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^0x[0-9a-fA-F]{40}$",
        example = "0xCd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d"
    )]
    contract: Option<String>,
    /// What it asks of the contract, when that is a transfer or an approval of ERC-20 tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TokenCallRecord, required = false)]
    token: Option<TokenCallRecord>,
    /// What it announces to touch (EIP-2930), when that is anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    access_list: Vec<AccessListRecord>,
}

/// One price, or the two of EIP-1559.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Price {
    /// Of a legacy transaction.
    Legacy {
        /// The price of a unit of gas in wei.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "20000000000")]
        gas_price: String,
    },
    /// Of a transaction of EIP-1559.
    FeeMarket {
        /// The most for a unit of gas in wei, base fee and tip.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "31500000000")]
        max_fee_per_gas: String,
        /// How much of it may be the tip.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1500000000")]
        max_priority_fee_per_gas: String,
    },
}

/// A transfer or an approval of tokens.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenCall)]
pub struct TokenCallRecord {
    /// transfer or approve.
    #[schema(pattern = "^(transfer|approve)$", example = "transfer")]
    method: &'static str,
    /// Who gets the tokens, or who may withdraw them.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    to: String,
    /// How many at the most, in the token's smallest unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: String,
}

/// An address of which slots are announced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessListItem)]
pub struct AccessListRecord {
    /// The address.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: String,
    /// The slots.
    #[schema(example = json!(["0x0000000000000000000000000000000000000000000000000000000000000001"]))]
    storage_keys: Vec<String>,
}

/// Tells what a transaction does, so that whoever signs or sends it can check it.
///
/// Nobody is asked. What would be refused once it is sent is refused here.
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
    read(chain, request).map(|transaction| Data(Response::new(&transaction)))
}

fn read(chain: Chain, request: Request) -> Result<DecodedTransaction, ApiError> {
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
    DecodedTransaction::parse(params, &text).at(name)
}

impl Response {
    fn new(transaction: &DecodedTransaction) -> Self {
        let fields = transaction.fields();
        Self {
            txid: transaction.hash().map(|hash| hash.to_string()),
            signed: transaction.is_signed(),
            from: text(transaction.from()).unwrap_or_default(),
            to: text(fields.to),
            amount: fields.amount.to_string(),
            fee: transaction.fee().to_string(),
            gas_limit: fields.gas_limit.to_string(),
            price: fields.price.into(),
            nonce: fields.nonce,
            data: wire::hex(&fields.data),
            contract: text(transaction.deployed()),
            token: transaction.token_call().map(TokenCallRecord::from),
            access_list: transaction.access_list().iter().map(AccessListRecord::from).collect(),
        }
    }
}

fn text(address: Option<Address>) -> Option<String> {
    address.map(|address| address.to_string())
}

impl From<GasPrice> for Price {
    fn from(price: GasPrice) -> Self {
        let text = |amount: Amount| amount.to_string();
        match price {
            GasPrice::Legacy { gas_price } => Self::Legacy {
                gas_price: text(gas_price),
            },
            GasPrice::FeeMarket {
                max_fee_per_gas,
                max_priority_fee_per_gas,
            } => Self::FeeMarket {
                max_fee_per_gas: text(max_fee_per_gas),
                max_priority_fee_per_gas: text(max_priority_fee_per_gas),
            },
        }
    }
}

impl From<TokenCall> for TokenCallRecord {
    fn from(call: TokenCall) -> Self {
        Self {
            method: match call.kind {
                TokenCallKind::Transfer => "transfer",
                TokenCallKind::Approve => "approve",
            },
            to: call.address.to_string(),
            amount: call.amount.to_string(),
        }
    }
}

impl From<&AccessListItem> for AccessListRecord {
    fn from(item: &AccessListItem) -> Self {
        Self {
            address: item.address.to_string(),
            storage_keys: item.storage_keys.iter().map(ToString::to_string).collect(),
        }
    }
}
