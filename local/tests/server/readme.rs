//! The examples in the README of the Rust client: this file contains each of them, and the tests run it.

use super::snippets::assert_contains_blocks;
use super::{ephemeral, merchant};
use wallet_client::authorization::account::{RegisterRequest, register};

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_client::hd::{Length, Mnemonic, Path, Position};
use wallet_client::payments::WatchPolicy;
use wallet_client::payments::btc_like::{Chain, Payment, Spend, derive, quote};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::wire::{FeeMode, Status};
use wallet_client::{Client, MemoryStore, Network, Session};

/// Pays on the sandbox. `security_token` is that of the signed-in user.
async fn first_payment(base_url: &str, security_token: &str) -> Result<(), Box<dyn Error>> {
    let authorization = format!("{base_url}/authorization/v1");
    let store = Arc::<MemoryStore>::default(); // an app implements `TokenStore` for its secure storage
    let session = Session::new(&authorization, Uuid::new_v4(), &["read"], store)?;
    session.establish(&[security_token]).await?;
    let client = Client::new(base_url)?.with_session(session);

    // The keys of all chains from one mnemonic, which the user writes down.
    let mnemonic = Mnemonic::random(Length::Words12);
    let (chain, network) = (Chain::Btc, Network::Testnet);
    let path = Path::btc_like(chain, network, None, Position::default())?;
    let key = mnemonic.seed("").secp256k1(&path)?;
    let address = derive(&client, chain, network, &key.public_key(), None).await?;

    // Sandbox only: coins from a faucet, and a block.
    let block = MineRequest {
        chain: chain.to_string(),
    };
    let coins = FaucetRequest {
        chain: chain.to_string(),
        address,
        amount: "1000000".to_owned(),
        token: None,
    };
    faucet(&client, &coins).await?;
    mine(&client, &block).await?;

    let payment = Payment {
        chain,
        network,
        public_key: key.public_key(),
        address_type: None,
        to: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".to_owned(),
        amount: Spend::Exact(250_000),
        max_fee: Some(50_000),
    };
    let quote = quote(&client, &payment).await?; // shows the fees of all modes
    let prepared = quote.prepare(&client, FeeMode::Normal).await?;
    println!("{:?}", prepared.review()); // show recipient, amount and fee to the user
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?; // store `signed` before this line: it may be sent again at any time

    mine(&client, &block).await?; // sandbox only
    let policy = WatchPolicy {
        interval: Duration::from_millis(200),
        ..WatchPolicy::default()
    };
    let last = signed.watch(&client, policy).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));
    Ok(())
}

fn keys(mnemonic: &str, passphrase: &str) -> Result<(), Box<dyn Error>> {
    let seed = mnemonic.parse::<Mnemonic>()?.seed(passphrase); // in memory only while keys are derived
    let first = Position::default();
    let btc = seed.secp256k1(&Path::btc_like(Chain::Btc, Network::Livenet, None, first)?)?; // m/84'/0'/0'/0/0
    let change = seed.secp256k1(&Path::btc_like(
        Chain::Doge,
        Network::Livenet,
        None,
        Position { change: true, ..first },
    )?)?;
    let evm = seed.secp256k1(&Path::eth_like("eth", first)?)?; // m/44'/60'/0'/0/0, for all EVM chains except etc
    let stellar = seed.ed25519(&Path::xlm(0)?)?; // m/44'/148'/0'
    let other = seed.secp256k1(&"m/49'/0'/0'/0/0".parse()?)?;
    println!("{btc:?} {change:?} {evm:?} {stellar:?} {other:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn first_payment_of_the_client_works_as_written() {
    let running = ephemeral().await;
    let server = merchant(&running, "register").await;
    let account = RegisterRequest {
        username: "alice".to_owned(),
        password: "correct horse battery".to_owned(),
    };
    let registered = register(&server, &account).await.unwrap();
    first_payment(&running.base_url, &registered.security_token)
        .await
        .unwrap();
    running.shutdown().await.unwrap();
}

#[test]
fn keys_of_the_client_work_as_written() {
    let words = "abandon ".repeat(11) + "about";
    keys(&words, "").unwrap();
    assert!(keys("abandon", "").is_err());
}

#[test]
fn examples_of_the_client_are_in_this_file() {
    let readme = include_str!("../../../clients/rust/README.md");
    assert_contains_blocks(include_str!("readme.rs"), readme, 2);
}
