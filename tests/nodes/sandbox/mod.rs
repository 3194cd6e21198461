//! The sandbox chains, compared with anvil (`compare.mjs`) and used by third-party clients (`clients.mjs`,
//! `stellar.mjs`, `stellar_offers.mjs`, `stellar_horizon.mjs`, `stellar_rpc.mjs`, `stellar_tokens.mjs`, `wallets.mjs`) and by the services' adapters (`xlm`).

mod nets;
mod xlm;

use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::task::JoinSet;
use wallet_cloud::{sandbox_api, serve};
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, Service, mount};
use wallet_sandbox::{Sandbox, SandboxOptions};
use wallet_tests::support::tools;

/// A sandbox with the control endpoints on a port.
struct Served {
    /// The URL `http://127.0.0.1:…`; each chain has a path below the URL.
    chains: String,
    /// The base URL of faucet and mine.
    calls: String,
    /// The sandbox, which stops when this value is dropped.
    _sandbox: Sandbox,
    _server: JoinSet<()>,
}

impl Served {
    async fn start(chains: &[&'static str]) -> Self {
        let options = SandboxOptions {
            chains: chains.to_vec(),
            port: 0,
            folder: None,
            block_interval: None,
            close_ledgers_immediately: false,
            tokens: sandbox_api::tokens(),
            clock: sandbox_api::sandbox_clock(Arc::new(SystemClock)),
        };
        let sandbox = Sandbox::start(options).await.expect("the sandbox starts");
        let upstream = sandbox.upstream(chains[0]).expect("the chain is served");
        let first = upstream.split(',').next().expect("at least one kind");
        let (_, url) = first.split_once('+').expect("a kind and a URL");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let calls = format!("http://{}/sandbox/v1", listener.local_addr().expect("a bound socket"));
        let service = Service::undocumented("sandbox", sandbox_api::chain_router(sandbox.chains()));
        let app = mount(vec![service], &HttpConfig::default());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, app).await.expect("the sandbox serves") });
        Self {
            chains: url.trim_end_matches(chains[0]).trim_end_matches('/').to_owned(),
            calls,
            _sandbox: sandbox,
            _server: server,
        }
    }
}

/// Runs a script, which fails if a check fails.
async fn script(name: &str, modules: &Path, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/sandbox").join(name);
    let mut command = Command::new("node");
    command.arg(script).arg(modules).args(arguments).kill_on_drop(true);
    command.output().await.expect("node starts")
}

#[track_caller]
fn check(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}\n{errors}");
    printed
}

#[tokio::test(flavor = "multi_thread")]
async fn same_transactions_have_the_same_results_as_on_anvil() {
    let Some(modules) = tools::node_modules("the sandbox compared with anvil") else {
        return;
    };
    let served = Served::start(&["eth"]).await;
    let url = format!("{}/eth", served.chains);
    let printed = check(&script("compare.mjs", &modules, &[&url, &served.calls]).await);
    assert!(printed.contains(r#""transactions":24"#), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn third_party_clients_can_use_the_sandbox() {
    let Some(modules) = tools::node_modules("the sandbox through viem") else {
        return;
    };
    let served = Served::start(&["eth", "op"]).await;
    check(&script("clients.mjs", &modules, &[&served.chains, &served.calls]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_sdk_can_use_the_sandbox() {
    let Some(modules) = tools::node_modules("the sandbox through @stellar/stellar-sdk") else {
        return;
    };
    let served = Served::start(&["xlm"]).await;
    let url = format!("{}/xlm", served.chains);
    check(&script("stellar.mjs", &modules, &[&url, &served.calls]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_sdk_can_trade_in_the_sandbox() {
    let Some(modules) = tools::node_modules("the sandbox's offers through @stellar/stellar-sdk") else {
        return;
    };
    let served = Served::start(&["xlm"]).await;
    let url = format!("{}/xlm", served.chains);
    check(&script("stellar_offers.mjs", &modules, &[&url, &served.calls]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_sdk_can_use_the_sandbox_as_a_public_horizon() {
    let Some(modules) = tools::node_modules("the sandbox's Horizon through @stellar/stellar-sdk") else {
        return;
    };
    let served = Served::start(&["xlm"]).await;
    let url = format!("{}/xlm", served.chains);
    check(&script("stellar_horizon.mjs", &modules, &[&url, &served.calls]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_sdk_can_use_the_sandbox_as_a_public_rpc_server() {
    let Some(modules) = tools::node_modules("the sandbox's RPC through @stellar/stellar-sdk") else {
        return;
    };
    let served = Served::start(&["xlm"]).await;
    let url = format!("{}/xlm", served.chains);
    check(&script("stellar_rpc.mjs", &modules, &[&url, &served.calls]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn stellar_sdk_can_approve_spenders_in_the_sandbox() {
    let Some(modules) = tools::node_modules("the sandbox's tokens through @stellar/stellar-sdk") else {
        return;
    };
    let served = Served::start(&["xlm"]).await;
    let url = format!("{}/xlm", served.chains);
    check(&script("stellar_tokens.mjs", &modules, &[&url, &served.calls]).await);
}

/// Returns chain, protocol and URL of each line after the heading of the test networks.
fn printed_addresses(banner: &str) -> Vec<Vec<&str>> {
    let (_, after) = banner.split_once("Testnet").expect("the heading");
    let lines = after
        .lines()
        .skip(1)
        // The chain id of an EVM chain follows.
        .map(|line| line.split_whitespace().take(3).collect::<Vec<_>>());
    lines
        .take_while(|words| words.len() == 3 && words[2].starts_with("http://"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn wallets_can_be_pointed_at_the_printed_addresses() {
    let Some(modules) = tools::node_modules("ethers and others at the addresses that the server prints") else {
        return;
    };
    let running = serve::start(serve::Options::ephemeral())
        .await
        .expect("the server starts");
    let banner = serve::Banner(&running).to_string();
    let addresses = serde_json::to_string(&printed_addresses(&banner)).expect("JSON");
    let calls = format!("{}/sandbox/v1", running.base_url);
    check(&script("wallets.mjs", &modules, &[&addresses, &calls]).await);
    running.shutdown().await.expect("the server stops");
}
