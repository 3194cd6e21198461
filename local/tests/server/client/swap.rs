//! Swaps on the exchange of the sandbox.

use super::xlm::{LUMEN, account, lumen, terms, transact};
use super::{Altering, client};
use crate::ephemeral;
use crate::stellar_kinds::{Difference, servers};
use serde_json::{Value, json};
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::address_info_xlm::AddressInfoRequest;
use wallet_client::address_info_xlm::address_info;
use wallet_client::blockchain_connector_xlm::operation::{Operation, OperationBody, TrustedAsset};
use wallet_client::blockchain_connector_xlm::prepare_transaction::PaymentPath;
use wallet_client::blockchain_connector_xlm::transaction::get_hash::{MultiOperationsRequest, multi_operations};
use wallet_client::payments::xlm::{Action, Exact, Limit, Swap, prepare};
use wallet_client::payments::{Ed25519Signer, PaymentError};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::{Asset, WarningCode};
use wallet_cloud::serve::Running;

/// A change of a path.
type Change = fn(&mut Value);

/// A market with offers of 1000 units: USD for 2 XLM, EUR for 1.25 USD, EUR for 3 XLM.
struct Market {
    usd: Asset,
    eur: Asset,
    trader: Ed25519Key,
    address: String,
}

pub fn issued(code: &str, issuer: &str) -> Asset {
    Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: code.to_owned(),
        issuer: issuer.to_owned(),
    }
}

pub async fn operate(client: &Client, key: &Ed25519Key, bodies: Vec<OperationBody>) {
    let operations: Vec<Operation> = bodies.into_iter().map(Operation::from).collect();
    let mut terms = terms(client, key).await;
    terms.fee *= 3; // of at most three operations
    transact(client, key, &terms, &Action::Operations(operations)).await;
}

impl Market {
    async fn open(client: &Client) -> Self {
        let (issuer, issuing) = account(client).await;
        let (maker, making) = account(client).await;
        let (trader, address) = account(client).await;
        let (usd, eur) = (issued("USD", &issuing), issued("EUR", &issuing));
        let trust = |asset: &Asset| OperationBody::ChangeTrust {
            asset: TrustedAsset::Asset(asset.clone()),
            limit: None,
        };
        for key in [&maker, &trader] {
            operate(client, key, vec![trust(&usd), trust(&eur)]).await;
        }
        let issue = |asset: &Asset| OperationBody::Payment {
            destination: making.clone(),
            asset: asset.clone(),
            amount: (5000 * LUMEN).to_string(),
        };
        operate(client, &issuer, vec![issue(&usd), issue(&eur)]).await;
        let offer = |selling: &Asset, buying: &Asset, price: &str| OperationBody::ManageSellOffer {
            selling: selling.clone(),
            buying: buying.clone(),
            amount: (1000 * LUMEN).to_string(),
            price: price.to_owned(),
            offer_id: None,
        };
        let offers = vec![
            offer(&usd, &lumen(), "2"),
            offer(&eur, &usd, "1.25"),
            offer(&eur, &lumen(), "3"),
        ];
        operate(client, &maker, offers).await;
        Self {
            usd,
            eur,
            trader,
            address,
        }
    }

    /// Returns a swap of lumens for EUR.
    fn swap(&self, exact: Exact) -> Swap {
        Swap::builder()
            .to(self.address.clone())
            .send(lumen())
            .receive(self.eur.clone())
            .exact(exact)
            .build()
    }

    /// Returns the cheapest path, which the market determines.
    fn named_path(&self, exact: Exact) -> PaymentPath {
        let (sent, received) = match exact {
            Exact::Sent(sent) => (sent, sent * 2 / 5),
            Exact::Received(received) => (received * 5 / 2, received),
            other => panic!("an exact side: {other:?}"),
        };
        let path = json!({
            "sourceAsset": lumen(),
            "sourceAmount": sent.to_string(),
            "path": [self.usd],
            "destinationAsset": self.eur,
            "destinationAmount": received.to_string(),
        });
        serde_json::from_value(path).unwrap()
    }

    /// Returns the trader's balance of EUR.
    async fn eur(&self, client: &Client) -> String {
        let Asset::XlmAsset { code, issuer, .. } = &self.eur else {
            panic!("an issued asset")
        };
        let request = AddressInfoRequest::builder()
            .address(self.address.clone())
            .network(Testnet)
            .assets(format!("{code}:{issuer}"))
            .build();
        let found = address_info(client, "xlm", &request).await.unwrap();
        let balance = found.balances.into_iter().find(|it| it.asset == self.eur);
        balance.unwrap().balance.amount
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn swaps_take_the_cheapest_path() {
    for (running, difference) in servers("swaps_take_the_cheapest_path").await {
        swaps(&client(&running).await, difference).await;
        running.shutdown().await.unwrap();
    }
}

async fn swaps(client: &Client, difference: Option<Difference>) {
    let market = Market::open(client).await;
    let key = market.trader.public_key();
    for (exact, limit, balance) in [
        // 25 XLM are 12.5 USD and 10 EUR.
        (Exact::Sent(25 * LUMEN), Limit::Tolerance(50), 10 * LUMEN),
        (Exact::Received(4 * LUMEN), Limit::Amount(10 * LUMEN), 14 * LUMEN),
    ] {
        let swap = market.swap(exact);
        let path = match (swap.best_path(client, Testnet, key).await, difference) {
            (found, None) => found.unwrap().unwrap(),
            (not_found, _) => {
                assert_not_configured(not_found);
                market.named_path(exact)
            }
        };
        assert_eq!(path.path, std::slice::from_ref(&market.usd));
        let action = swap.along(&path, limit).unwrap();
        transact(client, &market.trader, &terms(client, &market.trader).await, &action).await;
        assert_eq!(market.eur(client).await, balance.to_string());
    }
    if difference == Some(Difference::Paths) {
        return;
    }
    let (_, untrusting) = account(client).await;
    let mut to_other = market.swap(Exact::Sent(LUMEN));
    to_other.to = untrusting;
    assert_eq!(to_other.best_path(client, Testnet, key).await.unwrap(), None);
}

#[track_caller]
fn assert_not_configured<T: std::fmt::Debug>(outcome: Result<T, PaymentError>) {
    match outcome {
        Err(PaymentError::Call(call)) => assert_eq!(call.code().unwrap().name(), "not_configured"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_with_successive_sequence_numbers_are_built_at_once() {
    for (running, _) in servers("transactions_with_successive_sequence_numbers_are_built_at_once").await {
        builds_a_series(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn builds_a_series(client: &Client) {
    let (alice, address) = account(client).await;
    let payment = Action::Transfer {
        to: address,
        amount: LUMEN,
        asset: lumen(),
    };
    let mut terms = terms(client, &alice).await;
    let mut series = Vec::new();
    for _ in 0..3 {
        let prepared = prepare(client, &terms, &payment).await.unwrap();
        terms.sequence = Some(prepared.review().sequence + 1);
        let signed = prepared.sign(client, &alice).await.unwrap();
        // The next one is another payment.
        signed.release(client).await.unwrap();
        series.push(signed);
    }
    for signed in series {
        signed.send(client).await.unwrap();
    }
}

/// Returns the field of the mismatch with a server that changes the paths.
async fn mismatch(running: &Running, market: &Market, exact: Exact, change: Change) -> &'static str {
    let altering = Altering::new("/paths/", move |data| {
        for path in data["paths"].as_array_mut().unwrap() {
            change(path);
        }
    });
    let hostile = altering.client(running).await;
    let key = market.trader.public_key();
    match market.swap(exact).best_path(&hostile, Testnet, key).await {
        Err(PaymentError::Mismatch(mismatch)) => mismatch.field,
        other => panic!("accepted: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_for_another_swap_are_a_mismatch() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let market = Market::open(&client).await;
    let (sent, received) = (Exact::Sent(LUMEN), Exact::Received(LUMEN));
    let cases: [(Exact, Change, &str); 6] = [
        (sent, |path| path["sourceAmount"] = json!("10000001"), "sent amount"),
        (
            sent,
            |path| path["sourceAsset"] = path["destinationAsset"].clone(),
            "sent asset",
        ),
        (sent, |path| path["destinationAmount"] = json!("0"), "possible amount"),
        (
            received,
            |path| path["destinationAmount"] = json!("9999999"),
            "received amount",
        ),
        (
            received,
            |path| path["destinationAsset"] = json!({ "kind": "coin", "chain": "xlm" }),
            "received asset",
        ),
        (
            received,
            |path| path["path"] = json!(vec![json!({ "kind": "coin", "chain": "xlm" }); 6]),
            "length of the path",
        ),
    ];
    for (exact, change, field) in cases {
        assert_eq!(mismatch(&running, &market, exact, change).await, field);
    }
    running.shutdown().await.unwrap();
}

/// The best offer sells USD for 2 XLM; no offer buys USD.
#[tokio::test(flavor = "multi_thread")]
async fn prices_far_from_the_order_book_have_a_warning() {
    for (running, difference) in servers("prices_far_from_the_order_book_have_a_warning").await {
        warns_of_prices(&client(&running).await, difference).await;
        running.shutdown().await.unwrap();
    }
}

async fn warns_of_prices(client: &Client, difference: Option<Difference>) {
    let market = Market::open(client).await;
    for (price, is_outlier) in [
        ("2", false),
        ("19", false),
        ("0.21", false),
        ("21", true),
        ("0.19", true),
    ] {
        let offer = OperationBody::ManageSellOffer {
            selling: market.usd.clone(),
            buying: lumen(),
            amount: LUMEN.to_string(),
            price: price.to_owned(),
            offer_id: None,
        };
        let request = MultiOperationsRequest::builder()
            .public_key(market.trader.public_key_hex())
            .network(Testnet)
            .operations(vec![offer.into()])
            .fee("100")
            .build();
        let built = multi_operations(client, "xlm", &request).await.unwrap();
        let codes: Vec<_> = built.warnings.iter().map(|warning| warning.code.clone()).collect();
        assert_eq!(
            codes.contains(&WarningCode::PriceOutlier),
            is_outlier && difference.is_none(),
            "{price}: {codes:?}"
        );
    }
}
