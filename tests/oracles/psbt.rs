//! PSBTs of get-hash, signed by bitcoinjs-lib, for attach-psbt.

use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{Amount, ScriptBuf, Transaction, TxIn, TxOut, absolute, transaction};
use serde_json::{Value, json};
use wallet_btc_like::{Address, Params};
use wallet_client::signers::KeyForm;
use wallet_core::model::{BtcLikeChain, ChainName, Network};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// Random transactions per chain.
const TRANSACTIONS: usize = 10;

/// The value of each input in base units.
const VALUE: u64 = 100_000_000;

const TYPES: [&str; 4] = ["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"];

/// Returns a transaction that pays to a script.
fn parent(script: ScriptBuf, random: &mut Random) -> Transaction {
    Transaction {
        version: transaction::Version::TWO,
        lock_time: absolute::LockTime::from_consensus(u32::try_from(random.between(0, 1000)).expect("a small number")),
        input: vec![TxIn::default()],
        output: vec![TxOut {
            value: Amount::from_sat(VALUE),
            script_pubkey: script,
        }],
    }
}

async fn address(connector: &Connector, chain: &str, signer: &Signer, kind: &str) -> String {
    let body = json!({ "publicKey": signer.public_key(), "type": kind });
    let data = connector.data(&format!("get-address/{chain}"), &body).await;
    data["address"].as_str().expect("a string").to_owned()
}

/// Returns the body of get-hash with the parents and origins of keys, and the secret keys.
async fn case(connector: &Connector, chain: &str, random: &mut Random) -> (Value, Vec<String>) {
    let row = Params::of(BtcLikeChain::from_name(chain).expect("a chain"), Network::Livenet).expect("a row");
    let count = random.between(1, 6);
    let (mut utxo, mut parents, mut origins, mut secrets) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for index in 0..count {
        let signer = Signer::random(random, KeyForm::Compressed);
        let kind = TYPES[usize::try_from(random.between(0, 3)).expect("an index")];
        let owner = address(connector, chain, &signer, kind).await;
        let owner = Address::parse(row, &owner).expect("an address");
        let parent = parent(owner.script_pubkey().to_owned(), random);
        utxo.push(
            json!({ "txid": parent.compute_txid().to_string(), "vout": 0, "value": VALUE.to_string(),
            "publicKey": signer.public_key(), "type": kind }),
        );
        parents.push(serialize_hex(&parent));
        let path = format!("m/84'/0'/0'/0/{index}");
        origins.push(json!({ "publicKey": signer.public_key(), "fingerprint": "d90c6a4f", "path": path }));
        secrets.push(hex::encode(signer.secret()));
    }
    let recipient = Signer::random(random, KeyForm::Compressed);
    let body = json!({
        "publicKey": utxo[0]["publicKey"],
        "type": utxo[0]["type"],
        "utxo": utxo,
        "to": address(connector, chain, &recipient, "p2pkh").await,
        "amount": (VALUE / 2).to_string(),
        "fee": "1000000",
        "psbt": true,
        "parents": parents,
        "keyOrigins": origins,
    });
    (body, secrets)
}

async fn psbts_agree(chain: &'static str) {
    let Some(mut oracle) = Oracle::start(&format!("PSBTs of bitcoinjs-lib on {chain}")) else {
        return;
    };
    let (connector, mut random) = (Connector::without_upstream(), Random::new());
    for _ in 0..TRANSACTIONS {
        let (mut body, secrets) = case(&connector, chain, &mut random).await;
        let data = connector.data(&format!("transaction/get-hash/{chain}"), &body).await;
        let request = json!({ "chain": chain, "psbt": data["psbt"], "secrets": secrets });
        let signed = oracle.call("psbtSigned", request).await;
        for form in ["partial", "final"] {
            body["psbt"] = signed[form].clone();
            let ours = connector.data(&format!("transaction/attach-psbt/{chain}"), &body).await;
            assert_eq!(ours["txdata"], signed["txdata"], "{form}: {body}");
        }
    }
}

#[tokio::test]
async fn psbts_of_btc_agree_with_bitcoinjs() {
    psbts_agree("btc").await;
}

#[tokio::test]
async fn psbts_of_ltc_agree_with_bitcoinjs() {
    psbts_agree("ltc").await;
}

#[tokio::test]
async fn psbts_of_doge_agree_with_bitcoinjs() {
    psbts_agree("doge").await;
}
