//! Tokens of bch (CHIP-2022-02).

use super::fixture::{App, parent};
use super::send::Scene;
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use crate::support::stub::Reply;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{ScriptBuf, Transaction, TxOut};
use serde_json::json;

/// Category of the tokens in display order, with palindromic bytes.
const CATEGORY: [u8; 32] = [0xaa; 32];

/// Returns the script behind tokens with this bitfield and the following bytes.
fn with_tokens(contents: &[u8], script: &ScriptBuf) -> ScriptBuf {
    let prefix = [&[0xef], CATEGORY.as_slice(), contents].concat();
    ScriptBuf::from_bytes([prefix, script.to_bytes()].concat())
}

const FIVE: &[u8] = &[0x10, 5];
/// An NFT without rights and a commitment of two bytes, and 253 fungible tokens.
const NFT: &[u8] = &[0x70, 2, 0xcc, 0x01, 0xfd, 0xfd, 0x00];

#[tokio::test]
async fn recipient_and_tokens_of_outputs_are_parsed() {
    let app = App::new().await;
    let wallet = Wallet::new("bch", "livenet", "p2pkh");
    let mut transaction = wallet.income(&[1000, 1000, 1000], 1);
    let scripts = [FIVE, NFT, &[0x22]].map(|contents| with_tokens(contents, &wallet.script()));
    for (output, script) in transaction.output.iter_mut().zip(&scripts) {
        output.script_pubkey.clone_from(script);
    }
    let body = json!({ "txdata": serialize_hex(&transaction) });
    let response = app.post("transaction/parse/bch", &body).await;
    let category = hex::encode(CATEGORY);
    let tokens = [
        json!({ "category": category, "amount": "5" }),
        json!({ "category": category, "amount": "253", "nft": { "capability": "none", "commitment": "cc01" } }),
        json!({ "category": category, "amount": "0", "nft": { "capability": "minting", "commitment": "" } }),
    ];
    let expected: Vec<_> = scripts
        .iter()
        .zip(tokens)
        .map(|(script, token)| {
            json!({ "to": wallet.address(), "amount": "1000", "script": script.to_hex_string(), "token": token })
        })
        .collect();
    assert_eq!(response.data()["outputs"], json!(expected));
    // The prefix has a meaning on bch only.
    let response = app.post("transaction/parse/doge", &body).await;
    assert_eq!(response.data()["outputs"][0]["to"], "");
    assert!(response.data()["outputs"][0]["token"].is_null());
}

/// Sends a transaction that spends an output with the tokens, and whose change carries the others.
async fn send(inputs: &[u8], outputs: Option<&[u8]>) -> (Scene, TestResponse) {
    let wallet = Wallet::new("bch", "livenet", "p2pkh");
    let income = parent(&with_tokens(inputs, &wallet.script()), &[100_000], 1);
    let body = wallet.payment(&[&income], 50_000, 1000);
    let mut scene = Scene::of(&wallet, vec![income], body).await;
    let mut transaction: Transaction = deserialize_hex(&scene.txdata).expect("a transaction");
    let change: &mut TxOut = &mut transaction.output[1];
    if let Some(contents) = outputs {
        change.script_pubkey = with_tokens(contents, &wallet.script());
    }
    scene.txdata = serialize_hex(&transaction);
    scene.txid = transaction.compute_txid().to_string();
    let response = scene
        .send_with(Reply::ok(json!({ "result": scene.txid }).to_string()))
        .await;
    (scene, response)
}

#[tokio::test]
async fn transaction_that_keeps_its_tokens_is_sent() {
    for (inputs, outputs) in [(FIVE, FIVE), (NFT, NFT)] {
        let (scene, response) = send(inputs, Some(outputs)).await;
        scene.assert_sent(&response);
        assert_eq!(scene.submissions(), 1);
    }
}

#[tokio::test]
async fn transaction_that_burns_tokens_is_rejected() {
    for (inputs, outputs) in [
        (FIVE, None),
        (FIVE, Some([0x10, 4].as_slice())),
        // The tokens without the NFT, the NFT with a different commitment, and with more rights.
        (NFT, Some(&[0x10, 0xfd, 0xfd, 0x00])),
        (NFT, Some(&[0x70, 2, 0xcc, 0x02, 0xfd, 0xfd, 0x00])),
        (NFT, Some(&[0x71, 2, 0xcc, 0x01, 0xfd, 0xfd, 0x00])),
    ] {
        let (scene, response) = send(inputs, outputs).await;
        response.assert_error(400, "invalid_transaction", Some("txdata"));
        assert!(response.text.contains("would burn tokens"), "{}", response.text);
        assert_eq!(response.detail("category"), &json!(hex::encode(CATEGORY)));
        assert_eq!(scene.submissions(), 0);
    }
}

#[tokio::test]
async fn malformed_prefix_of_an_input_is_rejected() {
    let (scene, response) = send(&[0x90, 5], None).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
    assert!(response.text.contains("malformed token prefix"), "{}", response.text);
    assert_eq!(scene.submissions(), 0);
}
