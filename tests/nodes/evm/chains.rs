//! Every chain id, and a node with another chain id.

use super::node::Node;
use super::payment::pay;
use super::wallet::{COIN, Form, NodeFixture, Wallet, text};
use serde_json::json;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::random::Random;

/// The fee oracle of a rollup, with code that returns 1000 wei for every call: anvil has no such contract.
const ORACLE: &str = "0x420000000000000000000000000000000000000F";
const ALWAYS_1000: &str = "0x6103e860005260206000f3";

#[tokio::test]
async fn payments_succeed_on_every_chain_id() {
    for chain in Chain::ALL {
        let params = Params::of(*chain, Network::Livenet);
        let Some(node) = Node::anvil(params.chain_id()).await else {
            return;
        };
        if params.is_rollup() {
            node.set_code(ORACLE, ALWAYS_1000).await;
        }
        let fixture = NodeFixture::over(params, node);
        let forms = [Form::Legacy, Form::FeeMarket];
        let forms = if params.has_fee_market() {
            &forms[..]
        } else {
            &forms[..1]
        };
        pay(&fixture, forms).await;
    }
}

#[tokio::test]
async fn node_of_another_chain_is_not_used() {
    let eth = Params::of(Chain::from_name("eth").expect("a chain"), Network::Livenet);
    let Some(matching) = Node::anvil(eth.chain_id()).await else {
        return;
    };
    let Some(other) = Node::anvil(56).await else { return };
    let fixture = NodeFixture::over(eth, matching);
    let wallet = Wallet::with(&fixture, &mut Random::new(), COIN).await;
    other.fund(&wallet.address, COIN).await;
    // anvil accepts a legacy transaction of any chain and returns its hash.
    let request = wallet.plan(Form::Legacy, "normal", json!(wallet.address), 1, "").await;
    let txdata = wallet.sign(request).await;

    let misconfigured = Connector::over("eth", Network::Livenet, &other.upstream());
    for _ in 0..2 {
        let sent = misconfigured
            .post("transaction/send/eth", &json!({ "txdata": txdata }))
            .await;
        assert_eq!(
            (sent.status, text(&sent.body["error"]["code"])),
            (503, "upstream_unavailable".into()),
            "{sent:?}"
        );
        let nonce = misconfigured
            .get(&format!("prepare-transaction/nonce/eth?address={}", wallet.address))
            .await;
        assert_eq!(nonce.status, 503, "{nonce:?}");
    }
    let pool = other.call("txpool_status", json!([])).await;
    assert_eq!(pool, json!({ "pending": "0x0", "queued": "0x0" }));
    let both = format!("{},{}", other.upstream(), fixture.node.upstream());
    let both = Connector::over("eth", Network::Livenet, &both);
    let sent = both.post("transaction/send/eth", &json!({ "txdata": txdata })).await;
    assert_eq!(sent.status, 200, "{sent:?}");
    fixture.confirm(&text(&sent.body["data"]["txid"]), "confirmed").await;
}
