//! Approved spenders of tokens on Stellar.

use super::client;
use super::contracts::{call, send};
use super::swap::issued;
use super::xlm::{account, terms, transact};
use crate::stellar_kinds::servers;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::address_info_xlm::{Action as Row, AddressInfoRequest, KnownAction, address_info};
use wallet_client::blockchain_connector_xlm::contract::ContractValue;
use wallet_client::blockchain_connector_xlm::transaction::get_hash::{ContractCallRequest, contract_call};
use wallet_client::blockchain_connector_xlm::transaction::preview;
use wallet_client::blockchain_connector_xlm::transaction::preview::{PreviewRequest, PreviewResponse};
use wallet_client::payments::PaymentError;
use wallet_client::payments::xlm::{Action, CallAction, asset_contract, prepare_call};
use wallet_client::wire::Asset;

/// A ledger that the sandbox does not reach.
const LAST: u32 = 100_000;

fn address(text: &str) -> ContractValue {
    ContractValue::Address(text.to_owned())
}

fn amount(number: i128) -> ContractValue {
    ContractValue::I128(number.to_string())
}

fn invoke(function: &str, arguments: Vec<ContractValue>) -> CallAction {
    CallAction::Invoke {
        function: function.to_owned(),
        arguments,
    }
}

/// Returns the arguments of an approval until a ledger.
fn approval(owner: &str, spender: &str, number: i128) -> Vec<ContractValue> {
    let last = ContractValue::U32(LAST.to_string());
    vec![address(owner), address(spender), amount(number), last]
}

/// Returns the arguments of a transfer from the owner to the spender.
fn withdrawal(owner: &str, spender: &str, number: i128) -> Vec<ContractValue> {
    vec![address(spender), address(owner), address(spender), amount(number)]
}

/// Returns the preview of a call by an account.
async fn previewed(
    client: &Client,
    by: &str,
    contract: &str,
    function: &str,
    arguments: Vec<ContractValue>,
) -> PreviewResponse {
    let request = ContractCallRequest::builder()
        .address(by)
        .network(Testnet)
        .contract(contract)
        .function(function)
        .arguments(arguments)
        .build();
    let built = contract_call(client, "xlm", &request).await.unwrap();
    let request = PreviewRequest::builder()
        .transaction(built.unsigned_message)
        .network(Testnet)
        .build();
    preview(client, "xlm", &request).await.unwrap()
}

/// Returns the transfers of an asset in the history of an account: sender, recipient and amount.
async fn transfers(client: &Client, of: &str, contract: &str, asset: &Asset) -> Vec<(String, String, String)> {
    let request = AddressInfoRequest::builder()
        .address(of)
        .network(Testnet)
        .tokens(contract)
        .build();
    let info = address_info(client, "xlm", &request).await.unwrap();
    let rows = info.transactions.into_iter().flat_map(|row| row.actions);
    let moved = rows.filter_map(|row| match row {
        Row::Known(KnownAction::Transfer {
            asset: moved,
            value,
            from,
            to,
            ..
        }) if moved == *asset => Some((from, to, value.amount)),
        _ => None,
    });
    moved.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn approved_spenders_withdraw_within_the_allowance() {
    for (running, _) in servers("approved_spenders_withdraw_within_the_allowance").await {
        withdraws(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn withdraws(client: &Client) {
    let (alice, owner) = account(client).await;
    let (bob, spender) = account(client).await;
    let points = issued("POINTS", &owner);
    let (carol, holder) = account(client).await;
    for key in [&bob, &carol] {
        let trust = Action::Trust {
            asset: points.clone(),
            limit: None,
        };
        transact(client, key, &terms(client, key).await, &trust).await;
    }
    let contract = asset_contract(&points, Testnet).unwrap();
    let issue = vec![address(&owner), address(&holder), amount(1000)];
    send(client, &alice, &call(&alice, &contract, invoke("transfer", issue))).await;

    // Carol approves Bob, which the preview and the review name.
    let arguments = approval(&holder, &spender, 700);
    let shown = previewed(client, &holder, &contract, "approve", arguments.clone()).await;
    let [approved] = shown.approvals.as_slice() else {
        panic!("another number of approvals: {shown:?}")
    };
    assert_eq!(
        (
            approved.owner.as_str(),
            approved.spender.as_str(),
            approved.after.as_str()
        ),
        (holder.as_str(), spender.as_str(), "700")
    );
    assert_eq!(
        (approved.asset.as_ref(), approved.expiration_ledger, approved.unlimited),
        (Some(&points), LAST, false)
    );
    assert_eq!(approved.before.as_deref(), Some("0"));
    send(client, &carol, &call(&carol, &contract, invoke("approve", arguments))).await;

    // Bob withdraws a part, and not more than the rest.
    let arguments = withdrawal(&holder, &spender, 450);
    let shown = previewed(client, &spender, &contract, "transfer_from", arguments.clone()).await;
    let changes = shown.changes.iter();
    let changes: Vec<_> = changes
        .map(|change| (change.address.as_str(), change.delta.amount.as_str()))
        .collect();
    assert_eq!(changes, [(spender.as_str(), "450"), (holder.as_str(), "-450")]);
    send(client, &bob, &call(&bob, &contract, invoke("transfer_from", arguments))).await;
    let above = call(
        &bob,
        &contract,
        invoke("transfer_from", withdrawal(&holder, &spender, 251)),
    );
    let error = prepare_call(client, &above).await.unwrap_err();
    assert!(matches!(&error, PaymentError::Call(call) if call.code().unwrap().name() == "contract_call_failed"));
    for of in [&holder, &spender] {
        let moved = transfers(client, of, &contract, &points).await;
        let withdrawn = (holder.clone(), spender.clone(), "450".to_owned());
        assert_eq!(moved.iter().filter(|row| **row == withdrawn).count(), 1, "{moved:?}");
    }
}
