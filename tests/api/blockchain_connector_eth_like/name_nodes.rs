//! Names over two scripted nodes, which agree, disagree, or of which one is out of order.

use super::App;
use super::fixture::{HEIGHT, quantity};
use super::names::{ETH, OTHER, OWNER, REGISTRY, RESOLVER, SUPPORTS, VITALIK, bytes, lookup, returned, word};
use crate::support::json_rpc::{self, Outcome, reverted};
use crate::support::stub::{Reply, Stub, closed_port};
use std::collections::HashMap;
use wallet_core::model::Network;
use wallet_upstream::config::setting_name;

const PATH: &str = "resolve-name/eth?name=vitalik.eth";
/// A resolver with a false record.
const FALSE_RESOLVER: &str = "0x1111111111111111111111111111111111111111";
const URL: &str = "https://gateway.example/{data}";

/// The outcomes of the calls of contracts, by contract and calldata.
type Contracts = HashMap<(String, String), Outcome>;

fn put(contracts: &mut Contracts, contract: &str, data: &str, outcome: Outcome) {
    contracts.insert((contract.to_lowercase(), format!("0x{data}")), outcome);
}

/// Returns the registry with a resolver of the name, and the record.
fn contracts(resolver: &str, record: Outcome) -> Contracts {
    let mut contracts = HashMap::new();
    put(
        &mut contracts,
        REGISTRY,
        &format!("0178b8bf{ETH}"),
        returned(&word("0")),
    );
    put(
        &mut contracts,
        REGISTRY,
        &format!("0178b8bf{VITALIK}"),
        returned(&word(resolver)),
    );
    // Both nodes know both contracts.
    for (contract, record) in [(resolver, record), (FALSE_RESOLVER, returned(&word(OTHER)))] {
        put(&mut contracts, contract, SUPPORTS, returned(&word("0")));
        put(&mut contracts, contract, &format!("3b3b57de{VITALIK}"), record);
    }
    contracts
}

/// Returns a node with these contracts. The reply to calls of contracts can be a different one.
async fn node(contracts: Contracts, instead: Option<Reply>) -> Stub {
    Stub::start(move |request| {
        let is_call = json_rpc::calls(request).iter().any(|call| call.method == "eth_call");
        if let Some(reply) = instead.clone().filter(|_| is_call) {
            return reply;
        }
        json_rpc::respond(request, |call| match call.method.as_str() {
            "eth_chainId" => Ok(quantity(1)),
            "eth_blockNumber" => Ok(quantity(HEIGHT)),
            "eth_call" => {
                let part = |name: &str| call.params[0][name].as_str().unwrap_or_default().to_lowercase();
                let outcome = contracts.get(&(part("to"), part("data")));
                outcome.cloned().unwrap_or_else(|| json_rpc::missing("eth_call"))
            }
            method => json_rpc::missing(method),
        })
    })
    .await
}

async fn app(urls: &[&str]) -> App {
    let urls: Vec<_> = urls.iter().map(|url| format!("jsonrpc+{url}")).collect();
    App::with_settings(&[(&setting_name("eth", Network::Livenet), &urls.join(","))]).await
}

/// Returns the number of calls of contracts at a node.
fn calls(node: &Stub) -> usize {
    let calls = node.requests().iter().flat_map(json_rpc::calls).collect::<Vec<_>>();
    calls.iter().filter(|call| call.method == "eth_call").count()
}

fn true_contracts() -> Contracts {
    contracts(RESOLVER, returned(&word(OWNER)))
}

#[tokio::test]
async fn address_is_that_of_two_nodes() {
    let (first, second) = (node(true_contracts(), None).await, node(true_contracts(), None).await);
    let third = node(true_contracts(), None).await;
    let app = app(&[&first.url, &second.url, &third.url]).await;
    assert_eq!(app.get(PATH).await.data()["address"], OWNER);
    assert_eq!([calls(&first), calls(&second), calls(&third)], [3, 3, 0]);
}

#[tokio::test]
async fn nodes_that_disagree_are_an_error() {
    let false_record = contracts(RESOLVER, returned(&word(OTHER)));
    let false_resolver = contracts(FALSE_RESOLVER, returned(&word(OTHER)));
    let no_record = contracts(RESOLVER, returned(&word("0")));
    let no_name = contracts("0", reverted("0x"));
    for lie in [
        false_record,
        false_resolver,
        no_record,
        no_name,
        contracts(RESOLVER, reverted("0x")),
    ] {
        for is_first in [true, false] {
            let (honest, dishonest) = (node(true_contracts(), None).await, node(lie.clone(), None).await);
            let mut urls = [&*dishonest.url, &*honest.url];
            if !is_first {
                urls.reverse();
            }
            let response = app(&urls).await.get(PATH).await;
            response.assert_error(502, "upstream_error", None);
            assert!(!response.text.contains(&OTHER[2..]), "{}", response.text);
        }
    }
}

#[tokio::test]
async fn nodes_must_agree_about_an_offchain_lookup() {
    let of = |sender: &str| contracts(RESOLVER, lookup(sender, URL));
    let nodes = [node(of(RESOLVER), None).await, node(of(OTHER), None).await];
    let response = app(&[&nodes[0].url, &nodes[1].url]).await.get(PATH).await;
    response.assert_error(502, "upstream_error", None);
    // The reasons of a revert differ among nodes.
    let without = |data: &str| contracts(RESOLVER, reverted(data));
    let nodes = [node(without("0x"), None).await, node(without("0x08c379a0"), None).await];
    let response = app(&[&nodes[0].url, &nodes[1].url]).await.get(PATH).await;
    response.assert_error(404, "name_not_found", None);
    assert_eq!(response.detail("reason"), "no_address");
}

#[tokio::test(start_paused = true)]
async fn address_of_a_node_suffices_if_the_other_is_out_of_order() {
    let false_contracts = || contracts(RESOLVER, returned(&word(OTHER)));
    for instead in [
        Reply::Hang,
        Reply::Reset,
        Reply::json(500, "{}"),
        Reply::json(200, "[[]]"),
    ] {
        for is_first in [true, false] {
            let healthy = node(true_contracts(), None).await;
            let other = node(false_contracts(), Some(instead.clone())).await;
            let mut urls = [&*other.url, &*healthy.url];
            if !is_first {
                urls.reverse();
            }
            let app = app(&urls).await;
            for _ in 0..2 {
                let response = app.get(PATH).await;
                assert_eq!(response.data()["address"], OWNER, "{instead:?}");
            }
            assert!(calls(&other) > 0, "{instead:?}");
        }
    }
    let healthy = node(true_contracts(), None).await;
    let response = app(&[&healthy.url, &closed_port()]).await.get(PATH).await;
    assert_eq!(response.data()["address"], OWNER);
}

#[tokio::test]
async fn name_of_an_address_is_that_of_two_nodes() {
    /// The node of the reverse name of the owner (ethers 6).
    const REVERSE: &str = "7aef81fbd30c83431369026d62ee533af8b69f246b63d75b40fe223346e6fa9a";
    let with_name = |name: &[u8]| {
        let mut contracts = true_contracts();
        put(
            &mut contracts,
            REGISTRY,
            &format!("0178b8bf{REVERSE}"),
            returned(&word(RESOLVER)),
        );
        put(
            &mut contracts,
            RESOLVER,
            &format!("691f3431{REVERSE}"),
            returned(&bytes(name)),
        );
        contracts
    };
    let path = format!("lookup-address/eth?address={OWNER}");
    let first = node(with_name(b"vitalik.eth"), None).await;
    let second = node(with_name(b"vitalik.eth"), None).await;
    let response = app(&[&first.url, &second.url]).await.get(&path).await;
    assert_eq!(response.data()["name"], "vitalik.eth");
    let dishonest = node(with_name(b"alice.eth"), None).await;
    let response = app(&[&first.url, &dishonest.url]).await.get(&path).await;
    response.assert_error(502, "upstream_error", None);
}
