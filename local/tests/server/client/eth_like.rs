//! Payments and token transfers on the EVM chains.

use super::{Altering, client, fund, mine_block};
use crate::{ephemeral, evm_chains};
use wallet_client::Client;
use wallet_client::Network::{self, Testnet};
use wallet_client::address_info_eth_like::{AddressInfoRequest, address_info};
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::payments::eth_like::{Action, GasPrice, Payment, chain_id, derive, quote, quote_with_nonce};
use wallet_client::payments::{Amount, Fee, PaymentError, Settled, WatchPolicy};
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{Asset, FeeMode};
use wallet_core::model::ChainName;

pub const ETHER: u128 = 1_000_000_000_000_000_000;

pub fn payment(chain: &str, key: &Secp256k1Key, action: Action) -> Payment {
    Payment::builder()
        .chain(chain.to_owned())
        .network(Testnet)
        .public_key(key.public_key())
        .action(action)
        .build()
}

pub async fn balance(client: &Client, chain: &str, address: &str, contract: Option<&str>) -> Option<String> {
    let request = AddressInfoRequest::builder()
        .address(address.to_owned())
        .network(Testnet)
        .limit(0)
        .build();
    let info = address_info(client, chain, &request).await.unwrap();
    let balance = info.balances.into_iter().find(|balance| match &balance.asset {
        Asset::Erc20 { contract: found, .. } => Some(&**found) == contract,
        _ => contract.is_none(),
    });
    balance.map(|balance| balance.balance.amount)
}

async fn pay(client: &Client, key: &Secp256k1Key, payment: &Payment) -> GasPrice {
    let prepared = quote(client, payment)
        .await
        .unwrap()
        .prepare(client, FeeMode::Normal)
        .await
        .unwrap();
    let price = prepared.review().price;
    let signed = prepared.sign(client, key).await.unwrap();
    signed.send(client).await.unwrap();
    signed.send(client).await.unwrap();
    mine_block(client, &payment.chain).await;
    let settled = signed.watch(client, WatchPolicy::default()).await.unwrap();
    assert!(matches!(settled, Settled::Confirmed(_)), "{settled:?}");
    price
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_are_paid_on_all_evm_chains() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in evm_chains() {
        let has_base_fee = chain != "etc";
        let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
        let from = derive(&client, chain, Testnet, &key.public_key()).await.unwrap();
        let to = derive(&client, chain, Testnet, &other.public_key()).await.unwrap();
        fund(&client, chain, &from, &(2 * ETHER).to_string()).await;
        let amount = Amount::from(ETHER);
        let price = pay(
            &client,
            &key,
            &payment(chain, &key, Action::Pay { to: to.clone(), amount }),
        )
        .await;
        assert_eq!(matches!(price, GasPrice::FeeMarket { .. }), has_base_fee, "{chain}");
        assert_eq!(
            balance(&client, chain, &to, None).await,
            Some(ETHER.to_string()),
            "{chain}"
        );
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_and_all_coins_are_paid() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, "eth", Testnet, &key.public_key()).await.unwrap();
    let to = derive(&client, "eth", Testnet, &other.public_key()).await.unwrap();
    fund(&client, "eth", &from, &ETHER.to_string()).await;
    let filter = ListRequest::builder().chain("eth").build();
    let tokens = list(&client, "erc20", &filter).await.unwrap();
    let contract = tokens[0].contract.clone().unwrap();
    let request = FaucetRequest::builder()
        .chain("eth")
        .address(from.clone())
        .amount("1000")
        .token(contract.clone())
        .build();
    faucet(&client, &request).await.unwrap();
    mine_block(&client, "eth").await;
    let transfer = Action::TransferToken {
        contract: contract.clone(),
        to: to.clone(),
        amount: Amount::from(250_u64),
    };
    pay(&client, &key, &payment("eth", &key, transfer)).await;
    assert_eq!(
        balance(&client, "eth", &to, Some(&contract)).await.as_deref(),
        Some("250")
    );
    let unlimited = Action::ApproveUnlimited {
        contract: contract.clone(),
        spender: to.clone(),
    };
    pay(&client, &key, &payment("eth", &key, unlimited)).await;
    pay(&client, &key, &payment("eth", &key, Action::revoke(&contract, &to))).await;
    let price = pay(&client, &key, &payment("eth", &key, Action::PayAll { to: to.clone() })).await;
    assert!(matches!(price, GasPrice::FeeMarket { .. }), "{price:?}");
    // The part of the maximum fee that the network does not charge remains.
    let rest: Amount = balance(&client, "eth", &from, None).await.unwrap().parse().unwrap();
    let fee = Amount::from(21_000_u64).checked_mul(price.maximum()).unwrap();
    assert!(rest < fee, "{rest} of {fee}");
    running.shutdown().await.unwrap();
}

/// Pending payments on a rollup take their L1 fees as well, which the payment of all coins must leave.
#[tokio::test(flavor = "multi_thread")]
async fn all_coins_beside_pending_payments_are_mined_on_rollups() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in ["op", "base"] {
        let keys = [(); 3].map(|()| Secp256k1Key::random());
        let mut addresses = Vec::new();
        for key in &keys {
            addresses.push(derive(&client, chain, Testnet, &key.public_key()).await.unwrap());
        }
        let ([key, ..], [from, to, other]) = (&keys, &addresses[..]) else {
            unreachable!("three keys");
        };
        fund(&client, chain, from, &(2 * ETHER).to_string()).await;
        let pay = |amount: u128| Action::Pay {
            to: to.clone(),
            amount: Amount::from(amount),
        };
        let mut sent = Vec::new();
        for action in [pay(ETHER / 2), pay(ETHER / 4), Action::PayAll { to: other.clone() }] {
            let quote = quote(&client, &payment(chain, key, action)).await.unwrap();
            let prepared = quote.prepare(&client, FeeMode::Normal).await.unwrap();
            let signed = prepared.sign(&client, key).await.unwrap();
            signed.send(&client).await.unwrap();
            sent.push(signed);
        }
        mine_block(&client, chain).await;
        for signed in sent {
            let settled = signed.watch(&client, WatchPolicy::default()).await.unwrap();
            assert!(matches!(settled, Settled::Confirmed(_)), "{chain}: {settled:?}");
        }
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn fee_above_the_limit_and_foreign_signatures_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, "eth", Testnet, &key.public_key()).await.unwrap();
    fund(&client, "eth", &from, &ETHER.to_string()).await;
    let amount = Amount::from(1_u64);
    let mut limited = payment("eth", &key, Action::Pay { to: from, amount });
    let prepared = quote(&client, &limited)
        .await
        .unwrap()
        .prepare(&client, FeeMode::Normal)
        .await
        .unwrap();
    let error = prepared.sign(&client, &other).await.unwrap_err();
    assert!(matches!(error, PaymentError::InvalidSignature), "{error}");
    limited.max_fee = Fee::AtMost(amount);
    let error = quote(&client, &limited)
        .await
        .unwrap()
        .prepare(&client, FeeMode::Normal)
        .await
        .unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_payment_is_replaced_by_one_with_its_nonce() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, "eth", Testnet, &key.public_key()).await.unwrap();
    let to = derive(&client, "eth", Testnet, &other.public_key()).await.unwrap();
    fund(&client, "eth", &from, &ETHER.to_string()).await;
    let pay = |wei: u64| {
        let (to, amount) = (to.clone(), Amount::from(wei));
        payment("eth", &key, Action::Pay { to, amount })
    };
    let first = quote(&client, &pay(1)).await.unwrap();
    let nonce = first.estimate.nonce;
    let second = pay(2);
    let prepared = first.prepare(&client, FeeMode::Fast).await.unwrap();
    prepared.sign(&client, &key).await.unwrap().send(&client).await.unwrap();

    let replacement = quote_with_nonce(&client, &second, nonce).await.unwrap();
    let prepared = replacement.prepare(&client, FeeMode::Slow).await.unwrap();
    assert_eq!(prepared.review().nonce, nonce);
    prepared.sign(&client, &key).await.unwrap().send(&client).await.unwrap();
    mine_block(&client, "eth").await;
    assert_eq!(balance(&client, "eth", &to, None).await.as_deref(), Some("2"));

    let altering = Altering::new("estimate", |data| data["nonce"] = 7.into());
    let altered = altering.client(&running).await;
    let error = quote_with_nonce(&altered, &second, nonce + 1).await.unwrap_err();
    let PaymentError::Mismatch(mismatch) = error else {
        panic!("not detected: {error}");
    };
    assert_eq!((mismatch.endpoint, mismatch.field), ("estimate", "nonce"));
    running.shutdown().await.unwrap();
}

/// Signatures of the client commit to its own table.
#[test]
fn chain_ids_of_the_client_are_those_of_the_services() {
    for chain in wallet_eth_like::Chain::ALL {
        for network in Network::ALL {
            let expected = wallet_eth_like::Params::of(*chain, network).chain_id();
            assert_eq!(chain_id(chain.name(), network), Some(expected), "{chain} {network}");
        }
    }
    assert_eq!(chain_id("zora", Testnet), None);
}
