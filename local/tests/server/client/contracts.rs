//! Stellar contract calls.

use super::client;
use super::swap::issued;
use super::xlm::{LUMEN, account, lumen, terms, transact};
use crate::ephemeral;
use crate::stellar_kinds::servers;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_xlm::contract::{ContractValue, HostFunction};
use wallet_client::payments::xlm::{Action, Call, CallAction, Review, asset_contract, prepare_call};
use wallet_client::payments::{Ed25519Signer, Fee, PaymentError, Settled, WatchPolicy};
use wallet_client::signers::Ed25519Key;

/// The account of an altering server.
pub const THIEF: &str = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";

pub fn call(key: &dyn Ed25519Signer, contract: &str, action: CallAction) -> Call {
    Call::builder()
        .network(Testnet)
        .public_key(key.public_key())
        .contract(contract)
        .action(action)
        .build()
}

pub fn token_transfer(to: &str, amount: i128) -> CallAction {
    CallAction::TransferToken {
        to: to.to_owned(),
        amount,
    }
}

pub fn transfer_call(from: &str, to: &str, amount: i128) -> CallAction {
    let [from, to] = [from, to].map(|address| ContractValue::Address(address.to_owned()));
    CallAction::Invoke {
        function: "transfer".to_owned(),
        arguments: vec![from, to, ContractValue::I128(amount.to_string())],
    }
}

pub async fn send(client: &Client, key: &Ed25519Key, call: &Call) -> Review {
    let prepared = prepare_call(client, call).await.unwrap();
    let signed = prepared.sign(client, key).await.unwrap();
    signed.send(client).await.unwrap();
    let settled = signed.watch(client, WatchPolicy::default()).await.unwrap();
    assert!(matches!(settled, Settled::Confirmed(_)), "{settled:?}");
    prepared.review().clone()
}

/// Returns the contract, the function and the arguments of a reviewed call.
fn called(review: &Review) -> (&str, &str, &[ContractValue]) {
    match &review.call.as_ref().unwrap().call.function {
        HostFunction::Invoke(call) => (&call.contract, &call.function, &call.arguments),
        other => panic!("other than an invocation: {other:?}"),
    }
}

/// Returns the balance of a token, which no signature authorizes.
async fn balance(client: &Client, key: &Ed25519Key, contract: &str, holder: &str) -> String {
    use wallet_client::blockchain_connector_xlm::transaction::get_hash::{ContractCallRequest, contract_call};
    let action = CallAction::Invoke {
        function: "balance".to_owned(),
        arguments: vec![ContractValue::Address(holder.to_owned())],
    };
    let prepared = prepare_call(client, &call(key, contract, action)).await.unwrap();
    assert!(prepared.review().call.as_ref().unwrap().call.authorizations.is_empty());
    let request = ContractCallRequest::builder()
        .address(holder)
        .network(Testnet)
        .contract(contract)
        .function("balance")
        .arguments(vec![ContractValue::Address(holder.to_owned())])
        .build();
    match contract_call(client, "xlm", &request).await.unwrap().result {
        ContractValue::I128(amount) => amount,
        other => panic!("other than an amount: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn token_transfers_and_contract_calls_are_confirmed() {
    for (running, _) in servers("token_transfers_and_contract_calls_are_confirmed").await {
        confirms_contract_calls(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn confirms_contract_calls(client: &Client) {
    let (alice, alice_address) = account(client).await;
    let (bob, bob_address) = account(client).await;
    let native = asset_contract(&lumen(), Testnet).unwrap();

    let review = send(
        client,
        &alice,
        &call(&alice, &native, token_transfer(&bob_address, 30_000_000)),
    )
    .await;
    let shown = review.call.as_ref().unwrap();
    assert_eq!(shown.asset, Some(lumen()));
    assert!((1..review.fee).contains(&shown.resource_fee), "{review:?}");
    let CallAction::Invoke { arguments, .. } = transfer_call(&alice_address, &bob_address, 30_000_000) else {
        unreachable!()
    };
    assert_eq!(called(&review), (native.as_str(), "transfer", arguments.as_slice()));
    let [authorization] = shown.call.authorizations.as_slice() else {
        panic!("another number of authorizations: {shown:?}")
    };
    assert_eq!(authorization.invocation.function, shown.call.function);
    let before = 1000 * LUMEN;
    assert_eq!(
        balance(client, &bob, &native, &bob_address).await,
        (before + 30_000_000).to_string()
    );

    // The contract of an issued asset, by both endpoints and with a total fee.
    let points = issued("POINTS", &alice_address);
    let trust = Action::Trust {
        asset: points.clone(),
        limit: None,
    };
    transact(client, &bob, &terms(client, &bob).await, &trust).await;
    let contract = asset_contract(&points, Testnet).unwrap();
    let review = send(
        client,
        &alice,
        &call(&alice, &contract, token_transfer(&bob_address, 500)),
    )
    .await;
    assert_eq!(review.call.unwrap().asset, Some(points));
    let mut back = call(&bob, &contract, transfer_call(&bob_address, &alice_address, 120));
    back.fee = Some(90_000);
    assert_eq!(send(client, &bob, &back).await.fee, 90_000);
    assert_eq!(balance(client, &bob, &contract, &bob_address).await, "380");

    back.max_fee = Fee::AtMost(89_999_u64.into());
    let error = prepare_call(client, &back).await.unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");
    let excessive = call(&bob, &native, token_transfer(&alice_address, 1_000_000_000_000_000_000));
    let error = prepare_call(client, &excessive).await.unwrap_err();
    assert!(matches!(&error, PaymentError::Call(call) if call.code().unwrap().name() == "contract_call_failed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_calls_are_rejected_without_a_request() {
    let running = ephemeral().await;
    let client = Client::new(&running.base_url).unwrap();
    let key = Ed25519Key::from_seed([7; 32]);
    let native = asset_contract(&lumen(), Testnet).unwrap();
    let invoke = |function: &str, argument| CallAction::Invoke {
        function: function.to_owned(),
        arguments: vec![argument],
    };
    for (contract, action, expected) in [
        (THIEF, token_transfer(THIEF, 5), "contract"),
        (&native, token_transfer("x", 5), "to"),
        (&native, token_transfer(THIEF, 0), "amount"),
        (&native, token_transfer(THIEF, -5), "amount"),
        (&native, invoke("a b", ContractValue::Void), "function"),
        (&native, invoke("f", ContractValue::U32("x".to_owned())), "arguments"),
    ] {
        let error = prepare_call(&client, &call(&key, contract, action)).await.unwrap_err();
        assert!(
            matches!(&error, PaymentError::Invalid { field, .. } if *field == expected),
            "{error}"
        );
    }
    running.shutdown().await.unwrap();
}
