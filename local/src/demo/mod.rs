//! `wallet-cloud demo`: makes payments on the sandbox like any client, and edits the asset list.
//!
//! The demo uses only the Rust client, which also generates and keeps the keys.

pub mod screen;

mod account;
mod assets;
mod eth_like;
mod holdings;
mod payment;
mod sandbox;
mod status;
mod step;
mod xlm;

pub use step::{Problem, StepError};

use payment::{Payment, Plan};
use screen::Screen;
use std::time::Instant;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::Chain;
use wallet_client::{Client, Network, TransportError};

/// The network of the sandbox.
const NETWORK: Network = Network::Testnet;

/// Base units in one coin of any of the UTXO chains.
const COIN: u64 = 100_000_000;

/// The UTXO payments, in order.
const PLANS: [Plan; 5] = [
    Plan {
        chain: Chain::Btc,
        ticker: "BTC",
        address_type: Some(AddressType::P2wpkh),
        funds: COIN / 20,
        amount: COIN / 50,
    },
    Plan {
        chain: Chain::Btc,
        ticker: "BTC",
        address_type: Some(AddressType::P2pkh),
        funds: COIN / 20,
        amount: COIN / 50,
    },
    Plan {
        chain: Chain::Ltc,
        ticker: "LTC",
        address_type: Some(AddressType::P2wpkh),
        funds: COIN,
        amount: COIN / 4,
    },
    Plan {
        chain: Chain::Bch,
        ticker: "BCH",
        address_type: None,
        funds: COIN,
        amount: COIN / 4,
    },
    Plan {
        chain: Chain::Doge,
        ticker: "DOGE",
        address_type: None,
        funds: 500 * COIN,
        amount: 120 * COIN,
    },
];

/// Wei in one coin of an EVM chain.
const ETHER: u128 = 1_000_000_000_000_000_000;

/// The EVM demo runs, in order.
const EVM_PLANS: [eth_like::Plan; 2] = [
    eth_like::Plan {
        chain: "eth",
        ticker: "ETH",
        token: "USDT",
        funds: ETHER,
        amount: ETHER / 4,
        tokens: 1000,
    },
    eth_like::Plan {
        chain: "etc",
        ticker: "ETC",
        token: "USC",
        funds: 50 * ETHER,
        amount: 20 * ETHER,
        tokens: 1000,
    },
];

/// The error of an incomplete demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be created")]
    Client(#[source] TransportError),
    /// A step failed.
    #[error("the demo failed at {run}")]
    Step {
        /// The name of the demo run.
        run: String,
        /// The failed step with its cause.
        #[source]
        error: StepError,
    },
}

/// Runs all demo runs against the server at `base_url` and prints each step.
pub async fn run(base_url: &str, merchant_key: &str, screen: &mut Screen) -> Result<(), DemoError> {
    let started = Instant::now();
    let client = Client::new(base_url).map_err(DemoError::Client)?;
    screen.line(&format!(
        "A payment on each chain, on the sandbox at {}",
        client.base_url()
    ));

    screen.title("account");
    let registered = account::register(&client, merchant_key, screen).await;
    let user = report_failure("account", registered, screen)?;
    for plan in &PLANS {
        let name = plan.name();
        screen.title(&name);
        let paid = Payment::new(plan, &user, screen).run().await;
        report_failure(&name, paid, screen)?;
    }
    let mut payments = PLANS.len();
    for plan in &EVM_PLANS {
        screen.title(plan.chain);
        let confirmed = eth_like::DemoRun::new(plan, &user, screen).run().await;
        payments += report_failure(plan.chain, confirmed, screen)?;
    }
    screen.title("xlm");
    payments += report_failure("xlm", xlm::DemoRun::new(&user, screen).run().await, screen)?;
    screen.title("assets");
    let editor = account::editor(&client, merchant_key, screen).await;
    let editor = report_failure("assets", editor, screen)?;
    report_failure("assets", assets::run(&editor, screen).await, screen)?;
    let seconds = started.elapsed().as_secs_f32();
    screen.line(&format!(
        "\n{payments} transactions signed, sent and confirmed in {seconds:.1} s"
    ));
    Ok(())
}

/// Prints the failed step.
fn report_failure<T>(run: &str, result: Result<T, StepError>, screen: &mut Screen) -> Result<T, DemoError> {
    result.map_err(|error| {
        screen.failed(error.step, &error.problem);
        DemoError::Step {
            run: run.to_owned(),
            error,
        }
    })
}
