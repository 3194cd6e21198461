//! Registers a user on a local server and makes a payment on the sandbox.
//!
//! ```sh
//! cargo run --example first_payment --features hd -- MERCHANT_KEY
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::hd::{Length, Mnemonic, Path, Position};
use wallet_client::payments::btc_like::{Chain, Payment, Spend, address, quote};
use wallet_client::payments::{Settled, WatchPolicy};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::wire::FeeMode;
use wallet_client::{Client, MemoryStore, Network, Session};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let merchant_key = std::env::args().nth(1).ok_or("the argument is the merchant key")?;
    let last = pay("http://127.0.0.1:9000", &merchant_key).await?;
    println!("{last:?}");
    Ok(())
}

pub async fn pay(base_url: &str, merchant_key: &str) -> Result<Settled, Box<dyn Error>> {
    let authorization = format!("{base_url}/authorization/v1");
    let store = || Arc::<MemoryStore>::default(); // an app implements `TokenStore` for its secure storage

    // On YOUR server: the merchant key is never part of an app.
    let server = Session::new(&authorization, Uuid::new_v4(), &["register"], store())?;
    server.establish_by_key(merchant_key).await?;
    let server = Client::new(base_url)?.with_session(server);

    // In the app: a user, and the session of this device.
    let username = format!("alice-{}", Uuid::new_v4().simple());
    let account = RegisterRequest::builder()
        .username(&username[..14])
        .password("correct horse battery");
    let registered = register(&server, &account.build()).await?;
    let session = Session::new(&authorization, Uuid::new_v4(), &["read"], store())?;
    session.establish(&[&registered.security_token]).await?;
    let client = Client::new(base_url)?.with_session(session);

    // The keys of all chains from a mnemonic, which the user writes down.
    let (chain, network) = (Chain::Btc, Network::Testnet);
    let path = Path::btc_like(chain, network, None, Position::default())?;
    let key = Mnemonic::random(Length::Words12).seed("").secp256k1(&path)?;
    let address = address(chain, network, &key.public_key(), None)?;

    // Sandbox only: coins from a faucet, and a block.
    let block = MineRequest::builder().chain(chain.to_string()).build();
    let coins = FaucetRequest::builder().chain(chain.to_string()).address(address);
    faucet(&client, &coins.amount("1000000").build()).await?;
    mine(&client, &block).await?;

    // Prepare, show the review, sign, send, watch.
    let payment = Payment::builder()
        .chain(chain)
        .network(network)
        .public_key(key.public_key())
        .to("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")
        .amount(Spend::Exact(250_000))
        .build();
    let quote = quote(&client, &payment).await?; // has the fees of all modes
    let prepared = quote.prepare(&client, FeeMode::Normal).await?;
    println!("{:?}", prepared.review()); // recipient, amount, fee, change: verified
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?; // store `signed` before this line: it may be sent again at any time
    mine(&client, &block).await?; // sandbox only
    let policy = WatchPolicy::builder().interval(Duration::from_millis(200)).build();
    Ok(signed.watch(&client, policy).await?)
}
