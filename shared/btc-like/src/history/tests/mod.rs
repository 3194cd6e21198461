//! Sender, recipient, value and actions for each transaction shape.

mod funds;

use super::{Entry, Input, Output, Payee, View};
use crate::{Address, Chain, Params, Txid};
use bitcoin::hashes::Hash;
use wallet_core::model::{Action, Direction, Flag, Network, Status, Transaction};

/// The requested and further addresses, all on btc livenet.
const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const CO_SENDER: &str = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const FRIEND: &str = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy";

fn address(text: &str) -> Address {
    let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
    Address::parse(params, text).unwrap()
}

/// Parses a payee: `""` is a script without an address, `"data"` is an `OP_RETURN`.
fn payee(text: &str) -> Payee {
    match text {
        "" => Payee::Script,
        "data" => Payee::Data,
        text => Payee::Address(address(text)),
    }
}

fn entry(inputs: &[&str], outputs: &[(&str, u64)]) -> Entry {
    let inputs = inputs.iter().map(|text| Input {
        owner: payee(text).address().cloned(),
        value: 107,
        spent: None,
    });
    let outputs = outputs.iter().map(|&(text, value)| Output {
        payee: payee(text),
        value,
    });
    Entry {
        txid: Txid::all_zeros(),
        height: Some(170),
        time: 1_231_731_025,
        fee: 12,
        inputs: inputs.collect(),
        outputs: outputs.collect(),
    }
}

fn view(inputs: &[&str], outputs: &[(&str, u64)]) -> Transaction {
    View::new(&address(OWN), OWN.to_owned()).transaction(&entry(inputs, outputs), 175)
}

/// Checks sender, recipient and value, then recipient and value of each action.
#[track_caller]
fn check(found: &Transaction, from: &str, to: &str, value: u64, actions: &[(&str, u64)]) {
    assert_eq!((&*found.from, &*found.to), (from, to));
    assert_eq!(found.value.amount, value.to_string());
    let shown: Vec<_> = found
        .actions
        .iter()
        .map(|Action::Transfer { value, from, to, .. }| {
            assert_eq!(*from, found.from);
            (to.as_str(), value.amount.parse().unwrap())
        })
        .collect();
    assert_eq!(shown, actions);
}

#[test]
fn payment_value_excludes_change() {
    let found = view(&[OWN], &[(SHOP, 5), (OWN, 90)]);
    check(&found, OWN, SHOP, 5, &[(SHOP, 5)]);
    assert_eq!(found.fee.amount, "12");
    assert_eq!((found.status, &*found.block), (Status::Confirmed, "170"));
}

#[test]
fn payment_to_two_recipients_reports_the_first() {
    let found = view(&[OWN], &[(OWN, 90), (SHOP, 5), (FRIEND, 6)]);
    check(&found, OWN, SHOP, 11, &[(SHOP, 5), (FRIEND, 6)]);
}

#[test]
fn incoming_value_is_the_sum_paid_to_the_address() {
    let found = view(&[CO_SENDER, SHOP], &[(FRIEND, 7), (OWN, 5), (OWN, 6), (SHOP, 80)]);
    check(&found, CO_SENDER, OWN, 11, &[(FRIEND, 7), (OWN, 5), (OWN, 6)]);
}

#[test]
fn requested_address_is_the_sender_at_any_input_index() {
    let found = view(&[CO_SENDER, OWN], &[(SHOP, 5), (CO_SENDER, 90)]);
    check(&found, OWN, SHOP, 5, &[(SHOP, 5)]);
}

#[test]
fn self_payment_reports_the_total_output() {
    let found = view(&[OWN], &[(OWN, 40), (OWN, 50)]);
    check(&found, OWN, OWN, 90, &[]);
    let found = view(&[OWN, CO_SENDER], &[(CO_SENDER, 90)]);
    check(&found, OWN, CO_SENDER, 90, &[]);
}

#[test]
fn several_addresses_of_an_owner_are_a_single_view() {
    let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
    let owner = View::of_addresses(params, [OWN, CO_SENDER].map(address));
    let found = owner.transaction(&entry(&[SHOP, CO_SENDER], &[(FRIEND, 5), (OWN, 90)]), 175);
    check(&found, CO_SENDER, FRIEND, 5, &[(FRIEND, 5)]);
    assert_eq!((&*found.net.amount, found.direction), ("-17", Direction::Out));
    let found = owner.transaction(&entry(&[OWN], &[(CO_SENDER, 95)]), 175);
    assert_eq!((&*found.net.amount, found.direction), ("-12", Direction::Own));
}

#[test]
fn coinbase_has_no_sender() {
    let found = view(&[""], &[(OWN, 5_000_000_000), ("data", 0)]);
    check(&found, "", OWN, 5_000_000_000, &[(OWN, 5_000_000_000)]);
}

#[test]
fn data_output_is_not_a_transfer() {
    let found = view(&[OWN], &[("data", 0), (OWN, 90)]);
    check(&found, OWN, OWN, 90, &[]);
    let found = view(&[OWN], &[("data", 3), (SHOP, 4), (OWN, 90)]);
    check(&found, OWN, SHOP, 4, &[(SHOP, 4)]);
    let found = view(&[OWN], &[("data", 3)]);
    check(&found, OWN, "", 0, &[]);
}

#[test]
fn script_without_address_has_an_empty_recipient() {
    let found = view(&[OWN], &[("", 5), (OWN, 90)]);
    check(&found, OWN, "", 5, &[("", 5)]);
    let found = view(&["", SHOP], &[(OWN, 5), ("", 90)]);
    check(&found, "", OWN, 5, &[(OWN, 5), ("", 90)]);
}

#[test]
fn pending_transaction_has_no_block() {
    let mut pending = entry(&[OWN], &[(SHOP, 5)]);
    pending.height = None;
    let found = View::new(&address(OWN), OWN.to_owned()).transaction(&pending, 175);
    assert_eq!(
        (found.status, &*found.block, found.date),
        (Status::Pending, "", 1_231_731_025)
    );
}

#[test]
fn requested_address_is_unchanged_and_others_follow_its_prefix() {
    let params = Params::of(Chain::Bch, Network::Livenet).unwrap();
    let own = Address::parse(params, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu").unwrap();
    let other = Address::parse(params, "16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb").unwrap();
    let payment = Entry {
        inputs: vec![Input {
            owner: Some(own.clone()),
            value: 17,
            spent: None,
        }],
        outputs: vec![Output {
            payee: Payee::Address(other),
            value: 5,
        }],
        ..entry(&[], &[])
    };
    let bare = "qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r";
    for (requested, to) in [
        (
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            format!("bitcoincash:{bare}"),
        ),
        ("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", bare.to_owned()),
        ("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", bare.to_owned()),
    ] {
        let found = View::new(&own, requested.to_owned()).transaction(&payment, 175);
        assert_eq!((&*found.from, found.to), (requested, to));
    }
}

#[test]
fn impossible_sums_saturate() {
    let found = view(&[OWN], &[(SHOP, u64::MAX), (SHOP, 1)]);
    assert_eq!(found.value.amount, u64::MAX.to_string());
}

/// Checks net and direction. Every input has the value 107.
#[track_caller]
fn check_effect(inputs: &[&str], outputs: &[(&str, u64)], net: &str, direction: Direction) {
    let found = view(inputs, outputs);
    assert_eq!((&*found.net.amount, found.direction), (net, direction));
    assert_eq!(found.net.decimals, 8);
}

#[test]
fn net_is_what_the_address_gains_or_loses_with_the_fee() {
    check_effect(&[OWN], &[(SHOP, 5), (OWN, 90)], "-17", Direction::Out);
    check_effect(&[SHOP], &[(OWN, 5), (OWN, 6), (SHOP, 80)], "11", Direction::In);
    check_effect(
        &[CO_SENDER, OWN],
        &[(SHOP, 5), (CO_SENDER, 190)],
        "-107",
        Direction::Out,
    );
    check_effect(&[OWN], &[(OWN, 40), (OWN, 50)], "-17", Direction::Own);
    check_effect(&[OWN], &[("data", 0), (OWN, 90)], "-17", Direction::Own);
    check_effect(&[OWN, CO_SENDER], &[(CO_SENDER, 90)], "-107", Direction::Out);
    check_effect(&[OWN], &[("data", 3)], "-107", Direction::Out);
    check_effect(&[OWN], &[("", 5), (OWN, 90)], "-17", Direction::Out);
    check_effect(&[""], &[(OWN, 5_000_000_000)], "5000000000", Direction::In);
    check_effect(&[SHOP], &[(OWN, 0), (FRIEND, 90)], "0", Direction::In);
}

#[test]
fn recipient_that_contributes_an_input_receives() {
    // The shape of a payjoin (BIP 78).
    check_effect(&[CO_SENDER, OWN], &[(OWN, 150), (CO_SENDER, 50)], "43", Direction::In);
    check_effect(&[CO_SENDER, OWN], &[(OWN, 107), (SHOP, 90)], "0", Direction::Out);
}

#[test]
fn impossible_sums_of_net_do_not_overflow() {
    let huge = &[(OWN, u64::MAX), (OWN, u64::MAX)];
    check_effect(&[SHOP], huge, "36893488147419103230", Direction::In);
}

#[test]
fn confirmations_count_from_the_block_to_the_tip() {
    let view = View::new(&address(OWN), OWN.to_owned());
    let confirmed = entry(&[SHOP], &[(OWN, 5)]);
    let pending = Entry {
        height: None,
        ..confirmed.clone()
    };
    let confirmations = |entry: &Entry, tip| view.transaction(entry, tip).confirmations;
    assert_eq!(confirmations(&confirmed, 170), 1);
    assert_eq!(confirmations(&confirmed, 175), 6);
    assert_eq!(confirmations(&pending, 175), 0);
}

#[test]
fn output_below_the_dust_limit_from_another_sender_is_dust() {
    // The limit of a p2wpkh output.
    assert_eq!(address(OWN).dust_limit(), 294);
    assert_eq!(view(&[SHOP], &[(OWN, 293), (OWN, 5000)]).flags, [Flag::Dust]);
    assert_eq!(view(&[SHOP], &[(OWN, 294), (FRIEND, 1)]).flags, []);
    assert_eq!(view(&[OWN], &[(OWN, 1)]).flags, []);
}

#[test]
fn prefixes_of_addresses_are_not_compared() {
    let view = View::new(&address(OWN), OWN.to_owned());
    assert_eq!(view.distinctive(OWN), &OWN[3..]);
    assert_eq!(view.distinctive(SHOP), SHOP);
    assert_eq!(view.distinctive("bitcoincash:qqq3728"), "qqq3728");
}
