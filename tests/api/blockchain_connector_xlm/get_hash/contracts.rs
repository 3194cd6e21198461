//! contract-call and token-transfer: over the sandbox with Stellar RPC alone, and over scripted simulations.

use super::super::App;
use super::super::fixture::{NOW, unavailable};
use crate::support::stellar_rpc::RpcNetwork;
use serde_json::{Value, json};
use stellar_xdr::{self as xdr, Limits};
use wallet_core::model::Network::Testnet;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_xlm::contract::{CallFault, ContractId, RawSimulation, Simulated, Simulation};
use wallet_xlm::{AccountId, Asset};

const CALL: &str = "transaction/get-hash/xlm/contract-call";
const TRANSFER: &str = "transaction/get-hash/xlm/token-transfer";

fn lumen() -> String {
    ContractId::of_asset(Asset::Native, Testnet).to_string()
}

fn transfer(app: &App, contract: &str, to: &str, amount: &str) -> Value {
    json!({ "address": app.alice.address(), "network": "testnet", "contract": contract, "to": to, "amount": amount })
}

/// Returns the same transfer as a call.
fn call(app: &App, contract: &str, to: &str, amount: &str) -> Value {
    let address = |text: &str| json!({ "type": "address", "value": text });
    json!({ "address": app.alice.address(), "network": "testnet", "contract": contract, "function": "transfer",
        "arguments": [address(&app.alice.address()), address(to), { "type": "i128", "value": amount }] })
}

/// Starts a service with Alice and Bob, and an issuer of an asset that Bob trusts.
async fn start() -> (App, RpcNetwork, Asset) {
    let network = RpcNetwork::start(NOW - 60, 3).await;
    let issuer = RpcNetwork::wallet(3);
    let xdr::Asset::CreditAlphanum4(credit) = issuer.1.asset("USDX") else {
        unreachable!("a code of four letters")
    };
    let trust = xdr::ChangeTrustOp {
        line: xdr::ChangeTrustAsset::CreditAlphanum4(credit),
        limit: 1000 * COIN,
    };
    RpcNetwork::wallet(2)
        .1
        .does(&network.node, xdr::OperationBody::ChangeTrust(trust));
    let asset = format!("USDX:{}", issuer.0.address()).parse().expect("an asset");
    (App::over_rpc(&network), network, asset)
}

#[tokio::test(flavor = "multi_thread")]
async fn token_transfer_succeeds_end_to_end() {
    let (app, network, _) = start().await;
    let bob = app.bob.address();
    let response = app.post(TRANSFER, &transfer(&app, &lumen(), &bob, "10000000")).await;
    let message = response.data();
    assert_eq!(message["amount"], json!({ "amount": "10000000", "decimals": 7 }));
    assert_eq!(message["asset"], json!({ "kind": "coin", "chain": "xlm" }));
    assert_eq!(
        (&message["fee"], &message["resourceFee"]),
        (&json!("50100"), &json!("50000")),
        "{message}"
    );
    assert_eq!(message["result"], json!({ "type": "void" }));
    assert!(message.get("warnings").is_none(), "{message}");
    assert_eq!(message["authorizations"][0]["kind"], Value::Null);
    assert_eq!(message["authorizations"][0]["invocation"]["function"], "transfer");
    check_call(&app, message).await;
    check_parsed(&app, message).await;
    check_preview(&app, message).await;
    let signed = app.signed(message, &app.alice).await;
    let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    assert_eq!(sent.data()["txid"], message["hash"]);
    let (alice, bob) = (RpcNetwork::wallet(1).1, RpcNetwork::wallet(2).1);
    assert_eq!(alice.balance(&network.node), 99 * COIN - 50_100);
    // The trustline cost Bob the fee.
    assert_eq!(bob.balance(&network.node), 101 * COIN - 100);
}

/// Checks that the same call by arguments has the same hash.
async fn check_call(app: &App, message: &Value) {
    let bob = app.bob.address();
    let mut same = call(app, &lumen(), &bob, "10000000");
    same["fee"] = json!("50100");
    let same = app.post(CALL, &same).await;
    assert_eq!(same.data()["hash"], message["hash"]);
}

async fn check_parsed(app: &App, message: &Value) {
    let bob = app.bob.address();
    let parsed = app.parsed(&message["unsignedMessage"]).await;
    assert_eq!(parsed["txid"], message["hash"]);
    let shown = &parsed["operations"][0]["call"];
    assert_eq!(
        (&shown["function"], &shown["contract"], &shown["asset"]),
        (&json!("transfer"), &json!(lumen()), &json!("native"))
    );
    assert_eq!(
        shown["token"],
        json!({ "action": "transfer", "from": app.alice.address(), "to": bob, "amount": "10000000" })
    );
    let note = format!("1 XLM are transferred from {} to {bob}.", app.alice.address());
    assert_eq!(
        parsed["notes"],
        json!([{ "field": "operations[0].call", "message": note }])
    );
}

async fn check_preview(app: &App, message: &Value) {
    let bob = app.bob.address();
    let preview = json!({ "transaction": message["unsignedMessage"], "network": "testnet" });
    let preview = app.post("transaction/preview/xlm", &preview).await;
    let preview = preview.data();
    assert_eq!(
        (
            &preview["outcome"],
            &preview["fee"]["amount"],
            &preview["source"]["partial"]
        ),
        (&json!("success"), &json!("50100"), &Value::Null),
        "{preview}"
    );
    let change = |address: String, delta: &str| {
        json!({ "address": address, "kind": "coin", "asset": { "kind": "coin", "chain": "xlm" },
            "delta": { "amount": delta, "decimals": 7 } })
    };
    assert_eq!(
        preview["changes"],
        json!([
            change(app.alice.address(), "-10000000"),
            change(bob.clone(), "10000000")
        ])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn contracts_of_assets_hold_trustlines_and_name_failures() {
    let (mut app, network, usdx) = start().await;
    let contract = ContractId::of_asset(usdx, Testnet).to_string();
    let (alice, bob) = (app.alice.address(), app.bob.address());
    let failure = async |app: &App, body: &Value, number: u32| {
        let failed = app.post(TRANSFER, body).await;
        failed.assert_error(400, "contract_call_failed", None);
        let details = [failed.detail("reason"), failed.detail("kind"), failed.detail("number")];
        assert_eq!(details, [&json!("failed"), &json!("Contract"), &json!(number)]);
    };
    // Alice has no trustline, and no such balance of lumens.
    failure(&app, &transfer(&app, &contract, &bob, "5"), 13).await;
    failure(&app, &transfer(&app, &lumen(), &bob, "9000000000"), 10).await;
    // The issuer creates the amount of a transfer, within the limit of the trustline.
    app.alice = RpcNetwork::wallet(3).0;
    failure(&app, &transfer(&app, &contract, &alice, "5"), 13).await;
    failure(&app, &transfer(&app, &contract, &bob, "10000000001"), 10).await;
    let issued = app.post(TRANSFER, &transfer(&app, &contract, &bob, "70000000")).await;
    let issued = issued.data();
    assert_eq!(
        (&issued["asset"]["code"], &issued["warnings"]),
        (&json!("USDX"), &Value::Null),
        "{issued}"
    );
    let signed = app.signed(issued, &app.alice).await;
    let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    assert_eq!(sent.data()["txid"], issued["hash"]);
    let read = json!({ "address": app.alice.address(), "network": "testnet", "contract": contract,
        "function": "balance", "arguments": [{ "type": "address", "value": bob }] });
    let read = app.post(CALL, &read).await;
    assert_eq!(read.data()["result"], json!({ "type": "i128", "value": "70000000" }));
    assert_eq!(read.data()["authorizations"], json!([]));
    // A call in the name of another account needs the signature of that account.
    let mut foreign = call(&app, &contract, &app.alice.address(), "5");
    foreign["arguments"][0]["value"] = bob.clone().into();
    let foreign = app.post(CALL, &foreign).await;
    foreign.assert_error(400, "contract_call_failed", None);
    assert_eq!(
        (foreign.detail("reason"), foreign.detail("signer")),
        (&json!("other_signer"), &json!(bob))
    );
    drop(network);
}

fn base64(value: &impl xdr::WriteXdr) -> String {
    value.to_xdr_base64(Limits::none()).expect("an encoding")
}

fn scripted(from: AccountId, to: AccountId, amount: i128) -> xdr::InvokeContractArgs {
    let account = |id: AccountId| {
        let key = xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(id.0));
        xdr::ScVal::Address(xdr::ScAddress::Account(xdr::AccountId(key)))
    };
    xdr::InvokeContractArgs {
        contract_address: lumen().parse().expect("an address"),
        function_name: xdr::ScSymbol("transfer".try_into().expect("a symbol")),
        args: vec![account(from), account(to), amount.into()]
            .try_into()
            .expect("three arguments"),
    }
}

/// Returns an authorization by the source of the transaction.
fn authorization(
    call: xdr::InvokeContractArgs,
    nested: Vec<xdr::InvokeContractArgs>,
) -> xdr::SorobanAuthorizationEntry {
    let invocation = |call, nested: Vec<xdr::SorobanAuthorizedInvocation>| xdr::SorobanAuthorizedInvocation {
        function: xdr::SorobanAuthorizedFunction::ContractFn(call),
        sub_invocations: nested.try_into().expect("a list"),
    };
    let nested = nested.into_iter().map(|call| invocation(call, Vec::new())).collect();
    xdr::SorobanAuthorizationEntry {
        credentials: xdr::SorobanCredentials::SourceAccount,
        root_invocation: invocation(call, nested),
    }
}

fn simulation(result: &xdr::ScVal, auth: &[xdr::SorobanAuthorizationEntry], restore: bool) -> Simulation {
    let resources = xdr::SorobanTransactionData {
        ext: xdr::SorobanTransactionDataExt::V0,
        resources: xdr::SorobanResources {
            footprint: xdr::LedgerFootprint {
                read_only: xdr::VecM::default(),
                read_write: xdr::VecM::default(),
            },
            instructions: 1,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee: 1000,
    };
    let authorizations: Vec<_> = auth.iter().map(base64).collect();
    let simulated = Simulated::read(RawSimulation {
        result: &base64(result),
        authorizations: &authorizations,
        resources: &base64(&resources),
        fee: 1000,
        events: &[],
        requires_restore: restore,
    });
    Simulation {
        ledger: 9,
        outcome: Ok(simulated.expect("a plausible simulation")),
    }
}

/// Creates a service whose transfers have this simulation.
fn app(transfer: Simulation) -> App {
    let app = App::new();
    let name = xdr::ScVal::String(xdr::ScString("native".try_into().expect("a string")));
    let simulations = [
        ("decimals", simulation(&xdr::ScVal::U32(7), &[], false)),
        ("name", simulation(&name, &[], false)),
        ("transfer", transfer),
    ];
    let simulations = simulations.map(|(name, simulation)| (name.to_owned(), simulation));
    app.fixture().simulations.extend(simulations);
    app
}

fn own() -> xdr::InvokeContractArgs {
    let app = App::new();
    scripted(app.alice.id(), app.bob.id(), 5)
}

#[tokio::test]
async fn prepared_transfer_is_the_requested_one() {
    let plain = authorization(own(), Vec::new());
    let nested = authorization(own(), vec![own()]);
    let app_of = |auth: xdr::SorobanAuthorizationEntry, restore| app(simulation(&xdr::ScVal::Void, &[auth], restore));
    let post = async |app: &App, path: &str| {
        let bob = app.bob.address();
        let body = if path == CALL { call } else { transfer };
        app.post(path, &body(app, &lumen(), &bob, "5")).await
    };
    for path in [CALL, TRANSFER] {
        let restored = post(&app_of(plain.clone(), true), path).await;
        restored.assert_error(400, "contract_call_failed", None);
        assert_eq!(restored.detail("reason"), "restore_required");
        let foreign = authorization(scripted(AccountId([1; 32]), AccountId([2; 32]), 5), Vec::new());
        let foreign = post(&app_of(foreign, false), path).await;
        foreign.assert_error(502, "upstream_error", None);
    }
    // The fee is that of the resources and the median fee of an operation.
    let app = app_of(plain, false);
    let message = post(&app, TRANSFER).await;
    assert_eq!(message.data()["fee"], "6000");
    // No event of the simulation has the transfer.
    assert_eq!(message.data()["warnings"][0]["code"], "transfer_mismatch");
    let mut requests = app.requests();
    requests.sort();
    let account = format!("account {}", app.alice.address());
    let expected = [
        &*account,
        "fee_stats",
        "simulate decimals",
        "simulate name",
        "simulate transfer",
    ];
    assert_eq!(requests, expected);
    let further = app_of(nested, false);
    let rejected = post(&further, TRANSFER).await;
    rejected.assert_error(400, "contract_call_failed", None);
    assert_eq!(rejected.detail("reason"), "further_calls");
    // A call shows them.
    let shown = post(&further, CALL).await;
    let invocation = &shown.data()["authorizations"][0]["invocation"];
    assert_eq!(invocation["invocations"][0]["function"], "transfer");
}

#[tokio::test]
async fn invalid_fields_are_rejected_before_any_request() {
    let app = app(simulation(&xdr::ScVal::Void, &[], false));
    let bob = app.bob.address();
    let alice = app.alice.address();
    let muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
    let common = [
        ("address", json!(lumen()), "invalid_address"),
        ("address", json!(muxed), "invalid_address"),
        ("address", Value::Null, "invalid_request"),
        ("network", json!("mainnet"), "invalid_request"),
        ("contract", json!(alice), "invalid_address"),
        ("contract", json!("C"), "invalid_address"),
        ("fee", json!("1e3"), "invalid_amount"),
        ("fee", json!(100), "invalid_request"),
        ("timeout", json!(29), "invalid_request"),
        ("sequence", json!("x"), "invalid_request"),
    ];
    let of_call = [
        ("function", json!(""), "function", "invalid_request"),
        ("function", json!("a b"), "function", "invalid_request"),
        ("arguments", json!({}), "arguments", "invalid_request"),
        ("arguments", json!([5]), "arguments[0]", "invalid_request"),
        (
            "arguments",
            json!([{ "type": "address", "value": "x" }]),
            "arguments[0].value",
            "invalid_address",
        ),
    ];
    let of_transfer = [
        ("to", json!("x"), "to", "invalid_address"),
        (
            "to",
            json!("LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN"),
            "to",
            "invalid_address",
        ),
        ("amount", json!("0"), "amount", "invalid_amount"),
        ("amount", json!("1.5"), "amount", "invalid_amount"),
        (
            "amount",
            json!("170141183460469231731687303715884105728"),
            "amount",
            "invalid_amount",
        ),
    ];
    let common = common
        .iter()
        .map(|(field, value, code)| (*field, value.clone(), *field, *code));
    for (path, cases) in [
        (CALL, common.clone().chain(of_call).collect::<Vec<_>>()),
        (TRANSFER, common.chain(of_transfer).collect()),
    ] {
        for (field, value, at, code) in cases {
            let mut body = if path == CALL { call } else { transfer }(&app, &lumen(), &bob, "5");
            body[field] = value.clone();
            let response = app.post(path, &body).await;
            response.assert_error(400, code, Some(at));
        }
    }
    assert_eq!(app.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn fee_and_sequence_number_have_limits() {
    let app = app(simulation(&xdr::ScVal::Void, &[], false));
    let bob = app.bob.address();
    for path in [CALL, TRANSFER] {
        let mut body = if path == CALL { call } else { transfer }(&app, &lumen(), &bob, "5");
        for (fee, code, detail, bound) in [
            ("1099", "fee_too_low", "minimum", "1100"),
            ("4294967296", "fee_too_high", "maximum", "4294967295"),
        ] {
            body["fee"] = fee.into();
            let response = app.post(path, &body).await;
            response.assert_error(400, code, Some("fee"));
            assert_eq!(response.detail(detail), bound);
        }
        body["fee"] = "1100".into();
        assert!(app.post(path, &body).await.status.is_success());
        body["sequence"] = "1".into();
        app.post(path, &body)
            .await
            .assert_error(400, "invalid_request", Some("sequence"));
    }
}

#[tokio::test]
async fn failures_of_the_network_are_errors() {
    let app = app(simulation(&xdr::ScVal::Void, &[], false));
    let bob = app.bob.address();
    let post = async |path: &str| {
        let body = if path == CALL { call } else { transfer };
        app.post(path, &body(&app, &lumen(), &bob, "5")).await
    };
    let fault = CallFault {
        kind: "Storage",
        number: None,
        code: Some("MissingValue"),
    };
    for path in [CALL, TRANSFER] {
        let working = app.fixture().simulations.insert(
            "transfer".to_owned(),
            Simulation {
                ledger: 9,
                outcome: Err(fault),
            },
        );
        let failed = post(path).await;
        failed.assert_error(400, "contract_call_failed", None);
        assert_eq!(failed.detail("code"), "MissingValue");
        app.fixture().simulations.remove("transfer");
        post(path).await.assert_error(503, "upstream_unavailable", None);
        app.fixture()
            .simulations
            .extend(working.map(|working| ("transfer".to_owned(), working)));
        app.fixture().remove(app.alice.id());
        post(path).await.assert_error(404, "account_not_found", Some("address"));
        app.fixture().put(&app.alice.account(100));
        app.fixture().failing = Some((Testnet, unavailable()));
        post(path).await.assert_error(503, "upstream_unavailable", None);
        app.fixture().failing = None;
    }
}
