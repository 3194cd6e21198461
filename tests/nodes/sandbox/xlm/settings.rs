//! Settings and open offers of accounts of the sandbox.

use super::kinds::Difference;
use super::spendable::{Case, data, offer};
use super::{Services, id, soon};
use std::collections::BTreeSet;
use stellar_xdr::{AccountFlags, Asset, OperationBody, SetOptionsOp, Signer, SignerKey, String32, Uint256};
use wallet_core::model::Network::Testnet;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::{AccountFlags as Flags, OfferId, Thresholds};

#[tokio::test(flavor = "multi_thread")]
async fn settings_of_an_account_are_read_back() {
    for (services, _) in Services::of_each_kind("settings_of_an_account_are_read_back").await {
        reads_settings_back(&services).await;
    }
}

async fn reads_settings_back(services: &Services) {
    let case = Case::new(services, 1);
    case.owner.does(&services.node, data(7));
    let options = SetOptionsOp {
        set_flags: Some(AccountFlags::RequiredFlag as u32 | AccountFlags::RevocableFlag as u32),
        low_threshold: Some(1),
        med_threshold: Some(2),
        high_threshold: Some(3),
        master_weight: Some(9),
        home_domain: Some(String32("example.com".try_into().unwrap())),
        signer: Some(Signer {
            key: SignerKey::HashX(Uint256([5; 32])),
            weight: 4,
        }),
        ..SetOptionsOp::default()
    };
    case.owner.does(&services.node, OperationBody::SetOptions(options));
    let account = services.account(&case.owner).await.unwrap();
    let settings = &account.settings;
    let (low, medium, high) = (1, 2, 3);
    assert_eq!(settings.thresholds, Thresholds { low, medium, high });
    let expected = Flags {
        required: true,
        revocable: true,
        ..Flags::default()
    };
    assert_eq!((settings.flags, settings.lacks_entries), (expected, false));
    assert_eq!(settings.home_domain.as_ref().unwrap().to_string(), "example.com");
    let entries: Vec<_> = settings
        .data
        .iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    assert_eq!(entries, [("entry 7".to_owned(), &vec![7])]);
    let weights: Vec<_> = account.signers.iter().map(|signer| signer.weight).collect();
    assert_eq!(weights, [4, 9]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_offers_contain_every_open_offer() {
    for (services, difference) in Services::of_each_kind("pages_of_offers_contain_every_open_offer").await {
        lists_every_open_offer(&services, difference).await;
    }
}

async fn lists_every_open_offer(services: &Services, difference: Option<Difference>) {
    let case = Case::new(services, 1);
    for amount in 1..=7 {
        let sell = offer(case.issuer.asset("GOLD"), Asset::Native, amount * COIN);
        case.owner.does(&services.node, sell);
    }
    finds_each_offer_by_the_id(&case).await;
    if difference == Some(Difference::Offers) {
        return lacks_offers(&case).await;
    }
    let (mut amounts, mut after) = (Vec::new(), None::<OfferId>);
    loop {
        let page = services
            .upstreams
            .offers(Testnet, id(&case.owner), after, 3, soon())
            .await
            .unwrap();
        assert!(!page.lacks_rows);
        amounts.extend(
            page.offers
                .iter()
                .map(|offer| (offer.amount.get() / COIN, offer.price.to_string())),
        );
        match page.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    let expected: Vec<_> = (1..=7).rev().map(|amount| (amount, "5".to_owned())).collect();
    assert_eq!(amounts, expected);
    let of_other = services
        .upstreams
        .offers(Testnet, id(&case.other), None, 3, soon())
        .await
        .unwrap();
    assert!(of_other.offers.is_empty());
    let kinds: BTreeSet<_> = [of_other.upstream].into();
    assert_eq!(kinds, ["horizon"].into());
}

async fn finds_each_offer_by_the_id(case: &Case<'_>) {
    let offers: Vec<_> = case.services.node.read(|ledger| {
        let offers = ledger.state().offers().map(|(offer, _)| (offer.offer_id, offer.amount));
        offers.collect()
    });
    assert_eq!(offers.len(), 7);
    for (number, amount) in offers {
        for (wallet, expected) in [(&case.owner, vec![amount]), (&case.other, vec![])] {
            let number = OfferId::new(number).unwrap();
            let found = case.services.upstreams.offer(Testnet, id(wallet), number, soon());
            let found = found.await.unwrap();
            let amounts: Vec<_> = found.offers.iter().map(|offer| offer.amount.get()).collect();
            assert_eq!((amounts, found.lacks_offers), (expected, false));
        }
    }
}

/// Checks that the page without offers is marked as incomplete, and that an account without further entries has none.
async fn lacks_offers(case: &Case<'_>) {
    for (wallet, may_have_offers) in [(&case.owner, true), (&case.other, false)] {
        let offers = case.services.upstreams.offers(Testnet, id(wallet), None, 3, soon());
        let page = offers.await.unwrap();
        assert_eq!((page.offers.len(), page.upstream), (0, "stellar-rpc"));
        assert_eq!(page.lacks_offers, may_have_offers);
    }
}
