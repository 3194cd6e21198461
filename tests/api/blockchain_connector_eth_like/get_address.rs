//! POST /api/get-address/{chain}

use super::App;
use super::fixture::all_params;
use super::wallet::{ADDRESS, public_key, uncompressed_public_key};
use serde_json::json;
use wallet_core::model::ChainName;

#[tokio::test]
async fn both_key_formats_have_one_address_on_every_chain_and_network() {
    let app = App::new().await;
    for params in all_params() {
        for key in [
            public_key(),
            uncompressed_public_key(),
            format!("0x{}", public_key().to_uppercase()),
        ] {
            let body = json!({ "publicKey": key, "network": params.network.name() });
            let response = app.post(&format!("get-address/{}", params.chain.name()), &body).await;
            assert_eq!(response.data(), &json!({ "address": ADDRESS }));
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn prefix_has_no_effect() {
    let app = App::new().await;
    for prefix in [json!(true), json!(false), json!(null)] {
        let body = json!({ "publicKey": public_key(), "prefix": prefix });
        let response = app.post("get-address/eth", &body).await;
        assert_eq!(response.data()["address"], ADDRESS);
    }
}
