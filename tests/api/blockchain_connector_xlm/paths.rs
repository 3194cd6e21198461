//! GET /api/prepare-transaction/paths/{chain}

use super::App;
use super::fixture::{usd, usd_json};
use super::wallet::{Wallet, stroops};
use serde_json::json;
use wallet_xlm::{Asset, PaymentPath};

const PATH: &str = "prepare-transaction/paths/xlm";

#[tokio::test]
async fn paths_are_ready_for_a_path_payment() {
    let app = App::new();
    let issuer = Wallet::new(9);
    let usd_asset = Asset::Credit(usd(&issuer));
    app.fixture().paths = vec![
        PaymentPath {
            source_asset: Asset::Native,
            source_amount: stroops(70),
            destination_asset: usd_asset,
            destination_amount: stroops(5),
            path: vec![usd_asset, Asset::Native],
        };
        2
    ];
    let (from, to) = (app.alice.address(), app.bob.address());
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    let path = json!({ "sourceAsset": coin, "sourceAmount": "70", "destinationAsset": usd_json(&issuer),
        "destinationAmount": "5", "path": [usd_json(&issuer), coin] });
    let found = app
        .get(&format!("{PATH}?from={from}&to={to}&amount=70&sourceAsset=native"))
        .await;
    assert_eq!(*found.data(), json!({ "paths": [path, path] }));
    let payment = json!({ "type": "pathPaymentStrictSend", "sendAsset": path["sourceAsset"], "sendAmount": "70",
        "destination": to, "destAsset": path["destinationAsset"], "destMin": "5", "path": path["path"] });
    let body = json!({ "publicKey": app.alice.public_key(), "fee": "100", "operations": [payment] });
    app.post("transaction/get-hash/xlm/multi-operations", &body)
        .await
        .data();
}

#[tokio::test]
async fn query_has_the_exact_end_of_the_payment() {
    let app = App::new();
    let (from, to) = (app.alice.address(), app.bob.address());
    let issued = format!("USD:{}", Wallet::new(9).address());
    for (query, expected) in [
        (
            format!("from={from}&to={to}&amount=7&sourceAsset=native"),
            format!(
                "paths StrictSend {{ source: Native, amount: PositiveStroops(Stroops(7)), to: {:?} }}",
                app.bob.id()
            ),
        ),
        // Without a recipient, the sender exchanges funds.
        (
            format!("from={from}&amount=7&sourceAsset=native&network=testnet"),
            format!(
                "paths StrictSend {{ source: Native, amount: PositiveStroops(Stroops(7)), to: {:?} }}",
                app.alice.id()
            ),
        ),
        (
            format!("from={from}&to={to}&amount=7&destinationAsset={issued}"),
            format!(
                "paths StrictReceive {{ from: {:?}, destination: {:?}, amount: PositiveStroops(Stroops(7)) }}",
                app.alice.id(),
                Asset::Credit(usd(&Wallet::new(9)))
            ),
        ),
    ] {
        let found = app.get(&format!("{PATH}?{query}")).await;
        assert_eq!(*found.data(), json!({ "paths": [] }));
        assert_eq!(app.requests(), [expected]);
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new();
    let from = app.alice.address();
    for (query, code, field) in [
        (String::new(), "invalid_request", "from"),
        ("from=x&to=x".to_owned(), "invalid_address", "from"),
        (format!("from={from}&to=x&amount=x"), "invalid_address", "to"),
        (format!("from={from}&sourceAsset=native"), "invalid_request", "amount"),
        (
            format!("from={from}&amount=0&sourceAsset=native"),
            "invalid_amount",
            "amount",
        ),
        (
            format!("from={from}&amount=1.5&sourceAsset=native"),
            "invalid_amount",
            "amount",
        ),
        (format!("from={from}&amount=7"), "invalid_request", "sourceAsset"),
        (
            format!("from={from}&amount=7&sourceAsset=XLM"),
            "invalid_request",
            "sourceAsset",
        ),
        (
            format!("from={from}&amount=7&sourceAsset="),
            "invalid_request",
            "sourceAsset",
        ),
        (
            format!("from={from}&amount=7&destinationAsset=LONGERTHANTWELVE:{from}"),
            "invalid_request",
            "destinationAsset",
        ),
        (
            format!("from={from}&amount=7&destinationAsset=USD:x"),
            "invalid_address",
            "destinationAsset",
        ),
        (
            format!("from={from}&amount=7&sourceAsset=native&destinationAsset=native"),
            "invalid_request",
            "destinationAsset",
        ),
        (
            format!("from={from}&amount=7&sourceAsset=native&network=x"),
            "invalid_request",
            "network",
        ),
    ] {
        let response = app.get(&format!("{PATH}?{query}")).await;
        response.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests(), [""; 0]);
}
