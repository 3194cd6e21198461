//! POST /api/prepare-transaction/bump/{chain}

use super::listed_coins::Choice;
use crate::wire::{self, FeeSet, OutputRecord, UtxoList, UtxoRecord};
use crate::{Services, parents};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::wire::{Recipient, TxidField};
use wallet_btc_like::{
    Address, AddressType, BumpError, Chain, Child, Coin, Coins, FeeRates, Input, Inputs, MAX_INPUTS, Params, Pending,
    PublicKey, Replacement, Sender, SignedTransaction, TransactionStatus, Txid,
};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::{AmountText, BtcLikeAddressText, Warning};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

wallet_core::request! {
    /// A pending transaction.
    #[schema(as = BumpRequest)]
    pub struct Request {
        /// The transaction id: 64 hex digits in display order.
        txid: Required<TxidField>,
        /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address.
        public_key: Required<PublicKey>,
        /// livenet or testnet.
        network: Field<Network>,
        /// The type of the sender's address: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr. It applies to btc and ltc; bch and doge
        /// always use p2pkh.
        r#type: Field<AddressType>,
        /// Inputs of the transaction that belong to other keys, and confirmed outputs to spend if the change does not cover the
        /// fee.
        utxo: Field<UtxoList>,
        /// The address of the change; by default the sender's.
        change_address: Field<Recipient>,
    }
}

/// A replacement, or a child that pays for its parent.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BumpResponse)]
pub struct Response {
    /// The inputs of the replacement: those of the transaction first. Present for an outgoing transaction, as the fields up
    /// to `fees`, which are those of get-hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<UtxoRecord>, required = false)]
    utxo: Option<Vec<UtxoRecord>>,
    /// The payments and data outputs, which are those of the transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<OutputRecord>, required = false)]
    outputs: Option<Vec<OutputRecord>>,
    /// The address of the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BtcLikeAddressText, required = false)]
    change_address: Option<BtcLikeAddressText>,
    /// The size of the signed replacement in virtual bytes, with worst-case signatures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 141)]
    size: Option<u64>,
    /// The lowest fee that nodes accept for the replacement, in the base unit (BIP 125, rules 3 and 4).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    minimum_fee: Option<AmountText>,
    /// The fee for each mode in the base unit, at least `minimumFee`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FeeSet, required = false)]
    fees: Option<FeeSet>,
    /// The outputs of an incoming transaction to spend, with the fees; present for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ChildRecord, required = false)]
    child_pays_for_parent: Option<ChildRecord>,
    /// Warnings about the prices, and about nodes that reject replacements; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// A transaction that spends outputs of a pending one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChildPaysForParent)]
pub struct ChildRecord {
    /// The outputs that belong to the sender.
    utxo: Vec<UtxoRecord>,
    /// The fee for each mode of a transaction with these inputs and one output to the sender, in the base unit: together
    /// with the pending transaction it pays the fee rate of the mode.
    fees: FeeSet,
}

impl Response {
    fn of_replacement(
        replacement: &Replacement,
        sender: &Sender,
        named: Option<&Inputs>,
        warnings: Vec<Warning>,
    ) -> Self {
        let inputs = replacement.inputs.iter();
        let payments = &replacement.payments;
        Self {
            utxo: Some(inputs.map(|input| UtxoRecord::of_input(input, sender, named)).collect()),
            outputs: Some(payments.as_slice().iter().map(OutputRecord::from).collect()),
            change_address: Some(BtcLikeAddressText::of(payments.change())),
            size: Some(replacement.size),
            minimum_fee: Some(AmountText::of(replacement.minimum_fee)),
            fees: Some(replacement.fees.into()),
            child_pays_for_parent: None,
            warnings,
        }
    }

    fn of_child(child: &Child, warnings: Vec<Warning>) -> Self {
        Self {
            child_pays_for_parent: Some(ChildRecord {
                utxo: child.utxos.iter().map(UtxoRecord::from).collect(),
                fees: child.fees.into(),
            }),
            warnings,
            ..Self::default()
        }
    }
}

/// Plans a higher fee for a pending transaction.
///
/// For a transaction of the sender that signals BIP 125: the same inputs and payments with less change, ready for get-hash.
/// For a transaction that pays the sender: the outputs that a further transaction can spend, with a fee for both.
/// Nodes reject a replacement that pays less than transactions of others that spend its outputs; these are not known here.
#[utoipa::path(
    post, path = "/api/prepare-transaction/bump/{chain}", operation_id = "bump",
    responses(
        (status = 400, description = "`invalid_transaction` has a `details.reason`: confirmed, not_replaceable, \
            foreign_input, only_change, other_output, has_child, unknown_inputs or unrelated."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount, ErrorCode::InvalidTransaction,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::TransactionNotFound,
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
    let txid = request.txid.get()?;
    let params = wire::params(&services.chains, chain, request.network);
    let sender = wire::sender(request.public_key, params, request.r#type)?;
    let params = sender.params();
    let utxo = request.utxo.if_present();
    let named = utxo.map(|utxo| wire::inputs(utxo, &sender)).transpose()?;
    let change = request.change_address.get_in(params)?;
    let change = change.unwrap_or_else(|| sender.address().clone());
    let reserved = Cost::SEVERAL_FACTS + Cost::requests(named.iter().flat_map(Inputs::as_slice).count());
    budget.spend(reserved)?;
    let node = &*services.node;

    let transaction = pending(node, params, txid, deadline).await?;
    let spent: Vec<_> = transaction.outpoints().collect();
    budget.settle(reserved, reserved + Cost::requests(spent.len()));
    let (parents, estimates) = tokio::try_join!(
        parents::all(node, params, spent.iter().copied(), deadline),
        node.fee_estimates(params, deadline)
    )?;
    let rates = FeeRates::survey(params, &estimates);
    let mut warnings = Warning::of_prices(rates.has_outlier);
    let mut owners = vec![sender.clone()];
    owners.extend(named.iter().flat_map(Inputs::owners).cloned());
    let parents = parents.ok_or(BumpError::UnknownInputs)?;
    let pending = Pending::new(transaction, &parents, &owners)?;
    if !pending.is_outgoing() {
        let child = pending.child(&sender, &rates.value)?;
        return Ok(Data(Response::of_child(&child, warnings)));
    }
    check_change(node, &pending, &change, deadline).await?;
    let listed = named.iter().flat_map(|named| named.as_slice().to_vec()).enumerate();
    let more: Vec<_> = listed
        .filter(|(_, input)| !spent.contains(&input.utxo.outpoint))
        .collect();
    let more = confirmed(node, params, more, deadline).await?;
    let replacement = pending.replacement(&change, &more, &rates.value)?;
    services
        .lists
        .check(replacement.payments.recipients(sender.address()).cloned())
        .await?;
    warnings.extend(Warning::of_replacement(replacement.is_relayed));
    Ok(Data(Response::of_replacement(
        &replacement,
        &sender,
        named.as_ref(),
        warnings,
    )))
}

/// Returns a transaction of the mempool.
async fn pending(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    txid: Txid,
    deadline: Deadline,
) -> Result<SignedTransaction, ApiError> {
    let (bytes, status) = tokio::try_join!(
        node.raw_transaction(params, txid, deadline),
        node.transaction_status(params, txid, &[], deadline)
    )?;
    let (bytes, status) = bytes.zip(status).ok_or_else(wire::transaction_not_found)?;
    if !matches!(status, TransactionStatus::Pending { .. }) {
        let message = "The transaction is in a block, or another one has replaced it.";
        let error = ApiError::new(ErrorCode::InvalidTransaction, message).at("txid");
        return Err(error.detail("reason", "confirmed"));
    }
    SignedTransaction::parse(params, &hex::encode(bytes)).at("txid")
}

/// Checks that no transaction spends the change: a replacement would have to pay that fee as well.
async fn check_change(
    node: &dyn BtcLikeNode,
    pending: &Pending,
    change: &Address,
    deadline: Deadline,
) -> Result<(), ApiError> {
    let Some(outpoint) = pending.change(change) else {
        return Ok(());
    };
    let unspent = node.unspent(change, deadline).await?;
    if unspent.iter().any(|output| output.utxo.outpoint == outpoint) {
        Ok(())
    } else {
        Err(BumpError::HasChild.into())
    }
}

/// Returns the confirmed outputs of the request with their actual values.
async fn confirmed(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    more: Vec<(usize, Input)>,
    deadline: Deadline,
) -> Result<Vec<Input>, ApiError> {
    let choice = Choice::of(more, 1)?;
    let mut coins = Coins::new(choice.filter(choice.list(node, deadline).await?)?);
    let unverified = coins.largest_unverified(MAX_INPUTS, |owner| !owner.signatures_commit_to_values());
    let outputs = parents::all(node, params, unverified, deadline).await?;
    coins.correct(&outputs.ok_or(BumpError::UnknownInputs)?);
    let spendable = coins.as_slice().iter().filter(|coin| coin.is_spendable());
    Ok(spendable.map(Coin::to_input).collect())
}
