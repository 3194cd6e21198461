//! Limits of fees where the amount or the price is not that of a simple payment.

use super::adverse::Adverse;
use super::btc_like_bump::{bump_of, pending};
use super::btc_like_transfer::Owner;
use super::eth_like::{ETHER, payment};
use super::eth_like_bump::Pending;
use super::{client, fund};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{self, Chain, Output, Parent, Recipients, Transfer, pay_for_parent};
use wallet_client::payments::eth_like::{self, Action, BumpMode, GasPrice};
use wallet_client::payments::{Amount, PaymentError};
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;

fn is_above_limit<T>(outcome: Result<T, PaymentError>) -> bool {
    matches!(
        outcome.err(),
        Some(PaymentError::FeeAboveLimit { .. } | PaymentError::TipAboveLimit { .. })
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_to_the_sender_and_the_change_address_raise_no_limit() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let chain = Chain::Btc;
    let owner = Owner::funded(&client, chain, AddressType::P2wpkh, 500_000_000).await;
    let [change, other] = [
        Owner::new(&client, chain, AddressType::P2tr).await.address,
        Owner::new(&client, chain, AddressType::P2wpkh).await.address,
    ];
    for (to, is_limited) in [(&owner.address, true), (&change, true), (&other, false)] {
        let amount = 100_000_000;
        let transfer = Transfer::builder()
            .chain(chain)
            .network(Testnet)
            .public_key(owner.key.public_key())
            .recipients(Recipients::Each(vec![
                Output::builder().to(to.clone()).amount(amount).build(),
            ]))
            .change_address(change.clone())
            .build();
        let quote = btc_like::quote(&client, &transfer).await.unwrap();
        let outcome = quote.prepare_with(&client, amount, 60_000).await;
        assert_eq!(is_above_limit(outcome), is_limited, "{to}");
        quote.prepare_with(&client, amount, 50_000).await.unwrap();
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn raised_fee_of_a_child_is_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::new(&honest, Chain::Btc, AddressType::P2wpkh).await;
    let coins = FaucetRequest::builder()
        .chain("btc")
        .address(owner.address.clone())
        .amount("500000000")
        .build();
    let parent = Parent::builder()
        .chain(Chain::Btc)
        .network(Testnet)
        .txid(faucet(&honest, &coins).await.unwrap().txid)
        .public_key(owner.key.public_key())
        .build();
    let raise = |data: &mut Value| {
        data["childPaysForParent"]["fees"] = json!({ "slow": "9000000", "normal": "9000000", "fast": "9000000" });
    };
    let adverse = Adverse::new(vec![("prepare-transaction/bump", raise)], None);
    let client = adverse.client(&running).await;
    let quote = pay_for_parent(&client, &parent).await.unwrap();
    assert!(is_above_limit(quote.prepare(&client, FeeMode::Fast).await));
    let quote = pay_for_parent(&honest, &parent).await.unwrap();
    quote.prepare(&honest, FeeMode::Fast).await.unwrap();
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn raised_fees_of_replacements_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::funded(&honest, Chain::Btc, AddressType::P2wpkh, 10_000_000).await;
    let (signed, ..) = pending(&honest, Chain::Btc, &owner, 2_000_000).await;
    let raise = |data: &mut Value| {
        data["fees"] = json!({ "slow": "7000000", "normal": "7000000", "fast": "7000000" });
    };
    let adverse = Adverse::new(vec![("prepare-transaction/bump", raise)], None);
    let client = adverse.client(&running).await;
    let replacement = btc_like::bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    assert!(is_above_limit(replacement.prepare(&client, FeeMode::Slow).await));

    for chain in ["eth", "etc", "base", "gno", "ftm", "avax"] {
        let pending = Pending::new(&honest, chain).await;
        for mode in [BumpMode::SpeedUp, BumpMode::Cancel] {
            let raise = |data: &mut Value| {
                for field in ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] {
                    if let Some(price) = data[field].as_str() {
                        data[field] = format!("{price}00000000").into();
                    }
                }
            };
            let adverse = Adverse::new(vec![("prepare-transaction/bump", raise)], None);
            let client = adverse.client(&running).await;
            let replacement = eth_like::bump(&client, &pending.bump(mode)).await.expect(chain);
            assert!(is_above_limit(replacement.prepare(&client).await), "{chain} {mode:?}");
        }
    }
    running.shutdown().await.unwrap();
}

/// A busy network: a gas price of 200 gwei, of which little is tip.
fn busy(data: &mut Value) {
    let gas: u128 = data["gasLimit"].as_str().unwrap().parse().unwrap();
    for mode in ["slow", "normal", "fast"] {
        let number = |value: &Value| value.as_str().unwrap().parse::<u128>().unwrap();
        let price = 200_000_000_000;
        let total = number(&data["amounts"][mode]) + gas * number(&data["gasPrices"][mode]);
        data["amounts"][mode] = (total - gas * price).to_string().into();
        data["gasPrices"][mode] = price.to_string().into();
        data["maxFees"][mode] = (2 * price).to_string().into();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_coins_are_paid_at_a_high_gas_price() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = eth_like::derive(&honest, "eth", Testnet, &key.public_key())
        .await
        .unwrap();
    let to = eth_like::derive(&honest, "eth", Testnet, &other.public_key())
        .await
        .unwrap();
    fund(&honest, "eth", &from, &ETHER.to_string()).await;
    let adverse = Adverse::new(vec![("prepare-transaction/estimate", busy)], None);
    let client = adverse.client(&running).await;
    let quote = eth_like::quote(&client, &payment("eth", &key, Action::PayAll { to }))
        .await
        .unwrap();
    let tip: u128 = quote.estimate.priority_fees.as_ref().unwrap().fast.parse().unwrap();
    let prepared = quote.prepare(&client, FeeMode::Fast).await.unwrap();
    let review = prepared.review();
    let max_fee = Amount::from(200_000_000_000_u64);
    let price = GasPrice::FeeMarket {
        max_fee,
        priority_fee: Amount::from(tip),
    };
    assert_eq!(review.price, price);
    let total = review.amount.checked_add(review.fee);
    assert_eq!(total, Some(Amount::from(ETHER)), "{review:?}");
    running.shutdown().await.unwrap();
}
