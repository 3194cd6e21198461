//! A permit: a contract verifies the signature of the message, and a second account moves the tokens of the owner.

use super::node::Node;
use super::payment::sepolia;
use super::token::{ALLOWANCE, BALANCE_OF, read, token_code};
use super::wallet::{COIN, Form, NodeFixture, Wallet};
use serde_json::{Value, json};
use wallet_client::blockchain_connector_eth_like::message::{
    AttachSignatureRequest, GetHashRequest, attach_signature, get_hash,
};
use wallet_client::payments::Amount;
use wallet_client::payments::eth_like::Action;
use wallet_client::wire::FeeMode;
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;

/// 2100-01-01 00:00:00 UTC, in Unix seconds.
const DEADLINE: u64 = 4_102_444_800;

fn permit(contract: &str, owner: &str, spender: &str, chain_id: u64) -> Value {
    let field = |kind: &str, name: &str| json!({ "name": name, "type": kind });
    json!({
        "types": { "Permit": [
            field("address", "owner"), field("address", "spender"), field("uint256", "value"), field("uint256", "nonce"),
            field("uint256", "deadline"),
        ] },
        "primaryType": "Permit",
        "domain": { "name": "Permit Token", "version": "1", "chainId": chain_id, "verifyingContract": contract },
        "message": { "owner": owner, "spender": spender, "value": "70", "nonce": "0", "deadline": DEADLINE },
    })
}

/// Returns an argument of a call: hex digits, padded to a word.
fn word(digits: &str) -> String {
    format!("{:0>64}", digits.trim_start_matches("0x").to_lowercase())
}

fn call(contract: &str, data: &str) -> Action {
    Action::Call {
        to: Some(contract.to_owned()),
        amount: Amount::default(),
        data: hex::decode(data).expect("hex"),
    }
}

/// Returns the signature of a permit as r, s and v.
async fn sign(fixture: &NodeFixture, owner: &Wallet<'_>, message: Value) -> String {
    let (chain, network) = (fixture.params.chain.name(), Some(fixture.params.network));
    let request = GetHashRequest::builder()
        .r#type("typed-data")
        .message(message.clone())
        .maybe_network(network)
        .build();
    let response = get_hash(&fixture.client, chain, &request).await.expect("a hash");
    let summary = response.summary.expect("a permit");
    assert_eq!(
        (summary.standard.as_str(), summary.amount.as_deref()),
        ("eip-2612", Some("70"))
    );
    let request = AttachSignatureRequest::builder()
        .public_key(owner.public_key())
        .r#type("typed-data")
        .message(message)
        .maybe_network(network)
        .signature(owner.sign_hash(&response.hash))
        .build();
    attach_signature(&fixture.client, chain, &request)
        .await
        .expect("a signature")
        .signature
}

#[tokio::test]
async fn permit_moves_tokens_on_anvil() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    let Some(code) = token_code().await else { return };
    let fixture = NodeFixture::over(sepolia(), node);
    let mut random = Random::new();
    let owner = Wallet::with(&fixture, &mut random, COIN).await;
    let spender = Wallet::with(&fixture, &mut random, COIN).await;
    let deployment = Action::Call {
        to: None,
        amount: Amount::default(),
        data: hex::decode(code.trim_start_matches("0x")).expect("hex"),
    };
    let receipt = owner.call(deployment, Form::FeeMarket, FeeMode::Normal).await;
    let contract = receipt["contractAddress"].as_str().expect("a contract").to_owned();

    let message = permit(&contract, &owner.address, &spender.address, fixture.params.chain_id());
    let signature = sign(&fixture, &owner, message).await;
    let (r, s, v) = (&signature[2..66], &signature[66..130], &signature[130..]);
    let (of, to) = (word(&owner.address), word(&spender.address));
    let deadline = word(&format!("{DEADLINE:x}"));
    let data = format!("d505accf{of}{to}{}{deadline}{}{r}{s}", word("46"), word(v));
    spender
        .call(call(&contract, &data), Form::FeeMarket, FeeMode::Normal)
        .await;
    assert_eq!(
        read(&fixture, &contract, ALLOWANCE, &[&owner.address, &spender.address]).await,
        70
    );

    let data = format!("23b872dd{of}{to}{}", word("46"));
    spender
        .call(call(&contract, &data), Form::FeeMarket, FeeMode::Normal)
        .await;
    assert_eq!(read(&fixture, &contract, BALANCE_OF, &[&spender.address]).await, 70);
    assert_eq!(read(&fixture, &contract, BALANCE_OF, &[&owner.address]).await, 930);
}
