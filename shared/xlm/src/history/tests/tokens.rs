//! Tests of transfers of tokens of contracts (SEP-41): only transfers of the tokens of a view are shown.

use super::{OTHER, OWN, entry, id, stroops};
use crate::contract::{ContractId, TokenHolding};
use crate::history::{Body, Entry, TransactionEffects, Transfer, TransferAmount, View};
use crate::record::XlmTransaction;
use crate::{Asset, LedgerTransaction, MuxedAccount};
use serde_json::{Value, json};
use wallet_core::model::{Direction, Flag};

const TOKEN: ContractId = ContractId([7; 32]);
const SPAM: ContractId = ContractId([8; 32]);

fn moved(contract: ContractId, from: &str, to: &str, amount: u128) -> Transfer {
    Transfer {
        amount: TransferAmount::Token(contract, amount),
        from: Some(from.parse().unwrap()),
        to: Some(to.parse().unwrap()),
    }
}

fn call(transfers: Vec<Transfer>) -> Entry {
    entry(vec![Body::CallContract { transfers }], TransactionEffects::default())
}

fn held(decimals: u8, symbol: Option<&str>) -> TokenHolding {
    TokenHolding::OfContract {
        amount: 1,
        decimals,
        symbol: symbol.map(str::to_owned),
    }
}

fn shown(entry: &Entry, holding: &TokenHolding) -> XlmTransaction {
    let view = View::new(id(OWN), OWN.to_owned()).with_tokens([(TOKEN, holding)]);
    view.transaction(entry, 175)
}

fn action(decimals: u8, ticker: Option<&str>) -> Value {
    let mut action = json!({ "type": "transfer",
        "asset": { "kind": "xlm-token", "chain": "xlm", "contract": TOKEN.to_string() },
        "value": { "amount": u128::MAX.to_string(), "decimals": decimals }, "from": OWN, "to": OTHER,
        "unlisted": true, "decimals": decimals });
    if let Some(ticker) = ticker {
        action["ticker"] = json!(ticker);
    }
    action
}

#[test]
fn transfer_of_a_token_of_the_view_is_an_action() {
    let transfers = vec![moved(SPAM, OTHER, OWN, 9), moved(TOKEN, OWN, OTHER, u128::MAX)];
    for (decimals, symbol) in [(9, Some("MOON")), (0, None)] {
        let record = shown(&call(transfers.clone()), &held(decimals, symbol));
        let row = record.transaction;
        assert_eq!(
            serde_json::to_value(&row.actions).unwrap(),
            json!([action(decimals, symbol)])
        );
        assert_eq!((row.to.as_str(), row.direction), (OTHER, Direction::Out));
        assert_eq!(row.flags, [Flag::UnlistedToken]);
        // The lumens change by the fee only.
        assert_eq!((row.value.amount.as_str(), row.net.amount.as_str()), ("0", "-200"));
    }
}

#[test]
fn further_tokens_are_not_shown() {
    let mut received = call(vec![moved(TOKEN, OTHER, OWN, 5)]);
    received.source = MuxedAccount::from(id(OTHER));
    received.operations[0].source = received.source;
    received.fee_payer = id(OTHER);
    let row = shown(&received, &held(7, None)).transaction;
    assert_eq!((row.to.as_str(), row.direction), (OWN, Direction::In));
    assert_eq!(row.actions.len(), 1);
    // Contracts without decimals, and contracts of assets, have no transfers of a token.
    for holding in [TokenHolding::NoToken, TokenHolding::OfAsset(Asset::Native, Some(5))] {
        let row = shown(&received, &holding).transaction;
        assert_eq!((row.to.as_str(), row.actions.len(), row.flags.len()), ("", 0, 0));
    }
    let view = View::new(id(OWN), OWN.to_owned());
    assert_eq!(view.transaction(&received, 175).transaction.actions, []);
    // A contract can name any account: the transaction does not belong to the account.
    assert!(!received.accounts().any(|account| account == id(OWN)));
    let (movements, _) = view.own_transactions(std::slice::from_ref(&received));
    assert_eq!(movements[0].movements, []);
    // Failed calls move nothing.
    received.succeeded = false;
    let record = shown(&received, &held(7, None));
    assert_eq!(record.transaction.actions, []);
}

#[test]
fn entry_of_an_account_has_the_operations_with_its_tokens() {
    let mut called = call(vec![moved(TOKEN, OTHER, OWN, 5)]);
    called.operations[0].source = MuxedAccount::from(id(OTHER));
    let found = LedgerTransaction {
        entry: called,
        sequence: 1,
    };
    assert_eq!(found.clone().into_entry_of(id(OWN)).operations.len(), 1);
    assert!(found.into_entry_of(id(super::ISSUER)).operations.is_empty());
}

#[test]
fn assets_and_tokens_of_a_call_keep_their_order() {
    let lumens = Transfer {
        amount: TransferAmount::Asset(Asset::Native, stroops(6)),
        from: Some(OTHER.parse().unwrap()),
        to: Some(OWN.parse().unwrap()),
    };
    let record = shown(&call(vec![moved(TOKEN, OWN, OTHER, 5), lumens]), &held(7, None));
    let actions = serde_json::to_value(&record.transaction.actions).unwrap();
    assert_eq!(
        (&actions[0]["asset"]["kind"], &actions[1]["asset"]["kind"]),
        (&json!("xlm-token"), &json!("coin"))
    );
    assert_eq!(record.transaction.value.amount, "6");
}
