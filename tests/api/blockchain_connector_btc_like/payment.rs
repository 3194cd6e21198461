//! A complete payment on every chain, network and type: the scripts of the resulting transaction verify.

use super::fixture::{App, known};
use super::wallet::{Wallet, listed};
use crate::support::stub::Reply;
use bitcoin::consensus::encode::{deserialize_hex, serialize};
use bitcoin::{Amount, Transaction};
use serde_json::json;
use wallet_client::payments::btc_like::quote;
use wallet_client::wire::FeeMode;
use wallet_sandbox::btc_like::policy::script::{self, VERIFY_ALL_PRE_TAPROOT, VERIFY_TAPROOT};

/// Makes a payment through the Rust client and returns the transaction.
async fn pay(wallet: &Wallet, income: &Transaction, amount: u64) -> Transaction {
    let app = App::new().await;
    app.fixture().utxo = Reply::ok(json!(listed(income, 6)).to_string());
    app.fixture()
        .transactions
        .insert(income.compute_txid().to_string(), known(income));
    let client = app.client();
    let quote = quote(&client, &wallet.spend(amount)).await.expect("a quote");
    let prepared = quote.prepare(&client, FeeMode::Fast).await.expect("a transaction");
    let signed = wallet.sign_prepared(&client, &prepared).await;
    let transaction: Transaction = deserialize_hex(&signed.txdata).expect("a transaction");
    let txid = transaction.compute_txid().to_string();

    app.fixture().submit = Reply::ok(json!({ "result": txid }).to_string());
    signed.send(&client).await.expect("the transaction is accepted");
    assert_eq!(signed.txid, txid);
    let last = app.requests().last().map(|request| request.body.clone());
    assert_eq!(last, Some(signed.txdata));
    check_fee(&transaction, income, quote.estimate.size, &quote.estimate.fees.fast);
    transaction
}

/// Verifies the scripts of a transaction that spends outputs of a parent, with Bitcoin Core's engine.
fn verify_scripts(transaction: &Transaction, income: &Transaction) {
    let inputs = transaction.input.iter().map(|input| input.previous_output);
    let spent: Vec<_> = inputs
        .map(|outpoint| {
            assert_eq!(outpoint.txid, income.compute_txid());
            income.output[outpoint.vout as usize].clone()
        })
        .collect();
    for index in 0..spent.len() {
        let flags = VERIFY_ALL_PRE_TAPROOT | VERIFY_TAPROOT;
        script::verify(&serialize(transaction), index, &spent, flags).expect("a script that verifies");
    }
}

/// Checks that inputs minus outputs equal the returned fee, and that the estimated size was sufficient.
fn check_fee(transaction: &Transaction, income: &Transaction, estimated: u64, fee: &str) {
    let spent: Amount = income.output.iter().map(|output| output.value).sum();
    let paid: Amount = transaction.output.iter().map(|output| output.value).sum();
    assert_eq!((spent - paid).to_sat().to_string(), fee);
    let real = transaction.vsize() as u64;
    let inputs = transaction.input.len() as u64;
    assert!(
        real <= estimated && estimated <= real + 2 * inputs,
        "{real} and {estimated}"
    );
}

#[tokio::test]
async fn payment_succeeds_on_every_chain_network_and_type() {
    for network in ["livenet", "testnet"] {
        for (chain, kind) in [
            ("btc", "p2wpkh"),
            ("btc", "p2pkh"),
            ("ltc", "p2wpkh"),
            ("ltc", "p2pkh"),
            ("bch", "p2pkh"),
            ("doge", "p2pkh"),
        ] {
            let wallet = Wallet::new(chain, network, kind);
            let income = wallet.income(&[300_000_000, 400_000_000], 1);
            let transaction = pay(&wallet, &income, 500_000_000).await;
            assert_eq!(transaction.version.0, 2);
            assert_eq!(transaction.lock_time.to_consensus_u32(), 0);
            let sequence = if matches!(chain, "btc" | "ltc") {
                0xffff_fffd
            } else {
                0xffff_ffff
            };
            assert!(
                transaction.input.iter().all(|input| input.sequence.0 == sequence),
                "{chain}"
            );
            assert_eq!(transaction.output[0].value.to_sat(), 500_000_000);
            assert_eq!(transaction.output[1].script_pubkey, wallet.script());
            if chain != "bch" {
                verify_scripts(&transaction, &income);
            }
        }
    }
}
