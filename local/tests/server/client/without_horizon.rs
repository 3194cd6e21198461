//! Every kind of payment of the Rust client on a Stellar network that only a Stellar RPC serves.

use super::client;
use super::contracts::{call, send, token_transfer, transfer_call};
use super::swap::{issued, operate};
use super::xlm::{LUMEN, account, lumen, terms, transact};
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::address_info_xlm::{AddressInfoRequest, address_info};
use wallet_client::blockchain_connector_xlm::operation::{Claimant, OperationBody};
use wallet_client::blockchain_connector_xlm::transaction::parse;
use wallet_client::payments::xlm::{Action, asset_contract, prepare};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::{Asset, ParseRequest};
use wallet_cloud::serve::{Options, start};

/// Returns the balance of an asset in base units, 0 if the account does not hold the asset.
async fn balance(client: &Client, address: &str, asset: &Asset) -> i64 {
    let Asset::XlmAsset { code, issuer, .. } = asset else {
        panic!("an issued asset")
    };
    let request = AddressInfoRequest::builder()
        .address(address.to_owned())
        .network(Testnet)
        .limit(0)
        .assets(format!("{code}:{issuer}"))
        .build();
    let info = address_info(client, "xlm", &request).await.unwrap();
    assert_eq!(info.source.partial, ["claimable-balances"]);
    let held = info.balances.iter().find(|held| held.asset == *asset);
    held.map_or(0, |held| held.balance.amount.parse().unwrap())
}

async fn pay(client: &Client, key: &Ed25519Key, to: &str, amount: i64, asset: &Asset) {
    let transfer = Action::Transfer {
        to: to.to_owned(),
        amount,
        asset: asset.clone(),
    };
    transact(client, key, &terms(client, key).await, &transfer).await;
}

/// Returns an offer of an asset, for two lumens each.
fn offer(selling: &Asset) -> OperationBody {
    OperationBody::ManageSellOffer {
        selling: selling.clone(),
        buying: lumen(),
        amount: (100 * LUMEN).to_string(),
        price: "2".to_owned(),
        offer_id: None,
    }
}

/// Returns a swap of ten lumens by a named path, which has no asset between them.
fn swap(to: &str, asset: &Asset) -> OperationBody {
    OperationBody::PathPaymentStrictSend {
        send_asset: lumen(),
        send_amount: (10 * LUMEN).to_string(),
        destination: to.to_owned(),
        dest_asset: asset.clone(),
        dest_min: (5 * LUMEN).to_string(),
        path: Vec::new(),
    }
}

/// Creates a claimable balance of 3,000 base units, and returns the id.
async fn set_aside(client: &Client, key: &Ed25519Key, claimant: &str, asset: &Asset) -> String {
    let operation = OperationBody::CreateClaimableBalance {
        asset: asset.clone(),
        amount: "3000".to_owned(),
        claimants: vec![Claimant::builder().destination(claimant.to_owned()).build()],
    };
    let action = Action::Operations(vec![operation.into()]);
    let prepared = prepare(client, &terms(client, key).await, &action).await.unwrap();
    let signed = prepared.sign(client, key).await.unwrap();
    signed.send(client).await.unwrap();
    let request = ParseRequest::builder()
        .txdata(signed.txdata.clone())
        .network(Testnet)
        .build();
    let parsed = parse(client, "xlm", &request).await.unwrap();
    parsed.claimable_balance_ids[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_payment_is_confirmed_without_horizon() {
    let stellar_rpc_only = Options {
        stellar_rpc_only: true,
        ..Options::ephemeral()
    };
    let running = start(stellar_rpc_only).await.unwrap();
    assert!(running.sandbox.iter().all(|endpoint| endpoint.protocol != "Horizon"));
    let client = client(&running).await;
    let (issuer, issuing) = account(&client).await;
    let [(alice, alice_address), (bob, bob_address)] = [account(&client).await, account(&client).await];
    let points = issued("POINTS", &issuing);

    pay(&client, &alice, &bob_address, LUMEN, &lumen()).await;
    for key in [&alice, &bob] {
        let trust = Action::Trust {
            asset: points.clone(),
            limit: None,
        };
        transact(&client, key, &terms(&client, key).await, &trust).await;
    }
    pay(&client, &issuer, &alice_address, 5000, &points).await;
    assert_eq!(balance(&client, &alice_address, &points).await, 5000);

    operate(&client, &issuer, vec![offer(&points)]).await;
    operate(&client, &bob, vec![swap(&bob_address, &points)]).await;
    assert_eq!(balance(&client, &bob_address, &points).await, 5 * LUMEN);

    let id = set_aside(&client, &alice, &bob_address, &points).await;
    transact(&client, &bob, &terms(&client, &bob).await, &Action::Claim { id }).await;
    assert_eq!(balance(&client, &bob_address, &points).await, 5 * LUMEN + 3000);

    let contract = asset_contract(&points, Testnet).unwrap();
    let transfer = call(&alice, &contract, token_transfer(&bob_address, 1500));
    send(&client, &alice, &transfer).await;
    let transfer = call(&bob, &contract, transfer_call(&bob_address, &alice_address, 250));
    send(&client, &bob, &transfer).await;
    let left = 5000 - 3000 - 1500 + 250;
    assert_eq!(balance(&client, &alice_address, &points).await, left);
    running.shutdown().await.unwrap();
}
