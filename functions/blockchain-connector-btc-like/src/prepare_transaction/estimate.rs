//! POST /api/prepare-transaction/estimate/{chain}

use super::verified_selection::{Listed, Unreadable};
use crate::wire::{self, FeeSet, RateSet, UtxoRecord};
use crate::{ChainTable, Services};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{
    Address, Chain, FeeRates, Params, Payment, Selection, Sender, Sweep, SweepAmounts, Unspent, select_coins, sweep,
};
use wallet_core::wire::{AddressTypeText, BtcLikeAddressText, BtcLikeSpendText, NetworkName, PublicKeyText, Warning};
use wallet_http::{
    ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, RequestDeadline, Required,
    ResultExt,
};

/// The amount that requests a sweep.
const EVERYTHING: &str = "max";

/// Payment to estimate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateRequest)]
pub struct Request {
    /// The sender's address, in any form; it must belong to `publicKey` and `type`.
    address: Required<BtcLikeAddressText>,
    /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address.
    public_key: Required<PublicKeyText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
    /// The type of the sender's address, p2pkh or p2wpkh. It applies to btc and ltc; bch and doge always use
    /// p2pkh.
    r#type: Field<AddressTypeText>,
    /// The recipient's address, in any standard form of the chain and network.
    to: Required<BtcLikeAddressText>,
    /// The amount for the recipient in the base unit, at least the dust limit of its address; `max` for all
    /// funds.
    amount: Required<BtcLikeSpendText>,
}

/// Selected inputs, size and fees of the payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateResponse)]
pub struct Response {
    /// The inputs to spend. They cover the amount and the fast fee if the funds suffice.
    utxo: Vec<UtxoRecord>,
    /// The size of the signed transaction in virtual bytes, with worst-case signatures.
    #[schema(example = 141)]
    size: u64,
    /// The fee for each mode in the base unit: `size` times the fee rate of the mode, rounded up.
    fees: FeeSet,
    /// The fee rate of each mode in base units per virtual byte.
    fee_rates: RateSet,
    /// The amount for the recipient for each fee; present with `max` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountSet, required = false)]
    amounts: Option<AmountSet>,
    /// Warnings about the prices; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Amount that the recipient of all funds receives for the fee of each mode, in the base unit. `0` if the
/// amount would be below the dust limit of the address.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountSet {
    /// Amount with the normal fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "99295")]
    normal: String,
    /// Amount with the fast fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "98590")]
    fast: String,
    /// Amount with the slow fee.
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

impl Response {
    fn of_payment(selection: &Selection, rates: &FeeRates) -> Self {
        Self {
            utxo: selection.utxos.iter().map(UtxoRecord::from).collect(),
            size: selection.size,
            fees: selection.fees.into(),
            fee_rates: rates.into(),
            amounts: None,
            warnings: Vec::new(),
        }
    }

    fn of_sweep(sweep: &Sweep, rates: &FeeRates) -> Self {
        Self {
            utxo: sweep.utxos.iter().map(UtxoRecord::from).collect(),
            size: sweep.size,
            fees: sweep.fees.into(),
            fee_rates: rates.into(),
            amounts: Some(sweep.amounts.into()),
            warnings: Vec::new(),
        }
    }
}

/// Requested amount.
enum SendAmount {
    /// A fixed amount.
    Payment(Payment),
    /// All funds, to this address.
    Max(Address),
}

/// Selects inputs for a payment and returns its fees.
///
/// With the amount `max` the inputs are all spendable outputs, at most 500, and `amounts` contains the remainder
/// after each fee.
///
/// p2pkh signatures on btc, ltc and doge do not commit to the values of the inputs, so these values are read from the
/// transactions that created the outputs. If one of these transactions cannot be read, other outputs are selected; with
/// `max`, or without sufficient other funds, the request fails with 502, 503 or 504.
#[utoipa::path(
    post, path = "/api/prepare-transaction/estimate/{chain}", operation_id = "estimate",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let sender = read_sender(
        &services.chains,
        chain,
        request.address,
        request.public_key,
        request.network,
        request.r#type,
    )?;
    let params = sender.params();
    let requested = read_requested(params, request.to, request.amount)?;
    let (unspent, estimates) = tokio::try_join!(
        services.node.unspent(sender.address(), deadline),
        services.node.fee_estimates(params, deadline)
    )?;
    let rates = FeeRates::survey(params, &estimates);
    let listed = Listed {
        node: &*services.node,
        sender: &sender,
        unspent,
    };
    let response = match requested {
        SendAmount::Payment(payment) => {
            let select = |unspent: &[Unspent]| select_coins(&sender, unspent, &payment, &rates.value);
            let selection = listed.select(Unreadable::Replaced, deadline, select).await?;
            Response::of_payment(&selection, &rates.value)
        }
        SendAmount::Max(to) => {
            let select = |unspent: &[Unspent]| sweep(&sender, unspent, &to, &rates.value);
            let sweep = listed.select(Unreadable::Error, deadline, select).await?;
            Response::of_sweep(&sweep, &rates.value)
        }
    };
    Ok(Data(Response {
        warnings: Warning::of_prices(rates.has_outlier),
        ..response
    }))
}

fn read_requested(
    params: &'static Params,
    to: Required<BtcLikeAddressText>,
    amount: Required<BtcLikeSpendText>,
) -> Result<SendAmount, ApiError> {
    let to = wire::recipient(params, to)?;
    let amount = amount.required("amount")?;
    if *amount == *EVERYTHING {
        return Ok(SendAmount::Max(to));
    }
    wire::payment_to(to, &amount).map(SendAmount::Payment)
}

/// Returns the sender if its address equals the given one.
fn read_sender(
    chains: &ChainTable,
    chain: Chain,
    address: Required<BtcLikeAddressText>,
    public_key: Required<PublicKeyText>,
    network: Field<NetworkName>,
    address_type: Field<AddressTypeText>,
) -> Result<Sender, ApiError> {
    let text = address.required("address")?;
    // The specification lists the address before the network, but parsing it requires the network.
    let address = match wire::params(chains, chain, network.clone()) {
        Ok(params) => Some(read_address(params, &text)?),
        Err(_) => None,
    };
    let sender = wire::sender(chains, chain, public_key, network, address_type)?;
    match address {
        Some(address) if address != *sender.address() => Err(mismatch(&address, &sender)),
        _ => Ok(sender),
    }
}

fn read_address(params: &'static Params, text: &str) -> Result<Address, ApiError> {
    Address::parse(params, text).at("address")
}

/// Returns the error with the type of the given address and the address derived from publicKey and type.
fn mismatch(address: &Address, sender: &Sender) -> ApiError {
    let (given, derived) = (address.kind().name(), sender.address());
    let message = format!(
        "The address is of type {given}, but publicKey and type yield {derived} of type {}.",
        derived.kind().name()
    );
    ApiError::new(ErrorCode::InvalidAddress, message).at("address")
}
