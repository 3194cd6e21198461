//! Tests of results and metas.

use super::{ISSUER, OTHER, OWN, id, stroops};
use crate::history::TransactionEffects;
use crate::{AccountId, Stroops};
use stellar_xdr::{self as xdr, Limits, WriteXdr};

/// Result and meta of transaction 5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b on
/// livenet, in which the first account creates the second.
const RESULT: &str = "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA=";
const META: &str = "AAAAAAAAAAEAAAACAAAAAAAN+SAAAAAAAAAAAMDtGdqtLMLCPc5P4zZu0IwWlUF2rElL5KvTSoGO0W/uAAAAAEsKz9AADfkgAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAN+SAAAAAAAAAAAP1qe44j+i4uIT+arbD4QDQBt8ryEeJd7a0jskQ3nwDeAAHp6WMr55YACD1BAAAAHgAAAAoAAAAAAAAAAAAAAAABAAAAAAAACgAAAAARC07BokpLTOF+/vVKBwiAlop7hHGJTNeGGlY4MoPykwAAAAEAAAAAK+Lzfd3yDD+Ov0GbYu1g7SaIBrKZeBUxoCunkLuI7aoAAAABAAAAAERmsKL73CyLV/HvjyQCERDXXpWE70Xhyb6MR5qPO3yQAAAAAQAAAABSORGwAdyuanN3sNOHqNSpACyYdkUM3L8VafUu69EvEgAAAAEAAAAAeCzqJNkMM/jLvyuMIfyFHljBlLCtDyj17RMycPuNtRMAAAABAAAAAIEi4R7juq15ymL00DNlAddunyFT4FyUD4muC4t3bobdAAAAAQAAAACaNpLL5YMfjOTdXVEqrAh99LM12sN6He6pHgCRAa1f1QAAAAEAAAAAqB+lfAPV9ak+Zkv4aTNZwGaFFAfui4+yhM3dGhoYJ+sAAAABAAAAAMNJrEvdMg6M+M+n4BDIdzsVSj/ZI9SvAp7mOOsvAD/WAAAAAQAAAADbHA6xiKB1+G79mVqpsHMOleOqKa5mxDpP5KEp/Xdz9wAAAAEAAAAAAAAAAA==";
const CREATOR: &str = "fd6a7b8e23fa2e2e213f9aadb0f8403401b7caf211e25dedad23b244379f00de";
const CREATED: &str = "c0ed19daad2cc2c23dce4fe3366ed08c16954176ac494be4abd34a818ed16fee";

fn key(hex_digits: &str) -> AccountId {
    AccountId(hex::decode(hex_digits).unwrap().try_into().unwrap())
}

#[test]
fn network_meta_is_parsed() {
    let change = |account| TransactionEffects::read(Some(RESULT), Some(META)).native_change(key(account));
    assert_eq!(change(CREATED), Some(1_258_999_760));
    // Protocol 1 did not record previous balances.
    assert_eq!(change(CREATOR), None);
    // The remaining accounts do not change.
    assert_eq!(
        TransactionEffects::read(Some(RESULT), Some(META)).native_change(id(OWN)),
        Some(0)
    );
}

#[test]
fn unreadable_data_is_treated_as_absent() {
    for unreadable in ["", "AAAA", "????", RESULT] {
        let effects = TransactionEffects::read(Some("AAAA"), Some(unreadable));
        assert_eq!(effects, TransactionEffects::default(), "{unreadable}");
    }
}

fn entry(account: &str, balance: i64) -> xdr::LedgerEntry {
    xdr::LedgerEntry {
        last_modified_ledger_seq: 7,
        data: xdr::LedgerEntryData::Account(xdr::AccountEntry {
            account_id: id(account).to_xdr(),
            balance,
            ..xdr::AccountEntry::default()
        }),
        ext: xdr::LedgerEntryExt::V0,
    }
}

fn changes(changes: Vec<xdr::LedgerEntryChange>) -> xdr::LedgerEntryChanges {
    xdr::LedgerEntryChanges(changes.try_into().unwrap())
}

/// Returns the changes in metas of every newer version, with the operation changes between further changes.
fn changes_in_metas(operations: &[Vec<xdr::LedgerEntryChange>]) -> Vec<Option<i64>> {
    use xdr::LedgerEntryChange::{State, Updated};
    let fee = changes(vec![State(entry(OWN, 5000)), Updated(entry(OWN, 4900))]);
    let one = |done: &Vec<xdr::LedgerEntryChange>| xdr::OperationMeta {
        changes: changes(done.clone()),
    };
    let old: Vec<_> = operations.iter().map(one).collect();
    let new = old.iter().map(|done| xdr::OperationMetaV2 {
        changes: done.changes.clone(),
        ..xdr::OperationMetaV2::default()
    });
    let new: Vec<_> = new.collect();
    let metas = [
        xdr::TransactionMeta::V1(xdr::TransactionMetaV1 {
            tx_changes: fee.clone(),
            operations: old.clone().try_into().unwrap(),
        }),
        xdr::TransactionMeta::V3(xdr::TransactionMetaV3 {
            tx_changes_before: fee.clone(),
            operations: old.try_into().unwrap(),
            tx_changes_after: fee.clone(),
            ..xdr::TransactionMetaV3::default()
        }),
        xdr::TransactionMeta::V4(xdr::TransactionMetaV4 {
            tx_changes_before: fee.clone(),
            operations: new.try_into().unwrap(),
            tx_changes_after: fee,
            ..xdr::TransactionMetaV4::default()
        }),
    ];
    let read = |meta: &xdr::TransactionMeta| {
        let meta = meta.to_xdr_base64(Limits::none()).unwrap();
        TransactionEffects::read(None, Some(&meta)).native_change(id(OWN))
    };
    metas.iter().map(read).collect()
}

#[test]
fn metas_contain_the_net_change_without_the_fee() {
    use xdr::LedgerEntryChange::{Created, Removed, State, Updated};
    let removed = Removed(xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
        account_id: id(OWN).to_xdr(),
    }));
    let others = vec![State(entry(OTHER, 1)), Updated(entry(OTHER, 1000))];
    let paid = vec![State(entry(OWN, 4900)), Updated(entry(OWN, 4000))];
    let got = vec![State(entry(OWN, 4000)), Updated(entry(OWN, 4300))];
    let merged = vec![State(entry(OWN, 4300)), removed];
    let again = vec![Created(entry(OWN, 25))];
    let all = [others, paid, got, merged, again];
    for (until, change) in [
        // A meta without any changes represents an omitted one.
        (0, None),
        (1, Some(0)),
        (2, Some(-900)),
        (3, Some(-600)),
        (4, Some(-4900)),
        (5, Some(-4875)),
    ] {
        assert_eq!(changes_in_metas(&all[..until]), [change; 3], "{until}");
    }
}

/// Fills of a path that sells the first asset for the second twice, with a different conversion between.
#[test]
fn sent_amount_is_that_of_the_first_conversion() {
    let lumen = xdr::Asset::Native;
    let usd = xdr::Asset::CreditAlphanum4(xdr::AlphaNum4 {
        asset_code: xdr::AssetCode4(*b"USD\0"),
        issuer: id(ISSUER).to_xdr(),
    });
    let fill = |sold: &xdr::Asset, bought: &xdr::Asset, amount_bought| {
        xdr::ClaimAtom::LiquidityPool(xdr::ClaimLiquidityAtom {
            liquidity_pool_id: xdr::PoolId(xdr::Hash([7; 32])),
            asset_sold: sold.clone(),
            amount_sold: 1,
            asset_bought: bought.clone(),
            amount_bought,
        })
    };
    let sent = |offers: Vec<xdr::ClaimAtom>| {
        let success = xdr::PathPaymentStrictReceiveResultSuccess {
            offers: offers.try_into().unwrap(),
            last: xdr::SimplePaymentResult {
                destination: id(OTHER).to_xdr(),
                asset: lumen.clone(),
                amount: 99,
            },
        };
        let done = xdr::PathPaymentStrictReceiveResult::Success(success);
        result(vec![xdr::OperationResultTr::PathPaymentStrictReceive(done)])
            .of(0)
            .sent
    };
    assert_eq!(sent(vec![]), Some(stroops(99)));
    let path = vec![
        fill(&usd, &lumen, 3),
        fill(&usd, &lumen, 4),
        fill(&lumen, &usd, 20),
        fill(&usd, &lumen, 500),
    ];
    assert_eq!(sent(path), Some(stroops(7)));
    assert_eq!(sent(vec![fill(&usd, &lumen, i64::MAX), fill(&usd, &lumen, 1)]), None);
    assert_eq!(sent(vec![fill(&usd, &lumen, -1)]), None);
}

fn result(operations: Vec<xdr::OperationResultTr>) -> TransactionEffects {
    let operations: Vec<_> = operations.into_iter().map(xdr::OperationResult::OpInner).collect();
    let result = xdr::TransactionResult {
        fee_charged: 100,
        result: xdr::TransactionResultResult::TxSuccess(operations.try_into().unwrap()),
        ext: xdr::TransactionResultExt::V0,
    };
    let result = result.to_xdr_base64(Limits::none()).unwrap();
    TransactionEffects::read(Some(&result), None)
}

/// Returns a fill of an offer that sold lumens for an asset, or bought them.
fn fill(seller: &str, gave: bool) -> xdr::ClaimAtom {
    let usd = super::credit().to_xdr();
    let (asset_sold, asset_bought) = if gave {
        (xdr::Asset::Native, usd)
    } else {
        (usd, xdr::Asset::Native)
    };
    xdr::ClaimAtom::OrderBook(xdr::ClaimOfferAtom {
        seller_id: id(seller).to_xdr(),
        offer_id: 4,
        asset_sold,
        amount_sold: 30,
        asset_bought,
        amount_bought: 20,
    })
}

fn offer(fills: Vec<xdr::ClaimAtom>, offer: xdr::ManageOfferSuccessResultOffer) -> xdr::OperationResultTr {
    xdr::OperationResultTr::ManageSellOffer(xdr::ManageSellOfferResult::Success(xdr::ManageOfferSuccessResult {
        offers_claimed: fills.try_into().unwrap(),
        offer,
    }))
}

#[test]
fn results_contain_merges_offers_and_fills() {
    use xdr::ManageOfferSuccessResultOffer::{Created, Deleted};
    let made = Created(xdr::OfferEntry {
        offer_id: 9,
        ..xdr::OfferEntry::default()
    });
    let effects = result(vec![
        xdr::OperationResultTr::AccountMerge(xdr::AccountMergeResult::Success(77)),
        offer(vec![], made),
        offer(vec![fill(OTHER, true), fill(OWN, false)], Deleted),
    ]);
    let [merge, made, filled] = effects.operations[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(merge.merged, Stroops::new(77));
    assert_eq!((made.offer_id, made.traded), (Some(9), 0));
    // The trader received 30 from the foreign offer and paid 20 to ours.
    assert_eq!((filled.offer_id, filled.traded), (None, 10));
    assert_eq!(
        [OWN, OTHER, ISSUER].map(|owner| effects.filled(id(owner))),
        [20, -30, 0]
    );
}
