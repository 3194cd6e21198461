//! POST /api/transaction/parse/{chain}

use super::App;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use stellar_xdr::{self as xdr, WriteXdr};
use wallet_xlm::AccountId;

/// An envelope made by stellar-sdk 15 (npm): a payment on the test network with a hash memo and an unknown signature.
const FOREIGN: &str = concat!(
    "AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT",
    "/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAA",
    "AAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwA",
    "AABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==",
);

#[tokio::test]
async fn envelope_of_another_sdk_is_parsed_completely() {
    let app = App::new();
    let parsed = app.parsed(&json!(FOREIGN)).await;
    let expected = json!({
        "txid": "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee",
        "signed": true,
        "signatures": 1,
        "fee": "500",
        "memoType": "hash",
        "memo": "ab".repeat(32),
    });
    for (name, value) in expected.as_object().expect("fields") {
        assert_eq!(&parsed[name], value, "{name} of {parsed}");
    }
    let operations = parsed["operations"].as_array().expect("an array");
    assert_eq!((operations.len(), &operations[0]["type"]), (2, &json!("payment")));
    assert_eq!(operations[0]["amount"], parsed["amount"]);
    // Inflation, which the service does not build.
    assert_eq!(operations[1]["type"], "inflation");
    assert!(operations[1]["xdr"].is_string(), "{parsed}");
}

/// Envelopes made by stellar-sdk 15 (npm): a transaction of a multiplexed account with a claimable balance, a payment, and a
/// claimable balance of a different source account; and a fee bump of the transaction.
const CREATING: [&str; 2] = [
    concat!(
        "AAAAAgAAAQAAAAAAAAAABz8MNL+TrQ2ZcdBMzJD3BVEcg4qtlzSkovsNegP8f+iaAAABLAAAAAAAAATTAAAAAQAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAwAAAAAAAAAOAAAAAAAAAAA7msoAAAAAAQAAAAAAAAAAPww0v5OtDZlx0EzMkPcFURyDiq2XNKSi+w16A/x/6JoAAAAA",
        "AAAAAAAAAAEAAAAA4JpOGFaZC+qmHHRcWWjAIIIa84VmUjDH0Elim4GNMcEAAAAAAAAAAACYloAAAAABAAAAAOCaThhWmQvqphx0XFlo",
        "wCCCGvOFZlIwx9BJYpuBjTHBAAAADgAAAAAAAAAAO5rKAAAAAAEAAAAAAAAAAD8MNL+TrQ2ZcdBMzJD3BVEcg4qtlzSkovsNegP8f+ia",
        "AAAAAAAAAAAAAAAA",
    ),
    concat!(
        "AAAABQAAAADgmk4YVpkL6qYcdFxZaMAgghrzhWZSMMfQSWKbgY0xwQAAAAAAAAMgAAAAAgAAAQAAAAAAAAAABz8MNL+TrQ2ZcdBMzJD3",
        "BVEcg4qtlzSkovsNegP8f+iaAAABLAAAAAAAAATTAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAAAAAAAOAAAAAAAAAAA7msoA",
        "AAAAAQAAAAAAAAAAPww0v5OtDZlx0EzMkPcFURyDiq2XNKSi+w16A/x/6JoAAAAAAAAAAAAAAAEAAAAA4JpOGFaZC+qmHHRcWWjAIIIa",
        "84VmUjDH0Elim4GNMcEAAAAAAAAAAACYloAAAAABAAAAAOCaThhWmQvqphx0XFlowCCCGvOFZlIwx9BJYpuBjTHBAAAADgAAAAAAAAAA",
        "O5rKAAAAAAEAAAAAAAAAAD8MNL+TrQ2ZcdBMzJD3BVEcg4qtlzSkovsNegP8f+iaAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    ),
];

#[tokio::test]
async fn ids_of_created_balances_are_those_of_another_sdk() {
    let app = App::new();
    // Those of `getClaimableBalanceId`; the tests of js-stellar-base have the first one.
    let ids = json!([
        "00000000536af35c666a28d26775008321655e9eda2039154270484e3f81d72c66d5c26f",
        "0000000073dbf7597091439a9cdc44cd70f83ffac060897beef202a24fc331dd41ab929c",
    ]);
    for envelope in CREATING {
        assert_eq!(app.parsed(&json!(envelope)).await["claimableBalanceIds"], ids);
    }
    assert_eq!(app.parsed(&json!(FOREIGN)).await["claimableBalanceIds"], Value::Null);
}

#[tokio::test]
async fn exactly_one_of_both_fields_is_accepted() {
    let app = App::new();
    for (body, field) in [
        (json!({}), "txdata"),
        (
            json!({ "txdata": FOREIGN, "unsignedMessage": FOREIGN }),
            "unsignedMessage",
        ),
    ] {
        let response = app.post("transaction/parse/xlm", &body).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    for field in ["txdata", "unsignedMessage"] {
        let mut body = json!({ "network": "testnet" });
        body[field] = FOREIGN.into();
        assert!(app.post("transaction/parse/xlm", &body).await.status.is_success());
        body[field] = FOREIGN[4..].into();
        let response = app.post("transaction/parse/xlm", &body).await;
        response.assert_error(400, "invalid_transaction", Some(field));
    }
}

#[tokio::test]
async fn transaction_signed_for_another_network_is_rejected() {
    let app = App::new();
    let signed = app.signed(&app.payment().await, &app.alice).await;
    let response = app.post("transaction/parse/xlm", &json!({ "txdata": signed })).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
}

#[tokio::test]
async fn notes_contain_prices_and_predicted_rejections() {
    let app = App::new();
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    let usd = json!({ "code": "USD", "issuer": app.bob.address() });
    let operations = json!([
        { "type": "manageSellOffer", "selling": coin, "buying": usd, "amount": "5", "price": "0.25" },
        { "type": "manageBuyOffer", "selling": coin, "buying": usd, "buyAmount": "5", "price": "1/3" },
        { "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": "ab".repeat(32) },
    ]);
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations,
        "fee": "300" });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    let notes = json!([
        { "field": "operations[0].price", "message": "1 XLM is sold for at least 0.25 USD." },
        { "field": "operations[1].price", "message": "1 USD is bought for at most 1/3 XLM." },
        { "field": "operations[2]",
            "message": "The network rejects this operation: a liquidity pool has no sponsor." },
    ]);
    assert_eq!(parsed["notes"], notes);
    assert_eq!(
        (&parsed["to"], &parsed["amount"], &parsed["asset"]),
        (&json!(""), &json!("0"), &Value::Null)
    );
}

#[tokio::test]
async fn first_payment_is_shown_next_to_the_operations() {
    let app = App::new();
    let operations = json!([
        { "type": "bumpSequence", "bumpTo": "1" },
        { "type": "accountMerge", "destination": app.bob.address() },
    ]);
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations,
        "fee": "200" });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(
        (&parsed["to"], &parsed["amount"]),
        (&json!(app.bob.address()), &json!(""))
    );
    assert!(parsed.get("notes").is_none(), "{parsed}");
}

#[tokio::test]
async fn non_utf8_memo_is_reported_with_its_bytes() {
    let app = App::new();
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
        "amount": "1", "fee": "100", "memo": "order 7" });
    let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
    let mut xdr = STANDARD
        .decode(response.data()["unsignedMessage"].as_str().unwrap())
        .unwrap();
    let memo = xdr.windows(7).position(|bytes| bytes == b"order 7").unwrap();
    xdr[memo] = 0xff;
    let parsed = app.parsed(&STANDARD.encode(xdr).into()).await;
    assert_eq!(
        (&parsed["memo"], &parsed["memoType"]),
        (&json!("\u{fffd}rder 7"), &json!("text"))
    );
    let note = json!([{ "field": "memo", "message": "The memo is not valid UTF-8; its bytes are ff726465722037." }]);
    assert_eq!(parsed["notes"], note);
}

/// Returns an envelope with the call of a contract, and the authorization.
fn contract_call(function: &str, arguments: Vec<xdr::ScVal>) -> Value {
    let address = xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash([7; 32])));
    let call = xdr::InvokeContractArgs {
        contract_address: address.clone(),
        function_name: xdr::ScSymbol(function.try_into().expect("a symbol")),
        args: arguments.try_into().expect("arguments"),
    };
    let invocation = |below: Vec<_>| xdr::SorobanAuthorizedInvocation {
        function: xdr::SorobanAuthorizedFunction::ContractFn(call.clone()),
        sub_invocations: below.try_into().expect("calls"),
    };
    let authorization = xdr::SorobanAuthorizationEntry {
        credentials: xdr::SorobanCredentials::Address(xdr::SorobanAddressCredentials {
            address,
            nonce: 7,
            signature_expiration_ledger: 8,
            signature: xdr::ScVal::Void,
        }),
        root_invocation: invocation(vec![invocation(Vec::new())]),
    };
    let operation = xdr::Operation {
        source_account: None,
        body: xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
            host_function: xdr::HostFunction::InvokeContract(call.clone()),
            auth: vec![authorization].try_into().expect("authorizations"),
        }),
    };
    let tx = xdr::Transaction {
        source_account: xdr::MuxedAccount::Ed25519(xdr::Uint256([1; 32])),
        fee: 100,
        seq_num: xdr::SequenceNumber(7),
        cond: xdr::Preconditions::None,
        memo: xdr::Memo::None,
        operations: vec![operation].try_into().expect("an operation"),
        ext: xdr::TransactionExt::V0,
    };
    let signatures = xdr::VecM::default();
    let envelope = xdr::TransactionEnvelope::Tx(xdr::TransactionV1Envelope { tx, signatures });
    json!(envelope.to_xdr_base64(xdr::Limits::none()).expect("an envelope"))
}

#[tokio::test]
async fn contract_call_of_a_token_is_decoded() {
    let app = App::new();
    let account = || {
        let key = xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256([2; 32]));
        xdr::ScVal::Address(xdr::ScAddress::Account(xdr::AccountId(key)))
    };
    let amount = xdr::ScVal::I128(xdr::Int128Parts { hi: 1, lo: 0 });
    let approval = contract_call("approve", vec![account(), account(), amount, xdr::ScVal::U32(9)]);
    let parsed = app.parsed(&approval).await;
    let operation = &parsed["operations"][0];
    assert_eq!(operation["type"], "invoke_host_function");
    assert!(operation["xdr"].is_string());
    let call = &operation["call"];
    let token = json!({ "action": "approve", "from": call["arguments"][0]["value"],
        "spender": call["arguments"][1]["value"], "amount": "18446744073709551616", "expirationLedger": 9 });
    assert_eq!(
        (&call["kind"], &call["function"], &call["token"]),
        (&json!("invoke"), &json!("approve"), &token)
    );
    assert_eq!(token["from"], AccountId([2; 32]).to_string());
    let authorization = &call["authorizations"][0];
    assert_eq!(
        (&authorization["nonce"], &authorization["expirationLedger"]),
        (&json!("7"), &json!(8))
    );
    assert_eq!(authorization["invocation"]["invocations"][0]["token"], token);
    // No account is paid by an operation of the network.
    assert_eq!((&parsed["to"], &parsed["amount"]), (&json!(""), &json!("0")));
}

#[tokio::test]
async fn values_of_every_type_are_described_by_the_document() {
    use xdr::ScVal as Type;
    let app = App::new();
    let entry = xdr::ScMapEntry {
        key: Type::U32(1),
        val: Type::Vec(Some(xdr::ScVec(vec![Type::Void].try_into().expect("a list")))),
    };
    let large = xdr::UInt256Parts {
        hi_hi: u64::MAX,
        ..xdr::UInt256Parts::default()
    };
    let values = vec![
        Type::Bool(true),
        Type::Void,
        Type::Error(xdr::ScError::Contract(7)),
        Type::I32(-1),
        Type::U64(u64::MAX),
        Type::I64(i64::MIN),
        Type::Timepoint(xdr::TimePoint(1)),
        Type::Duration(xdr::Duration(2)),
        Type::U128(xdr::UInt128Parts::default()),
        Type::U256(large),
        Type::I256(xdr::Int256Parts::default()),
        Type::Bytes(xdr::ScBytes(vec![1].try_into().expect("bytes"))),
        Type::String(xdr::ScString("text".try_into().expect("a string"))),
        Type::String(xdr::ScString(vec![0xff].try_into().expect("a string"))),
        Type::Symbol(xdr::ScSymbol("name".try_into().expect("a symbol"))),
        Type::Map(Some(xdr::ScMap(vec![entry].try_into().expect("a map")))),
        Type::LedgerKeyContractInstance,
    ];
    let parsed = app.parsed(&contract_call("f", values)).await;
    let arguments = parsed["operations"][0]["call"]["arguments"]
        .as_array()
        .expect("arguments");
    let kinds: Vec<_> = arguments
        .iter()
        .map(|value| value["type"].as_str().expect("a type"))
        .collect();
    let expected =
        "bool void error i32 u64 i64 timepoint duration u128 u256 i256 bytes string stringBytes symbol map other";
    assert_eq!(kinds.join(" "), expected);
    let map =
        json!([{ "key": { "type": "u32", "value": "1" }, "value": { "type": "vec", "value": [{ "type": "void" }] } }]);
    assert_eq!(arguments[15]["value"], map);
    assert_eq!(arguments[9]["value"], shifted_maximum());
}

/// Returns (2^64 − 1) · 2^192, computed digit by digit.
fn shifted_maximum() -> String {
    let mut digits: Vec<u32> = u64::MAX
        .to_string()
        .bytes()
        .rev()
        .map(|digit| u32::from(digit - b'0'))
        .collect();
    for _ in 0..192 {
        let mut carry = 0;
        for digit in &mut digits {
            let doubled = *digit * 2 + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    digits.iter().rev().map(ToString::to_string).collect()
}
