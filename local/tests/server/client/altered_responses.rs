//! A server that describes or builds another transaction obtains no signature.

use super::signer::Counting;
use super::{Altering, client, fund, mismatch, other_digit};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::payments::{Amount, EcdsaSigner, Ed25519Signer, PaymentError, btc_like, eth_like, xlm};
use wallet_client::signers::{Ed25519Key, Secp256k1Key};
use wallet_client::wire::{Asset, FeeMode};
use wallet_cloud::serve::Running;

type Change = fn(&mut Value);

/// Another hash, address, script and amount of the change, and the inputs in another order.
const BTC_LIKE: &[(&str, Change, (&str, &str), usize)] = &[
    (
        "get-hash",
        |data| other_digit(&mut data["hashes"][0]["hash"], 5),
        ("get-hash", "hash"),
        0,
    ),
    ("get-hash", |data| data["hashes"] = json!([]), ("get-hash", "hash"), 0),
    (
        "get-hash",
        |data| data["hashes"][0]["inputIndex"] = 1.into(),
        ("get-hash", "hash"),
        0,
    ),
    (
        "parse",
        |data| other_digit(&mut data["outputs"][0]["script"], 9),
        ("parse", "outputs"),
        0,
    ),
    (
        "parse",
        |data| data["outputs"][0]["amount"] = "1".into(),
        ("parse", "outputs"),
        0,
    ),
    (
        "parse",
        |data| data["outputs"][1]["amount"] = "1".into(),
        ("parse", "outputs"),
        0,
    ),
    (
        "parse",
        |data| data["outputs"][0]["to"] = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".into(),
        ("parse", "recipient"),
        0,
    ),
    (
        "parse",
        |data| other_digit(&mut data["inputs"][0]["txid"], 3),
        ("parse", "inputs"),
        0,
    ),
    (
        "get-address",
        |data| data["address"] = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".into(),
        ("get-address", "address"),
        0,
    ),
    // The values are part of the hashes.
    (
        "estimate",
        |data| data["utxo"][0]["value"] = "49000000".into(),
        ("send", "rejected"),
        1,
    ),
    (
        "attach-signature",
        |data| other_digit(&mut data["txdata"], 30),
        ("attach-signature", "transaction"),
        1,
    ),
    (
        "transaction/send",
        |data| other_digit(&mut data["txid"], 3),
        ("send", "txid"),
        1,
    ),
];

async fn pay_btc(client: &Client, signer: &Counting<Secp256k1Key>, to: &str) -> Result<(), PaymentError> {
    let payment = btc_like::Payment::builder()
        .chain(btc_like::Chain::Btc)
        .network(Testnet)
        .public_key(EcdsaSigner::public_key(signer))
        .to(to.to_owned())
        .amount(btc_like::Spend::Exact(20_000_000))
        .build();
    let prepared = btc_like::quote(client, &payment)
        .await?
        .prepare(client, FeeMode::Normal)
        .await?;
    prepared.sign(client, signer).await?.send(client).await
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_utxo_payments_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let recipient = Secp256k1Key::random().public_key();
    let to = btc_like::derive(&honest, btc_like::Chain::Btc, Testnet, &recipient, None);
    let to = to.await.unwrap();
    for (path, change, expected, signatures) in BTC_LIKE {
        let signer = Counting::new(Secp256k1Key::random());
        let key = EcdsaSigner::public_key(&signer);
        let from = btc_like::derive(&honest, btc_like::Chain::Btc, Testnet, &key, None)
            .await
            .unwrap();
        fund(&honest, "btc", &from, "50000000").await;
        let altering = Altering::new(path, *change);
        let outcome = pay_btc(&altering.client(&running).await, &signer, &to).await;
        match (*expected, outcome) {
            // An incorrect value invalidates the signature, so the network rejects the transaction.
            (("send", "rejected"), Err(PaymentError::Call(error))) => assert!(error.response().is_some(), "{error}"),
            (expected, outcome) => assert_eq!(mismatch(outcome), expected, "{path}"),
        }
        assert_eq!(signer.count(), *signatures, "{path}: {expected:?}");
        assert!(altering.changed() > 0);
        assert_eq!(altering.has_called("attach-signature"), *signatures > 0);
    }
    running.shutdown().await.unwrap();
}

const ETH_LIKE: &[(&str, Change, (&str, &str), usize)] = &[
    (
        "get-hash",
        |data| other_digit(&mut data["hash"], 9),
        ("get-hash", "hash"),
        0,
    ),
    (
        "parse",
        |data| data["to"] = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".into(),
        ("parse", "recipient"),
        0,
    ),
    ("parse", |data| data["amount"] = "2".into(), ("parse", "amount"), 0),
    ("parse", |data| data["fee"] = "2".into(), ("parse", "fee"), 0),
    ("parse", |data| data["nonce"] = 5.into(), ("parse", "nonce"), 0),
    ("parse", |data| data["data"] = "0x00".into(), ("parse", "data"), 0),
    (
        "parse",
        |data| data["token"] = json!({ "method": "approve", "to": "0x", "amount": "1" }),
        ("parse", "token call"),
        0,
    ),
    (
        "attach-signature",
        |data| other_digit(&mut data["txdata"], 30),
        ("attach-signature", "transaction"),
        1,
    ),
    (
        "transaction/send",
        |data| other_digit(&mut data["txid"], 9),
        ("send", "txid"),
        1,
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_evm_payments_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for (path, change, expected, signatures) in ETH_LIKE {
        let signer = Counting::new(Secp256k1Key::random());
        let key = EcdsaSigner::public_key(&signer);
        let from = eth_like::derive(&honest, "eth", Testnet, &key).await.unwrap();
        fund(&honest, "eth", &from, "1000000000000000000").await;
        let altering = Altering::new(path, *change);
        let client = altering.client(&running).await;
        let payment = eth_like::Payment::builder()
            .chain("eth")
            .network(Testnet)
            .public_key(key)
            .action(eth_like::Action::Pay {
                to: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf".to_owned(),
                amount: Amount::from(1_000_u64),
            })
            .build();
        let pay = async {
            let prepared = eth_like::quote(&client, &payment)
                .await?
                .prepare(&client, FeeMode::Normal)
                .await?;
            prepared.sign(&client, &signer).await?.send(&client).await
        };
        assert_eq!(mismatch(pay.await), *expected, "{path}");
        assert_eq!(signer.count(), *signatures, "{path}: {expected:?}");
        assert!(altering.changed() > 0);
    }
    running.shutdown().await.unwrap();
}

/// The transaction that an altering server builds instead.
struct Other {
    change: fn(&mut xlm::Terms, &mut xlm::Action),
    field: &'static str,
}

const XLM: &[Other] = &[
    Other {
        change: |_, action| {
            transfer(
                action,
                "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI",
                20_000_000,
            );
        },
        field: "operation",
    },
    Other {
        change: |_, action| {
            let xlm::Action::Transfer { to, .. } = action.clone() else {
                unreachable!()
            };
            transfer(action, &to, 20_000_001);
        },
        field: "operation",
    },
    Other {
        change: |terms, _| terms.fee += 1,
        field: "fee",
    },
    Other {
        change: |terms, _| terms.memo = Some(xlm::Memo::Id(6)),
        field: "memo",
    },
    Other {
        change: |terms, _| terms.timeout = Some(1_000),
        field: "time bounds",
    },
    Other {
        change: |_, action| {
            let destination = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI".to_owned();
            let body = wallet_client::blockchain_connector_xlm::operation::OperationBody::AccountMerge { destination };
            *action = xlm::Action::Operations(vec![body.into()]);
        },
        field: "operation",
    },
];

fn transfer(action: &mut xlm::Action, to: &str, amount: i64) {
    *action = xlm::Action::Transfer {
        to: to.to_owned(),
        amount,
        asset: Asset::Coin {
            chain: "xlm".to_owned(),
        },
    };
}

async fn funded_ed25519(client: &Client) -> Counting<Ed25519Key> {
    let signer = Counting::new(Ed25519Key::random());
    let address = xlm::derive(client, Testnet, Ed25519Signer::public_key(&signer))
        .await
        .unwrap();
    fund(client, "xlm", &address, "1000000000").await;
    signer
}

fn terms(signer: &Counting<Ed25519Key>) -> xlm::Terms {
    xlm::Terms::builder()
        .network(Testnet)
        .public_key(Ed25519Signer::public_key(signer))
        .fee(200)
        .memo(xlm::Memo::Id(5))
        .build()
}

/// Returns the `data` of get-hash for a transaction.
async fn built(running: &Running, terms: &xlm::Terms, action: &xlm::Action) -> Value {
    let recording = std::sync::Arc::new(std::sync::Mutex::new(Value::Null));
    let record = std::sync::Arc::clone(&recording);
    let altering = Altering::new("get-hash", move |data| {
        *record.lock().unwrap() = data.clone();
        data["warnings"] = json!([]);
    });
    xlm::prepare(&altering.client(running).await, terms, action)
        .await
        .unwrap();
    recording.lock().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_stellar_transactions_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for other in XLM {
        let signer = funded_ed25519(&honest).await;
        let terms = terms(&signer);
        let mut action = xlm::Action::Operations(Vec::new());
        let recipient = xlm::derive(
            &honest,
            Testnet,
            Ed25519Signer::public_key(&funded_ed25519(&honest).await),
        );
        transfer(&mut action, &recipient.await.unwrap(), 20_000_000);
        let (mut other_terms, mut other_action) = (terms.clone(), action.clone());
        (other.change)(&mut other_terms, &mut other_action);
        if matches!(&other_action, xlm::Action::Transfer { to, .. } if to.ends_with("MADI")) {
            fund(
                &honest,
                "xlm",
                "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI",
                "1000000000",
            )
            .await;
        }
        let replacement = built(&running, &other_terms, &other_action).await;
        let altering = Altering::new("get-hash", move |data| *data = replacement.clone());
        let client = altering.client(&running).await;
        let outcome = async {
            xlm::prepare(&client, &terms, &action)
                .await?
                .sign(&client, &signer)
                .await
        };
        assert_eq!(mismatch(outcome.await.map(drop)), ("get-hash", other.field));
        assert_eq!(signer.count(), 0);
    }
    running.shutdown().await.unwrap();
}

const XLM_FIELDS: &[(&str, Change, (&str, &str), usize)] = &[
    (
        "get-hash",
        |data| other_digit(&mut data["hash"], 9),
        ("get-hash", "hash"),
        0,
    ),
    (
        "get-hash",
        |data| data["unsignedMessage"] = "AAAA".into(),
        ("get-hash", "transaction"),
        0,
    ),
    ("parse", |data| other_digit(&mut data["txid"], 9), ("parse", "txid"), 0),
    ("parse", |data| data["fee"] = "1".into(), ("parse", "fee"), 0),
    (
        "parse",
        |data| data["operations"] = json!([]),
        ("parse", "operations"),
        0,
    ),
    (
        "get-address",
        |data| data["address"] = "G".into(),
        ("get-address", "address"),
        0,
    ),
    (
        "attach-signature",
        |data| data["txdata"] = "AAAA".into(),
        ("attach-signature", "transaction"),
        1,
    ),
    (
        "transaction/send",
        |data| other_digit(&mut data["txid"], 9),
        ("send", "txid"),
        1,
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_stellar_responses_are_detected() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for (path, change, expected, signatures) in XLM_FIELDS {
        let signer = funded_ed25519(&honest).await;
        let altering = Altering::new(path, *change);
        let client = altering.client(&running).await;
        let outcome = async {
            let to = xlm::derive(
                &client,
                Testnet,
                Ed25519Signer::public_key(&Ed25519Key::from_seed([7; 32])),
            )
            .await?;
            let mut action = xlm::Action::Operations(Vec::new());
            transfer(&mut action, &to, 20_000_000);
            let prepared = xlm::prepare(&client, &terms(&signer), &action).await?;
            prepared.sign(&client, &signer).await?.send(&client).await
        };
        assert_eq!(mismatch(outcome.await), *expected, "{path}");
        assert_eq!(signer.count(), *signatures, "{path}: {expected:?}");
    }
    running.shutdown().await.unwrap();
}
