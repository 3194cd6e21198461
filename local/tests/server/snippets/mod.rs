//! The Rust snippets of the guides: this folder contains each of them, one file per guide, and the tests run them.

mod assets;
mod authentication;
mod errors;
mod fees;
mod hardware_signer;
mod history;
mod notifications;
mod payments_evm;
mod payments_stellar;
mod payments_utxo;
mod quick_start;
mod sweep;

use super::ephemeral;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::hd::{Length, Mnemonic, Path, Position};
use wallet_client::payments::{Fee, Settled, WatchPolicy, btc_like};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::wire::{AddressInfoRequest, FeeMode};
use wallet_client::{Client, MemoryStore, Network, Session, address_info_btc_like};

type Done = Result<(), Box<dyn Error>>;

/// Mines a block of a sandbox chain.
async fn mine_block(client: &Client, chain: &str) -> Done {
    let chain = chain.to_owned();
    mine(client, &MineRequest::builder().chain(chain).build()).await?;
    Ok(())
}

/// Pays coins from the faucet and mines a block.
async fn fund(client: &Client, chain: &str, address: &str, amount: &str, token: Option<&str>) -> Done {
    let request = FaucetRequest::builder()
        .chain(chain.to_owned())
        .address(address.to_owned())
        .amount(amount.to_owned())
        .maybe_token(token.map(str::to_owned))
        .build();
    faucet(client, &request).await?;
    if chain != "xlm" {
        mine_block(client, chain).await?;
    }
    Ok(())
}

/// Returns a policy for the sandbox.
fn quickly() -> WatchPolicy {
    WatchPolicy::builder().interval(Duration::from_millis(200)).build()
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
    let account = RegisterRequest::builder()
        .username(username)
        .password("correct horse battery")
        .build();
    let registered = register(&Client::new(base_url)?.with_session(server), &account).await?;
    let session = Session::new(&authorization, Uuid::new_v4(), &["read"], store())?;
    session.establish(&[&registered.security_token]).await?;
    let client = Client::new(base_url)?.with_session(session);
    Ok(client)
}

/// Runs a snippet with base URL and merchant key of a new server.
async fn run_on_server(snippet: impl AsyncFnOnce(&str, &str) -> Done) {
    let running = ephemeral().await;
    snippet(&running.base_url, &running.merchant_key).await.unwrap();
    running.shutdown().await.unwrap();
}

/// Runs a snippet as a new user of a new server.
async fn run(snippet: impl AsyncFnOnce(Client) -> Done) {
    run_on_server(async |base_url, merchant_key| snippet(new_user(base_url, merchant_key).await?).await).await;
}

/// Returns the lines of a text without indentation.
fn lines(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Lists the guides with Rust snippets: the guide, the files that contain them, and their number.
macro_rules! guides {
    ($($guide:literal $file:literal $count:literal)*) => {
        [$((
            include_str!(concat!("../../../../docs/guides/", $guide)),
            concat!(include_str!("mod.rs"), include_str!($file)),
            $count,
        )),*]
    };
}

/// Checks that a source file contains all Rust examples of a document, and their number.
#[track_caller]
pub fn assert_contains_blocks(source: &str, document: &str, count: usize) {
    let source = lines(source);
    let blocks = document.split("```rust\n").skip(1);
    let blocks: Vec<_> = blocks.filter_map(|block| block.split("\n```").next()).collect();
    assert_eq!(blocks.len(), count, "{document}");
    for block in blocks {
        assert!(source.contains(&lines(block)), "not run by this source:\n{block}");
    }
}

#[test]
fn rust_snippets_of_the_guides_are_in_these_files() {
    let guides = guides! {
        "quick-start.md" "quick_start.rs" 7
        "authentication.md" "authentication.rs" 7
        "payments-utxo.md" "payments_utxo.rs" 7
        "payments-evm.md" "payments_evm.rs" 6
        "payments-stellar.md" "payments_stellar.rs" 5
        "history.md" "history.rs" 4
        "notifications.md" "notifications.rs" 5
        "assets.md" "assets.rs" 4
        "fees.md" "fees.rs" 1
        "errors.md" "errors.rs" 1
        "sweep.md" "sweep.rs" 1
        "hardware-signer.md" "hardware_signer.rs" 2
    };
    for (guide, source, count) in guides {
        assert_contains_blocks(source, guide, count);
    }
}
