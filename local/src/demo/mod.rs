//! `wallet-cloud demo`: the whole path of a payment on the sandbox, as any client would walk it, and of an editor of assets.
//!
//! It knows the services by their HTTP interface only. Keys are made and kept here.

pub mod api;
pub mod screen;

mod account;
mod answers;
mod assets;
mod eth_like;
mod holdings;
mod payment;
mod step;
mod wallet;
mod xlm;

pub use step::{Problem, StepError};

use api::{Api, CallError};
use payment::{Payment, Plan};
use screen::Screen;
use std::time::Instant;

/// Smallest units in one coin of any of the chains.
const COIN: u64 = 100_000_000;

/// The payments, in order.
const PLANS: [Plan; 5] = [
    Plan {
        chain: "btc",
        ticker: "BTC",
        address_type: Some("p2wpkh"),
        funds: COIN / 20,
        amount: COIN / 50,
    },
    Plan {
        chain: "btc",
        ticker: "BTC",
        address_type: Some("p2pkh"),
        funds: COIN / 20,
        amount: COIN / 50,
    },
    Plan {
        chain: "ltc",
        ticker: "LTC",
        address_type: Some("p2wpkh"),
        funds: COIN,
        amount: COIN / 4,
    },
    Plan {
        chain: "bch",
        ticker: "BCH",
        address_type: None,
        funds: COIN,
        amount: COIN / 4,
    },
    Plan {
        chain: "doge",
        ticker: "DOGE",
        address_type: None,
        funds: 500 * COIN,
        amount: 120 * COIN,
    },
];

/// Wei in a coin of an EVM chain.
const ETHER: u128 = 1_000_000_000_000_000_000;

/// What is done on EVM chains, in order.
const EVM_PLANS: [eth_like::Plan; 2] = [
    eth_like::Plan {
        chain: "eth",
        ticker: "ETH",
        fee_market: true,
        token: "USDT",
        funds: ETHER,
        amount: ETHER / 4,
        tokens: 1000,
    },
    eth_like::Plan {
        chain: "etc",
        ticker: "ETC",
        fee_market: false,
        token: "USC",
        funds: 50 * ETHER,
        amount: 20 * ETHER,
        tokens: 1000,
    },
];

/// A demo that did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// There is no caller to walk with.
    #[error(transparent)]
    Client(#[from] CallError),
    /// A step failed.
    #[error("the demo failed at {walk}")]
    Step {
        /// Which walk.
        walk: String,
        /// Which step, and why.
        #[source]
        error: StepError,
    },
}

/// Walks everything against the server at `base_url`, printing each step.
pub async fn walk(base_url: &str, merchant_key: &str, screen: &mut Screen) -> Result<(), DemoError> {
    let started = Instant::now();
    let api = Api::new(base_url)?;
    screen.line(&format!(
        "A payment on each chain, on the sandbox at {}",
        api.base_url()
    ));

    screen.title("account");
    let registered = account::register(&api, merchant_key, screen).await;
    let user = told("account", registered, screen)?;
    for plan in &PLANS {
        let walk = [Some(plan.chain), plan.address_type]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ");
        screen.title(&walk);
        let walked = Payment::new(plan, &user, screen).walk().await;
        told(&walk, walked, screen)?;
    }
    let mut payments = PLANS.len();
    for plan in &EVM_PLANS {
        screen.title(plan.chain);
        let walked = eth_like::Walk::new(plan, &user, screen).walk().await;
        payments += told(plan.chain, walked, screen)?;
    }
    screen.title("xlm");
    payments += told("xlm", xlm::Walk::new(&user, screen).walk().await, screen)?;
    screen.title("assets");
    let editor = account::editor(&api, merchant_key, screen).await;
    let editor = told("assets", editor, screen)?;
    told("assets", assets::walk(&editor, screen).await, screen)?;
    let seconds = started.elapsed().as_secs_f32();
    screen.line(&format!(
        "\n{payments} transactions signed, sent and confirmed in {seconds:.1} s"
    ));
    Ok(())
}

/// Prints the step that failed.
fn told<T>(walk: &str, result: Result<T, StepError>, screen: &mut Screen) -> Result<T, DemoError> {
    result.map_err(|error| {
        screen.failed(error.step, &error.problem);
        DemoError::Step {
            walk: walk.to_owned(),
            error,
        }
    })
}
