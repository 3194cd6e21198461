//! Contract calls with random values, compared with the SDK's native values.

use super::fixture::OracleFixture;
use serde_json::{Map, Value, json};
use stellar_xdr as xdr;
use wallet_tests::support::random::Random;
use xdr::WriteXdr;

const TRANSACTIONS: usize = 60;

/// The maximum nesting of the random values.
const DEPTH: u32 = 3;

fn number(random: &mut Random) -> u64 {
    match random.between(0, 3) {
        0 => 0,
        1 => u64::MAX,
        _ => u64::from_be_bytes(random.bytes()),
    }
}

fn signed(random: &mut Random) -> i64 {
    number(random).cast_signed()
}

fn symbol(random: &mut Random) -> xdr::ScSymbol {
    let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let length = random.between(1, 32);
    // A letter at the start keeps the order of the entries of a JavaScript object.
    let text: String = (0..length)
        .map(|index| letters[usize::try_from(random.between(0, if index == 0 { 51 } else { 62 })).unwrap()] as char)
        .collect();
    xdr::ScSymbol(text.as_str().try_into().expect("a symbol"))
}

fn address(random: &mut Random) -> xdr::ScAddress {
    let bytes = random.bytes();
    let hash = || xdr::Hash(bytes);
    match random.between(0, 4) {
        0 => xdr::ScAddress::Contract(xdr::ContractId(hash())),
        1 => xdr::ScAddress::MuxedAccount(xdr::MuxedEd25519Account {
            id: number(random),
            ed25519: xdr::Uint256(bytes),
        }),
        2 => xdr::ScAddress::ClaimableBalance(xdr::ClaimableBalanceId::ClaimableBalanceIdTypeV0(hash())),
        3 => xdr::ScAddress::LiquidityPool(xdr::PoolId(hash())),
        _ => xdr::ScAddress::Account(xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(
            bytes,
        )))),
    }
}

fn text(random: &mut Random) -> xdr::ScString {
    let texts = ["", "plain", "Grüße €", "日本語", "\u{1f600}", "{\"a\": 1}"];
    let index = usize::try_from(random.between(0, texts.len() as u64 - 1)).unwrap();
    xdr::ScString(texts[index].try_into().expect("a string"))
}

/// Returns a value of a random type.
fn value(random: &mut Random, depth: u32) -> xdr::ScVal {
    use xdr::ScVal as Type;
    let kinds = if depth == 0 { 15 } else { 17 };
    match random.between(0, kinds) {
        0 => Type::Bool(random.between(0, 1) == 1),
        1 => Type::Void,
        2 => Type::U32(u32::from_be_bytes(random.bytes())),
        3 => Type::I32(i32::from_be_bytes(random.bytes())),
        4 => Type::U64(number(random)),
        5 => Type::I64(signed(random)),
        6 => Type::Timepoint(xdr::TimePoint(number(random))),
        7 => Type::Duration(xdr::Duration(number(random))),
        8 => Type::U128(xdr::UInt128Parts {
            hi: number(random),
            lo: number(random),
        }),
        9 => Type::I128(xdr::Int128Parts {
            hi: signed(random),
            lo: number(random),
        }),
        10 => Type::U256(xdr::UInt256Parts {
            hi_hi: number(random),
            hi_lo: number(random),
            lo_hi: number(random),
            lo_lo: number(random),
        }),
        11 => Type::I256(xdr::Int256Parts {
            hi_hi: signed(random),
            hi_lo: number(random),
            lo_hi: number(random),
            lo_lo: number(random),
        }),
        12 => Type::Bytes(xdr::ScBytes(random.bytes::<32>().to_vec().try_into().expect("bytes"))),
        13 => Type::String(text(random)),
        14 => Type::Symbol(symbol(random)),
        15 => Type::Address(address(random)),
        16 => {
            let values: Vec<_> = (0..random.between(0, 4)).map(|_| value(random, depth - 1)).collect();
            Type::Vec(Some(xdr::ScVec(values.try_into().expect("a list"))))
        }
        _ => Type::Map(Some(map(random, depth))),
    }
}

fn map(random: &mut Random, depth: u32) -> xdr::ScMap {
    let entries: Vec<_> = (0..random.between(0, 4))
        .map(|_| xdr::ScMapEntry {
            key: xdr::ScVal::Symbol(symbol(random)),
            val: value(random, depth - 1),
        })
        .collect();
    xdr::ScMap(entries.try_into().expect("a map"))
}

fn call(random: &mut Random) -> xdr::InvokeContractArgs {
    let arguments: Vec<_> = (0..random.between(0, 5)).map(|_| value(random, DEPTH)).collect();
    xdr::InvokeContractArgs {
        contract_address: xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash(random.bytes()))),
        function_name: symbol(random),
        args: arguments.try_into().expect("arguments"),
    }
}

fn invocation(random: &mut Random, depth: u32) -> xdr::SorobanAuthorizedInvocation {
    let below = if depth == 0 { 0 } else { random.between(0, 2) };
    let below: Vec<_> = (0..below).map(|_| invocation(random, depth - 1)).collect();
    xdr::SorobanAuthorizedInvocation {
        function: xdr::SorobanAuthorizedFunction::ContractFn(call(random)),
        sub_invocations: below.try_into().expect("calls"),
    }
}

fn authorization(random: &mut Random) -> xdr::SorobanAuthorizationEntry {
    let credentials = match random.between(0, 1) {
        0 => xdr::SorobanCredentials::SourceAccount,
        _ => xdr::SorobanCredentials::Address(xdr::SorobanAddressCredentials {
            address: address(random),
            nonce: signed(random),
            signature_expiration_ledger: u32::from_be_bytes(random.bytes()),
            signature: value(random, 1),
        }),
    };
    xdr::SorobanAuthorizationEntry {
        credentials,
        root_invocation: invocation(random, 2),
    }
}

fn envelope(random: &mut Random) -> String {
    let auth: Vec<_> = (0..random.between(0, 2)).map(|_| authorization(random)).collect();
    let operation = xdr::Operation {
        source_account: None,
        body: xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
            host_function: xdr::HostFunction::InvokeContract(call(random)),
            auth: auth.try_into().expect("authorizations"),
        }),
    };
    let tx = xdr::Transaction {
        source_account: xdr::MuxedAccount::Ed25519(xdr::Uint256(random.bytes())),
        fee: 100,
        seq_num: xdr::SequenceNumber(7),
        cond: xdr::Preconditions::None,
        memo: xdr::Memo::None,
        operations: vec![operation].try_into().expect("an operation"),
        ext: xdr::TransactionExt::V0,
    };
    let signatures = xdr::VecM::default();
    let envelope = xdr::TransactionEnvelope::Tx(xdr::TransactionV1Envelope { tx, signatures });
    envelope.to_xdr_base64(xdr::Limits::none()).expect("an envelope")
}

/// Converts a value of the connector to the native form of the SDK.
fn native(value: &Value) -> Value {
    let content = &value["value"];
    match value["type"].as_str().expect("a type") {
        "vec" => content.as_array().expect("a list").iter().map(native).collect(),
        "map" => {
            let entries = content.as_array().expect("entries").iter();
            let entry = |entry: &Value| {
                let key = entry["key"]["value"].as_str().expect("a symbol").to_owned();
                (key, native(&entry["value"]))
            };
            Value::Object(entries.map(entry).collect::<Map<_, _>>())
        }
        _ => content.clone(),
    }
}

fn native_call(call: &Value) -> Value {
    let arguments = call["arguments"].as_array().expect("arguments");
    json!({ "contract": call["contract"], "function": call["function"],
        "arguments": arguments.iter().map(native).collect::<Value>() })
}

fn native_invocation(invocation: &Value) -> Value {
    let below = invocation["invocations"].as_array().into_iter().flatten();
    let mut call = native_call(invocation);
    call["invocations"] = below.map(native_invocation).collect();
    call
}

fn native_authorization(entry: &Value) -> Value {
    json!({ "address": entry["address"], "nonce": entry["nonce"], "expirationLedger": entry["expirationLedger"],
        "invocation": native_invocation(&entry["invocation"]) })
}

#[tokio::test]
async fn contract_calls_match_the_native_values_of_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar contract calls") else {
        return;
    };
    let envelopes: Vec<_> = (0..TRANSACTIONS)
        .map(|_| json!(envelope(&mut fixture.random)))
        .collect();
    let expected: Vec<Value> = fixture.request("stellarContractCalls", "envelopes", &envelopes).await;
    for (envelope, expected) in envelopes.iter().zip(expected) {
        let body = json!({ "txdata": envelope, "network": "testnet" });
        let parsed = fixture.connector.data("transaction/parse/xlm", &body).await;
        let operation = &parsed["operations"][0];
        assert_eq!(operation["type"], "invoke_host_function");
        let call = &operation["call"];
        assert_eq!(call["kind"], "invoke");
        let mut found = native_call(call);
        let authorizations = call["authorizations"].as_array().expect("authorizations");
        found["authorizations"] = authorizations.iter().map(native_authorization).collect();
        assert_eq!(found, expected, "{envelope}");
    }
}
