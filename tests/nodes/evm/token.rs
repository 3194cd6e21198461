//! A contract deployed through the API, token transfers and approvals, and a transfer that the contract
//! reverts.

use super::node::{Node, number};
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, text};
use serde_json::{Value, json};
use std::path::Path;
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

/// The revert data of the contract if the balance is insufficient: `Error("not enough")` in ABI encoding.
const NOT_ENOUGH: &str = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000a6e6f7420656e6f75676800000000000000000000000000000000000000000000";

/// Returns the deployment code of the token.
async fn token_code() -> Option<String> {
    let modules = tools::node_modules("tokens on the EVM chains")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/evm");
    let source = folder.join("Token.sol");
    let mut compiler = JsonLines::node(
        &folder.join("compile.cjs"),
        &[modules.to_str()?, source.to_str()?, "Token"],
    );
    Some(text(&compiler.request(&json!({})).await.expect("it compiles")))
}

/// Reads a number from a mapping of the contract.
async fn read(fixture: &NodeFixture, contract: &str, selector: &str, keys: &[&str]) -> u128 {
    let keys: Vec<_> = keys.iter().map(|key| format!("{:0>64}", &key[2..])).collect();
    let data = format!("{selector}{}", keys.concat());
    number(&fixture.node.read(contract, &data).await)
}

const BALANCE_OF: &str = "0x70a08231";
const ALLOWANCE: &str = "0xdd62ed3e";

/// Requests the calldata of `transfer` or `approve`.
async fn calldata(fixture: &NodeFixture, function: &str, address: &str, amount: u128) -> String {
    let path = format!("prepare-transaction/erc20-{function}-data?to={address}&amount={amount}");
    text(&fixture.connector.get_data(&path).await["data"])
}

async fn tokens(fixture: &NodeFixture, form: Form) {
    let Some(code) = token_code().await else { return };
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let other = Wallet::with(fixture, &mut random, 0).await;
    let request = wallet.plan(form, "normal", Value::Null, 0, &code).await;
    let txid = fixture.send(&wallet.sign(request).await).await;
    let receipt = fixture.confirm(&txid, "confirmed").await;
    let contract = text(&receipt["contractAddress"]);

    let data = calldata(fixture, "transfer", &other.address, 300).await;
    let request = wallet.plan(form, "fast", json!(contract), 0, &data).await;
    let txid = fixture.send(&wallet.sign(request).await).await;
    fixture.confirm(&txid, "confirmed").await;
    assert_eq!(read(fixture, &contract, BALANCE_OF, &[&wallet.address]).await, 700);
    assert_eq!(read(fixture, &contract, BALANCE_OF, &[&other.address]).await, 300);

    for amount in [50, 0] {
        let data = calldata(fixture, "approve", &other.address, amount).await;
        let request = wallet.plan(form, "slow", json!(contract), 0, &data).await;
        let txid = fixture.send(&wallet.sign(request).await).await;
        fixture.confirm(&txid, "confirmed").await;
        let allowed = read(fixture, &contract, ALLOWANCE, &[&wallet.address, &other.address]).await;
        assert_eq!(allowed, amount);
    }
    too_many(fixture, form, &wallet, &other, &contract).await;
}

/// Transfers more tokens than the balance: the estimate returns the revert reason; when sent, the transaction
/// fails in its block.
async fn too_many(fixture: &NodeFixture, form: Form, wallet: &Wallet<'_>, other: &Wallet<'_>, contract: &str) {
    let data = calldata(fixture, "transfer", &other.address, 701).await;
    let response = wallet.try_estimate(json!(contract), 0, &data, None).await;
    let error = &response.body["error"];
    assert_eq!(
        (response.status, &error["code"]),
        (400, &json!("execution_reverted")),
        "{response:?}"
    );
    assert_eq!(error["details"]["revertData"], NOT_ENOUGH);

    let enough = calldata(fixture, "transfer", &other.address, 1).await;
    let mut request = wallet.plan(form, "normal", json!(contract), 0, &enough).await;
    request["data"] = json!(data);
    let txid = fixture.send(&wallet.sign(request).await).await;
    let receipt = fixture.confirm(&txid, "rejected").await;
    assert_eq!(receipt["status"], "0x0");
    assert_eq!(read(fixture, contract, BALANCE_OF, &[&wallet.address]).await, 700);
}

#[tokio::test]
async fn tokens_are_transferred_on_anvil() {
    for form in [Form::Legacy, Form::FeeMarket] {
        let Some(node) = Node::anvil(sepolia().chain_id()).await else {
            return;
        };
        tokens(&NodeFixture::over(sepolia(), node), form).await;
    }
}

#[tokio::test]
async fn tokens_are_transferred_on_hardhat() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    tokens(&NodeFixture::over(sepolia(), node), Form::FeeMarket).await;
}
