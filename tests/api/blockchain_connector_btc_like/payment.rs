//! A complete payment on every chain, network and type: the scripts of the resulting transaction verify.

use super::fixture::{App, known};
use super::wallet::{Wallet, listed};
use crate::support::stub::Reply;
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Amount, Transaction};
use serde_json::{Value, json};

/// Estimates, hashes, signs, attaches and sends a payment, and returns the transaction.
async fn pay(wallet: &Wallet, income: &Transaction, amount: u64) -> Transaction {
    let app = App::new().await;
    app.fixture().utxo = Reply::ok(json!(listed(income, 6)).to_string());
    app.fixture()
        .transactions
        .insert(income.compute_txid().to_string(), known(income));
    let mut body = wallet.payment(&[], amount, 0);
    body["address"] = wallet.address().into();
    let chain = wallet.chain;

    let estimate = app.post(&format!("prepare-transaction/estimate/{chain}"), &body).await;
    body["utxo"] = estimate.data()["utxo"].clone();
    body["fee"] = estimate.data()["fees"]["fast"].clone();
    let hashes = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
    body["signatures"] = wallet.sign(&hashes.data()["hashes"]);
    let attached = app.post(&format!("transaction/attach-signature/{chain}"), &body).await;
    let txdata = attached.data()["txdata"].as_str().expect("a string").to_owned();
    let transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
    let txid = transaction.compute_txid().to_string();

    app.fixture().submit = Reply::ok(json!({ "result": txid }).to_string());
    let signed = json!({ "txdata": txdata, "network": wallet.network });
    let sent = app.post(&format!("transaction/send/{chain}"), &signed).await;
    assert_eq!(sent.data(), &json!({ "txid": txid }));
    assert_eq!(app.requests().last().map(|request| request.body.clone()), Some(txdata));
    check_fee(&transaction, income, &estimate.data()["size"], &body["fee"]);
    transaction
}

/// Checks that inputs minus outputs equal the returned fee, and that the estimated size was sufficient.
fn check_fee(transaction: &Transaction, income: &Transaction, size: &Value, fee: &Value) {
    let spent: Amount = income.output.iter().map(|output| output.value).sum();
    let paid: Amount = transaction.output.iter().map(|output| output.value).sum();
    assert_eq!((spent - paid).to_sat().to_string(), fee.as_str().expect("a string"));
    let real = transaction.vsize() as u64;
    let estimated = size.as_u64().expect("a number");
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
                transaction
                    .verify(|outpoint| {
                        let spent = outpoint.txid == income.compute_txid();
                        spent.then(|| income.output[outpoint.vout as usize].clone())
                    })
                    .expect("scripts that verify");
            }
        }
    }
}
