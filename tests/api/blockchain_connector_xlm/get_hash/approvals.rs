//! contract-call with approvals of spenders, over the sandbox with Stellar RPC alone.

use super::super::App;
use super::super::fixture::NOW;
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::xlm_wallet::Wallet;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_core::model::Network::{self, Testnet};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::Asset;
use wallet_xlm::contract::{ContractId, Simulation, SimulationQuery};
use wallet_xlm::ports::XlmContracts;

fn lumen() -> String {
    ContractId::of_asset(Asset::Native, Testnet).to_string()
}

/// Returns the call of a function of the contract of the lumen by an account.
fn call(by: &Wallet, function: &str, arguments: &[Value]) -> Value {
    json!({ "address": by.address(), "network": "testnet", "contract": lumen(), "function": function,
        "arguments": arguments })
}

fn address(wallet: &Wallet) -> Value {
    json!({ "type": "address", "value": wallet.address() })
}

fn amount(number: &str) -> Value {
    json!({ "type": "i128", "value": number })
}

/// Alice and Bob on a network with Stellar RPC alone.
struct Approving {
    app: App,
    network: RpcNetwork,
    /// A ledger in which the approvals are valid.
    last: u32,
}

impl Approving {
    async fn start() -> Self {
        let network = RpcNetwork::start(NOW - 60, 2).await;
        let last = network.node.read(|ledger| ledger.tip().header.ledger_seq) + 500;
        Self {
            app: App::over_rpc(&network),
            network,
            last,
        }
    }

    /// Returns the approval of Bob by Alice.
    fn approval(&self, number: &str, last: u32) -> Value {
        let (alice, bob) = (&self.app.alice, &self.app.bob);
        let last = json!({ "type": "u32", "value": last.to_string() });
        call(alice, "approve", &[address(alice), address(bob), amount(number), last])
    }

    /// Returns the transfer of lumens of Alice to Bob by Bob.
    fn withdrawal(&self, number: &str) -> Value {
        let (alice, bob) = (&self.app.alice, &self.app.bob);
        let arguments = [address(bob), address(alice), address(bob), amount(number)];
        call(bob, "transfer_from", &arguments)
    }

    async fn prepared(&self, call: &Value) -> Value {
        let path = "transaction/get-hash/xlm/contract-call";
        self.app.post(path, call).await.data().clone()
    }

    /// Returns the number of the error with which the contract rejects a call.
    async fn rejection(&self, call: &Value) -> Value {
        let failed = self.app.post("transaction/get-hash/xlm/contract-call", call).await;
        failed.assert_error(400, "contract_call_failed", None);
        failed.detail("number").clone()
    }

    async fn preview(&self, message: &Value) -> Value {
        let body = json!({ "transaction": message["unsignedMessage"], "network": "testnet" });
        let preview = self.app.post("transaction/preview/xlm", &body).await;
        let preview = preview.data().clone();
        assert_eq!(
            (&preview["outcome"], &preview["source"]["partial"]),
            (&json!("success"), &Value::Null),
            "{preview}"
        );
        preview
    }

    /// Signs and sends a transaction, which is then confirmed.
    async fn confirm(&self, message: &Value, by: &Wallet) {
        let signed = self.app.signed(message, by).await;
        let sent = self
            .app
            .post("transaction/send/xlm", &json!({ "txdata": signed }))
            .await;
        assert_eq!(sent.data()["txid"], message["hash"]);
        let txid = message["hash"].as_str().expect("a hash");
        let path = format!("transaction/status/xlm?txid={txid}&network=testnet");
        let status = self.app.get(&path).await;
        assert_eq!(status.data()["status"], "confirmed");
    }

    async fn allowance(&self) -> Value {
        let (alice, bob) = (&self.app.alice, &self.app.bob);
        let read = call(bob, "allowance", &[address(alice), address(bob)]);
        let read = self.prepared(&read).await;
        assert_eq!(read["authorizations"], json!([]));
        read["result"]["value"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn approved_spender_withdraws_within_the_allowance() {
    let network = Approving::start().await;
    let (alice, bob) = (&network.app.alice, &network.app.bob);
    assert_eq!(network.rejection(&network.withdrawal("1")).await, 9);
    let approval = network.prepared(&network.approval("30000000", network.last)).await;
    let preview = network.preview(&approval).await;
    assert_eq!(preview["changes"], json!([]));
    let expected = json!({ "kind": "sep41", "token": lumen(), "asset": { "kind": "coin", "chain": "xlm" },
        "owner": alice.address(), "spender": bob.address(), "before": "0", "after": "30000000", "expirationLedger": network.last,
        "unlimited": false });
    assert_eq!(preview["approvals"], json!([expected]));
    let parsed = network.app.parsed(&approval["unsignedMessage"]).await;
    let expected = format!(
        "{} may withdraw up to 3 XLM from {} until ledger {}.",
        bob.address(),
        alice.address(),
        network.last
    );
    assert_eq!(parsed["notes"][0]["message"], expected);
    network.confirm(&approval, alice).await;
    assert_eq!(network.allowance().await, "30000000");

    let withdrawal = network.prepared(&network.withdrawal("20000000")).await;
    let preview = network.preview(&withdrawal).await;
    let deltas = [0, 1].map(|index| &preview["changes"][index]);
    assert_eq!(
        deltas.map(|change| (&change["address"], &change["delta"]["amount"])),
        [
            (&json!(bob.address()), &json!("20000000")),
            (&json!(alice.address()), &json!("-20000000")),
        ]
    );
    assert_eq!(preview.get("approvals"), None);
    network.confirm(&withdrawal, bob).await;
    assert_eq!(network.allowance().await, "10000000");
    assert_eq!(network.rejection(&network.withdrawal("10000001")).await, 9);
    let (of_alice, of_bob) = (RpcNetwork::wallet(1).1, RpcNetwork::wallet(2).1);
    let node = &network.network.node;
    assert_eq!(of_alice.balance(node), 98 * COIN - 50_100);
    assert_eq!(of_bob.balance(node), 102 * COIN - 50_100);
}

/// The contracts of a network, of which no upstream reads an allowance.
struct WithoutAllowances(Arc<XlmUpstreams>);

#[async_trait]
impl XlmContracts for WithoutAllowances {
    async fn simulate(
        &self,
        network: Network,
        query: &SimulationQuery,
        deadline: Deadline,
    ) -> Result<Simulation, UpstreamError> {
        if query.invocation.function.to_string() == "allowance" {
            return Err(UpstreamError::Timeout);
        }
        self.0.simulate(network, query, deadline).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_allowance_is_named_and_fails_nothing() {
    let mut network = Approving::start().await;
    network.app = App::over_contracts(&network.network, |upstreams| Arc::new(WithoutAllowances(upstreams)));
    let approval = network.prepared(&network.approval("30000000", network.last)).await;
    let body = json!({ "transaction": approval["unsignedMessage"], "network": "testnet" });
    let preview = network.app.post("transaction/preview/xlm", &body).await;
    let preview = preview.data();
    assert_eq!(
        (&preview["outcome"], &preview["source"]["partial"]),
        (&json!("success"), &json!(["approvals"]))
    );
    let shown = &preview["approvals"][0];
    assert_eq!((shown.get("before"), &shown["after"]), (None, &json!("30000000")));
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_unlimited_and_ended_approvals_are_named() {
    let network = Approving::start().await;
    assert_eq!(network.rejection(&network.approval("-1", network.last)).await, 8);
    assert_eq!(network.rejection(&network.approval("1", 1)).await, 9);
    assert_eq!(network.rejection(&network.approval("1", u32::MAX)).await, 9);
    assert_eq!(network.rejection(&network.withdrawal("-1")).await, 8);
    let all = i128::MAX.to_string();
    for (before, amount, unlimited) in [("0", all.as_str(), true), (&all, "0", false)] {
        let approval = network.prepared(&network.approval(amount, network.last)).await;
        let preview = network.preview(&approval).await;
        let shown = &preview["approvals"][0];
        assert_eq!(
            (&shown["after"], &shown["unlimited"]),
            (&json!(amount), &json!(unlimited))
        );
        assert_eq!(shown["before"], before);
        network.confirm(&approval, &network.app.alice).await;
        assert_eq!(network.allowance().await, amount);
    }
    assert_eq!(network.rejection(&network.withdrawal("1")).await, 9);
    // Bob cannot approve in the name of Alice.
    let mut foreign = network.approval("5", network.last);
    foreign["address"] = json!(network.app.bob.address());
    let foreign = network
        .app
        .post("transaction/get-hash/xlm/contract-call", &foreign)
        .await;
    foreign.assert_error(400, "contract_call_failed", None);
    assert_eq!(
        (foreign.detail("reason"), foreign.detail("signer")),
        (&json!("other_signer"), &json!(network.app.alice.address()))
    );
}
