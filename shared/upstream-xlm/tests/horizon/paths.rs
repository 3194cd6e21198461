//! Paths of payments.

use super::{ISSUER, OTHER, OWN, Server, assert_unusable, own, page, problem, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Asset, PathQuery, Stroops};

const SEND: &str = "/paths/strict-send";
const RECEIVE: &str = "/paths/strict-receive";

fn usd() -> Asset {
    format!("USD:{ISSUER}").parse().expect("an asset")
}

fn amount(stroops: i64) -> PositiveStroops {
    Stroops::new(stroops).and_then(PositiveStroops::new).expect("above 0")
}

fn send() -> PathQuery {
    PathQuery::StrictSend {
        source: Asset::Native,
        amount: amount(25_000_000),
        to: OTHER.parse().expect("an address"),
    }
}

fn receive() -> PathQuery {
    PathQuery::StrictReceive {
        from: own(),
        destination: usd(),
        amount: amount(1),
    }
}

/// Returns the record of a path from 2.5 lumens to a stroop of USD. The form is that of the documentation of Horizon.
fn path() -> Value {
    json!({ "source_asset_type": "native", "source_amount": "2.5000000",
        "destination_asset_type": "credit_alphanum4", "destination_asset_code": "USD",
        "destination_asset_issuer": ISSUER, "destination_amount": "0.0000001",
        "path": [{ "asset_type": "credit_alphanum12", "asset_code": "LONGER", "asset_issuer": ISSUER }] })
}

#[tokio::test(start_paused = true)]
async fn requests_have_the_exact_end() {
    let server = Server::start().await;
    for (place, query, expected) in [
        (
            SEND,
            send(),
            format!("source_asset_type=native&source_amount=2.5&destination_account={OTHER}"),
        ),
        (
            RECEIVE,
            receive(),
            format!(
                "destination_asset_type=credit_alphanum4&destination_asset_code=USD&destination_asset_issuer={ISSUER}\
                 &destination_amount=0.0000001&source_account={OWN}"
            ),
        ),
    ] {
        server.set_document(place, page(&[path(), path()]));
        let found = server.node.paths(Livenet, query, soon()).await.expect("paths");
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].source_asset, found[0].destination_asset),
            (Asset::Native, usd())
        );
        assert_eq!(
            (found[0].source_amount.get(), found[0].destination_amount.get()),
            (25_000_000, 1)
        );
        let between: Vec<_> = found[0].path.iter().map(ToString::to_string).collect();
        assert_eq!(between, [format!("LONGER:{ISSUER}")]);
        assert_eq!(server.requests_for(place)[0].path, format!("{place}?{expected}"));
    }
}

#[tokio::test(start_paused = true)]
async fn path_of_another_payment_is_unusable() {
    for (field, value) in [
        ("source_amount", json!("2.4999999")),
        ("source_asset_type", json!("new")),
        ("destination_amount", json!("-1.0000000")),
        ("path", json!([null])),
        ("path", json!(vec![json!({ "asset_type": "native" }); 6])),
    ] {
        let server = Server::start().await;
        let mut other = path();
        other[field] = value;
        server.set_document(SEND, page(&[path(), other]));
        assert_unusable(&server.node.paths(Livenet, send(), soon()).await);
    }
    let server = Server::start().await;
    server.set_document(RECEIVE, page(&[path()]));
    let of_lumens = PathQuery::StrictReceive {
        from: own(),
        destination: Asset::Native,
        amount: amount(1),
    };
    assert_unusable(&server.node.paths(Livenet, of_lumens, soon()).await);
}

#[tokio::test(start_paused = true)]
async fn server_without_paths_is_unusable() {
    let server = Server::start().await;
    server.set_handler(SEND, |_| problem(404, "not_found"));
    assert_unusable(&server.node.paths(Livenet, send(), soon()).await);
    // A caller can cause this, for example by an asset that does not exist.
    for _ in 0..10 {
        assert_unusable(&server.node.paths(Livenet, send(), soon()).await);
    }
    assert_eq!(server.node.account(Livenet, own().into(), soon()).await, Ok(None));
    server.set_document(SEND, page(&[]));
    assert_eq!(server.node.paths(Livenet, send(), soon()).await, Ok(Vec::new()));
}
