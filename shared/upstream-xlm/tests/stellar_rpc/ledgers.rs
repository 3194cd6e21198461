//! Ledgers with all transactions from the metadata of closed ledgers.

use super::{LEDGER, Server, error, latest, result, soon};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::mutated_json::Document;
use wallet_test_support::stub::Reply;
use wallet_xlm::history::{Body, ClosedLedger, Party, View};
use wallet_xlm::ports::XlmLedgers;
use wallet_xlm::{AccountId, LedgerContents, LedgerId};

/// Metadata of a ledger of the public network, encoded and signed by `@stellar/stellar-base` 15: a payment of 2.5 lumens
/// to a muxed account, a fee bump around a payment of one lumen, and a call of the contract of `USDC` with a transfer of
/// 5 that a different contract claims as well.
const METADATA: &str = "AAAAAgAAAABbRAb0+NKGK2nLGooPtuB8uJqrlj2dunQVzaOdCHyFuQAAABkFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGsB+D4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADhETAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAGQATEtAAAAD6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAACAAAAAAAAAAEAAAAAAAAAAAAAAAIAAAAFAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAZAAAAACAAAAAOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIsAAAAZAAAAAAAAAArAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAAmJaAAAAAAAAAAAEURtIsAAAAQEikwK6mio7BbvkZ0HeCL28354dufO+YFOEgEi5zrqsfZ3HcYkVhT0Hb8ly3xS/XmKe778PchUYmAZjGhcKwGQ0AAAAAAAAAAdF9k8oAAABAJxjn/bo/+/HAaCc4WXzO2+H20VN2jQB8LblP6pR4rUojT+b9Ci+jTUcVm43q0AbGztj2+9FgW8fFexHnszotBgAAAAIAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAABkAAAAAAAAACoAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAEcmVudAAAAAEAAAAAAAAAAQAAAQAAAAAAAAAABxOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAABfXhAAAAAAAAAAAEURtIsAAAAQOpnwKt++jfrsuKC9jJ3uV1/Ox4OLTOl8AZZ5KAAXbJxSWwCwhxqZccI27iuoiDCLf81ED9F3LDKiS1OQinlTAAAAAABAAAAAAAAAAEAAAABAAAAAQAAAAIAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAABkAAAAAAAAACwAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAABgAAAAAAAAAAe11NdkH0kuX5h2bhkKXEQ9qfEKoHQ27sCqa1aerMjmyAAAACHRyYW5zZmVyAAAAAwAAABIAAAAAAAAAAOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIsAAAAEgAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAKAAAAAAAAAAAAAAAAAvrwgAAAAAAAAAAAAAAAARRG0iwAAABAtKhwuc6xaj+8gELwNg66nRBD17dXa2wLFPizc5MpwelC1SIfOwAqPlJp2TRfyEIn3g1ckO8DceSVx5zv2LzOCQAAAAMAAAAAUdehL9loqtlFFLoZEaR/T5ZJkPll+lQAzOwJkYNIOQgAAAAAAAAAZAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAABAAAAAAAAAAQAAAADAAAACQAAAAAAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAAAABfXhAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAACQAAAAAAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAAAABHhowAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAADAAAACQAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAACQAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAAAX14QAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAfNVrMGJ/8fZroYvdbZVlLFvCzs5rUX2vFMvOv0cpJicAAAAAAAAAyAAAAAGiU3uxv28NW+OTPGColKiLEotjQpmVH0UH6BdeLtgICgAAAAAAAABkAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAABAAAAAAAAAAQAAAADAAAACQAAAAAAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAAAABHhowAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAACQAAAAAAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAAAAA9/SQAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAADAAAACQAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAAAX13eAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAABAAAACQAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAAAhYN+AAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApZnwRySJg0+8nsKrMvK/TRjF2BBXv4nkYMDiRQsw9h0AAAAAAAATiAAAAAAAAAABAAAAAAAAABgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAIAAAAAAAAAAWi8QgT4cXUb7A0TUtkZcEyjeCkLy0veVP+ZYcm8iNDcAAAAAQAAAAAAAAAEAAAADwAAAAh0cmFuc2ZlcgAAABIAAAAAAAAAAOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIsAAAAEgAAAAAAAAAAE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAOAAAAPVVTREM6R0FKWlI1Uk1OVU5FSzdDUlhKVkVXWFo1WFVYV1Q3RkpHSUxDRERPSVRGN0VDMjZSUFdKNFVWT0UAAAAAAAAKAAAAAAAAAAAAAAAAAvrwgAAAAAAAAAAB7XU12QfSS5fmHZuGQpcRD2p8QqgdDbuwKprVp6syObIAAAABAAAAAAAAAAQAAAAPAAAACHRyYW5zZmVyAAAAEgAAAAAAAAAA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iwAAAASAAAAAAAAAAATmPYsbRpFfFG6aktfPb0vafypMhYhjciZfkFr0X2TygAAAA4AAAA9VVNEQzpHQUpaUjVSTU5VTkVLN0NSWEpWRVdYWjVYVVhXVDdGSkdJTENERE9JVEY3RUMyNlJQV0o0VVZPRQAAAAAAAAoAAAAAAAAAAAAAAAAC+vCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==";
const HASH: &str = "5b4406f4f8d2862b69cb1a8a0fb6e07cb89aab963d9dba7415cda39d087c85b9";
const PAYER: &str = "GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57";
const PAYEE: &str = "GAJZR5RMNUNEK7CRXJVEWXZ5XUXWT7FJGILCDDOITF7EC26RPWJ4UVOE";
const MUXED: &str = "MAJZR5RMNUNEK7CRXJVEWXZ5XUXWT7FJGILCDDOITF7EC26RPWJ4UAAAAAAAAAAAA4WCK";
/// Hashes of the payment, the fee bump, the transaction inside and the call.
const PAYMENT: &str = "51d7a12fd968aad94514ba1911a47f4f964990f965fa5400ccec099183483908";
pub const BUMP: &str = "7cd56b30627ff1f66ba18bdd6d95652c5bc2cece6b517daf14cbcebf47292627";
const INNER: &str = "a2537bb1bf6f0d5be3933c60a894a88b128b634299951f4507e8175e2ed8080a";
const CALL: &str = "a599f0472489834fbc9ec2ab32f2bf4d18c5d81057bf89e460c0e2450b30f61d";
/// The fee bump by itself.
const BUMP_ENVELOPE: &str = "AAAABQAAAAATmPYsbRpFfFG6aktfPb0vafypMhYhjciZfkFr0X2TygAAAAAAAAGQAAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAGQAAAAAAAAAKwAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAATmPYsbRpFfFG6aktfPb0vafypMhYhjciZfkFr0X2TygAAAAAAAAAAAJiWgAAAAAAAAAABFEbSLAAAAEBIpMCupoqOwW75GdB3gi9vN+eHbnzvmBThIBIuc66rH2dx3GJFYU9B2/Jct8Uv15inu+/D3IVGJgGYxoXCsBkNAAAAAAAAAAHRfZPKAAAAQCcY5/26P/vxwGgnOFl8ztvh9tFTdo0AfC25T+qUeK1KI0/m/Qovo01HFZuN6tAGxs7Y9vvRYFvHxXsR57M6LQY=";
const BUMP_RESULT: &str =
    "AAAAAAAAAMgAAAABolN7sb9vDVvjkzxgqJSoixKLY0KZlR9FB+gXXi7YCAoAAAAAAAAAZAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAAAAAAA=";
const BUMP_META: &str = "AAAABAAAAAAAAAAAAAAAAQAAAAAAAAAEAAAAAwAAAAkAAAAAAAAAAOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIsAAAAAAR4aMAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAkAAAAAAAAAAOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIsAAAAAAPf0kAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAwAAAAkAAAAAAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAF9d3gAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAkAAAAAAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAIWDfgAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn bytes(text: &str) -> [u8; 32] {
    hex::decode(text).expect("hex").try_into().expect("a hash")
}

fn head() -> LedgerId {
    LedgerId {
        sequence: LEDGER,
        hash: bytes(HASH),
    }
}

fn listed(metadata: &str) -> Value {
    let ledger = json!({ "hash": HASH, "sequence": LEDGER, "ledgerCloseTime": "1795291198", "headerXdr": "",
        "metadataXdr": metadata });
    json!({ "ledgers": [ledger], "latestLedger": LEDGER, "oldestLedger": LEDGER - 9, "cursor": LEDGER.to_string() })
}

/// Returns the bumped transaction as `getTransaction` does.
pub fn found() -> Value {
    json!({ "status": "SUCCESS", "latestLedger": LEDGER, "latestLedgerCloseTime": "1", "oldestLedger": LEDGER - 9,
        "oldestLedgerCloseTime": "1", "ledger": LEDGER, "createdAt": "1795291198", "applicationOrder": 2,
        "feeBump": true, "envelopeXdr": BUMP_ENVELOPE, "resultXdr": BUMP_RESULT, "resultMetaXdr": BUMP_META })
}

async fn server() -> Server {
    let server = Server::start().await;
    server.set_result("getLedgers", listed(METADATA));
    server
}

async fn read(server: &Server) -> Result<Option<LedgerContents>, UpstreamError> {
    server.node.ledger(Livenet, LEDGER, soon()).await
}

#[tokio::test(start_paused = true)]
async fn ledger_has_all_transactions_in_order_of_application() {
    let server = server().await;
    let ledger = read(&server).await.expect("a response").expect("a ledger");
    assert_eq!(
        (ledger.id, ledger.parent, ledger.time),
        (head(), [5; 32], 1_795_291_198)
    );
    let shown = ledger.transactions.iter().map(|found| {
        let entry = &found.entry;
        (
            hex::encode(entry.hash),
            entry.fee.get(),
            entry.fee_payer.to_string(),
            found.sequence,
        )
    });
    let expected = [
        (PAYMENT, 100, PAYER, 42),
        (BUMP, 200, PAYEE, 43),
        (CALL, 5000, PAYER, 44),
    ];
    let expected = expected.map(|(hash, fee, payer, sequence)| (hash.to_owned(), fee, payer.to_owned(), sequence));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let payee: AccountId = PAYEE.parse().expect("an address");
    let view = View::of_accounts([payee]);
    let rows: Vec<_> = ledger
        .transactions
        .iter()
        .map(|found| serde_json::to_value(view.transaction(&found.entry, LEDGER)).expect("a record"))
        .collect();
    assert_eq!(
        (&rows[0]["to"], &rows[0]["net"]["amount"]),
        (&json!(MUXED), &json!("25000000"))
    );
    assert_eq!(rows[0]["memo"], json!({ "type": "text", "value": "rent" }));
    // One lumen minus the fee of 200 stroops.
    assert_eq!(rows[1]["net"]["amount"], "9999800");
    let action = &rows[2]["actions"][0];
    assert_eq!(
        (
            &action["type"],
            &action["value"]["amount"],
            &action["to"],
            rows[2]["actions"].as_array().map(Vec::len)
        ),
        (&json!("transfer"), &json!("50000000"), &json!(PAYEE), Some(1)),
        "{}",
        rows[2]
    );
}

#[tokio::test(start_paused = true)]
async fn latest_ledger_is_read_with_its_number() {
    let server = server().await;
    let mut state = latest(LEDGER, "");
    state["id"] = json!(HASH);
    state["metadataXdr"] = json!(METADATA);
    server.set_result("getLatestLedger", state.clone());
    assert_eq!(server.node.head(Livenet, soon()).await, Ok(head()));
    let first = read(&server).await.expect("a response");
    assert!(server.calls("getLedgers").is_empty());
    // The metadata is held for one reading.
    assert_eq!(read(&server).await, Ok(first));
    assert_eq!(server.calls("getLedgers").len(), 1);
    state["metadataXdr"] = Value::Null;
    server.set_result("getLatestLedger", state);
    assert_eq!(server.node.head(Livenet, soon()).await, Ok(head()));
    assert!(read(&server).await.expect("a response").is_some());
    assert_eq!(server.calls("getLedgers").len(), 2);
}

#[tokio::test(start_paused = true)]
async fn ledgers_beyond_the_range_are_missing_or_errors() {
    let server = server().await;
    server.set_handler("getLedgers", |_| {
        error(-32600, "start ledger must be between the oldest ledger and the latest")
    });
    assert_eq!(server.node.ledger(Livenet, LEDGER + 1, soon()).await, Ok(None));
    let old = server.node.ledger(Livenet, LEDGER - 500_000, soon()).await;
    let error = old.expect_err("a ledger before the retention");
    assert!(!error.to_string().contains("evil.example") && !matches!(error, UpstreamError::NotConfigured { .. }));
}

#[tokio::test(start_paused = true)]
async fn transactions_are_found_by_either_hash() {
    let server = server().await;
    server.set_result("getTransaction", found());
    for hash in [BUMP, INNER] {
        let read = server
            .node
            .transaction(Livenet, bytes(hash), soon())
            .await
            .expect("a response");
        let read = read.expect("a transaction");
        assert_eq!((read.entry.hash, read.entry.operations.len()), (bytes(BUMP), 1));
        let Body::Payment(payment) = &read.entry.operations[0].body else {
            panic!("{read:?}")
        };
        assert_eq!(Party::from(payment.to).to_string(), PAYEE);
    }
    for (field, value) in [
        ("envelopeXdr", json!("AAAA")),
        ("resultXdr", json!("AAAA")),
        ("resultMetaXdr", json!("AAAA")),
        ("resultMetaXdr", Value::Null),
        ("status", json!("FAILED")),
    ] {
        let mut changed = found();
        changed[field] = value;
        server.set_result("getTransaction", changed);
        let read = server.node.transaction(Livenet, bytes(BUMP), soon()).await;
        assert!(matches!(read, Err(UpstreamError::Unusable { .. })), "{field}: {read:?}");
    }
    server.set_result("getTransaction", found());
    let other = server.node.transaction(Livenet, bytes(PAYMENT), soon()).await;
    assert!(matches!(other, Err(UpstreamError::Unusable { .. })), "{other:?}");
    let mut missing = found();
    missing["status"] = json!("NOT_FOUND");
    server.set_result("getTransaction", missing);
    assert_eq!(server.node.transaction(Livenet, bytes(BUMP), soon()).await, Ok(None));
}

/// Replaces a part of the metadata, given in hex, once.
fn replaced(from: &str, to: &str) -> String {
    let raw = hex::encode(base64_bytes(METADATA));
    assert!(raw.contains(from), "{from}");
    base64_text(&hex::decode(raw.replacen(from, to, 1)).expect("hex"))
}

fn base64_bytes(text: &str) -> Vec<u8> {
    BASE64.decode(text).expect("base64")
}

fn base64_text(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

#[tokio::test(start_paused = true)]
async fn unusable_ledgers_are_errors() {
    let with = |field: &str, value: Value| {
        let mut page = listed(METADATA);
        page["ledgers"][0][field] = value;
        result(&page)
    };
    let mut twice = listed(METADATA);
    twice["ledgers"] = json!([twice["ledgers"][0], twice["ledgers"][0]]);
    let replies = [
        with("hash", json!("ab".repeat(32))),
        with("hash", json!("x")),
        with("sequence", json!(LEDGER - 1)),
        with("metadataXdr", json!("AAAAAg==")),
        with("metadataXdr", json!(format!("{METADATA}AAAA"))),
        // A different header, a result of a different transaction, and a negative fee.
        with("metadataXdr", json!(replaced(&"05".repeat(32), &"06".repeat(32)))),
        with("metadataXdr", json!(replaced(CALL, &"ab".repeat(32)))),
        with(
            "metadataXdr",
            json!(replaced(
                &format!("{CALL}0000000000001388"),
                &format!("{CALL}ffffffffffffffff")
            )),
        ),
        result(&twice),
        result(&json!({ "ledgers": [] })),
        result(&json!([])),
        Reply::ok("nonsense"),
    ];
    for reply in replies {
        let server = Server::start().await;
        let shown: String = format!("{reply:?}").chars().take(300).collect();
        server.set_handler("getLedgers", move |_| reply.clone());
        let read = read(&server).await;
        assert!(matches!(read, Err(UpstreamError::Unusable { .. })), "{shown}: {read:?}");
    }
    // The transactions have other hashes on the testnet.
    assert!(ClosedLedger::read(METADATA, Testnet).is_err());
}

#[tokio::test(start_paused = true)]
async fn hanging_server_has_no_head() {
    let server = server().await;
    server.set_handler("getLatestLedger", |_| Reply::Hang);
    assert_eq!(server.node.head(Livenet, soon()).await, Err(UpstreamError::Timeout));
}

#[test]
fn metadata_survives_mutations() {
    let document = json!({ "metadata": METADATA });
    Document::new(&document).fuzz_mutations(|text| {
        let document: Value = serde_json::from_str(text).unwrap_or_default();
        let metadata = document["metadata"].as_str().unwrap_or_default();
        ClosedLedger::read(metadata, Livenet).is_ok()
    });
    // Each byte in turn is another one.
    let raw = base64_bytes(METADATA);
    for index in 0..raw.len() {
        let mut changed = raw.clone();
        changed[index] ^= 0x41;
        drop(ClosedLedger::read(&base64_text(&changed), Livenet));
    }
}
