//! POST /api/transaction/parse/{chain}

use super::calls::CallRecord;
use crate::price::Price;
use crate::warnings;
use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{EthLikeAddressText, GasLimitText, Warning};
use wallet_eth_like::erc20::{TokenCall, TokenCallKind};
use wallet_eth_like::{AccessListItem, Address, Cautions, Chain, DecodedTransaction, NamedCall};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, one_of};

wallet_core::request! {
    /// Transaction in one of two fields.
    #[schema(as = ParseRequest)]
    pub struct Request {
        /// The transaction in hex, signed or unsigned.
        txdata: Field<DecodedTransaction>,
        /// The same as `txdata`, under the name of the unsigned transaction on other chains.
        unsigned_message: Field<DecodedTransaction>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Contents of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseResponse)]
pub struct Response {
    /// The transaction hash; present if the transaction is signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^0x[0-9a-f]{64}$",
        example = "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"
    )]
    txid: Option<String>,
    /// True if the transaction is signed. The signature is verified.
    #[schema(example = true)]
    signed: bool,
    /// The signer; empty for an unsigned transaction.
    #[schema(pattern = "^(0x[0-9a-fA-F]{40})?$", example = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F")]
    from: String,
    /// The recipient of a payment, or the called contract; `null` for a contract deployment.
    #[schema(required, example = "0x3535353535353535353535353535353535353535")]
    to: Option<String>,
    /// The amount for the recipient in wei.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1000000000000000000")]
    amount: String,
    /// The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "420000000000000")]
    fee: String,
    /// The gas limit.
    gas_limit: GasLimitText,
    #[serde(flatten)]
    price: Price,
    /// The nonce of the transaction.
    #[schema(example = 9)]
    nonce: u64,
    /// Calldata, or the code of a contract deployment; `0x` if empty.
    #[schema(pattern = "^0x([0-9a-f]{2})*$", example = "0x")]
    data: String,
    /// The address of the deployed contract; present for a signed contract deployment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^0x[0-9a-fA-F]{40}$", example = "0xCd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d")]
    contract: Option<String>,
    /// The ERC-20 transfer or approval in the calldata, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TokenCallRecord, required = false)]
    token: Option<TokenCallRecord>,
    /// The transfers and approvals of tokens in the calldata, also in a wrapper such as Multicall3; absent without any. All
    /// calls of a wrapper are listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    calls: Vec<CallRecord>,
    /// Warnings about the transaction; absent without any. `fee_share`: the fee of a payment exceeds a fifth of its
    /// amount. `unlimited_approval`: a spender may withdraw all tokens. `recipient_is_token_contract`: tokens are sent to
    /// their contract.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
    /// The access list (EIP-2930); absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    access_list: Vec<AccessListRecord>,
}

/// ERC-20 transfer or approval.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenCall)]
pub struct TokenCallRecord {
    /// The called function, `transfer` or `approve`.
    #[schema(pattern = "^(transfer|approve)$", example = "transfer")]
    method: &'static str,
    /// The recipient or the spender.
    to: EthLikeAddressText,
    /// The transferred amount or the allowance, in the token's base unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: String,
}

/// Access list entry: an address with storage slots.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessListItem)]
pub struct AccessListRecord {
    /// The address.
    address: EthLikeAddressText,
    /// The storage slots.
    #[schema(example = json!(["0x0000000000000000000000000000000000000000000000000000000000000001"]))]
    storage_keys: Vec<String>,
}

/// Decodes a transaction for review before it is signed or broadcast.
///
/// No request is sent to the network. Unsigned transactions that `send` would reject for their contents are rejected here
/// as well. A signed transaction may be in a block: it is decoded if it follows the rules of the chain, also if its
/// gas limit, its fee or the length of its data is above the limits of get-hash and `send`.
#[utoipa::path(
    post, path = "/api/transaction/parse/{chain}", operation_id = "parse",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidSignature, ErrorCode::InvalidTransaction, ErrorCode::FeeTooHigh,
    ]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    read(chain, request).map(|transaction| Data(Response::new(&transaction)))
}

fn read(chain: Chain, request: Request) -> Result<DecodedTransaction, ApiError> {
    let transaction = one_of(request.txdata, request.unsigned_message)?;
    let params = wire::params(chain, request.network)?;
    Ok(transaction.get_in(params)?)
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
            gas_limit: GasLimitText::of(fields.gas_limit),
            price: fields.price.into(),
            nonce: fields.nonce,
            data: wire::hex(&fields.data),
            contract: text(transaction.deployed()),
            token: transaction.token_call().map(TokenCallRecord::from),
            calls: calls(transaction),
            warnings: warnings::of(Cautions::of(fields, transaction.fee())),
            access_list: transaction.access_list().iter().map(AccessListRecord::from).collect(),
        }
    }
}

fn calls(transaction: &DecodedTransaction) -> Vec<CallRecord> {
    let fields = transaction.fields();
    let calls = fields.to.map(|to| NamedCall::of(to, &fields.data)).unwrap_or_default();
    calls.into_iter().map(CallRecord::from).collect()
}

fn text(address: Option<Address>) -> Option<String> {
    address.map(|address| address.to_string())
}

impl From<TokenCall> for TokenCallRecord {
    fn from(call: TokenCall) -> Self {
        Self {
            method: match call.kind {
                TokenCallKind::Transfer => "transfer",
                TokenCallKind::Approve => "approve",
            },
            to: EthLikeAddressText::of(call.address),
            amount: call.amount.to_string(),
        }
    }
}

impl From<&AccessListItem> for AccessListRecord {
    fn from(item: &AccessListItem) -> Self {
        Self {
            address: EthLikeAddressText::of(item.address),
            storage_keys: item.storage_keys.iter().map(ToString::to_string).collect(),
        }
    }
}
