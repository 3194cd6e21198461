//! POST /api/get-address/{chain}

use super::App;
use serde_json::json;

// <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md>
#[tokio::test]
async fn sep_23_address_of_a_key() {
    let key = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";
    let address = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    let app = App::new();
    for public_key in [
        key.to_owned(),
        key.to_uppercase(),
        format!("0x{key}"),
        address.to_owned(),
    ] {
        for network in ["livenet", "testnet"] {
            let body = json!({ "publicKey": public_key, "network": network, "prefix": true });
            let response = app.post("get-address/xlm", &body).await;
            assert_eq!(response.data(), &json!({ "address": address }));
        }
    }
    assert_eq!(app.requests(), [""; 0]);
}
