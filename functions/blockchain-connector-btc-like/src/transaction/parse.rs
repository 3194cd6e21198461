//! POST /api/transaction/parse/{chain}

use crate::ChainTable;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::{TxidField, Units};
use wallet_btc_like::{
    Address, Chain, DecodedOutput, DecodedTransaction, Nft, OutPoint, Params, SpentOutput, Token, Utxo,
};
use wallet_core::error::ErrorInfo;
use wallet_core::model::{AssetValue, Network};
use wallet_core::wire::{AmountText, BtcLikeAddressText, BtcLikeTxidText, Wire};
use wallet_http::{
    ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, List, Object, PathChain, Read, Required, one_of,
};

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
        /// Outputs of which the transaction spends some, with their owners. With `addresses`, the response has `net`.
        utxo: Field<SpentOutputList>,
        /// Own addresses, whose balance changes by `net`.
        addresses: Field<AddressList>,
    }
}

wallet_core::request! {
    /// Output that a transaction may spend.
    #[schema(as = SpentOutput)]
    pub struct SpentOutputWire {
        /// The transaction that created the output: 64 hex digits in display order.
        txid: Required<TxidField>,
        /// The index of the output in that transaction, from 0.
        vout: Required<u32>,
        /// The value in the base unit.
        value: Required<Units>,
        /// The address of its owner; absent for an output without an address.
        address: Field<Address>,
    }
}

impl Wire<&'static Params> for SpentOutputWire {
    type Json = Self;
    type Value = SpentOutput;
    type Error = ErrorInfo;

    fn read(output: Self, params: &'static Params) -> Result<SpentOutput, ErrorInfo> {
        Ok(SpentOutput {
            utxo: Utxo {
                outpoint: OutPoint::new(output.txid.get()?, output.vout.get()?),
                value: output.value.get_in(params)?,
            },
            owner: output.address.get_in(params)?,
        })
    }
}

/// Outputs that a transaction may spend.
type SpentOutputList = List<Object<SpentOutputWire>, 1, 500>;

/// The own addresses, at most 1000.
type AddressList = List<Address, 1, 1000>;

/// Contents of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseResponse)]
pub struct Response {
    /// The transaction id; present if the transaction is signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    txid: Option<BtcLikeTxidText>,
    /// True if every input has a script or witness, or needs none. The signatures are not verified.
    #[schema(example = true)]
    signed: bool,
    /// The owner of the first input.
    from: BtcLikeAddressText,
    /// The recipient of the first output.
    #[schema(example = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3")]
    to: String,
    /// The value of the first output in the base unit.
    amount: AmountText,
    /// All inputs in order.
    inputs: Vec<InputRecord>,
    /// All outputs in order.
    outputs: Vec<OutputRecord>,
    /// The current size in virtual bytes.
    #[schema(example = 141)]
    size: u64,
    /// The lock time: the earliest block height or, from 500 000 000 on, the earliest Unix time; 0 for none.
    #[schema(example = 0)]
    lock_time: u32,
    /// The amount by which the transaction changes the balance of `addresses`, fee included, if the values of `utxo` are
    /// correct. Absent without `addresses`, and if `utxo` lacks the output of an input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    net: Option<AssetValue>,
}

/// Input of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedInput)]
pub struct InputRecord {
    /// The transaction that created the spent output: 64 hex digits in display order.
    txid: BtcLikeTxidText,
    /// The index of the output in that transaction, from 0.
    #[schema(example = 1)]
    vout: u32,
    /// The address of the public key in the input: p2pkh, p2wpkh, or p2sh with a nested p2wpkh; empty if the input
    /// contains none.
    from: BtcLikeAddressText,
}

/// Output of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedOutput)]
pub struct OutputRecord {
    /// The recipient's address, on bch with its prefix; empty if the script has no address form.
    #[schema(example = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3")]
    to: String,
    /// The value in the base unit.
    amount: AmountText,
    /// The script in hex, on bch including a token prefix.
    #[schema(pattern = "^([0-9a-f]{2})*$", example = "0014751e76e8199196d454941c45d1b3a323f1433bd6")]
    script: String,
    /// The data in hex of an output with `OP_RETURN` and one push; absent for other outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, pattern = "^([0-9a-f]{2})+$", required = false, example = "6d656d6f")]
    data: Option<String>,
    /// The tokens that the output carries (bch, CHIP-2022-02); absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TokenRecord, required = false)]
    token: Option<TokenRecord>,
}

/// Tokens of a bch output.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedToken)]
pub struct TokenRecord {
    /// The category: 64 hex digits, as the id of the transaction that it is named after.
    category: BtcLikeTxidText,
    /// The amount of fungible tokens; 0 for none.
    amount: AmountText,
    /// The non-fungible token; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = NftRecord, required = false)]
    nft: Option<NftRecord>,
}

/// Non-fungible token of a bch output.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParsedNft)]
pub struct NftRecord {
    /// The rights of the holder: none, mutable or minting.
    #[schema(pattern = "^(none|mutable|minting)$", example = "none")]
    capability: &'static str,
    /// The contents in hex.
    #[schema(pattern = "^([0-9a-f]{2})*$", example = "cc01")]
    commitment: String,
}

/// Decodes a transaction for review before it is signed or broadcast.
///
/// No request is sent to the network. A transaction does not contain its input values, and therefore not its
/// fee. With `utxo` and `addresses`, `net` is what the addresses receive less what they spend: the owner of an input is that
/// of its entry in `utxo`.
#[utoipa::path(
    post, path = "/api/transaction/parse/{chain}", operation_id = "parse",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidTransaction, ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::NetworkNotSupported,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (transaction, net) = read(&chains, chain, request)?;
    Ok(Data(Response {
        net,
        ..Response::new(&transaction)
    }))
}

/// Reads the transaction, and the change of the balance of the own addresses.
fn read(
    chains: &ChainTable,
    chain: Chain,
    request: Request,
) -> Result<(DecodedTransaction, Option<AssetValue>), ApiError> {
    let transaction = one_of(request.txdata, request.unsigned_message)?;
    let params = wire::params(chains, chain, request.network)?;
    let transaction = transaction.get_in(params)?;
    if request.utxo.is_absent() && request.addresses.is_absent() {
        return Ok((transaction, None));
    }
    let utxo = request.utxo.required().get_in(params)?;
    let addresses = request.addresses.required().get_in(params)?;
    let net = transaction.net(&utxo, &addresses)?;
    Ok((transaction, net.map(|net| AssetValue::new(net, params.decimals))))
}

impl Response {
    fn new(transaction: &DecodedTransaction) -> Self {
        let inputs: Vec<_> = transaction.inputs().map(InputRecord::from).collect();
        let outputs: Vec<_> = transaction.outputs().map(OutputRecord::from).collect();
        Self {
            txid: transaction.txid().map(BtcLikeTxidText::of),
            signed: transaction.is_signed(),
            from: inputs.first().map(|input| input.from.clone()).unwrap_or_default(),
            to: outputs.first().map(|output| output.to.clone()).unwrap_or_default(),
            amount: outputs.first().map(|output| output.amount.clone()).unwrap_or_default(),
            inputs,
            outputs,
            size: transaction.size(),
            lock_time: transaction.lock_time(),
            net: None,
        }
    }
}

impl From<(OutPoint, Option<Address>)> for InputRecord {
    fn from((outpoint, from): (OutPoint, Option<Address>)) -> Self {
        Self {
            txid: BtcLikeTxidText::of(outpoint.txid),
            vout: outpoint.vout,
            from: BtcLikeAddressText(text(from)),
        }
    }
}

impl From<DecodedOutput<'_>> for OutputRecord {
    fn from(output: DecodedOutput<'_>) -> Self {
        Self {
            to: text(output.recipient),
            amount: AmountText::of(output.value),
            script: hex::encode(output.script.as_bytes()),
            data: output.data.map(hex::encode),
            token: output.token.map(TokenRecord::from),
        }
    }
}

impl From<Token> for TokenRecord {
    fn from(token: Token) -> Self {
        Self {
            category: BtcLikeTxidText::of(token.category),
            amount: AmountText::of(token.amount),
            nft: token.nft.map(NftRecord::from),
        }
    }
}

impl From<Nft> for NftRecord {
    fn from(nft: Nft) -> Self {
        Self {
            capability: nft.capability.name(),
            commitment: hex::encode(nft.commitment),
        }
    }
}

/// Encodes an address in canonical form; empty for `None`.
fn text(address: Option<Address>) -> String {
    address.map(|address| address.to_string()).unwrap_or_default()
}
