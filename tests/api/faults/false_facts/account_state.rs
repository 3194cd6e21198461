//! False nonces, gas, balances, sequence numbers and reserves.

use super::{evm, scripted};
use crate::faults::evm_node::{ADDRESS, quantity};
use crate::faults::family::Family;
use crate::faults::fixture::{Fixture, Read};
use crate::faults::horizon;
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};

/// The highest nonce that a node may report.
const MAX_NONCE: u64 = (1 << 53) - 1;

/// Starts the EVM services over nodes with these confirmed and pending counts.
async fn counts(reported: &[(u64, u64)]) -> Fixture {
    evm(reported, "eth_getTransactionCount", |(confirmed, pending), call| {
        quantity(if call.params[1] == "pending" {
            pending
        } else {
            confirmed
        })
    })
    .await
}

/// Returns the estimate of a payment of the account.
async fn estimated(fixture: &Fixture, amount: &str) -> Value {
    let body = json!({ "address": ADDRESS, "to": "0x3535353535353535353535353535353535353535", "amount": amount });
    let response = fixture.post("prepare-transaction/estimate/eth", &body).await;
    response.data().clone()
}

#[tokio::test(start_paused = true)]
async fn f13_nonce() {
    let (honest, extreme, pending_extreme) = ((9, 10), (MAX_NONCE, MAX_NONCE), (9, MAX_NONCE));
    for (reported, nonce) in [
        // Consistent false counts of a single node cannot be recognised.
        (&[extreme][..], MAX_NONCE),
        (&[pending_extreme], 9),
        (&[extreme, honest], 10),
        (&[honest, extreme], 10),
        (&[pending_extreme, honest], 10),
        (&[honest, pending_extreme], 10),
        (&[extreme, honest, honest], 10),
        (&[honest, honest, pending_extreme], 10),
        // Too low a count loses against pending transactions nearby.
        (&[(0, 0), honest], 10),
        (&[(0, 0), honest, honest], 10),
        // Nodes reject it otherwise.
        (&[(0, 0), (900, 901)], 0),
        (&[(900, 901), (0, 0), (900, 901)], 901),
        (&[(9, 73), honest], 73),
        (&[(9, 74), honest], 10),
    ] {
        let fixture = counts(reported).await;
        assert_eq!(fixture.read(Read::Nonce).await.data()["nonce"], nonce, "{reported:?}");
        assert_eq!(estimated(&fixture, "1").await["nonce"], nonce, "{reported:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn f13_implausible_nonce_of_a_single_node_is_an_error() {
    let response = counts(&[(9, MAX_NONCE + 1)]).await.read(Read::Nonce).await;
    response.assert_error(502, "upstream_error", None);
}

#[tokio::test(start_paused = true)]
async fn f13_gas() {
    for (reported, gas) in [
        (&[16_000_000][..], "16777216"),
        // Too much gas only reserves a higher fee; too little fails the transaction.
        (&[16_000_000, 50_000], "16777216"),
        (&[50_000, 21_000], "60000"),
        (&[21_000, 50_000], "60000"),
        (&[u64::MAX, 50_000], "60000"),
        (&[16_000_000, 50_000, 50_000], "60000"),
        (&[21_000, 50_000, 50_000], "60000"),
    ] {
        let fixture = evm(reported, "eth_estimateGas", |gas, _| quantity(gas)).await;
        assert_eq!(estimated(&fixture, "1").await["gasLimit"], gas, "{reported:?}");
    }
}

/// One ETH in wei.
const ETH: u64 = 1_000_000_000_000_000_000;

#[tokio::test(start_paused = true)]
async fn f13_balance() {
    for (reported, balance) in [
        (&[9 * ETH][..], 9 * ETH),
        // The network rejects a payment above the balance; one below it would never be sent.
        (&[9 * ETH, 5 * ETH], 9 * ETH),
        (&[ETH, 5 * ETH], 5 * ETH),
        (&[5 * ETH, ETH], 5 * ETH),
        (&[9 * ETH, 5 * ETH, 5 * ETH], 5 * ETH),
        (&[0, 5 * ETH, 5 * ETH], 5 * ETH),
    ] {
        let fixture = evm(reported, "eth_getBalance", |balance, _| quantity(balance)).await;
        let data = estimated(&fixture, "max").await;
        let [amount, fee] =
            ["amounts", "fees"].map(|field| data[field]["fast"].as_str().expect("an amount").to_owned());
        let [amount, fee] = [amount, fee].map(|text| text.parse::<u64>().expect("wei"));
        assert_eq!(amount + fee, balance, "{reported:?}");
    }
}

/// Starts the Stellar services over servers with this value in a document.
async fn stellar(path: &'static str, documents: impl IntoIterator<Item = Value>) -> Fixture {
    let script = |document: Value| {
        move |request: &Request| request.path.starts_with(path).then(|| Reply::ok(document.to_string()))
    };
    scripted(Family::Stellar, documents.into_iter().map(script)).await
}

async fn accounts(sequences: &[i64]) -> Fixture {
    let account = |sequence: &i64| {
        let mut account = horizon::account();
        account["sequence"] = json!(sequence.to_string());
        account
    };
    stellar("/accounts/", sequences.iter().map(account)).await
}

#[tokio::test(start_paused = true)]
async fn f13_sequence_number() {
    let (honest, extreme) = (7, 1_000_000);
    for (reported, next) in [
        (&[extreme][..], "1000001"),
        // A number that is too high would be valid later.
        (&[extreme, honest], "8"),
        (&[honest, extreme], "8"),
        (&[extreme, honest, honest], "8"),
        (&[honest, extreme, honest], "8"),
        // One that is too low is rejected.
        (&[3, honest], "4"),
        (&[3, honest, honest], "8"),
        (&[extreme, 3, honest], "4"),
    ] {
        let fixture = accounts(reported).await;
        let built = fixture.read(Read::StellarHash).await;
        let body = json!({ "txdata": built.data()["unsignedMessage"] });
        let parsed = fixture.post("transaction/parse/xlm", &body).await;
        assert_eq!(parsed.data()["sequence"], next, "{reported:?}");
    }
}

/// An account that one of two servers denies is used, so that a false 404 blocks no payment.
#[tokio::test(start_paused = true)]
async fn f13_denied_account() {
    let denied = |request: &Request| {
        request
            .path
            .starts_with("/accounts/")
            .then(|| horizon::problem(404, "not_found"))
    };
    for script in [[true, false], [false, true]] {
        let scripts = script.map(|denies| move |request: &Request| denied(request).filter(|_| denies));
        scripted(Family::Stellar, scripts)
            .await
            .read(Read::StellarHash)
            .await
            .data();
    }
}

#[tokio::test(start_paused = true)]
async fn f13_base_reserve() {
    let (honest, extreme) = (5_000_000, 100_000_000);
    for (reported, total) in [
        (&[extreme][..], "200000000"),
        (&[extreme, honest], "10000000"),
        (&[honest, extreme], "10000000"),
        (&[extreme, honest, honest], "10000000"),
        (&[1_000_000, honest], "2000000"),
        (&[1_000_000, honest, honest], "10000000"),
        // Implausible values do not count.
        (&[999_999, honest], "10000000"),
        (&[extreme + 1, honest], "10000000"),
    ] {
        let ledger = |base_reserve: &i64| {
            let mut ledger = horizon::ledger(&crate::faults::upstream::State::default());
            ledger["base_reserve_in_stroops"] = json!(base_reserve);
            horizon::ledgers(&ledger)
        };
        let fixture = stellar("/ledgers", reported.iter().map(ledger)).await;
        let response = fixture.read(Read::Reserve).await;
        assert_eq!(response.data()["total"], total, "{reported:?}");
    }
    let alone = |base_reserve: i64| {
        let mut ledger = horizon::ledger(&crate::faults::upstream::State::default());
        ledger["base_reserve_in_stroops"] = json!(base_reserve);
        stellar("/ledgers", [horizon::ledgers(&ledger)])
    };
    for implausible in [999_999, extreme + 1] {
        let response = alone(implausible).await.read(Read::Reserve).await;
        assert!(matches!(response.status.as_u16(), 502 | 503), "{}", response.text);
    }
}
