//! State that survives a restart on the same folder.

use super::{code, merchant_token};
use serde_json::{Value, json};
use std::path::Path;
use wallet_cloud::demo::api::Api;
use wallet_cloud::serve::{Options, Running, start};

const ADDRESS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
/// An account from the examples of SEP-23.
const STELLAR: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const ACCOUNT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

async fn start_on(folder: &Path) -> Running {
    start(Options {
        data: Some(folder.to_owned()),
        ..Options::ephemeral()
    })
    .await
    .unwrap()
}

async fn call(api: &Api, path: &str, body: Value) -> Value {
    api.post(path, &body)
        .await
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test]
async fn accounts_sessions_keys_and_chains_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let first = start_on(folder.path()).await;
    let api = Api::new(&first.base_url).unwrap();
    let credentials = json!({ "username": "alice", "password": "correct horse battery staple" });
    let backend = api.with_token(merchant_token(&first, "register").await);
    let registered = call(
        &backend,
        "/authorization/v1/api/account/credentials",
        credentials.clone(),
    )
    .await;
    let factors = json!({
        "tokenId": uuid::Uuid::new_v4(),
        "permissions": ["read"],
        "securityToken": registered["securityToken"],
    });
    let pair = call(&api, "/authorization/v1/api/permission/issue-by-factors", factors).await;
    let coins = json!({ "chain": "btc", "address": ADDRESS, "amount": "12345" });
    let funded = call(&api, "/sandbox/v1/faucet", coins).await;
    let wei = json!({ "chain": "eth", "address": ACCOUNT, "amount": "30000000000000000" });
    call(&api, "/sandbox/v1/faucet", wei).await;
    call(&api, "/sandbox/v1/mine", json!({ "chain": "eth" })).await;
    let lumens = json!({ "chain": "xlm", "address": STELLAR, "amount": "30000000" });
    let created = call(&api, "/sandbox/v1/faucet", lumens).await;
    let key = first.merchant_key.clone();
    first.shutdown().await.unwrap();

    let second = start_on(folder.path()).await;
    assert_eq!(second.merchant_key, key);
    let api = Api::new(&second.base_url).unwrap();
    call(&api, "/authorization/v1/api/security-factor/credentials", credentials).await;
    let refresh = json!({ "refreshToken": pair["refreshToken"]["refreshToken"] });
    let renewed = call(&api, "/authorization/v1/api/permission/refresh", refresh).await;
    let token = renewed["permissionToken"]["permissionToken"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = "/blockchain-connector-btc-like/v1/api/prepare-transaction/utxo-list/btc";
    let query = [("address", ADDRESS), ("network", "testnet")];
    let reader = api.with_token(token);
    let list: Value = reader.get(path, &query).await.unwrap();
    assert_eq!(
        list["utxo"],
        json!([{ "txid": funded["txid"], "vout": 0, "value": "12345" }])
    );
    // The account can still pay with coins received before the restart.
    let body = json!({ "address": ACCOUNT, "network": "testnet", "to": ACCOUNT, "amount": "20000000000000000" });
    let path = "/blockchain-connector-eth-like/v1/api/prepare-transaction/estimate/eth";
    assert_eq!(call(&reader, path, body).await["gasLimit"], "21000");
    // The sandbox closes a Stellar ledger immediately, so the account has its history.
    let query = [("address", STELLAR), ("network", "testnet")];
    let info: Value = reader.get("/address-info-xlm/v1/api/xlm", &query).await.unwrap();
    assert_eq!(info["balances"][0]["balance"]["amount"], "30000000", "{info}");
    let latest = &info["transactions"][0];
    let found = (&latest["txid"], &latest["actions"][0]["type"]);
    assert_eq!(found, (&created["txid"], &json!("create-account")), "{info}");
    second.shutdown().await.unwrap();
}

#[tokio::test]
async fn second_server_on_a_folder_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let _first = start_on(folder.path()).await;
    let options = Options {
        data: Some(folder.path().to_owned()),
        ..Options::ephemeral()
    };
    let error = start(options).await.err().unwrap().to_string();
    assert!(error.contains("another server uses the data folder"), "{error}");
}

#[tokio::test]
async fn configured_testnet_upstream_replaces_the_sandbox() {
    let settings = |name: &str| match name {
        "WALLET_CLOUD_UPSTREAM_LTC_TESTNET" => Some("blockbook+http://127.0.0.1:1".to_owned()),
        "WALLET_CLOUD_UPSTREAM_OP_TESTNET" => Some("jsonrpc+http://127.0.0.1:1".to_owned()),
        _ => None,
    };
    let running = start(Options {
        settings,
        ..Options::ephemeral()
    })
    .await
    .unwrap();
    let mut chains: Vec<_> = running.sandbox.iter().map(|endpoint| endpoint.chain).collect();
    chains.dedup();
    assert_eq!(
        chains,
        ["btc", "bch", "doge", "eth", "etc", "ftm", "avax", "matic", "bsc", "xlm"]
    );
    let api = Api::new(&running.base_url).unwrap();
    for chain in ["ltc", "op"] {
        let result = api.post("/sandbox/v1/mine", &json!({ "chain": chain })).await;
        assert_eq!(code(result), "404 chain_not_supported");
    }
    let reader = api.with_token(merchant_token(&running, "read").await);
    for path in [
        "/blockchain-connector-btc-like/v1/api/prepare-transaction/price-per-byte/ltc",
        "/blockchain-connector-eth-like/v1/api/prepare-transaction/gas-price/op",
    ] {
        let result = reader.get(path, &[("network", "testnet")]).await;
        assert_eq!(code(result), "503 upstream_unavailable");
    }
}
