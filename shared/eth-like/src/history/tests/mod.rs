//! Sender, recipient, value, status and actions for each transaction shape.

mod effects;

use super::{Entry, HistoryFacts, HistoryPosition, Position, TopLevelCall, Transfer, TransferAsset, View};
use crate::{Address, Amount, Chain, Hash, Inclusion, PaidFee, Params};
use std::collections::HashMap;
use wallet_core::model::{Asset, ChainName, Movement, Network, Status, Transaction};

/// The requested and further addresses, with checksums.
const OWN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const SHOP: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const CONTRACT: &str = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
const LISTED: &str = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
const UNLISTED: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

fn amount(number: u64) -> Amount {
    Amount::from(number)
}

#[expect(clippy::unnecessary_wraps, reason = "an entry may have none")]
fn outer(from: &str, to: &str, value: u64) -> Option<TopLevelCall> {
    Some(TopLevelCall {
        from: address(from),
        to: (!to.is_empty()).then(|| address(to)),
        value: amount(value),
        succeeded: true,
    })
}

fn moved(asset: TransferAsset, from: &str, to: &str, value: u64) -> Transfer {
    Transfer {
        asset,
        from: Some(address(from)),
        to: address(to),
        value: amount(value),
    }
}

fn token(contract: &str, decimals: Option<u8>) -> TransferAsset {
    TransferAsset::Token {
        contract: address(contract),
        decimals,
    }
}

fn entry(outer: Option<TopLevelCall>, transfers: &[Transfer]) -> Entry {
    Entry {
        position: HistoryPosition::Mined {
            block: 170,
            index: Some(3),
            txid: Hash([7; 32]),
        },
        time: 1_700_000_000,
        outer,
        fee: Some(amount(21_000)),
        lacks_l1_fee: false,
        lacks_gas_fee: false,
        labels: Vec::new(),
        transfers: transfers.to_vec(),
    }
}

fn view(requested: &str) -> View {
    let params = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
    View::new(params, address(OWN), requested.to_owned(), [(address(LISTED), 6)])
}

fn view_of(outer: Option<TopLevelCall>, transfers: &[Transfer]) -> Transaction<Movement> {
    view(OWN).transaction(&entry(outer, transfers), 175)
}

/// Expected action: contract of the asset (`""` for the coin), amount, decimals, sender and recipient.
type ExpectedAction<'a> = (&'a str, &'a str, u8, &'a str, &'a str);

#[track_caller]
fn check(found: &Transaction<Movement>, from: &str, to: &str, value: &str, actions: &[ExpectedAction]) {
    assert_eq!((&*found.from, &*found.to, &*found.value.amount), (from, to, value));
    let shown = found.actions.iter().map(|action| {
        let contract = match &action.asset {
            Asset::Coin { chain: "eth" } => "",
            Asset::Erc20 { chain: "eth", contract } => contract,
            other => panic!("{other:?}"),
        };
        let value = &action.value;
        (contract, &*value.amount, value.decimals, &*action.from, &*action.to)
    });
    assert_eq!(shown.collect::<Vec<_>>(), actions);
}

#[test]
fn payment_has_one_action() {
    let found = view_of(outer(OWN, SHOP, 5), &[]);
    check(&found, OWN, SHOP, "5", &[("", "5", 18, OWN, SHOP)]);
    assert_eq!(
        (found.status, &*found.block, found.date),
        (Status::Confirmed, "170", 1_700_000_000)
    );
    assert_eq!((&*found.fee.amount, found.fee.decimals), ("21000", 18));
    assert_eq!(found.txid, format!("0x{}", "07".repeat(32)));
}

#[test]
fn payment_of_zero_has_no_action() {
    check(&view_of(outer(OWN, OWN, 0), &[]), OWN, OWN, "0", &[]);
}

#[test]
fn token_transfer_is_an_action_of_the_call() {
    let found = view_of(outer(OWN, LISTED, 0), &[moved(token(LISTED, Some(18)), OWN, SHOP, 9)]);
    // The decimals of the list take precedence over the decimals of the contract.
    check(&found, OWN, LISTED, "0", &[(LISTED, "9", 6, OWN, SHOP)]);
}

#[test]
fn decimals_of_an_unlisted_token_are_bounded() {
    for (reported, shown) in [(Some(0), 0), (Some(77), 77), (Some(78), 0), (Some(255), 0), (None, 0)] {
        let found = view_of(
            outer(SHOP, CONTRACT, 0),
            &[moved(token(UNLISTED, reported), SHOP, OWN, 9)],
        );
        check(&found, SHOP, CONTRACT, "0", &[(UNLISTED, "9", shown, SHOP, OWN)]);
    }
}

#[test]
fn exchange_shows_both_sides_in_order() {
    let transfers = [
        moved(TransferAsset::Coin, CONTRACT, OWN, 7),
        moved(token(LISTED, None), OWN, CONTRACT, 9),
    ];
    let found = view_of(outer(OWN, CONTRACT, 1), &transfers);
    let actions = [
        ("", "1", 18, OWN, CONTRACT),
        ("", "7", 18, CONTRACT, OWN),
        (LISTED, "9", 6, OWN, CONTRACT),
    ];
    check(&found, OWN, CONTRACT, "1", &actions);
}

#[test]
fn transfers_between_others_or_of_zero_are_omitted() {
    let transfers = [
        moved(TransferAsset::Coin, CONTRACT, SHOP, 7),
        moved(TransferAsset::Coin, CONTRACT, OWN, 0),
        moved(token(LISTED, None), SHOP, CONTRACT, 9),
        moved(token(LISTED, None), OWN, SHOP, 0),
    ];
    check(&view_of(outer(OWN, CONTRACT, 0), &transfers), OWN, CONTRACT, "0", &[]);
}

#[test]
fn failed_transaction_has_no_transfers_but_a_fee() {
    let failed = outer(OWN, CONTRACT, 5).map(|outer| TopLevelCall {
        succeeded: false,
        ..outer
    });
    let found = view_of(failed, &[moved(TransferAsset::Coin, CONTRACT, OWN, 7)]);
    check(&found, OWN, CONTRACT, "0", &[]);
    assert_eq!((found.status, &*found.fee.amount), (Status::Rejected, "21000"));
}

#[test]
fn new_contract_is_the_recipient_and_its_endowment_appears_once() {
    let endowment = moved(TransferAsset::Endowment, OWN, CONTRACT, 5);
    let once = [("", "5", 18, OWN, CONTRACT)];
    check(
        &view_of(outer(OWN, CONTRACT, 5), &[endowment]),
        OWN,
        CONTRACT,
        "5",
        &once,
    );
    // The endowment of a contract created within the transaction is a regular transfer.
    let inner = moved(TransferAsset::Endowment, OWN, SHOP, 5);
    let found = view_of(outer(SHOP, CONTRACT, 0), &[inner]);
    check(&found, SHOP, CONTRACT, "0", &[("", "5", 18, OWN, SHOP)]);
    check(&view_of(outer(OWN, "", 0), &[]), OWN, "", "0", &[]);
}

#[test]
fn transaction_of_others_shows_its_effects_on_the_address() {
    let transfers = [
        moved(TransferAsset::Coin, CONTRACT, OWN, 7),
        moved(TransferAsset::Coin, CONTRACT, OWN, 2),
        moved(TransferAsset::Coin, OWN, SHOP, 1),
        moved(token(LISTED, None), SHOP, OWN, 9),
    ];
    let actions = [
        ("", "7", 18, CONTRACT, OWN),
        ("", "2", 18, CONTRACT, OWN),
        ("", "1", 18, OWN, SHOP),
        (LISTED, "9", 6, SHOP, OWN),
    ];
    check(&view_of(None, &transfers), CONTRACT, OWN, "9", &actions);
    let left = view_of(None, &transfers[2..]);
    check(&left, OWN, SHOP, "1", &actions[2..]);
    let only_token = view_of(None, &transfers[3..]);
    check(&only_token, SHOP, OWN, "0", &actions[3..]);
    assert_eq!(only_token.status, Status::Confirmed);
    let unknown_fee = Entry {
        fee: None,
        ..entry(None, &transfers)
    };
    assert_eq!(view(OWN).transaction(&unknown_fee, 175).fee.amount, "0");
}

#[test]
fn impossible_sums_saturate() {
    let huge = Transfer {
        value: Amount::MAX,
        ..moved(TransferAsset::Coin, CONTRACT, OWN, 0)
    };
    let found = view_of(None, &[huge, moved(TransferAsset::Coin, CONTRACT, OWN, 1)]);
    assert_eq!(found.value.amount, Amount::MAX.to_string());
}

#[test]
fn pending_transaction_has_no_block() {
    let pending = Entry {
        position: HistoryPosition::Pending {
            nonce: 4,
            txid: Hash([7; 32]),
        },
        ..entry(outer(OWN, SHOP, 5), &[])
    };
    let found = view(OWN).transaction(&pending, 175);
    assert_eq!((found.status, &*found.block), (Status::Pending, ""));
    check(&found, OWN, SHOP, "5", &[("", "5", 18, OWN, SHOP)]);
}

#[test]
fn requested_address_is_unchanged() {
    for requested in [OWN.to_lowercase(), format!("0x{}", OWN[2..].to_uppercase())] {
        let found = view(&requested).transaction(&entry(outer(SHOP, OWN, 5), &[]), 175);
        check(&found, SHOP, &requested, "5", &[("", "5", 18, SHOP, &requested)]);
    }
}

#[test]
fn balances_of_listed_tokens_use_the_decimals_of_the_list() {
    let view = view(OWN);
    let balance = view.token_balance(address(LISTED), amount(5), amount(3)).unwrap();
    assert_eq!((&*balance.balance.amount, balance.balance.decimals), ("5", 6));
    let spendable = balance.spendable.unwrap();
    assert_eq!((&*spendable.amount, spendable.decimals), ("3", 6));
    assert_eq!(view.token_balance(address(UNLISTED), amount(5), amount(5)), None);
    let coin = view.coin_balance(Amount::MAX, Amount::ZERO);
    assert_eq!((coin.asset, coin.balance.decimals), (Asset::Coin { chain: "eth" }, 18));
}

#[test]
fn entries_of_one_transaction_are_merged() {
    let mut first = entry(None, &[moved(TransferAsset::Coin, CONTRACT, OWN, 7)]);
    first.position = HistoryPosition::Mined {
        block: 170,
        index: None,
        txid: Hash([7; 32]),
    };
    first.fee = None;
    let second = entry(outer(SHOP, CONTRACT, 1), &[moved(token(LISTED, None), SHOP, OWN, 9)]);
    let mut both = first.clone();
    both.merge(second.clone());
    let expected = Entry {
        transfers: [first.transfers.clone(), second.transfers.clone()].concat(),
        ..second.clone()
    };
    assert_eq!(both, expected);
    let mut other_way = second.clone();
    other_way.merge(first);
    assert_eq!(
        (other_way.position, other_way.outer, other_way.fee),
        (second.position, second.outer, second.fee)
    );
    assert!(both.concerns(address(OWN)) && both.concerns(address(SHOP)) && !both.concerns(address(UNLISTED)));
}

#[test]
fn fees_that_the_address_has_paid_are_completed() {
    let lacking = |from: &str, salt: u8| Entry {
        position: HistoryPosition::Mined {
            block: 170,
            index: None,
            txid: Hash([salt; 32]),
        },
        lacks_l1_fee: true,
        ..entry(outer(from, SHOP, 5), &[])
    };
    let inclusion = |salt: u8| Inclusion {
        txid: Hash([salt; 32]),
        block: 170,
    };
    let mut facts = HistoryFacts {
        entries: vec![lacking(OWN, 1), lacking(SHOP, 2), entry(outer(OWN, SHOP, 5), &[])],
        ..HistoryFacts::default()
    };
    let unpriced: Vec<_> = facts
        .entries
        .iter()
        .filter_map(|entry| entry.unpriced(address(OWN)))
        .collect();
    assert_eq!(unpriced, [inclusion(1)]);
    let mut incomplete = facts.clone();
    incomplete.complete_fees(
        address(OWN),
        &HashMap::from([(inclusion(2), PaidFee::Additional(amount(9)))]),
    );
    assert!(incomplete.lacks_l1_fees);
    assert_eq!(incomplete.entries, facts.entries);
    let mut replaced = facts.clone();
    replaced.complete_fees(
        address(OWN),
        &HashMap::from([(inclusion(1), PaidFee::Total(amount(4_000)))]),
    );
    assert_eq!(replaced.entries[0].fee, Some(amount(4_000)));
    facts.complete_fees(
        address(OWN),
        &HashMap::from([(inclusion(1), PaidFee::Additional(amount(4_000)))]),
    );
    assert!(!facts.lacks_l1_fees);
    let fees: Vec<_> = facts.entries.iter().map(|entry| entry.fee).collect();
    assert_eq!(fees, [25_000, 21_000, 21_000].map(|fee| Some(amount(fee))));
}

#[test]
fn genesis_allocation_has_no_sender() {
    let allocation = Transfer {
        from: None,
        ..moved(TransferAsset::Coin, OWN, OWN, 7)
    };
    check(&view_of(None, &[allocation]), "", OWN, "7", &[("", "7", 18, "", OWN)]);
}

/// A page with two mined transactions, of which the index has more.
fn page() -> HistoryFacts {
    let mined = |block| Entry {
        position: HistoryPosition::Mined {
            block,
            index: None,
            txid: Hash([u8::try_from(block).unwrap(); 32]),
        },
        ..entry(outer(OWN, SHOP, 5), &[])
    };
    HistoryFacts {
        entries: vec![mined(171), mined(170)],
        next: Some(Position::Block(169)),
        ..HistoryFacts::default()
    }
}

fn pending(nonce: u64, salt: u8) -> Entry {
    Entry {
        position: HistoryPosition::Pending {
            nonce,
            txid: Hash([salt; 32]),
        },
        ..entry(outer(OWN, SHOP, 5), &[])
    }
}

fn ids(facts: &HistoryFacts) -> Vec<u8> {
    facts.entries.iter().map(|entry| entry.txid().0[0]).collect()
}

#[test]
fn pending_transactions_are_added_on_the_first_page_once() {
    let added = page().with_pending(vec![pending(6, 6), pending(5, 5)], Position::Start, 50);
    assert_eq!(
        (ids(&added), added.next),
        (vec![6, 5, 171, 170], Some(Position::Block(169)))
    );
    // The index has the first in a block, and the second as pending.
    let mut known = page();
    known.entries.insert(0, pending(6, 6));
    let added = known.with_pending(vec![pending(6, 6), pending(5, 171)], Position::Start, 50);
    assert_eq!(ids(&added), [6, 171, 170]);
    let last = page().entries[0].position;
    for from in [Position::After(last), Position::Block(180)] {
        let added = page().with_pending(vec![pending(6, 6)], from, 50);
        assert_eq!(ids(&added), [171, 170], "{from:?}");
    }
}

#[test]
fn more_pending_transactions_than_the_limit_continue_on_the_next_page() {
    let all = vec![pending(6, 6), pending(5, 5), pending(4, 4)];
    let first = page().with_pending(all.clone(), Position::Start, 2);
    assert_eq!(ids(&first), [6, 5]);
    let second = page().with_pending(all, first.next.unwrap(), 2);
    assert_eq!(
        (ids(&second), second.next),
        (vec![4, 171], Some(Position::After(second.entries[1].position)))
    );
}
