//! Tests of the spendable part of a balance.

use super::{FRIEND, OWN, SHOP, address, entry};
use crate::history::{Entry, Funds, HistoryPage, Position, Unavailable};
use crate::{Chain, OutPoint, Params, Txid, Unspent, Utxo};
use bitcoin::hashes::Hash;
use wallet_core::model::Network;

/// The height of the latest block. Coinbases above 901 are immature.
const TIP: u32 = 1000;

fn txid(number: u8) -> Txid {
    Txid::from_byte_array([number; 32])
}

/// Returns a transaction that spends the outputs, with the address of each owner.
fn transaction(id: u8, height: Option<u32>, inputs: &[(&str, u8, u32)], outputs: &[(&str, u64)]) -> Entry {
    let owners: Vec<_> = inputs.iter().map(|(owner, ..)| *owner).collect();
    let mut entry = entry(&owners, outputs);
    for (input, (_, parent, vout)) in entry.inputs.iter_mut().zip(inputs) {
        input.spent = Some(OutPoint::new(txid(*parent), *vout));
    }
    Entry {
        txid: txid(id),
        height,
        ..entry
    }
}

fn coinbase(id: u8, height: u32, value: u64) -> Entry {
    let mut entry = transaction(id, Some(height), &[("", 0, 0)], &[(OWN, value)]);
    entry.inputs[0].spent = None;
    entry.inputs[0].value = 0;
    entry
}

fn page(entries: Vec<Entry>) -> HistoryPage {
    HistoryPage {
        entries,
        next: None,
        lacks_rows: false,
    }
}

/// Returns the sums of immature and of unsettled outputs.
fn sums(page: &HistoryPage) -> Option<(u64, u64)> {
    let found = Unavailable::of_page(page, &address(OWN), TIP)?;
    Some((found.immature, found.unsettled))
}

#[test]
fn coinbase_is_immature_below_the_maturity() {
    let entries = vec![coinbase(1, 1000, 7), coinbase(2, 902, 5), coinbase(3, 901, 3)];
    assert_eq!(sums(&page(entries)), Some((12, 0)));
    let paid = transaction(4, Some(1000), &[(SHOP, 9, 0)], &[(OWN, 7)]);
    assert_eq!(sums(&page(vec![paid])), Some((0, 0)));
}

#[test]
fn pending_output_is_spendable_if_it_is_change() {
    let received = transaction(1, None, &[(SHOP, 9, 0)], &[(OWN, 7), (FRIEND, 1)]);
    assert_eq!(sums(&page(vec![received.clone()])), Some((0, 7)));
    let change = transaction(2, None, &[(OWN, 8, 0)], &[(SHOP, 7), (OWN, 3)]);
    assert_eq!(sums(&page(vec![change.clone()])), Some((0, 0)));
    assert_eq!(sums(&page(vec![change, received.clone()])), Some((0, 7)));
    // The foreign sender can replace the transaction.
    let shared = transaction(3, None, &[(OWN, 8, 0), (SHOP, 9, 0)], &[(OWN, 3)]);
    assert_eq!(sums(&page(vec![shared])), Some((0, 3)));
    // The parent is paid by a foreign sender, who can replace it.
    let child = transaction(4, None, &[(OWN, 1, 0)], &[(OWN, 6)]);
    let grandchild = transaction(5, None, &[(OWN, 4, 0)], &[(SHOP, 2), (OWN, 4)]);
    assert_eq!(sums(&page(vec![child.clone(), received.clone()])), Some((0, 6)));
    assert_eq!(sums(&page(vec![grandchild, child, received])), Some((0, 4)));
}

#[test]
fn chain_of_change_is_spendable() {
    let first = transaction(1, None, &[(OWN, 8, 0)], &[(SHOP, 7), (OWN, 30)]);
    let second = transaction(2, None, &[(OWN, 1, 1)], &[(SHOP, 7), (OWN, 20)]);
    assert_eq!(sums(&page(vec![second, first])), Some((0, 0)));
}

#[test]
fn page_that_may_lack_outputs_is_insufficient() {
    let old = transaction(1, Some(901), &[(SHOP, 9, 0)], &[(OWN, 7)]);
    let young = transaction(2, Some(902), &[(SHOP, 9, 0)], &[(OWN, 7)]);
    let pending = transaction(3, None, &[(SHOP, 9, 0)], &[(OWN, 7)]);
    let more = |entries| HistoryPage {
        next: Some(Position::default()),
        ..page(entries)
    };
    assert_eq!(sums(&more(vec![pending.clone(), young.clone(), old])), Some((0, 7)));
    assert_eq!(sums(&more(vec![young.clone()])), None);
    assert_eq!(sums(&more(vec![pending])), None);
    let unreadable = HistoryPage {
        lacks_rows: true,
        ..page(vec![young])
    };
    assert_eq!(sums(&unreadable), None);
}

fn unspent(id: u8, value: u64, confirmations: u32) -> Unspent {
    Unspent {
        utxo: Utxo {
            outpoint: OutPoint::new(txid(id), 0),
            value,
        },
        confirmations,
        coinbase: false,
        carries_token: false,
    }
}

#[test]
fn unspent_outputs_have_the_same_sums() {
    let young = Unspent {
        coinbase: true,
        ..unspent(1, 50, 99)
    };
    let mature = Unspent {
        coinbase: true,
        ..unspent(2, 500, 100)
    };
    let token = Unspent {
        carries_token: true,
        ..unspent(3, 1000, 9)
    };
    let outputs = [
        young,
        mature,
        token,
        unspent(4, 7, 1),
        unspent(5, 3, 0),
        unspent(6, 20, 0),
    ];
    let received = transaction(5, None, &[(SHOP, 9, 0)], &[(OWN, 3)]);
    let change = transaction(6, None, &[(OWN, 8, 0)], &[(OWN, 20)]);
    let own = address(OWN);
    let of_outputs = |pending: &[_]| Unavailable::of_outputs(&outputs, pending, own.params(), |owner| *owner == own);
    let found = of_outputs(&[received.clone(), change]).unwrap();
    assert_eq!((found.immature, found.unsettled), (50, 1003));
    assert_eq!(of_outputs(&[received]), None);
}

#[test]
fn funds_are_possible_balances() {
    let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
    let maximum = params.max_balance;
    for (confirmed, unconfirmed, total) in [
        (100, 25, Some(125)),
        (100, -100, Some(0)),
        (100, -101, None),
        (maximum, 0, Some(maximum)),
        (maximum, 1, None),
        (maximum + 1, -1, None),
        (1, i128::MAX, None),
        (0, i128::MIN, None),
    ] {
        let funds = Funds::new(confirmed, unconfirmed, params);
        assert_eq!(funds.map(|funds| funds.total()), total, "{confirmed} {unconfirmed}");
    }
    let funds = Funds::new(100, -30, params).unwrap();
    let spendable = |immature, unsettled| funds.spendable(&Unavailable { immature, unsettled });
    assert_eq!((spendable(0, 0), spendable(20, 5), spendable(80, 5)), (70, 45, 0));
}
