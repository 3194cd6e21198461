//! A permit (EIP-2612): the token of the sandbox verifies the signature of a message in its EVM, and the spender moves tokens
//! of the owner.

use super::{client, fund, mine_block};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Client;
use wallet_client::ErrorCode;
use wallet_client::Network::Testnet;
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::blockchain_connector_eth_like::message::{
    AttachSignatureRequest, GetHashRequest, attach_signature, get_hash,
};
use wallet_client::blockchain_connector_eth_like::transaction::Signature;
use wallet_client::payments::eth_like::{Action, Payment, chain_id, derive, quote};
use wallet_client::payments::{Amount, PaymentError, Settled, WatchPolicy};
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
use wallet_cloud::serve::Running;

const ETHER: &str = "1000000000000000000";
/// 2100-01-01 00:00:00 UTC, in Unix seconds.
const DEADLINE: u64 = 4_102_444_800;

/// A token of the sandbox.
struct Token {
    contract: String,
    name: String,
}

/// An account with its key and its address.
struct Account {
    key: Secp256k1Key,
    address: String,
}

impl Account {
    /// Creates an account with coins for fees.
    async fn new(client: &Client) -> Self {
        let key = Secp256k1Key::random();
        let address = derive(client, "eth", Testnet, &key.public_key()).await.unwrap();
        fund(client, "eth", &address, ETHER).await;
        Self { key, address }
    }

    /// Calls the token and waits for the block.
    async fn call(&self, client: &Client, token: &Token, data: &str) -> Result<(), PaymentError> {
        let payment = Payment::builder()
            .chain("eth")
            .network(Testnet)
            .public_key(self.key.public_key())
            .action(Action::Call {
                to: Some(token.contract.clone()),
                amount: Amount::default(),
                data: hex::decode(data).unwrap(),
            })
            .build();
        let prepared = quote(client, &payment).await?.prepare(client, FeeMode::Normal).await?;
        let signed = prepared.sign(client, &self.key).await?;
        signed.send(client).await?;
        mine_block(client, "eth").await;
        let settled = signed.watch(client, WatchPolicy::default()).await.unwrap();
        assert!(matches!(settled, Settled::Confirmed(_)), "{settled:?}");
        Ok(())
    }
}

/// Returns an argument of a call: hex digits, padded to a word.
fn word(digits: &str) -> String {
    format!("{:0>64}", digits.trim_start_matches("0x").to_lowercase())
}

fn permit(token: &Token, owner: &str, spender: &str) -> Value {
    let field = |kind: &str, name: &str| json!({ "name": name, "type": kind });
    json!({
        "types": { "Permit": [
            field("address", "owner"), field("address", "spender"), field("uint256", "value"), field("uint256", "nonce"),
            field("uint256", "deadline"),
        ] },
        "primaryType": "Permit",
        "domain": {
            "name": token.name, "version": "1", "chainId": chain_id("eth", Testnet), "verifyingContract": token.contract,
        },
        "message": { "owner": owner, "spender": spender, "value": "70", "nonce": "0", "deadline": DEADLINE },
    })
}

/// Signs a permit of 70 for the spender with this key. Returns the calldata of `permit`.
async fn signed_permit(client: &Client, token: &Token, owner: &str, spender: &str, key: &Secp256k1Key) -> String {
    let message = permit(token, owner, spender);
    let request = GetHashRequest::builder()
        .r#type("typed-data")
        .message(message.clone())
        .network(Testnet)
        .build();
    let response = get_hash(client, "eth", &request).await.unwrap();
    let summary = response.summary.unwrap();
    assert_eq!(
        (summary.contract.as_str(), summary.amount.as_deref()),
        (&*token.contract, Some("70"))
    );
    let hash = hex::decode(response.hash.trim_start_matches("0x")).unwrap();
    let signature = key.sign_ecdsa(hash.try_into().unwrap());
    let request = AttachSignatureRequest::builder()
        .public_key(key.public_key())
        .r#type("typed-data")
        .message(message)
        .network(Testnet)
        .signature(
            Signature::builder()
                .r(hex::encode(signature.r))
                .s(hex::encode(signature.s))
                .build(),
        )
        .build();
    let signature = attach_signature(client, "eth", &request).await.unwrap().signature;
    let (r, s, v) = (&signature[2..66], &signature[66..130], &signature[130..]);
    let (owner, spender, deadline) = (word(owner), word(spender), word(&format!("{DEADLINE:x}")));
    format!("d505accf{owner}{spender}{}{deadline}{}{r}{s}", word("46"), word(v))
}

/// Returns the number that a function of the token returns, read from the sandbox.
#[expect(clippy::disallowed_methods, reason = "the test reads the state of the sandbox without the services")]
async fn read(running: &Running, token: &Token, selector: &str, arguments: &[&str]) -> u64 {
    let mut nodes = running.sandbox.iter().filter(|endpoint| endpoint.chain == "eth");
    let node = nodes.find(|endpoint| endpoint.protocol.contains("JSON-RPC")).unwrap();
    let arguments: String = arguments.iter().map(|argument| word(argument)).collect();
    let call = json!({ "to": token.contract, "data": format!("0x{selector}{arguments}") });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": [call, "latest"] });
    let client = reqwest::Client::builder().build().unwrap();
    let request = client
        .post(&node.url)
        .header("content-type", "application/json")
        .body(request.to_string());
    let response = request.send().await.unwrap().text().await.unwrap();
    let response: Value = serde_json::from_str(&response).unwrap();
    let number = response["result"].as_str().unwrap().trim_start_matches("0x");
    u64::from_str_radix(number, 16).unwrap()
}

fn assert_reverted(called: Result<(), PaymentError>) {
    let error = called.unwrap_err();
    let PaymentError::Call(call) = &error else {
        panic!("{error}")
    };
    assert!(call.is(ErrorCode::ExecutionReverted), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn permit_moves_tokens_of_its_owner() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let filter = ListRequest::builder().chain("eth").build();
    let listed = list(&client, "erc20", &filter).await.unwrap().remove(0);
    let token = Token {
        contract: listed.contract.unwrap(),
        name: listed.name,
    };
    let (owner, spender) = (Account::new(&client).await, Account::new(&client).await);
    let request = FaucetRequest::builder()
        .chain("eth")
        .address(owner.address.clone())
        .amount("100")
        .token(token.contract.clone())
        .build();
    faucet(&client, &request).await.unwrap();
    mine_block(&client, "eth").await;
    let parties = [&*owner.address, &*spender.address];
    // transferFrom(owner, spender, 70)
    let withdrawal = format!("23b872dd{}{}{}", word(parties[0]), word(parties[1]), word("46"));
    assert_reverted(spender.call(&client, &token, &withdrawal).await);

    let forged = signed_permit(&client, &token, parties[0], parties[1], &spender.key).await;
    assert_reverted(spender.call(&client, &token, &forged).await);
    let signed = signed_permit(&client, &token, parties[0], parties[1], &owner.key).await;
    let altered = signed.replacen(&word("46"), &word("47"), 1);
    assert_reverted(spender.call(&client, &token, &altered).await);
    assert_eq!(read(&running, &token, "dd62ed3e", &parties).await, 0);

    spender.call(&client, &token, &signed).await.unwrap();
    assert_eq!(read(&running, &token, "dd62ed3e", &parties).await, 70);
    assert_eq!(read(&running, &token, "7ecebe00", &parties[..1]).await, 1);
    // A permit is valid once.
    assert_reverted(spender.call(&client, &token, &signed).await);

    spender.call(&client, &token, &withdrawal).await.unwrap();
    assert_eq!(read(&running, &token, "dd62ed3e", &parties).await, 0);
    assert_eq!(read(&running, &token, "70a08231", &parties[1..]).await, 70);
    assert_eq!(read(&running, &token, "70a08231", &parties[..1]).await, 30);
    running.shutdown().await.unwrap();
}
