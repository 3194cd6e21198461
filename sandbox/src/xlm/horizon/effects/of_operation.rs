//! The effects of an operation, from its fields, its result and its changes of the ledger.

use super::{CREDITED, DEBITED, Effect, SIGNER_CREATED, asset_amount, signer};
use super::{balances, settings, sponsorships, trustlines};
use crate::xlm::horizon::claims;
use crate::xlm::horizon::view::{Fields, amount, put_account, put_asset};
use crate::xlm::ledger::Included;
use crate::xlm::participants;
use serde_json::{Value, json};
use stellar_xdr::{
    AccountId, AccountMergeResult, Asset, ClaimOfferAtom, MuxedAccount, Operation, OperationBody, OperationResultTr,
    PathPaymentStrictReceiveOp, PathPaymentStrictSendOp,
};

/// Returns the effects of an operation of a successful transaction in Horizon's order.
pub fn effects(included: &Included, index: usize, operation: &Operation) -> Vec<Effect> {
    let actor = included.transaction.actor(operation);
    let changes = participants::entry_changes(included, index);
    let mut effects = match &operation.body {
        OperationBody::CreateAccount(operation) => created(actor, &operation.destination, operation.starting_balance),
        OperationBody::Payment(operation) => moved(&operation.asset, operation.amount, &operation.destination, actor),
        OperationBody::PathPaymentStrictReceive(operation) => received(included, index, actor, operation),
        OperationBody::PathPaymentStrictSend(operation) => sent(included, index, actor, operation),
        OperationBody::ManageSellOffer(_)
        | OperationBody::ManageBuyOffer(_)
        | OperationBody::CreatePassiveSellOffer(_) => trades(included, index, actor),
        OperationBody::SetOptions(operation) => settings::options(actor, operation, &changes),
        OperationBody::ChangeTrust(operation) => trustlines::line(actor, operation, &changes),
        OperationBody::AllowTrust(operation) => trustlines::allowed(actor, operation),
        OperationBody::SetTrustLineFlags(operation) => vec![trustlines::flags_of_operation(actor, operation)],
        OperationBody::AccountMerge(destination) => merged(included, index, actor, destination),
        OperationBody::ManageData(operation) => settings::data(actor, operation, &changes),
        OperationBody::BumpSequence(_) => settings::bumped(actor, &changes),
        OperationBody::CreateClaimableBalance(operation) => balances::created(actor, operation, &changes),
        OperationBody::ClaimClaimableBalance(_) => balances::claimed(actor, &changes),
        OperationBody::Clawback(operation) => moved(&operation.asset, operation.amount, actor, &operation.from),
        OperationBody::ClawbackClaimableBalance(_) => balances::clawed_back(actor, &changes),
        _ => Vec::new(),
    };
    effects.extend(sponsorships::effects(actor, &changes));
    effects
}

/// Returns the effects of an amount on its recipient and on its payer.
fn moved(asset: &Asset, stroops: i64, to: &MuxedAccount, from: &MuxedAccount) -> Vec<Effect> {
    vec![
        Effect::new(to.clone(), CREDITED, asset_amount(asset, stroops)),
        Effect::new(from.clone(), DEBITED, asset_amount(asset, stroops)),
    ]
}

fn created(actor: &MuxedAccount, account: &AccountId, balance: i64) -> Vec<Effect> {
    let starting_balance = json!({ "starting_balance": amount(balance) });
    vec![
        Effect::new(account.clone(), ("account_created", 0), starting_balance),
        Effect::new(actor.clone(), DEBITED, asset_amount(&Asset::Native, balance)),
        Effect::new(account.clone(), SIGNER_CREATED, signer(&account.to_string(), 1)),
    ]
}

fn received(
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictReceiveOp,
) -> Vec<Effect> {
    let paid = claims::paid(included, index).unwrap_or(operation.dest_amount);
    let delivered = asset_amount(&operation.dest_asset, operation.dest_amount);
    let mut effects = vec![
        Effect::new(operation.destination.clone(), CREDITED, delivered),
        Effect::new(actor.clone(), DEBITED, asset_amount(&operation.send_asset, paid)),
    ];
    effects.extend(trades(included, index, actor));
    effects
}

fn sent(included: &Included, index: usize, actor: &MuxedAccount, operation: &PathPaymentStrictSendOp) -> Vec<Effect> {
    let delivered = claims::delivered(included, index).unwrap_or(0);
    let spent = asset_amount(&operation.send_asset, operation.send_amount);
    let mut effects = vec![
        Effect::new(
            operation.destination.clone(),
            CREDITED,
            asset_amount(&operation.dest_asset, delivered),
        ),
        Effect::new(actor.clone(), DEBITED, spent),
    ];
    effects.extend(trades(included, index, actor));
    effects
}

/// Returns an effect on the taker and one on the maker of each crossed offer.
fn trades(included: &Included, index: usize, taker: &MuxedAccount) -> Vec<Effect> {
    let effects = |(_, claim): (usize, &ClaimOfferAtom)| {
        let (given, paid) = (
            (&claim.asset_sold, claim.amount_sold),
            (&claim.asset_bought, claim.amount_bought),
        );
        let maker = MuxedAccount::from(claim.seller_id.clone());
        [
            Effect::new(taker.clone(), ("trade", 33), trade(claim.offer_id, &maker, given, paid)),
            Effect::new(maker, ("trade", 33), trade(claim.offer_id, taker, paid, given)),
        ]
    };
    claims::crossed(included, index).into_iter().flat_map(effects).collect()
}

/// Returns the fields of a trade from one side; `seller` is the other side.
fn trade(offer: i64, seller: &MuxedAccount, bought: (&Asset, i64), sold: (&Asset, i64)) -> Value {
    let mut fields = Fields::new();
    fields.insert("offer_id".to_owned(), offer.to_string().into());
    put_account(&mut fields, "seller", seller);
    for (prefix, (asset, stroops)) in [("bought_", bought), ("sold_", sold)] {
        put_asset(&mut fields, prefix, asset);
        fields.insert(format!("{prefix}amount"), amount(stroops).into());
    }
    Value::Object(fields)
}

fn merged(included: &Included, index: usize, actor: &MuxedAccount, destination: &MuxedAccount) -> Vec<Effect> {
    let balance = match claims::result(included, index) {
        Some(OperationResultTr::AccountMerge(AccountMergeResult::Success(balance))) => *balance,
        _ => 0,
    };
    let lumens = || asset_amount(&Asset::Native, balance);
    vec![
        Effect::new(actor.clone(), DEBITED, lumens()),
        Effect::new(destination.clone(), CREDITED, lumens()),
        Effect::new(actor.clone(), ("account_removed", 1), json!({})),
    ]
}
