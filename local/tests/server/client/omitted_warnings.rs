//! Warnings that a server omits, and those of all its responses.

use super::eth_like::{ETHER, payment};
use super::eth_like_message::{message, permit};
use super::{Altering, client, fund};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::payments::Amount;
use wallet_client::payments::eth_like::{Action, MessageContent, derive, prepare_message, quote};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{FeeMode, Warning, WarningCode};
use wallet_cloud::serve::Running;

/// An account without code, which accepts any calldata.
const OTHER: &str = "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB";

/// Returns a client whose server omits all warnings of EVM calls.
async fn without_warnings(running: &Running) -> Client {
    let omit = |data: &mut Value| {
        data["warnings"] = json!([]);
    };
    Altering::new("eth-like", omit).client(running).await
}

fn codes(warnings: &[Warning]) -> Vec<WarningCode> {
    warnings.iter().map(|warning| warning.code.clone()).collect()
}

/// Returns the warnings in the review of a call.
async fn of_call(client: &Client, key: &Secp256k1Key, data: Vec<u8>) -> Vec<WarningCode> {
    let action = Action::Call {
        to: Some(OTHER.to_owned()),
        amount: Amount::default(),
        data,
    };
    let quoted = quote(client, &payment("eth", key, action)).await.unwrap();
    let prepared = quoted.prepare(client, FeeMode::Normal).await.unwrap();
    codes(&prepared.review().warnings)
}

async fn funded(client: &Client) -> Secp256k1Key {
    let key = Secp256k1Key::random();
    let address = derive(client, "eth", Testnet, &key.public_key()).await.unwrap();
    fund(client, "eth", &address, &ETHER.to_string()).await;
    key
}

fn calldata(selector: &str, words: &[&str]) -> Vec<u8> {
    let words: String = words
        .iter()
        .fold(String::new(), |all, word| format!("{all}{word:0>64}"));
    hex::decode(format!("{selector}{words}")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn unlimited_approvals_in_calldata_have_their_warning() {
    let running = ephemeral().await;
    let key = funded(&client(&running).await).await;
    let client = without_warnings(&running).await;
    let (spender, all) = ("bb".repeat(20), "f".repeat(64));
    let approve = calldata("095ea7b3", &[&spender, &all]);
    let element = format!("{}{}", hex::encode(&approve), "0".repeat(56));
    for (data, is_unlimited) in [
        (approve, true),
        (calldata("39509351", &[&spender, &all]), true),
        (calldata("a22cb465", &[&spender, "1"]), true),
        (calldata("87517c45", &[&spender, &spender, &all, "0"]), true),
        (
            calldata(
                "ac9650d8",
                &[
                    "20",
                    "1",
                    "20",
                    "44",
                    &element[..64],
                    &element[64..128],
                    &element[128..],
                ],
            ),
            true,
        ),
        (calldata("095ea7b3", &[&spender, "7"]), false),
        (calldata("a22cb465", &[&spender, "0"]), false),
    ] {
        let text = hex::encode(&data);
        let found = of_call(&client, &key, data).await;
        assert_eq!(found.contains(&WarningCode::UnlimitedApproval), is_unlimited, "{text}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_of_all_responses_are_in_the_review() {
    let running = ephemeral().await;
    let key = funded(&client(&running).await).await;
    for path in [
        "prepare-transaction/estimate",
        "transaction/get-hash",
        "transaction/parse",
    ] {
        let add = |data: &mut Value| data["warnings"] = json!([{ "code": "fee_outlier", "message": "Check the fee." }]);
        let client = Altering::new(path, add).client(&running).await;
        let found = of_call(&client, &key, vec![1, 2, 3, 4]).await;
        assert_eq!(found, [WarningCode::FeeOutlier], "{path}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn authorisations_in_messages_have_their_warning() {
    let running = ephemeral().await;
    let client = without_warnings(&running).await;
    let key = Secp256k1Key::random();
    let maximum = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let mut unknown = permit("5");
    unknown["types"]["Permit"] =
        json!([{ "name": "spender", "type": "address" }, { "name": "wad", "type": "uint256" }]);
    unknown["message"] = json!({ "spender": OTHER, "wad": "5" });
    for (data, expected) in [
        (permit(maximum), vec![WarningCode::UnlimitedApproval]),
        (unknown, vec![WarningCode::UnknownAuthorisation]),
        (permit("5"), Vec::new()),
    ] {
        let message = message(&key, MessageContent::TypedData(data));
        let prepared = prepare_message(&client, &message).await.unwrap();
        assert_eq!(codes(&prepared.review().warnings), expected);
    }
    running.shutdown().await.unwrap();
}
