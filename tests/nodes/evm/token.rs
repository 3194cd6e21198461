//! A contract deployed through the API, token transfers and approvals, and a transfer that the contract
//! reverts.

use super::node::{Node, number};
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet};
use crate::rejections::response;
use serde_json::{Value, json};
use std::path::Path;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::{
    Erc20Request, erc20_approve_data, erc20_transfer_data,
};
use wallet_client::payments::Amount;
use wallet_client::payments::eth_like::{Action, Quote};
use wallet_client::wire::{FeeMode, Status};
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

/// The revert data of the contract if the balance is insufficient: `Error("not enough")` in ABI encoding.
const NOT_ENOUGH: &str = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000a6e6f7420656e6f75676800000000000000000000000000000000000000000000";

/// Returns the deployment code of the token.
pub async fn token_code() -> Option<String> {
    let modules = tools::node_modules("tokens on the EVM chains")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/evm");
    let source = folder.join("Token.sol");
    let mut compiler = JsonLines::node(
        &folder.join("compile.cjs"),
        &[modules.to_str()?, source.to_str()?, "Token"],
    );
    let code = compiler.request(&json!({})).await.expect("it compiles");
    code.as_str().map(str::to_owned)
}

/// Reads a number from a mapping of the contract.
pub async fn read(fixture: &NodeFixture, contract: &str, selector: &str, keys: &[&str]) -> u128 {
    let keys: Vec<_> = keys.iter().map(|key| format!("{:0>64}", &key[2..])).collect();
    let data = format!("{selector}{}", keys.concat());
    number(&fixture.node.read(contract, &data).await)
}

/// The selector of `balanceOf(address)`.
pub const BALANCE_OF: &str = "0x70a08231";
/// The selector of `allowance(address,address)`.
pub const ALLOWANCE: &str = "0xdd62ed3e";

/// Returns the input of a transaction.
async fn input(fixture: &NodeFixture, txid: &Value) -> Value {
    let mut transaction = fixture.node.call("eth_getTransactionByHash", json!([txid])).await;
    transaction["input"].take()
}

fn request(to: &str, amount: u64) -> Erc20Request {
    Erc20Request::builder()
        .to(to.to_owned())
        .amount(amount.to_string())
        .build()
}

async fn tokens(fixture: &NodeFixture, form: Form) {
    let Some(code) = token_code().await else { return };
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let other = Wallet::with(fixture, &mut random, 0).await;
    let deployment = Action::Call {
        to: None,
        amount: Amount::default(),
        data: hex::decode(code.trim_start_matches("0x")).expect("hex"),
    };
    let receipt = wallet.call(deployment, form, FeeMode::Normal).await;
    let contract = receipt["contractAddress"].as_str().expect("a contract").to_owned();

    let transfer = |amount: u64| Action::TransferToken {
        contract: contract.clone(),
        to: other.address.clone(),
        amount: amount.into(),
    };
    let receipt = wallet.call(transfer(300), form, FeeMode::Fast).await;
    let served = erc20_transfer_data(&fixture.client, &request(&other.address, 300)).await;
    let served = served.expect("calldata").data;
    assert_eq!(input(fixture, &receipt["transactionHash"]).await, served);
    assert_eq!(read(fixture, &contract, BALANCE_OF, &[&wallet.address]).await, 700);
    assert_eq!(read(fixture, &contract, BALANCE_OF, &[&other.address]).await, 300);

    for amount in [50, 0] {
        let approval = Action::ApproveToken {
            contract: contract.clone(),
            spender: other.address.clone(),
            amount: amount.into(),
        };
        let receipt = wallet.call(approval, form, FeeMode::Slow).await;
        let served = erc20_approve_data(&fixture.client, &request(&other.address, amount)).await;
        let served = served.expect("calldata").data;
        assert_eq!(input(fixture, &receipt["transactionHash"]).await, served);
        let allowed = read(fixture, &contract, ALLOWANCE, &[&wallet.address, &other.address]).await;
        assert_eq!(allowed, u128::from(amount));
    }
    too_many(fixture, form, &wallet, transfer).await;
    assert_eq!(read(fixture, &contract, BALANCE_OF, &[&wallet.address]).await, 700);
}

/// Transfers more tokens than the balance: the estimate returns the revert reason; when sent, the transaction
/// fails in a block.
async fn too_many(fixture: &NodeFixture, form: Form, wallet: &Wallet<'_>, transfer: impl Fn(u64) -> Action) {
    let error = response(wallet.quote(transfer(701)).await.expect_err("a revert"));
    assert_eq!(
        (error.status, error.code.name()),
        (400, "execution_reverted"),
        "{error:?}"
    );
    assert_eq!(error.details["revertData"], NOT_ENOUGH);

    let enough = wallet.quote(transfer(1)).await.expect("a quote");
    let quote = Quote::new(&wallet.payment(transfer(701)), enough.estimate).expect("a quote");
    let signed = wallet.sign(&quote, 0, form, FeeMode::Normal).await;
    fixture.send(&signed).await;
    let receipt = fixture.confirm(&signed.txid, Status::Rejected).await;
    assert_eq!(receipt["status"], "0x0");
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
