//! POST /api/prepare-transaction/estimate/{chain}

use super::listed_coins::Choice;
use super::verified_selection::{Listed, Unreadable};
use crate::wire::{self, FeeSet, OutputList, RateSet, Recipients, UtxoList, UtxoRecord};
use crate::{Services, parents, warnings};
use axum::extract::State;
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;
use wallet_btc_like::wire::{Recipient, Spend};
use wallet_btc_like::{
    Address, AddressType, Chain, Coin, FeeRates, Input, OutPoint, Params, Payments, PublicKey, Selection, Sender,
    Sweep, SweepAmounts, select_coins, sweep,
};
use wallet_core::model::Network;
use wallet_core::wire::{BtcLikeTxdataText, Warning};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

wallet_core::request! {
    /// Payment to estimate.
    #[schema(as = EstimateRequest)]
    pub struct Request {
        /// The sender's address, in any form; it must belong to `publicKey` and `type`.
        address: Required<Address>,
        /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address. For a p2tr address it is the internal
        /// key (BIP 86).
        public_key: Required<PublicKey>,
        /// livenet or testnet.
        network: Field<Network>,
        /// The type of the sender's address: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr. It applies to btc and ltc; bch and doge
        /// always use p2pkh.
        r#type: Field<AddressType>,
        /// The outputs to select from, of at most 50 addresses; by default all outputs of `address`. Their values are those that
        /// the network lists.
        utxo: Field<UtxoList>,
        /// The recipient's address, in any standard form of the chain and network. Required without `outputs`.
        to: Field<Recipient>,
        /// The amount for the recipient in the base unit, at least the dust limit of its address; `max` for all
        /// funds. Required without `outputs`.
        amount: Field<Spend>,
        /// The recipients and data outputs in order, instead of `to` and `amount`.
        outputs: Field<OutputList>,
        /// The address of the change; by default the sender's.
        change_address: Field<Recipient>,
        /// The lowest number of confirmations of the outputs to spend; by default 0, which includes unconfirmed ones.
        #[schema(value_type = Option<u32>, example = 1)]
        min_confirmations: Field<u32>,
        /// True to include `parents` in the response, with which a client verifies the values of the inputs. All together have at most
        /// 2,000,000 bytes.
        #[schema(value_type = Option<bool>, example = true)]
        parents: Field<bool>,
    }
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
    /// The transactions that created the inputs whose values the signatures do not prove (p2pkh on btc and ltc, all inputs on doge, and
    /// several inputs without a p2tr one), without witnesses: each txid is the hash of these bytes. Present with `parents` if there are
    /// any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<BtcLikeTxdataText>, required = false)]
    parents: Vec<String>,
    /// Warnings about the payment and the prices; absent without any.
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

wallet_core::mode_texts!(AmountSet);

/// Requested payment.
enum Requested {
    /// Fixed amounts.
    Payments(Payments),
    /// All funds, to this address.
    Max(Address),
}

impl Requested {
    /// Returns the recipients, and the address of the change if the change leaves the address of the sender.
    fn recipients(&self, sender: &Sender) -> Vec<Address> {
        match self {
            Self::Payments(payments) => payments.recipients(sender.address()).cloned().collect(),
            Self::Max(to) => vec![to.clone()],
        }
    }
}

/// Selected inputs of either kind of payment.
struct Selected {
    selection: Selection,
    /// The amount that the fee of the normal mode is compared with, in base units.
    amount: u64,
    amounts: Option<SweepAmounts>,
}

impl Selected {
    fn of_payments(selection: Selection, payments: &Payments) -> Self {
        Self {
            selection,
            amount: payments.total(),
            amounts: None,
        }
    }

    fn of_sweep(sweep: Sweep) -> Self {
        let Sweep {
            inputs,
            size,
            fees,
            amounts,
        } = sweep;
        Self {
            selection: Selection { inputs, size, fees },
            amount: amounts.normal,
            amounts: Some(amounts),
        }
    }

    fn warnings(&self, unconfirmed: &HashSet<OutPoint>) -> impl Iterator<Item = Warning> {
        let is_unconfirmed = |input: &Input| unconfirmed.contains(&input.utxo.outpoint);
        let spends_unconfirmed = self.selection.inputs.iter().any(is_unconfirmed);
        let fee = warnings::of_fee(self.selection.fees.normal, self.amount);
        fee.into_iter()
            .chain(spends_unconfirmed.then_some(Warning::UNCONFIRMED_INPUTS))
    }
}

/// Selects inputs for a payment and returns its fees.
///
/// With the amount `max` the inputs are all spendable outputs, at most 500, and `amounts` contains the remainder
/// after each fee. With `utxo`, only these outputs are selected, each with the key and type of its owner.
///
/// p2pkh signatures on btc, ltc and doge do not commit to the values of the inputs, so these values are read from the
/// transactions that created the outputs. If one of these transactions cannot be read, other outputs are selected; with
/// `max`, or without sufficient other funds, the request fails with 502, 503 or 504.
#[utoipa::path(
    post, path = "/api/prepare-transaction/estimate/{chain}", operation_id = "estimate",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
        ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(&services.chains, chain, request.network);
    let sender = read_sender(params, request.address, request.public_key, request.r#type)?;
    let params = sender.params();
    let utxo = request.utxo.if_present();
    let named = utxo.map(|utxo| wire::inputs(utxo, &sender)).transpose()?;
    let name = request.outputs.name();
    let recipients = Recipients::read(params, request.to, request.amount, request.outputs)?;
    let change = request.change_address.get_in(params)?;
    let change = change.unwrap_or_else(|| sender.address().clone());
    let requested = match recipients {
        Recipients::Max(to) => Requested::Max(to),
        Recipients::Outputs(outputs) => Requested::Payments(Payments::new(outputs, change).at(name)?),
    };
    let choice = Choice::new(&sender, named.as_ref(), request.min_confirmations.or_default()?)?;
    let with_parents = request.parents.or_default()?;
    services.lists.check(requested.recipients(&sender)).await?;
    let reserved =
        Cost::SEVERAL_FACTS + Cost::requests(named.iter().flat_map(wallet_btc_like::Inputs::as_slice).count());
    budget.spend(reserved)?;
    let node = &*services.node;
    let (listed, estimates) = tokio::try_join!(choice.list(node, deadline), node.fee_estimates(params, deadline))?;
    let coins = choice.filter(listed)?;
    let rates = FeeRates::survey(params, &estimates);
    let unconfirmed = unconfirmed(&coins);
    let listed = Listed { node, params, coins };
    let selected = match requested {
        Requested::Payments(payments) => {
            let select = |coins: &[Coin<Sender>]| select_coins(&sender, coins, &payments, &rates.value);
            let selection = listed.select(Unreadable::Replaced, deadline, select).await?;
            Selected::of_payments(selection, &payments)
        }
        Requested::Max(to) => {
            let select = |coins: &[Coin<Sender>]| sweep(&sender, coins, &to, &rates.value);
            Selected::of_sweep(listed.select(Unreadable::Error, deadline, select).await?)
        }
    };
    let mut warnings = Warning::of_prices(rates.has_outlier);
    warnings.extend(selected.warnings(&unconfirmed));
    let Selection { inputs, size, fees } = selected.selection;
    budget.settle(reserved, reserved + Cost::requests(inputs.len()));
    let unproven = if with_parents { inputs.as_slice() } else { &[] };
    let parents = parents::of_unproven(node, params, unproven, deadline).await?;
    Ok(Data(Response {
        utxo: inputs
            .iter()
            .map(|input| UtxoRecord::of_input(input, &sender, named.as_ref()))
            .collect(),
        size,
        fees: fees.into(),
        fee_rates: (&rates.value).into(),
        amounts: selected.amounts.map(AmountSet::from),
        parents,
        warnings,
    }))
}

/// Returns the outpoints of the unconfirmed outputs.
fn unconfirmed(coins: &[Coin<Sender>]) -> HashSet<OutPoint> {
    let unconfirmed = coins.iter().filter(|coin| coin.unspent.confirmations == 0);
    unconfirmed.map(|coin| coin.unspent.utxo.outpoint).collect()
}

/// Returns the sender if the address equals the given address.
fn read_sender(
    params: Result<&'static Params, ApiError>,
    address: Required<Address>,
    public_key: Required<PublicKey>,
    address_type: Field<AddressType>,
) -> Result<Sender, ApiError> {
    address.is_present()?;
    // An invalid address precedes an invalid public key, and that one an unsupported network.
    let address = match params {
        Ok(params) => Some(address.get_in(params)?),
        Err(_) => None,
    };
    let sender = wire::sender(public_key, params, address_type)?;
    match address {
        Some(address) if address != *sender.address() => Err(mismatch(&address, &sender)),
        _ => Ok(sender),
    }
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
