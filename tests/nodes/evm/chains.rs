//! Every chain id, and a node with a different chain id.

use super::node::Node;
use super::payment::pay;
use super::wallet::{COIN, Form, NodeFixture, Wallet, pay_coins};
use crate::rejections::response;
use serde_json::json;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::nonce;
use wallet_client::wire::{AddressRequest, FeeMode, Status};
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
    // anvil accepts a legacy transaction of any chain and returns the hash.
    let quote = wallet.quote(pay_coins(&wallet.address, 1)).await.expect("a quote");
    let signed = wallet.sign(&quote, 1, Form::Legacy, FeeMode::Normal).await;

    let misconfigured = Connector::over("eth", Network::Livenet, &other.upstream()).client();
    for _ in 0..2 {
        let error = response(signed.send(&misconfigured).await.expect_err("no upstream"));
        assert_eq!(
            (error.status, error.code.name()),
            (503, "upstream_unavailable"),
            "{error:?}"
        );
        let request = AddressRequest::builder().address(wallet.address.clone()).build();
        let error = nonce(&misconfigured, "eth", &request).await.expect_err("no upstream");
        assert_eq!(error.response().map(|response| response.status), Some(503), "{error}");
    }
    let pool = other.call("txpool_status", json!([])).await;
    assert_eq!(pool, json!({ "pending": "0x0", "queued": "0x0" }));
    let both = format!("{},{}", other.upstream(), fixture.node.upstream());
    let both = Connector::over("eth", Network::Livenet, &both).client();
    signed.send(&both).await.expect("the other node accepts it");
    fixture.confirm(&signed.txid, Status::Confirmed).await;
}
