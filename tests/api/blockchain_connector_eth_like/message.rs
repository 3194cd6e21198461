//! POST /api/message/get-hash/{chain} and POST /api/message/attach-signature/{chain}

use super::App;
use super::wallet::{public_key, sign, with_high_s};
use serde_json::{Value, json};

const HASH: &str = "message/get-hash/eth";
const ATTACH: &str = "message/attach-signature/eth";

/// The example of <https://eips.ethereum.org/EIPS/eip-712>, with the hash.
fn mail() -> Value {
    json!({
        "types": {
            "EIP712Domain": [
                { "name": "name", "type": "string" },
                { "name": "version", "type": "string" },
                { "name": "chainId", "type": "uint256" },
                { "name": "verifyingContract", "type": "address" }
            ],
            "Person": [{ "name": "name", "type": "string" }, { "name": "wallet", "type": "address" }],
            "Mail": [
                { "name": "from", "type": "Person" },
                { "name": "to", "type": "Person" },
                { "name": "contents", "type": "string" }
            ]
        },
        "primaryType": "Mail",
        "domain": {
            "name": "Ether Mail",
            "version": "1",
            "chainId": 1,
            "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"
        },
        "message": {
            "from": { "name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
            "to": { "name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
            "contents": "Hello, Bob!"
        }
    })
}

const MAIL_HASH: &str = "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2";

fn typed(message: Value) -> Value {
    let mut request = json!({ "type": "typed-data" });
    request["message"] = message;
    request
}

fn personal(text: &str) -> Value {
    json!({ "type": "personal", "message": text })
}

const SPENDER: &str = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af";
const TOKEN: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
/// 2^160 − 1, the unlimited allowance within Permit2.
const MAX_160: &str = "1461501637330902918203684832716283019655932542975";

/// Returns typed data of a struct and an optional inner struct, each declared as `type name,…`.
fn data(contract: &str, structs: &[(&str, &str)], message: Value) -> Value {
    let fields = |text: &str| -> Value {
        let fields = text.split(',').map(|field| {
            let (kind, name) = field.split_once(' ').expect("a type and a name");
            json!({ "name": name, "type": kind })
        });
        fields.collect()
    };
    let types: serde_json::Map<_, _> = structs
        .iter()
        .map(|(name, text)| ((*name).to_owned(), fields(text)))
        .collect();
    let mut data = json!({
        "types": types, "primaryType": structs[0].0,
        "domain": { "name": "USD Coin", "chainId": "1", "verifyingContract": contract },
    });
    data["message"] = message;
    data
}

fn permit() -> Value {
    data(
        TOKEN,
        &[(
            "Permit",
            "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
        )],
        json!({ "owner": SPENDER, "spender": SPENDER, "value": "2500000", "nonce": 0, "deadline": "1798761600" }),
    )
}

#[tokio::test]
async fn published_messages_have_their_hashes() {
    let app = App::new().await;
    assert_eq!(
        app.post(HASH, &typed(mail())).await.data(),
        &json!({ "hash": MAIL_HASH })
    );
    // The example in the documentation of hashMessage of ethers.
    let hello = json!({ "hash": "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2" });
    let mut body = personal("Hello World");
    for network in ["livenet", "testnet"] {
        body["network"] = network.into();
        assert_eq!(app.post("message/get-hash/bsc", &body).await.data(), &hello);
    }
    body["encoding"] = "text".into();
    assert_eq!(app.post(HASH, &body).await.data(), &hello);
    body["encoding"] = "hex".into();
    for text in ["0x48656c6c6f20576f726c64", "48656C6C6F20576F726C64"] {
        body["message"] = text.into();
        assert_eq!(app.post(HASH, &body).await.data(), &hello);
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn domain_of_another_chain_is_rejected() {
    let app = App::new().await;
    for (path, network) in [("message/get-hash/bsc", "livenet"), (HASH, "testnet")] {
        let mut body = typed(mail());
        body["network"] = network.into();
        let response = app.post(path, &body).await;
        response.assert_error(400, "invalid_request", Some("message.domain.chainId"));
    }
    let mut unbound = mail();
    unbound["domain"].as_object_mut().expect("an object").remove("chainId");
    unbound["types"]["EIP712Domain"]
        .as_array_mut()
        .expect("a list")
        .remove(2);
    for path in [HASH, "message/get-hash/bsc"] {
        assert!(app.post(path, &typed(unbound.clone())).await.data()["hash"].is_string());
    }
}

#[tokio::test]
async fn permit_is_summarised() {
    let app = App::new().await;
    let response = app.post(HASH, &typed(permit())).await;
    let data = response.data();
    let expected = json!({
        "type": "permit", "standard": "eip-2612", "contract": TOKEN, "spender": SPENDER, "token": TOKEN,
        "amount": "2500000", "deadline": "1798761600",
    });
    assert_eq!((&data["summary"], &data["warnings"]), (&expected, &Value::Null));
}

#[tokio::test]
async fn dai_permit_is_unlimited_or_a_revocation() {
    let app = App::new().await;
    for (allowed, amount, warns) in [
        (
            true,
            "115792089237316195423570985008687907853269984665640564039457584007913129639935",
            true,
        ),
        (false, "0", false),
    ] {
        let message = data(
            TOKEN,
            &[(
                "Permit",
                "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed",
            )],
            json!({ "holder": SPENDER, "spender": SPENDER, "nonce": 0, "expiry": 0, "allowed": allowed }),
        );
        let response = app.post(HASH, &typed(message)).await;
        let data = response.data();
        let summary = &data["summary"];
        assert_eq!(
            (&summary["standard"], &summary["amount"]),
            (&json!("dai"), &json!(amount))
        );
        assert_eq!(summary["deadline"], Value::Null);
        assert_eq!(data["warnings"][0]["code"] == "unlimited_approval", warns);
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn permits_of_permit2_are_summarised() {
    const DETAILS: (&str, &str) = (
        "PermitDetails",
        "address token,uint160 amount,uint48 expiration,uint48 nonce",
    );
    const PERMITTED: (&str, &str) = ("TokenPermissions", "address token,uint256 amount");
    let app = App::new().await;
    let detail = json!({ "token": TOKEN, "amount": MAX_160, "expiration": "1798761600", "nonce": 0 });
    let permitted = json!({ "token": TOKEN, "amount": "7" });
    let single = data(
        PERMIT2,
        &[
            (
                "PermitSingle",
                "PermitDetails details,address spender,uint256 sigDeadline",
            ),
            DETAILS,
        ],
        json!({ "details": detail, "spender": SPENDER, "sigDeadline": "5" }),
    );
    let batch = data(
        PERMIT2,
        &[
            (
                "PermitBatch",
                "PermitDetails[] details,address spender,uint256 sigDeadline",
            ),
            DETAILS,
        ],
        json!({ "details": [detail, detail], "spender": SPENDER, "sigDeadline": "5" }),
    );
    let transfer = data(
        PERMIT2,
        &[
            (
                "PermitTransferFrom",
                "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline",
            ),
            PERMITTED,
        ],
        json!({ "permitted": permitted, "spender": SPENDER, "nonce": 0, "deadline": 5 }),
    );
    let witness = data(
        PERMIT2,
        &[
            (
                "PermitWitnessTransferFrom",
                "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order witness",
            ),
            PERMITTED,
            ("Order", "address swapper"),
        ],
        json!({ "permitted": permitted, "spender": SPENDER, "nonce": 0, "deadline": 5, "witness": { "swapper": TOKEN } }),
    );
    let common = json!({ "type": "permit", "contract": PERMIT2, "spender": SPENDER, "deadline": "5" });
    let allowance = json!({ "token": TOKEN, "amount": MAX_160, "expiration": "1798761600" });
    for (message, standard, rest, warns) in [
        (single, "permit2-allowance", allowance.clone(), true),
        (
            batch,
            "permit2-allowance",
            json!({ "permissions": [allowance, allowance] }),
            true,
        ),
        (transfer, "permit2-transfer", permitted.clone(), false),
        (witness, "permit2-transfer", permitted, false),
    ] {
        let response = app.post(HASH, &typed(message)).await;
        let data = response.data();
        let mut expected = common.clone();
        expected["standard"] = standard.into();
        for (name, value) in rest.as_object().expect("an object") {
            expected[name] = value.clone();
        }
        assert_eq!(data["summary"], expected);
        assert_eq!(data["warnings"][0]["code"] == "unlimited_approval", warns, "{standard}");
    }
}

#[tokio::test]
async fn similar_structs_are_no_permits() {
    let app = App::new().await;
    let mut other = permit();
    other["types"]["Permit"][2]["type"] = "uint128".into();
    let mut without_contract = permit();
    without_contract["domain"]
        .as_object_mut()
        .expect("an object")
        .remove("verifyingContract");
    for message in [other, without_contract, mail()] {
        assert_eq!(app.post(HASH, &typed(message)).await.data()["summary"], Value::Null);
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn invalid_typed_data_are_rejected_with_their_path() {
    let app = App::new().await;
    for (pointer, value, field) in [
        ("/types", json!([]), "message.types"),
        ("/types/1Person", json!([]), "message.types"),
        ("/types/uint8", json!([]), "message.types"),
        ("/types/Person", json!({}), "message.types.Person"),
        ("/types/Person/0", json!({ "name": "name" }), "message.types.Person[0]"),
        ("/types/Person/0/name", json!("a b"), "message.types.Person[0].name"),
        ("/types/Person/0/name", json!("wallet"), "message.types.Person[1].name"),
        ("/types/Person/0/type", json!("uint"), "message.types.Person[0].type"),
        (
            "/types/Person/0/type",
            json!("EIP712Domain"),
            "message.types.Person[0].type",
        ),
        ("/types/Person/0/type", json!("Robot[]"), "message.types.Person[0].type"),
        (
            "/types/Person/0/type",
            json!("string[0]"),
            "message.types.Person[0].type",
        ),
        ("/types/Person/0/type", json!("string[2]"), "message.message.from.name"),
        ("/types/EIP712Domain/2/type", json!("uint64"), "message.domain"),
        ("/primaryType", json!("EIP712Domain"), "message.primaryType"),
        ("/primaryType", json!("mail"), "message.primaryType"),
        ("/domain", json!(null), "message.domain"),
        ("/domain/chainId", json!("one"), "message.domain.chainId"),
        (
            "/domain/verifyingContract",
            json!("0x0"),
            "message.domain.verifyingContract",
        ),
        ("/domain/salt", json!("0x00"), "message.domain"),
        ("/message", json!("Hello"), "message.message"),
        ("/message/from", json!(null), "message.message.from"),
        ("/message/from/name", json!(1), "message.message.from.name"),
        ("/message/from/age", json!(1), "message.message.from"),
        (
            "/message/to/wallet",
            json!("0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbb"),
            "message.message.to.wallet",
        ),
        ("/comment", json!(""), "message"),
    ] {
        let mut message = mail();
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        let parent = message.pointer_mut(parent).expect("a part of the example");
        match parent {
            Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value,
            parent => parent[name] = value,
        }
        let response = app.post(HASH, &typed(message)).await;
        assert_eq!(response.json["error"]["field"], field, "{pointer}: {}", response.text);
        response.assert_error(400, "invalid_request", Some(field));
    }
    for part in ["types", "primaryType", "domain", "message"] {
        let mut message = mail();
        message.as_object_mut().expect("an object").remove(part);
        let field = format!("message.{part}");
        app.post(HASH, &typed(message))
            .await
            .assert_error(400, "invalid_request", Some(&field));
    }
}

#[tokio::test]
async fn large_and_deep_typed_data_are_rejected() {
    let app = App::new().await;
    let names = (0..65).map(|index| (format!("S{index}"), json!([])));
    let mut many = mail();
    many["types"] = Value::Object(names.collect());
    app.post(HASH, &typed(many))
        .await
        .assert_error(400, "invalid_request", Some("message.types"));
    let mut deep = json!({ "children": [] });
    for _ in 0..20 {
        deep = json!({ "children": [deep] });
    }
    let message = data(TOKEN, &[("Tree", "Tree[] children")], deep);
    let response = app.post(HASH, &typed(message)).await;
    assert_eq!(response.status, 400, "{}", response.text);
    assert!(response.text.contains("nested at most 32 levels"), "{}", response.text);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new().await;
    for (name, value, field) in [
        ("type", json!(null), "type"),
        ("type", json!("eip191"), "type"),
        ("type", json!(1), "type"),
        ("message", json!(null), "message"),
        ("message", json!({}), "message"),
        ("message", json!(1), "message"),
        ("encoding", json!("base64"), "encoding"),
        ("encoding", json!(1), "encoding"),
        ("network", json!("mainnet"), "network"),
    ] {
        let mut body = personal("Hello");
        body[name] = value;
        app.post(HASH, &body)
            .await
            .assert_error(400, "invalid_request", Some(field));
    }
    let mut body = personal("0xzz");
    body["encoding"] = "hex".into();
    app.post(HASH, &body)
        .await
        .assert_error(400, "invalid_request", Some("message"));
    let mut body = typed(mail());
    body["encoding"] = "hex".into();
    app.post(HASH, &body)
        .await
        .assert_error(400, "invalid_request", Some("encoding"));
    let body = typed(json!(mail().to_string()));
    app.post(HASH, &body)
        .await
        .assert_error(400, "invalid_request", Some("message"));
}

/// Returns the body of attach-signature, signed by the key of the tests.
fn signed(mut body: Value, hash: &str) -> Value {
    body["publicKey"] = public_key().into();
    body["signature"] = sign(hash);
    body
}

#[tokio::test]
async fn signature_has_65_bytes() {
    let app = App::new().await;
    let body = signed(typed(mail()), MAIL_HASH);
    let (given, other) = (&body["signature"], with_high_s(&body["signature"]));
    let v = if given["recovery"] == 0 { "1b" } else { "1c" };
    let text = |part: &str| given[part].as_str().expect("a string").to_owned();
    let expected = json!({ "signature": format!("0x{}{}{v}", text("r"), text("s")) });
    assert_eq!(app.post(ATTACH, &body).await.data(), &expected);
    let mut high = body.clone();
    high["signature"] = other;
    assert_eq!(app.post(ATTACH, &high).await.data(), &expected);
    high["signature"]["recovery"] = Value::Null;
    assert_eq!(app.post(ATTACH, &high).await.data(), &expected);
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn signature_of_another_message_or_key_is_rejected() {
    let app = App::new().await;
    let body = signed(typed(mail()), MAIL_HASH);
    let mut other_message = body.clone();
    other_message["message"]["message"]["contents"] = "Hello, Eve!".into();
    let mut other_key = body.clone();
    other_key["publicKey"] = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798".into();
    let mut other_parity = body.clone();
    let recovery = body["signature"]["recovery"].as_u64().expect("a number");
    other_parity["signature"]["recovery"] = (1 - recovery).into();
    let text = signed(personal("Hello"), MAIL_HASH);
    for body in [other_message, other_key, other_parity, text] {
        app.post(ATTACH, &body)
            .await
            .assert_error(400, "invalid_signature", Some("signature"));
    }
    let mut other_chain = body.clone();
    other_chain["network"] = "testnet".into();
    app.post(ATTACH, &other_chain)
        .await
        .assert_error(400, "invalid_request", Some("message.domain.chainId"));
    for (name, value, code, field) in [
        ("publicKey", json!("02"), "invalid_public_key", "publicKey"),
        ("publicKey", json!(null), "invalid_request", "publicKey"),
        ("type", json!("text"), "invalid_request", "type"),
        ("signature", json!(null), "invalid_request", "signature"),
        ("signature", json!({ "r": "01" }), "invalid_request", "signature.s"),
    ] {
        let mut body = body.clone();
        body[name] = value;
        app.post(ATTACH, &body).await.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn transfers_of_eip3009_are_summarised() {
    let app = App::new().await;
    let fields = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";
    let nonce = format!("0x{}", "05".repeat(32));
    for name in ["TransferWithAuthorization", "ReceiveWithAuthorization"] {
        let message = json!({
            "from": TOKEN, "to": SPENDER, "value": "7", "validAfter": 0, "validBefore": "1798761600", "nonce": nonce
        });
        let response = app.post(HASH, &typed(data(TOKEN, &[(name, fields)], message))).await;
        let summary = json!({
            "type": "permit", "standard": "eip-3009", "contract": TOKEN, "spender": SPENDER, "token": TOKEN, "amount": "7",
            "deadline": "1798761600"
        });
        assert_eq!(response.data()["summary"], summary);
        assert!(response.data().get("warnings").is_none());
    }
}

#[tokio::test]
async fn authorisations_of_an_unknown_form_are_a_warning() {
    let app = App::new().await;
    let message =
        json!({ "owner": SPENDER, "spender": SPENDER, "value": "7", "nonce": 0, "deadline": 5, "more": true });
    let mut known = message.clone();
    known.as_object_mut().expect("an object").remove("more");
    let further = "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,bool more";
    let reordered = "address spender,address owner,uint256 value,uint256 nonce,uint256 deadline";
    let nested = data(
        TOKEN,
        &[
            ("Grant", "address operator,Limit[] limits"),
            ("Limit", "uint256 maxAmount"),
        ],
        json!({ "operator": SPENDER, "limits": [{ "maxAmount": 7 }] }),
    );
    for message in [
        data(TOKEN, &[("Permit", further)], message),
        data(TOKEN, &[("Permit", reordered)], known),
        nested,
    ] {
        let response = app.post(HASH, &typed(message)).await;
        assert!(response.data().get("summary").is_none());
        assert_eq!(response.data()["warnings"][0]["code"], "unknown_authorisation");
    }
    for message in [mail(), permit()] {
        let response = app.post(HASH, &typed(message)).await;
        assert!(response.data().get("warnings").is_none());
    }
}
