//! POST /address-info-xlm/v1/api/{chain}/recipient

use super::App;
use super::fixture::{ISSUER, OTHER, OTHER_MUXED_7, OWN, OWN_MUXED, service_listing};
use super::records::payment;
use crate::support::client::{TestResponse, call, request};
use crate::support::lists::{operator_lists, unreadable_lists};
use crate::support::tokens;
use address_info_xlm::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use wallet_core::lists::Listable;
use wallet_xlm::AccountId;

/// An address that differs from the second address between the first and the last four characters.
const LOOK_ALIKE: &str = "GDAT5HVTNTAJ3TKKO4D3GBOM4HBSDQE3I7OIFVZPQPA2KAV2IBUJIG54";

async fn post(app: &App, chain: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{chain}/recipient");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

/// Returns the codes of the warnings.
fn codes(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().map_or(&[][..], Vec::as_slice);
    warnings.iter().filter_map(|warning| warning["code"].as_str()).collect()
}

#[tokio::test]
async fn users_of_a_multiplexed_account_are_one_recipient() {
    let app = App::with_operations(vec![payment(7, 1), payment(6, 1)]).await;
    for (address, to) in [(OWN, OTHER), (OWN_MUXED, OTHER), (OWN, OTHER_MUXED_7)] {
        let paid = post(&app, "xlm", &json!({ "address": address, "to": to })).await;
        assert_eq!(paid.data()["paidBefore"], 2, "{address} {to}");
        assert_eq!(codes(paid.data()), [""; 0]);
    }
    let own = post(&app, "xlm", &json!({ "address": OWN, "to": OWN_MUXED })).await;
    assert_eq!(codes(own.data()), ["own_address"]);
}

#[tokio::test]
async fn look_alike_of_a_counterparty_is_found() {
    let app = App::with_operations(vec![payment(7, 1)]).await;
    let fake = post(&app, "xlm", &json!({ "address": OWN, "to": LOOK_ALIKE })).await;
    assert_eq!(fake.data()["lookAlikes"][0]["address"], OTHER);
    assert_eq!(codes(fake.data()), ["look_alike_address", "first_payment"]);
    let other = post(&app, "xlm", &json!({ "address": OWN, "to": ISSUER })).await;
    assert_eq!(codes(other.data()), ["first_payment"]);
}

#[tokio::test]
async fn unavailable_history_is_partial() {
    let app = App::new().await;
    let body = json!({ "address": OWN, "to": OTHER, "network": "testnet" });
    let response = post(&app, "xlm", &body).await;
    let expected = json!({ "lookAlikes": [], "own": false, "lists": [], "source": { "partial": ["history"] } });
    assert_eq!(*response.data(), expected);
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    for (body, code, field) in [
        (json!({}), "invalid_request", "address"),
        (json!({ "address": "G", "to": "y" }), "invalid_address", "address"),
        (json!({ "address": OWN }), "invalid_request", "to"),
        (json!({ "address": OWN, "to": "0x00" }), "invalid_address", "to"),
        (
            json!({ "address": OWN, "to": OTHER, "network": "public" }),
            "invalid_request",
            "network",
        ),
    ] {
        post(&app, "xlm", &body).await.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requested_paths("/"), Vec::<String>::new());
}

#[tokio::test]
async fn lists_of_the_operator_are_named() {
    let digest = |account: &str| account.parse::<AccountId>().expect("an account").digest();
    let lists = operator_lists(&[digest(OTHER), digest(OWN)], &[digest(OTHER)]);
    let unreachable = "horizon+http://127.0.0.1:1";
    let [listing, away] = [lists, unreadable_lists()].map(|lists| service_listing(lists, unreachable));
    let path = format!("/{NAME}/v1/api/xlm/recipient");
    let post = async |router, to: &str| {
        let body = json!({ "address": OWN, "to": to, "network": "testnet" });
        let response = call(
            router,
            request(Method::POST, &path, &tokens::token(&["read"]), Some(&body)),
        )
        .await;
        response.data().clone()
    };
    let (known, sanctions) = (
        json!({ "name": "known", "action": "warn" }),
        json!({ "name": "sanctions", "action": "refuse" }),
    );
    for to in [OTHER, OTHER_MUXED_7] {
        let listed = post(&listing, to).await;
        assert_eq!(listed["lists"], json!([known, sanctions]));
        assert_eq!(codes(&listed), ["listed_address"]);
    }
    assert_eq!(codes(&post(&listing, OWN).await), ["listed_address", "own_address"]);
    assert_eq!(post(&listing, ISSUER).await["lists"], json!([]));
    let unknown = post(&away, OTHER).await;
    assert_eq!(
        (&unknown["lists"], &unknown["source"]["partial"]),
        (&json!([]), &json!(["history", "lists"]))
    );
}
