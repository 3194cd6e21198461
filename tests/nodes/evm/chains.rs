//! Every chain id, and a node of the wrong one.

use super::journey::pay;
use super::node::Node;
use super::wallet::{COIN, Form, Road, Wallet, text};
use serde_json::json;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::random::Random;

/// The oracle of a rollup's fees, and code that answers 1000 wei to every question: what anvil lacks.
const ORACLE: &str = "0x420000000000000000000000000000000000000F";
const ALWAYS_1000: &str = "0x6103e860005260206000f3";

#[tokio::test]
async fn every_chain_pays_on_a_node_with_its_id() {
    for chain in Chain::ALL {
        let params = Params::of(*chain, Network::Livenet);
        let Some(node) = Node::anvil(params.chain_id()).await else {
            return;
        };
        if params.is_rollup() {
            node.set_code(ORACLE, ALWAYS_1000).await;
        }
        let road = Road::over(params, node);
        let forms = [Form::Legacy, Form::FeeMarket];
        let forms = if params.has_fee_market() {
            &forms[..]
        } else {
            &forms[..1]
        };
        pay(&road, forms).await;
    }
}

#[tokio::test]
async fn a_node_of_another_chain_serves_nothing_and_gets_nothing() {
    let eth = Params::of(Chain::from_name("eth").expect("a chain"), Network::Livenet);
    let Some(right) = Node::anvil(eth.chain_id()).await else {
        return;
    };
    let Some(wrong) = Node::anvil(56).await else { return };
    let road = Road::over(eth, right);
    let wallet = Wallet::with(&road, &mut Random::new(), COIN).await;
    wrong.fund(&wallet.address, COIN).await;
    // anvil takes a legacy transaction of any chain and answers with its hash.
    let request = wallet.plan(Form::Legacy, "normal", json!(wallet.address), 1, "").await;
    let txdata = wallet.sign(request).await;

    let astray = Connector::over("eth", Network::Livenet, &wrong.upstream());
    for _ in 0..2 {
        let sent = astray.post("transaction/send/eth", &json!({ "txdata": txdata })).await;
        assert_eq!(
            (sent.status, text(&sent.body["error"]["code"])),
            (503, "upstream_unavailable".into()),
            "{sent:?}"
        );
        let nonce = astray
            .get(&format!("prepare-transaction/nonce/eth?address={}", wallet.address))
            .await;
        assert_eq!(nonce.status, 503, "{nonce:?}");
    }
    let waiting = wrong.call("txpool_status", json!([])).await;
    assert_eq!(waiting, json!({ "pending": "0x0", "queued": "0x0" }));
    let both = format!("{},{}", wrong.upstream(), road.node.upstream());
    let both = Connector::over("eth", Network::Livenet, &both);
    let sent = both.post("transaction/send/eth", &json!({ "txdata": txdata })).await;
    assert_eq!(sent.status, 200, "{sent:?}");
    road.confirm(&text(&sent.body["data"]["txid"]), "confirmed").await;
}
