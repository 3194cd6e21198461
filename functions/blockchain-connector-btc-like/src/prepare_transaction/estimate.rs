//! POST /api/prepare-transaction/estimate/{chain}

use crate::Services;
use crate::wire::{self, ChainPath, FeeSet, UtxoRecord};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{
    Address, BytePrices, Chain, Params, Payment, Selection, Sender, Sweep, SweepAmounts, select_coins, sweep,
};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, ErrorCode, Field, PathChain, Read, ResultExt, Within};

/// The amount that asks for everything.
const EVERYTHING: &str = "max";

/// A payment whose inputs and fees are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateRequest)]
pub struct Request {
    /// The sender's address: that of `publicKey` and `type`, in any form of it.
    #[serde(default)]
    #[schema(value_type = String, required, example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    address: Field<String>,
    /// The sender's public key in hex: 33 bytes, or 65 bytes where the address is p2pkh.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0[xX])?([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$",
        example = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")]
    public_key: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// p2pkh or p2wpkh: the form of the sender's address. Counts for btc and ltc; bch and doge are always p2pkh.
    #[serde(default)]
    #[schema(value_type = String, default = "p2wpkh", pattern = "^(p2pkh|p2wpkh)$", example = "p2wpkh")]
    r#type: Field<serde_json::Value>,
    /// The recipient's address, in any standard form of the chain and network.
    #[serde(default)]
    #[schema(value_type = String, required, example = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3")]
    to: Field<String>,
    /// What the recipient gets, in the smallest unit; at least the dust limit of its address. `max` for everything.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^([1-9][0-9]*|max)$", example = "100000")]
    amount: Field<String>,
}

/// Inputs for the payment and what they make it cost.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EstimateResponse)]
pub struct Response {
    /// The inputs to spend: enough for the amount and the fast fee where the funds allow it.
    utxo: Vec<UtxoRecord>,
    /// The size of the signed transaction in virtual bytes, with worst-case signatures.
    #[schema(example = 141)]
    size: u64,
    /// The fee for each mode in the smallest unit: `size` times the mode's price per byte.
    fees: FeeSet,
    /// With `max`: what the recipient gets for each fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountSet, required = false)]
    amounts: Option<AmountSet>,
}

/// What the recipient of everything gets for the fee of each mode, in the smallest unit. `0` where less than the dust
/// limit of its address is left.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountSet {
    /// For the normal fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "99295")]
    normal: String,
    /// For the fast fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "98590")]
    fast: String,
    /// For the slow fee.
    #[schema(pattern = "^[1-9][0-9]*$", example = "99718")]
    slow: String,
}

impl From<SweepAmounts> for AmountSet {
    fn from(amounts: SweepAmounts) -> Self {
        let SweepAmounts { slow, normal, fast } = amounts;
        Self {
            normal: normal.to_string(),
            fast: fast.to_string(),
            slow: slow.to_string(),
        }
    }
}

impl From<Selection> for Response {
    fn from(selection: Selection) -> Self {
        Self {
            utxo: selection.utxos.iter().map(UtxoRecord::from).collect(),
            size: selection.size,
            fees: selection.fees.into(),
            amounts: None,
        }
    }
}

impl From<Sweep> for Response {
    fn from(sweep: Sweep) -> Self {
        Self {
            utxo: sweep.utxos.iter().map(UtxoRecord::from).collect(),
            size: sweep.size,
            fees: sweep.fees.into(),
            amounts: Some(sweep.amounts.into()),
        }
    }
}

/// What is to be sent.
enum Wanted {
    /// A certain amount.
    Payment(Payment),
    /// All that there is, to this address.
    Everything(Address),
}

/// Picks inputs for a payment and tells its fees.
///
/// With `max` as the amount the inputs are all that can be spent, 500 at most, and `amounts` tells what is left of
/// them after each fee.
#[utoipa::path(
    post,
    path = "/api/prepare-transaction/estimate/{chain}",
    operation_id = "estimate",
    tag = "prepare-transaction",
    params(ChainPath),
    request_body = Request,
    responses(
        (status = 200, description = "Inputs, size and fees", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let sender = read_sender(
        chain,
        request.address,
        request.public_key,
        request.network,
        request.r#type,
    )?;
    let params = sender.params();
    let wanted = read_wanted(params, request.to, request.amount)?;
    let (unspent, estimates) = tokio::try_join!(
        services.node.unspent(sender.address(), deadline),
        services.node.fee_estimates(params, deadline)
    )?;
    let prices = BytePrices::from_estimates(params, services.price_floors.of(params), &estimates);
    Ok(Data(match wanted {
        Wanted::Payment(payment) => select_coins(&sender, &unspent, &payment, &prices)?.into(),
        Wanted::Everything(to) => sweep(&sender, &unspent, &to, &prices)?.into(),
    }))
}

fn read_wanted(params: &'static Params, to: Field<String>, amount: Field<String>) -> Result<Wanted, ApiError> {
    let to = wire::recipient(params, to)?;
    if amount.clone().required("amount")? == EVERYTHING {
        return Ok(Wanted::Everything(to));
    }
    wire::payment_to(to, amount).map(Wanted::Payment)
}

/// The sender, whose address must be the given one.
fn read_sender(
    chain: Chain,
    address: Field<String>,
    public_key: Field<String>,
    network: Field<String>,
    address_type: Field<serde_json::Value>,
) -> Result<Sender, ApiError> {
    let text = address.required("address")?;
    // The address stands before the network in the specification but cannot be read without one.
    let address = match wire::params(chain, network.clone()) {
        Ok(params) => Some(read_address(params, &text)?),
        Err(_) => None,
    };
    let sender = wire::sender(chain, public_key, network, address_type)?;
    match address {
        Some(address) if address != *sender.address() => Err(mismatch(&address, &sender)),
        _ => Ok(sender),
    }
}

fn read_address(params: &'static Params, text: &str) -> Result<Address, ApiError> {
    Address::parse(params, text).at("address")
}

/// Says which type the address has and what the one of publicKey and type would be.
fn mismatch(address: &Address, sender: &Sender) -> ApiError {
    let (given, derived) = (address.kind().name(), sender.address());
    let message = format!(
        "The address is of type {given}, but publicKey and type give {derived} of type {}.",
        derived.kind().name()
    );
    ApiError::new(ErrorCode::InvalidAddress, message).at("address")
}
