//! Paths through several offers of the sandbox: the ledger delivers exactly what a path promises.

use super::kinds::{Difference, assert_not_configured};
use super::spendable::{Case, code, payment};
use super::{Services, id, soon};
use stellar_xdr::{
    Asset, ManageSellOfferOp, OperationBody, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, Price,
};
use wallet_core::model::Network::Testnet;
use wallet_sandbox::xlm::codec;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet};
use wallet_tests::support::random::Random;
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{self as xlm, PathQuery, PaymentPath, Stroops};

/// The codes of the exchanged assets.
const CODES: [&str; 3] = ["GOLD", "TIN\0", "ZINC"];

/// Creates offers between the lumen and three assets with random prices. The owner of the case can hold all of them.
fn market<'a>(services: &'a Services, random: &mut Random) -> Case<'a> {
    let case = Case::new(services, 1);
    let node = &services.node;
    for code in CODES {
        for wallet in [&case.owner, &case.other] {
            wallet.does(node, case.trust_up_to(code, 1_000_000 * COIN));
        }
        case.issuer
            .does(node, payment(&case.other, case.issuer.asset(code), 10_000 * COIN));
    }
    let assets = CODES.map(|code| case.issuer.asset(code));
    let pairs = [(0, 1), (1, 2), (1, 0), (2, 1), (0, 2)].map(|(a, b)| (assets[a].clone(), assets[b].clone()));
    let with_lumens = assets.iter().map(|asset| (asset.clone(), Asset::Native));
    for (selling, buying) in with_lumens.chain(pairs) {
        for _ in 0..2 {
            let part = |random: &mut Random| i32::try_from(random.between(1, 40)).unwrap();
            let price = Price {
                n: part(random),
                d: part(random),
            };
            let amount = i64::try_from(random.between(1, 50)).unwrap() * COIN;
            let (selling, buying) = (selling.clone(), buying.clone());
            let offer = ManageSellOfferOp {
                selling,
                buying,
                amount,
                price,
                offer_id: 0,
            };
            let envelope = case.other.sign(node, 100, OperationBody::ManageSellOffer(offer));
            // Offers of the same account do not cross each other.
            node.settle(&envelope).unwrap();
        }
    }
    case
}

fn positive(amount: i64) -> PositiveStroops {
    Stroops::new(amount).and_then(PositiveStroops::new).unwrap()
}

/// Converts an asset to the form of the sandbox.
fn of(case: &Case<'_>, asset: &xlm::Asset) -> Asset {
    let xlm::Asset::Credit(credit) = asset else {
        return Asset::Native;
    };
    let code = CODES
        .into_iter()
        .find(|code| code.trim_end_matches('\0') == credit.code.as_str());
    case.issuer.asset(code.unwrap())
}

fn strict_send(case: &Case<'_>, path: &PaymentPath, dest_min: i64) -> OperationBody {
    OperationBody::PathPaymentStrictSend(PathPaymentStrictSendOp {
        send_asset: of(case, &path.source_asset),
        send_amount: path.source_amount.get(),
        destination: case.owner.account(),
        dest_asset: of(case, &path.destination_asset),
        dest_min,
        path: codec::list(path.path.iter().map(|asset| of(case, asset)).collect()),
    })
}

fn strict_receive(case: &Case<'_>, path: &PaymentPath, send_max: i64) -> OperationBody {
    OperationBody::PathPaymentStrictReceive(PathPaymentStrictReceiveOp {
        send_asset: of(case, &path.source_asset),
        send_max,
        destination: case.owner.account(),
        dest_asset: of(case, &path.destination_asset),
        dest_amount: path.destination_amount.get(),
        path: codec::list(path.path.iter().map(|asset| of(case, asset)).collect()),
    })
}

async fn paths(services: &Services, query: PathQuery) -> Vec<PaymentPath> {
    services.upstreams.paths(Testnet, query, soon()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn ledger_delivers_what_a_path_promises() {
    for (services, difference) in Services::of_each_kind("ledger_delivers_what_a_path_promises").await {
        delivers_what_a_path_promises(&services, difference).await;
    }
}

async fn delivers_what_a_path_promises(services: &Services, difference: Option<Difference>) {
    if difference == Some(Difference::Paths) {
        return finds_no_paths(services).await;
    }
    let mut random = Random::new();
    let case = market(services, &mut random);
    let (mut longest, mut payments) = (0, 0);
    for _ in 0..12 {
        let amount = positive(i64::try_from(random.between(1, 30)).unwrap() * COIN / 10);
        let to = id(&case.owner);
        let source = xlm::Asset::Native;
        let found = paths(services, PathQuery::StrictSend { source, amount, to }).await;
        let Some(path) = found
            .iter()
            .filter(|path| path.destination_asset != source)
            .max_by_key(|path| path.path.len())
        else {
            break;
        };
        let promised = path.destination_amount.get();
        let node = &services.node;
        let more = node
            .settle(&case.owner.sign(node, 100, strict_send(&case, path, promised + 1)))
            .unwrap();
        assert_eq!(code(&more), ["op_under_dest_min"], "{path:?}");
        case.owner.does(node, strict_send(&case, path, promised));
        longest = longest.max(path.path.len());
        payments += 1;
    }
    assert!(
        payments > 3 && longest > 0,
        "{payments} payments, {longest} assets between"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ledger_takes_what_a_path_promises() {
    for (services, difference) in Services::of_each_kind("ledger_takes_what_a_path_promises").await {
        takes_what_a_path_promises(&services, difference).await;
    }
}

async fn takes_what_a_path_promises(services: &Services, difference: Option<Difference>) {
    if difference == Some(Difference::Paths) {
        return finds_no_paths(services).await;
    }
    let mut random = Random::new();
    let case = market(services, &mut random);
    let mut payments = 0;
    for _ in 0..12 {
        let query = PathQuery::StrictReceive {
            from: id(&case.owner),
            destination: format!("ZINC:{}", id(&case.issuer)).parse().unwrap(),
            amount: positive(i64::try_from(random.between(1, 20)).unwrap() * COIN / 10),
        };
        let found = paths(services, query).await;
        let Some(path) = found.iter().find(|path| path.source_asset != path.destination_asset) else {
            break;
        };
        let promised = path.source_amount.get();
        let node = &services.node;
        let less = node
            .settle(&case.owner.sign(node, 100, strict_receive(&case, path, promised - 1)))
            .unwrap();
        assert_eq!(code(&less), ["op_over_source_max"], "{path:?}");
        case.owner.does(node, strict_receive(&case, path, promised));
        payments += 1;
    }
    assert!(payments > 0);
}

async fn finds_no_paths(services: &Services) {
    let query = PathQuery::StrictSend {
        source: xlm::Asset::Native,
        amount: positive(COIN),
        to: id(&TestWallet::funded(&services.node, 1)),
    };
    assert_not_configured(&services.upstreams.paths(Testnet, query, soon()).await);
}
