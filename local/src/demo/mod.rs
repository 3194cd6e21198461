//! `wallet-cloud demo`: makes payments on the sandbox like any client, and edits the asset list.
//!
//! The demo uses only the Rust client, which also generates and keeps the keys. `check` makes the same payments.

pub mod screen;

use crate::payments::{
    Account, At, BtcLikeAccount, EthLikeAccount, Failure, Outcome, PaymentRun, XlmAccount, causes, ensure, short,
};
use screen::Screen;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;
use wallet_client::asset_info::{AssetRequest, DeleteRequest, ListRequest, add, delete, list};
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::{CallError, Client, MemoryStore, Session, SessionError, TransportError};

/// The UTXO chains with the type of the addresses, if a chain has several.
const UTXO_CHAINS: [(&str, Option<AddressType>); 5] = [
    ("btc", Some(AddressType::P2wpkh)),
    ("btc", Some(AddressType::P2pkh)),
    ("ltc", Some(AddressType::P2wpkh)),
    ("bch", None),
    ("doge", None),
];
/// A chain with a fee market (EIP-1559), and a chain without.
const EVM_CHAINS: [&str; 2] = ["eth", "etc"];
/// The kind of the asset that is added.
const TOKENS: &str = "erc20";
/// The contract of an unlisted token: an example address of ERC-55.
const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// The error of an incomplete demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be created")]
    Client(#[source] TransportError),
    /// A step failed.
    #[error("the demo failed at {part}")]
    Step {
        /// The name of the part.
        part: String,
        /// The failed step with the cause.
        #[source]
        failure: Failure,
    },
}

/// Makes all payments against the server at `base_url` and prints each step.
pub async fn run(base_url: &str, merchant_key: &str, screen: &Screen) -> Result<(), DemoError> {
    let started = Instant::now();
    let client = Client::new(base_url).map_err(DemoError::Client)?;
    screen.line(&format!(
        "A payment on each chain, on the sandbox at {}",
        client.base_url()
    ));
    screen.title("account");
    let registered = register_account(&client, merchant_key, screen).await;
    let user = registered.map_err(|failure| stopped("account", failure, screen))?;
    let mut confirmed = 0;
    for (title, account) in accounts() {
        screen.title(&title);
        confirmed += pay(&user, account, screen)
            .await
            .map_err(|failure| DemoError::Step { part: title, failure })?;
    }
    screen.title("assets");
    let edited = edit_assets(&client, merchant_key, screen).await;
    edited.map_err(|failure| stopped("assets", failure, screen))?;
    let seconds = started.elapsed().as_secs_f32();
    screen.line(&format!(
        "\n{confirmed} transactions signed, sent and confirmed in {seconds:.1} s"
    ));
    Ok(())
}

/// Prints the failed step of a part.
fn stopped(part: &str, failure: Failure, screen: &Screen) -> DemoError {
    screen.failed_step(&failure);
    let part = part.to_owned();
    DemoError::Step { part, failure }
}

/// Returns the senders with their titles, in order.
fn accounts() -> Vec<(String, Box<dyn Account>)> {
    let mut accounts: Vec<(String, Box<dyn Account>)> = Vec::new();
    for (chain, address_type) in UTXO_CHAINS {
        let words = [Some(chain), address_type.as_ref().map(AddressType::name)];
        let title = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if let Some(account) = BtcLikeAccount::new(chain, address_type) {
            accounts.push((title, Box::new(account)));
        }
    }
    for chain in EVM_CHAINS {
        accounts.push((chain.to_owned(), Box::new(EthLikeAccount::new(chain))));
    }
    accounts.push(("xlm".to_owned(), Box::new(XlmAccount::random())));
    accounts
}

/// Makes the payments of a sender and returns the number of confirmed transactions.
async fn pay(client: &Client, account: Box<dyn Account>, screen: &Screen) -> Result<usize, Failure> {
    let run = PaymentRun {
        client,
        observer: screen,
        deadline: tokio::time::Instant::now(),
        replaces: false,
        notified: None,
    };
    let reports = run.all(vec![account]).await;
    if let Some(failure) = screen.take_failure() {
        return Err(failure);
    }
    let mut confirmed = 0;
    for report in reports {
        ensure(report.outcome == Outcome::Confirmed, "fund", || {
            "the server has no faucet for the chain".to_owned()
        })?;
        confirmed += report.confirmed;
    }
    Ok(confirmed)
}

/// Registers a new account and returns a client with the session.
async fn register_account(client: &Client, merchant_key: &str, screen: &Screen) -> Result<Client, Failure> {
    let backend = merchant(client, merchant_key, &["register"]).await?;
    screen.step("merchant", "permission token to register accounts, issued by key");
    let account = RegisterRequest::builder()
        .username(format!("demo-{}", &Uuid::new_v4().simple().to_string()[..8]))
        .password(Uuid::new_v4().to_string())
        .build();
    let registered = register(&backend, &account).await.at("register")?;
    screen.step("register", &format!("{}, with a security token", account.username));
    let session = session(client, &["read"]);
    let established = session.establish(&[&registered.security_token]).await;
    established.map_err(|error| session_failure("token", error))?;
    screen.step("token", "permission token to read, issued by factors");
    Ok(client.with_session(session))
}

/// Returns a client with a session that has the given permissions of the merchant key.
async fn merchant(client: &Client, merchant_key: &str, permissions: &[&str]) -> Result<Client, Failure> {
    let session = session(client, permissions);
    let established = session.establish_by_key(merchant_key).await;
    established.map_err(|error| session_failure("merchant", error))?;
    Ok(client.with_session(session))
}

fn session(client: &Client, permissions: &[&str]) -> Session {
    Session::of(client, Uuid::new_v4(), permissions, Arc::<MemoryStore>::default())
}

/// Returns the failure of a step. Of a failed call, only the error of the service is printed.
fn session_failure(step: &'static str, error: SessionError) -> Failure {
    match error {
        SessionError::Call(error) => Failure::new(step, causes(error)),
        error => Failure::new(step, causes(error)),
    }
}

/// Lists assets, adds a token, requires the token in the list, and deletes the token.
async fn edit_assets(client: &Client, merchant_key: &str, screen: &Screen) -> Result<(), Failure> {
    let editor = merchant(client, merchant_key, &["read", "assets"]).await?;
    screen.step("merchant", "permission token to read and edit assets, issued by key");
    let mut sizes = Vec::new();
    for kind in ["fiat", "coin", TOKENS] {
        let list = list(&editor, kind, &ListRequest::default()).await.at("list")?;
        ensure(!list.is_empty(), "list", || {
            format!("no asset of kind {kind} is listed")
        })?;
        sizes.push(format!("{} {kind}", list.len()));
    }
    screen.step("list", &format!("{} listed", sizes.join(", ")));

    let token = AssetRequest::builder()
        .chain("eth")
        .contract(CONTRACT.to_owned())
        .name("Demo")
        .ticker("DEMO")
        .decimals(18)
        .build();
    let added = add(&editor, TOKENS, &token).await.at("add")?;
    screen.step("add", &format!("{} at {} on eth", added.asset.ticker, short(CONTRACT)));

    ensure(is_listed(&editor).await.at("list")?, "see", || {
        "the added token is not listed".to_owned()
    })?;
    screen.step("see", "the token is listed");

    let id = format!("eth:{CONTRACT}");
    let deleted = delete(&editor, TOKENS, &id, &DeleteRequest::default()).await;
    deleted.at("delete")?;
    ensure(!is_listed(&editor).await.at("list")?, "delete", || {
        "the deleted token is still listed".to_owned()
    })?;
    screen.step("delete", "the token is no longer listed");
    Ok(())
}

async fn is_listed(client: &Client) -> Result<bool, CallError> {
    let tokens = list(client, TOKENS, &ListRequest::default()).await?;
    Ok(tokens.iter().any(|token| token.contract.as_deref() == Some(CONTRACT)))
}
