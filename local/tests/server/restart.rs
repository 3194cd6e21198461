//! State that survives a restart on the same folder.

use super::{authorization_url, code, evm_chains, merchant};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use uuid::Uuid;
use wallet_client::address_info_xlm::AddressInfoRequest;
use wallet_client::address_info_xlm::address_info;
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::authorization::security_factor::{CredentialsRequest, credentials};
use wallet_client::blockchain_connector_btc_like::prepare_transaction as btc_like;
use wallet_client::blockchain_connector_eth_like::prepare_transaction as eth_like;
use wallet_client::sandbox::{FaucetRequest, FaucetResponse, MineRequest, faucet, mine};
use wallet_client::wire::{AddressRequest, NetworkRequest};
use wallet_client::{CallError, Client, MemoryStore, Network, RetryPolicy, Session};
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

async fn fund(client: &Client, chain: &str, address: &str, amount: &str) -> FaucetResponse {
    let request = FaucetRequest::builder()
        .chain(chain.to_owned())
        .address(address.to_owned())
        .amount(amount.to_owned())
        .build();
    faucet(client, &request).await.unwrap()
}

async fn mine_block(client: &Client, chain: &str) -> Result<(), CallError> {
    let chain = chain.to_owned();
    mine(client, &MineRequest::builder().chain(chain).build())
        .await
        .map(drop)
}

/// Checks that the chains have the coins and accounts of the first server.
async fn assert_kept(reader: &Client, funded: &FaucetResponse, created: &FaucetResponse) {
    let network = Some(Network::Testnet);
    let request = AddressRequest::builder()
        .address(ADDRESS.to_owned())
        .maybe_network(network)
        .build();
    let list = btc_like::utxo_list(reader, "btc", &request).await.unwrap();
    let list = serde_json::to_value(list).unwrap();
    assert_eq!(
        list["utxo"],
        json!([{ "txid": funded.txid, "vout": 0, "value": "12345" }])
    );
    // The account can still pay with coins received before the restart.
    let request = eth_like::EstimateRequest::builder()
        .address(ACCOUNT.to_owned())
        .maybe_network(network)
        .to(ACCOUNT.to_owned())
        .amount("20000000000000000".to_owned())
        .build();
    let estimate = eth_like::estimate(reader, "eth", &request).await.unwrap();
    assert_eq!(estimate.gas_limit, "21000");
    // The sandbox closes a Stellar ledger immediately, so the account has a history.
    let request = AddressInfoRequest::builder()
        .address(STELLAR.to_owned())
        .maybe_network(network)
        .build();
    let info = address_info(reader, "xlm", &request).await.unwrap();
    let info: Value = serde_json::to_value(info).unwrap();
    assert_eq!(info["balances"][0]["balance"]["amount"], "30000000", "{info}");
    let latest = &info["transactions"][0];
    let found = (&latest["txid"], &latest["actions"][0]["type"]);
    assert_eq!(found, (&json!(created.txid), &json!("create-account")), "{info}");
}

#[tokio::test]
async fn accounts_sessions_keys_and_chains_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let first = start_on(folder.path()).await;
    let client = Client::new(&first.base_url).unwrap();
    let (username, password) = ("alice".to_owned(), "correct horse battery staple".to_owned());
    let (token_id, store) = (Uuid::new_v4(), Arc::new(MemoryStore::default()));
    let session = |running: &Running| {
        Session::new(
            &authorization_url(running),
            token_id,
            &["read"],
            Arc::clone(&store) as _,
        )
        .unwrap()
    };
    let account = RegisterRequest::builder()
        .username(username.clone())
        .password(password.clone())
        .build();
    let registered = register(&merchant(&first, "register").await, &account).await.unwrap();
    session(&first).establish(&[&registered.security_token]).await.unwrap();
    let funded = fund(&client, "btc", ADDRESS, "12345").await;
    fund(&client, "eth", ACCOUNT, "30000000000000000").await;
    mine_block(&client, "eth").await.unwrap();
    let created = fund(&client, "xlm", STELLAR, "30000000").await;
    let key = first.merchant_key.clone();
    first.shutdown().await.unwrap();

    let second = start_on(folder.path()).await;
    assert_eq!(second.merchant_key, key);
    let client = Client::new(&second.base_url).unwrap();
    let login = CredentialsRequest::builder()
        .username(username)
        .password(password)
        .build();
    credentials(&client, &login).await.unwrap();
    // The session continues with the stored refresh token.
    let session = session(&second);
    session.refresh().await.unwrap();
    let reader = client.with_session(session);
    assert_kept(&reader, &funded, &created).await;
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
    let mut expected = [&["btc", "bch", "doge"][..], &evm_chains(), &["xlm"]].concat();
    expected.retain(|chain| *chain != "op");
    assert_eq!(chains, expected);
    let reader = merchant(&running, "read").await.with_retries(RetryPolicy::NEVER);
    for chain in ["ltc", "op"] {
        assert_eq!(code(mine_block(&reader, chain).await), "404 chain_not_supported");
    }
    let testnet = NetworkRequest::builder().network(Network::Testnet).build();
    let price = btc_like::price_per_byte(&reader, "ltc", &testnet).await;
    assert_eq!(code(price), "503 upstream_unavailable");
    let price = eth_like::gas_price(&reader, "op", &testnet).await;
    assert_eq!(code(price), "503 upstream_unavailable");
}
