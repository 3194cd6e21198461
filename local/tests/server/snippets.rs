//! The Rust snippets of the guides: this file contains each of them, and the tests run it.

use super::ephemeral;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::hd::{Length, Mnemonic, Path, Position};
use wallet_client::payments::{Ed25519Signer, WatchPolicy, btc_like, eth_like, xlm};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::signers::{Ed25519Key, Secp256k1Key};
use wallet_client::wire::{AddressInfoRequest, Asset, FeeMode, Status};
use wallet_client::{Client, MemoryStore, Network, Session, address_info_btc_like};

type Done = Result<(), Box<dyn Error>>;

/// Pays coins from the faucet and mines a block.
async fn fund(client: &Client, chain: &str, address: &str, amount: &str, token: Option<&str>) -> Done {
    let request = FaucetRequest {
        chain: chain.to_owned(),
        address: address.to_owned(),
        amount: amount.to_owned(),
        token: token.map(str::to_owned),
    };
    faucet(client, &request).await?;
    if chain != "xlm" {
        mine(
            client,
            &MineRequest {
                chain: chain.to_owned(),
            },
        )
        .await?;
    }
    Ok(())
}

/// Returns a policy for the sandbox.
fn quickly() -> WatchPolicy {
    WatchPolicy {
        interval: Duration::from_millis(200),
        ..WatchPolicy::default()
    }
}

/// Returns a client with the session of a new user.
async fn new_user(base_url: &str, merchant_key: &str) -> Result<Client, Box<dyn Error>> {
    let authorization = format!("{base_url}/authorization/v1");
    let store = || Arc::<MemoryStore>::default(); // an app implements `TokenStore` for its secure storage

    // On your server.
    let server = Session::new(&authorization, Uuid::new_v4(), &["register"], store())?;
    server.establish_by_key(merchant_key).await?;

    // In the app.
    let username = format!("alice-{}", &Uuid::new_v4().to_string()[..8]);
    let account = RegisterRequest {
        username,
        password: "correct horse battery".to_owned(),
    };
    let registered = register(&Client::new(base_url)?.with_session(server), &account).await?;
    let session = Session::new(&authorization, Uuid::new_v4(), &["read"], store())?;
    session.establish(&[&registered.security_token]).await?;
    let client = Client::new(base_url)?.with_session(session);
    Ok(client)
}

async fn quick_start(client: Client) -> Done {
    let seed = Mnemonic::random(Length::Words12).seed(""); // your private keys: they stay in the app
    let network = Network::Testnet;
    let path = Path::btc_like(btc_like::Chain::Btc, network, None, Position::default())?;
    let key = seed.secp256k1(&path)?;
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    let payment = btc_like::Payment {
        chain: btc_like::Chain::Btc,
        network,
        public_key: key.public_key(),
        address_type: None,
        to: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".to_owned(),
        amount: btc_like::Spend::Exact(250_000),
        max_fee: Some(50_000),
    };
    let prepared = btc_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    assert_eq!(prepared.review().amount, 250_000); // show recipient, amount and fee to the user
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?; // store `signed` before this line
    mine(
        &client,
        &MineRequest {
            chain: "btc".to_owned(),
        },
    )
    .await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));
    let query = AddressInfoRequest {
        address,
        network: Some(network),
        limit: None,
        cursor: None,
    };
    let info = address_info_btc_like::address_info(&client, "btc", &query).await?;
    assert_eq!(info.transactions.len(), 2);
    Ok(())
}

async fn evm(client: Client) -> Done {
    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let from = eth_like::derive(&client, "eth", network, &key.public_key()).await?;
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    fund(&client, "eth", &from, "1000000000000000000", None).await?;
    fund(&client, "eth", &from, "100000000", Some(usdt)).await?;
    let payment = eth_like::Payment {
        chain: "eth".to_owned(),
        network,
        chain_id: eth_like::chain_id("eth", network).ok_or("unknown chain")?,
        public_key: key.public_key(),
        action: eth_like::Action::TransferToken {
            contract: usdt.to_owned(),
            to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
            amount: 25_000_000_u64.into(),
        },
        max_fee: None,
    };
    let prepared = eth_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?;
    mine(
        &client,
        &MineRequest {
            chain: "eth".to_owned(),
        },
    )
    .await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));
    Ok(())
}

async fn stellar(client: Client) -> Done {
    let (alice, bob) = (Ed25519Key::random(), Ed25519Key::random());
    let network = Network::Testnet;
    let sender = xlm::derive(&client, network, alice.public_key()).await?;
    let recipient = xlm::derive(&client, network, bob.public_key()).await?;
    fund(&client, "xlm", &sender, "1000000000", None).await?;
    let terms = xlm::Terms {
        network,
        public_key: alice.public_key(),
        fee: xlm::recommended_fee(&client, network).await?,
        memo: None,
        timeout: None,
    };
    let lumen = Asset::Coin {
        chain: "xlm".to_owned(),
    };
    let transfer = xlm::Action::Transfer {
        to: recipient,
        amount: 200_000_000,
        asset: lumen,
    };
    let prepared = xlm::prepare(&client, &terms, &transfer).await?;
    let signed = prepared.sign(&client, &alice).await?;
    signed.send(&client).await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));
    Ok(())
}

/// Runs a snippet as a new user of a new server.
async fn run(snippet: impl AsyncFnOnce(Client) -> Done) {
    let running = ephemeral().await;
    let client = new_user(&running.base_url, &running.merchant_key).await.unwrap();
    snippet(client).await.unwrap();
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_the_quick_start_works_as_written() {
    run(quick_start).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_evm_payments_works_as_written() {
    run(evm).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_stellar_payments_work_as_written() {
    run(stellar).await;
}

/// Returns the lines of a text without indentation.
fn lines(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Checks that a source file contains all Rust examples of a document, and their number.
#[track_caller]
pub fn assert_contains_blocks(source: &str, document: &str, count: usize) {
    let source = lines(source);
    let blocks = document
        .split("```rust\n")
        .skip(1)
        .filter_map(|block| block.split("\n```").next());
    let blocks: Vec<_> = blocks.collect();
    assert_eq!(blocks.len(), count, "{document}");
    for block in blocks {
        assert!(source.contains(&lines(block)), "not run by this file:\n{block}");
    }
}

#[test]
fn rust_snippets_of_the_guides_are_in_this_file() {
    for (guide, count) in [
        (include_str!("../../../docs/guides/quick-start.md"), 7),
        (include_str!("../../../docs/guides/payments-evm.md"), 1),
        (include_str!("../../../docs/guides/payments-stellar.md"), 1),
    ] {
        assert_contains_blocks(include_str!("snippets.rs"), guide, count);
    }
}
