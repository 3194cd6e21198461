//! Contract calls of operations.

use super::*;
use serde_json::{Value, json};

fn contract(salt: u8) -> xdr::ScAddress {
    xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash([salt; 32])))
}

fn owner(salt: u8) -> xdr::ScAddress {
    let key = xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256([salt; 32]));
    xdr::ScAddress::Account(xdr::AccountId(key))
}

fn held_by(salt: u8) -> xdr::ScVal {
    xdr::ScVal::Address(owner(salt))
}

fn amount(number: i128) -> xdr::ScVal {
    xdr::ScVal::I128(xdr::Int128Parts {
        hi: i64::try_from(number >> 64).unwrap(),
        lo: u64::try_from(number & i128::from(u64::MAX)).unwrap(),
    })
}

fn call(function: &str, arguments: Vec<xdr::ScVal>) -> xdr::InvokeContractArgs {
    xdr::InvokeContractArgs {
        contract_address: contract(1),
        function_name: xdr::ScSymbol(function.try_into().unwrap()),
        args: arguments.try_into().unwrap(),
    }
}

fn decoded(host_function: xdr::HostFunction, auth: Vec<xdr::SorobanAuthorizationEntry>) -> Value {
    let body = xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
        host_function,
        auth: auth.try_into().unwrap(),
    });
    serde_json::to_value(ContractCall::of(&body).unwrap()).unwrap()
}

fn token(function: &str, arguments: Vec<xdr::ScVal>) -> Value {
    let call = decoded(xdr::HostFunction::InvokeContract(call(function, arguments)), Vec::new());
    call["token"].clone()
}

#[test]
fn calls_of_tokens_are_named() {
    let [one, two, three] = [1, 2, 3].map(|salt| owner(salt).to_string());
    let large = (1_i128 << 100) + 7;
    let text = large.to_string();
    let ledger = || xdr::ScVal::U32(77);
    for (function, arguments, expected) in [
        (
            "transfer",
            vec![held_by(1), held_by(2), amount(large)],
            json!({ "action": "transfer", "from": one, "to": two, "amount": text }),
        ),
        (
            "transfer_from",
            vec![held_by(3), held_by(1), held_by(2), amount(0)],
            json!({ "action": "transferFrom", "spender": three, "from": one, "to": two, "amount": "0" }),
        ),
        (
            "approve",
            vec![held_by(1), held_by(3), amount(i128::MAX), ledger()],
            json!({ "action": "approve", "from": one, "spender": three, "amount": i128::MAX.to_string(),
                "expirationLedger": 77 }),
        ),
        (
            "mint",
            vec![held_by(2), amount(5)],
            json!({ "action": "mint", "to": two, "amount": "5" }),
        ),
        (
            "burn",
            vec![held_by(1), amount(5)],
            json!({ "action": "burn", "from": one, "amount": "5" }),
        ),
        (
            "burn_from",
            vec![held_by(3), held_by(1), amount(5)],
            json!({ "action": "burnFrom", "spender": three, "from": one, "amount": "5" }),
        ),
        (
            "clawback",
            vec![held_by(1), amount(5)],
            json!({ "action": "clawback", "from": one, "amount": "5" }),
        ),
    ] {
        assert_eq!(token(function, arguments), expected, "{function}");
    }
}

#[test]
fn call_with_other_arguments_is_not_one_of_a_token() {
    for (function, arguments) in [
        ("swap", vec![held_by(1), held_by(2), amount(5)]),
        ("Transfer", vec![held_by(1), held_by(2), amount(5)]),
        ("transfer", vec![held_by(1), held_by(2)]),
        ("transfer", vec![held_by(1), held_by(2), amount(5), amount(5)]),
        ("transfer", vec![held_by(1), held_by(2), amount(-5)]),
        ("transfer", vec![held_by(1), held_by(2), xdr::ScVal::I64(5)]),
        ("transfer", vec![held_by(1), xdr::ScVal::Void, amount(5)]),
        ("approve", vec![held_by(1), held_by(2), amount(5), xdr::ScVal::U64(77)]),
        ("mint", vec![held_by(1), held_by(2), amount(5)]),
    ] {
        assert_eq!(token(function, arguments), Value::Null, "{function}");
    }
}

#[test]
fn transfers_and_approvals_have_a_sentence() {
    let [one, two, token] = [owner(1), owner(2), contract(1)].map(|address| address.to_string());
    let words = |function: &str, arguments: Vec<xdr::ScVal>| {
        let body = xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
            host_function: xdr::HostFunction::InvokeContract(call(function, arguments)),
            auth: xdr::VecM::default(),
        });
        ContractCall::of(&body).unwrap().in_words()
    };
    let approve = |number| vec![held_by(1), held_by(2), amount(number), xdr::ScVal::U32(77)];
    for (function, arguments, expected) in [
        (
            "transfer_from",
            vec![held_by(3), held_by(1), held_by(2), amount(5)],
            Some(format!(
                "5 base units of the token {token} are transferred from {one} to {two}."
            )),
        ),
        (
            "approve",
            approve(5),
            Some(format!(
                "{two} may withdraw up to 5 base units of the token {token} from {one} until ledger 77."
            )),
        ),
        (
            "approve",
            approve(0),
            Some(format!("{two} may no longer withdraw tokens of {token} from {one}.")),
        ),
        ("burn", vec![held_by(1), amount(5)], None),
    ] {
        assert_eq!(words(function, arguments), expected, "{function}");
    }
}

fn invocation(
    call: xdr::InvokeContractArgs,
    below: Vec<xdr::SorobanAuthorizedInvocation>,
) -> xdr::SorobanAuthorizedInvocation {
    xdr::SorobanAuthorizedInvocation {
        function: xdr::SorobanAuthorizedFunction::ContractFn(call),
        sub_invocations: below.try_into().unwrap(),
    }
}

#[test]
fn authorizations_contain_all_calls() {
    let transfer = || call("transfer", vec![held_by(1), held_by(2), amount(5)]);
    let root_invocation = invocation(
        call("swap", vec![xdr::ScVal::Void]),
        vec![invocation(transfer(), Vec::new())],
    );
    let credentials = xdr::SorobanAddressCredentials {
        address: owner(1),
        nonce: -7,
        signature_expiration_ledger: 99,
        signature: xdr::ScVal::Void,
    };
    let entry = |credentials| xdr::SorobanAuthorizationEntry {
        credentials,
        root_invocation: root_invocation.clone(),
    };
    let entries = vec![
        entry(xdr::SorobanCredentials::SourceAccount),
        entry(xdr::SorobanCredentials::Address(credentials)),
    ];
    let decoded = decoded(
        xdr::HostFunction::InvokeContract(call("swap", vec![xdr::ScVal::Void])),
        entries,
    );
    let contract = contract(1).to_string();
    let argument = |kind: &str, value: Value| json!({ "type": kind, "value": value });
    let [one, two] = [1, 2].map(|salt| owner(salt).to_string());
    let transfer = json!({ "kind": "invoke", "contract": contract, "function": "transfer",
        "arguments": [argument("address", json!(one)), argument("address", json!(two)), argument("i128", json!("5"))],
        "token": { "action": "transfer", "from": one, "to": two, "amount": "5" } });
    let swap = json!({ "kind": "invoke", "contract": contract, "function": "swap", "arguments": [{ "type": "void" }],
        "invocations": [transfer] });
    let expected = json!({ "kind": "invoke", "contract": contract, "function": "swap", "arguments": [{ "type": "void" }],
        "authorizations": [
            { "invocation": swap },
            { "address": one, "nonce": "-7", "expirationLedger": 99, "invocation": swap },
        ] });
    assert_eq!(decoded, expected);
}

#[test]
fn delegates_of_an_authorization_are_listed() {
    let delegate = |salt, nested: Vec<xdr::SorobanDelegateSignature>| xdr::SorobanDelegateSignature {
        address: owner(salt),
        signature: xdr::ScVal::Void,
        nested_delegates: nested.try_into().unwrap(),
    };
    let delegates = vec![delegate(2, vec![delegate(3, Vec::new())]), delegate(4, Vec::new())];
    let credentials = xdr::SorobanAddressCredentialsWithDelegates {
        address_credentials: xdr::SorobanAddressCredentials {
            address: owner(1),
            nonce: 0,
            signature_expiration_ledger: 1,
            signature: xdr::ScVal::Void,
        },
        delegates: delegates.try_into().unwrap(),
    };
    let entry = xdr::SorobanAuthorizationEntry {
        credentials: xdr::SorobanCredentials::AddressWithDelegates(credentials),
        root_invocation: invocation(call("f", Vec::new()), Vec::new()),
    };
    let decoded = decoded(xdr::HostFunction::InvokeContract(call("f", Vec::new())), vec![entry]);
    let expected = [2, 3, 4].map(|salt| owner(salt).to_string());
    assert_eq!(decoded["authorizations"][0]["delegates"], json!(expected));
}

#[test]
fn creations_and_uploads_are_named() {
    let from_address = xdr::ContractIdPreimage::Address(xdr::ContractIdPreimageFromAddress {
        address: owner(1),
        salt: xdr::Uint256([0; 32]),
    });
    let created = decoded(
        xdr::HostFunction::CreateContractV2(xdr::CreateContractArgsV2 {
            contract_id_preimage: from_address,
            executable: xdr::ContractExecutable::Wasm(xdr::Hash([7; 32])),
            constructor_args: vec![xdr::ScVal::Bool(true)].try_into().unwrap(),
        }),
        Vec::new(),
    );
    let expected = json!({ "kind": "create", "code": "07".repeat(32), "deployer": owner(1).to_string(),
        "arguments": [{ "type": "bool", "value": true }], "authorizations": [] });
    assert_eq!(created, expected);
    let of_asset = decoded(
        xdr::HostFunction::CreateContract(xdr::CreateContractArgs {
            contract_id_preimage: xdr::ContractIdPreimage::Asset(xdr::Asset::Native),
            executable: xdr::ContractExecutable::StellarAsset,
        }),
        Vec::new(),
    );
    assert_eq!(
        of_asset,
        json!({ "kind": "create", "asset": "native", "arguments": [], "authorizations": [] })
    );
    // The hash of the empty string (FIPS 180-4).
    let empty = xdr::HostFunction::UploadContractWasm(Vec::new().try_into().unwrap());
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let expected = json!({ "kind": "upload", "code": hash, "size": 0, "authorizations": [] });
    assert_eq!(decoded(empty, Vec::new()), expected);
}

#[test]
fn values_without_a_plain_form_are_shown_as_bytes() {
    let shown = |value: &xdr::ScVal| serde_json::to_value(ContractValue::of(value)).unwrap();
    let bytes = xdr::ScVal::String(xdr::ScString(vec![0xff, 0x41].try_into().unwrap()));
    assert_eq!(shown(&bytes), json!({ "type": "stringBytes", "value": "ff41" }));
    let key = shown(&xdr::ScVal::LedgerKeyContractInstance);
    assert_eq!(key, json!({ "type": "other", "value": "AAAAFA==" }));
    let error = xdr::ScVal::Error(xdr::ScError::Contract(7));
    assert_eq!(shown(&error), json!({ "type": "error", "value": "Contract 7" }));
}

#[test]
fn deep_nesting_is_shown_as_xdr() {
    let deep = (0..150).fold(xdr::ScVal::Void, |value, _| {
        xdr::ScVal::Vec(Some(xdr::ScVec(vec![value].try_into().unwrap())))
    });
    let root_invocation = (0..100).fold(invocation(call("f", Vec::new()), Vec::new()), |below, _| {
        invocation(call("f", vec![deep.clone()]), vec![below])
    });
    let entry = xdr::SorobanAuthorizationEntry {
        credentials: xdr::SorobanCredentials::SourceAccount,
        root_invocation,
    };
    let function = xdr::HostFunction::InvokeContract(call("f", vec![deep]));
    let shown = decoded(function, vec![entry]);
    let text = shown.to_string();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), shown);
    let nested = |mut value: &Value, path: &str, levels: u32| {
        for _ in 0..levels {
            value = value.pointer(path).unwrap();
        }
        value.clone()
    };
    let argument = nested(&shown["arguments"][0], "/value/0", 16);
    assert_eq!(argument["type"], "other");
    let last = nested(&shown["authorizations"][0]["invocation"], "/invocations/0", 16);
    assert_eq!(last["invocations"], Value::Null);
    assert_eq!(last["unshown"].as_array().unwrap().len(), 1);
}
