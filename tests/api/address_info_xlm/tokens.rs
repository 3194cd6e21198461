//! Tokens of contracts, by simulated calls: contracts of assets in the sandbox, and hostile contracts of a scripted server.

use super::fixture::{NOW, OTHER, OWN, service_listing, service_over_rpc};
use crate::support::client::{TestResponse, call, request};
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::stub::{Reply, Request, Stub};
use crate::support::tokens::token;
use address_info_xlm::NAME;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_http::OperatorLists;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_xlm::contract::ContractId;
use xdr::{Limits, ScVal, WriteXdr};

async fn get(router: &Router, query: &str) -> TestResponse {
    let path = format!("/{NAME}/v1/api/xlm/?limit=0&{query}");
    call(router, request(Method::GET, &path, &token(&["read"]), None)).await
}

/// Returns the address of the contract of an asset on the test network.
fn contract_of(asset: &str) -> String {
    ContractId::of_asset(asset.parse().expect("an asset"), Network::Testnet).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn contracts_of_assets_have_the_balances_of_the_assets() {
    let network = RpcNetwork::start(NOW - 60, 3).await;
    let [(issuer, issuing), (holder, holding), (_, further)] = [1, 2, 3].map(RpcNetwork::wallet);
    let asset = issuing.asset("USDX");
    let xdr::Asset::CreditAlphanum4(credit) = asset.clone() else {
        unreachable!("a code of four letters")
    };
    for wallet in [&holding, &further] {
        let line = xdr::ChangeTrustAsset::CreditAlphanum4(credit.clone());
        let trust = xdr::ChangeTrustOp {
            line,
            limit: 1000 * COIN,
        };
        wallet.does(&network.node, xdr::OperationBody::ChangeTrust(trust));
    }
    let payment = xdr::PaymentOp {
        destination: holding.account(),
        asset,
        amount: 25 * COIN,
    };
    issuing.does(&network.node, xdr::OperationBody::Payment(payment));
    let router = service_over_rpc(&network);
    let usdx = contract_of(&format!("USDX:{}", issuer.address()));
    let missing = contract_of(&format!("EURX:{}", issuer.address()));
    let tokens = [usdx.clone(), contract_of("native"), missing.clone()].join(",");
    let found = get(
        &router,
        &format!("network=testnet&address={}&tokens={tokens}", holder.address()),
    )
    .await;
    let rows = &found.data()["tokens"];
    let usdx_asset = json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USDX", "issuer": issuer.address() });
    let balance = json!({ "amount": "250000000", "decimals": 7 });
    assert_eq!(
        rows[0],
        json!({ "contract": usdx, "asset": usdx_asset, "symbol": "USDX", "balance": balance }),
        "{rows}"
    );
    assert_eq!(rows[1]["asset"], json!({ "kind": "coin", "chain": "xlm" }), "{rows}");
    assert_eq!(rows[1]["balance"]["decimals"], 7);
    assert_eq!(rows[2], json!({ "contract": missing, "problem": "no-token" }));
    assert_eq!(rows.as_array().map(Vec::len), Some(3));
    // An account without a trustline, and the batch.
    let path = format!("/{NAME}/v1/api/batch");
    let entry = json!({ "chain": "xlm", "address": issuer.address(), "limit": 0, "tokens": [contract_of("native")] });
    let without = json!({ "chain": "xlm", "address": RpcNetwork::wallet(9).0.address(), "limit": 0, "tokens": [usdx] });
    let many = json!({ "chain": "xlm", "address": issuer.address(), "tokens": vec![usdx.clone(); 2] });
    let body = json!({ "network": "testnet", "requests": [entry, without, many] });
    let batch = call(&router, request(Method::POST, &path, &token(&["read"]), Some(&body))).await;
    let results = &batch.data()["results"];
    assert_eq!(results[0]["data"]["tokens"][0]["asset"]["kind"], "coin", "{results}");
    assert_eq!(results[1]["data"]["tokens"][0]["problem"], "not-held", "{results}");
    assert_eq!(results[1]["data"]["tokens"][0]["asset"], usdx_asset);
    assert_eq!(results[2]["error"]["field"], "requests[2].tokens[1]", "{results}");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_tokens_are_rejected() {
    let router = service_listing(OperatorLists::default(), "horizon+http://127.0.0.1:9");
    let valid = contract_of("native");
    let many: Vec<_> = (0..21).map(|number| ContractId([number; 32]).to_string()).collect();
    for (tokens, code, field) in [
        (many.join(","), "invalid_request", "tokens"),
        (format!("{valid},{valid}"), "invalid_request", "tokens[1]"),
        (OTHER.to_owned(), "invalid_address", "tokens[0]"),
        (format!("{valid},"), "invalid_address", "tokens[1]"),
        (String::new(), "invalid_address", "tokens[0]"),
    ] {
        let rejected = get(&router, &format!("address={OWN}&tokens={tokens}")).await;
        rejected.assert_error(400, code, Some(field));
    }
}

pub(super) fn base64(value: &impl WriteXdr) -> String {
    value.to_xdr_base64(Limits::none()).expect("a value")
}

pub(super) fn text(text: &str) -> ScVal {
    ScVal::String(xdr::ScString(text.try_into().expect("a text")))
}

/// Returns the function that a simulated transaction calls.
fn called(params: &Value) -> String {
    use xdr::ReadXdr;
    let envelope = params["transaction"].as_str().expect("an envelope");
    let envelope = xdr::TransactionEnvelope::from_xdr_base64(envelope, Limits::none()).expect("an envelope");
    let xdr::TransactionEnvelope::Tx(envelope) = envelope else {
        panic!("another version")
    };
    let xdr::OperationBody::InvokeHostFunction(op) = &envelope.tx.operations[0].body else {
        panic!("no call")
    };
    let xdr::HostFunction::InvokeContract(call) = &op.host_function else {
        panic!("no call")
    };
    call.function_name.0.to_utf8_string_lossy()
}

/// The values that the functions of every contract return.
pub(super) type Values = Vec<(&'static str, ScVal)>;

/// Starts a server with an account. Contracts return the values, and an error without a value.
async fn server(values: Values) -> Stub {
    Stub::start(responses(values, |_, _| Value::Null)).await
}

/// Returns the responses of a server with an account, and with results of further methods.
pub(super) fn responses(
    values: Values,
    further: impl Fn(&str, &Value) -> Value + Send + Sync + 'static,
) -> impl Fn(&Request) -> Reply + Send + Sync + 'static {
    let account = xdr::LedgerEntryData::Account(xdr::AccountEntry {
        account_id: OWN.parse().expect("an account"),
        balance: 100 * COIN,
        seq_num: xdr::SequenceNumber(1),
        num_sub_entries: 0,
        inflation_dest: None,
        flags: 0,
        home_domain: xdr::String32::default(),
        thresholds: xdr::Thresholds([1, 0, 0, 0]),
        signers: xdr::VecM::default(),
        ext: xdr::AccountEntryExt::V0,
    });
    let account = account.to_xdr_base64(Limits::none()).expect("an entry");
    let resources = xdr::SorobanTransactionData {
        ext: xdr::SorobanTransactionDataExt::V0,
        resources: xdr::SorobanResources::default(),
        resource_fee: 7,
    };
    let resources = resources.to_xdr_base64(Limits::none()).expect("resources");
    let header = json!({ "sequence": 9, "id": "ab".repeat(32), "headerXdr": base64_header() });
    move |request| {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let result = match body["method"].as_str().unwrap_or_default() {
            "getNetwork" => json!({ "passphrase": wallet_xlm::passphrase(Network::Livenet) }),
            "getHealth" => json!({ "status": "healthy", "latestLedger": 9, "latestLedgerCloseTime": NOW - 2,
                "oldestLedger": 2 }),
            "getLatestLedger" => header.clone(),
            "getLedgerEntries" => json!({ "entries": [{ "xdr": account }], "latestLedger": 9 }),
            "simulateTransaction" => {
                let function = called(&body["params"]);
                match values.iter().find(|(name, _)| *name == function) {
                    Some((_, value)) => json!({ "transactionData": resources, "minResourceFee": "7", "latestLedger": 9,
                        "results": [{ "auth": [], "xdr": base64(value) }] }),
                    None => {
                        json!({ "error": "HostError: Error(WasmVm, MissingValue) visit evil.example", "latestLedger": 9 })
                    }
                }
            }
            method => further(method, &body["params"]),
        };
        Reply::ok(json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string())
    }
}

fn base64_header() -> String {
    let header = xdr::LedgerHeader {
        base_fee: 100,
        base_reserve: 5_000_000,
        ledger_seq: 9,
        ..xdr::LedgerHeader::default()
    };
    header.to_xdr_base64(Limits::none()).expect("a header")
}

async fn row_of(values: Values) -> Value {
    let server = server(values).await;
    let router = service_listing(OperatorLists::default(), &format!("stellar-rpc+{}", server.url));
    let contract = ContractId([7; 32]).to_string();
    let found = get(&router, &format!("address={OWN}&tokens={contract}")).await;
    assert!(!found.text.contains("evil"), "{}", found.text);
    let data = found.data();
    assert_eq!(data["tokens"][0]["contract"], contract, "{data}");
    let partial = data["source"]["partial"].as_array().expect("missing lists");
    assert!(!partial.contains(&json!("tokens")), "{data}");
    data["tokens"][0].clone()
}

pub(super) fn moon(balance: ScVal, decimals: ScVal, symbol: ScVal) -> Values {
    // The name of an asset, but the id of a different contract.
    let name = text(&format!("MOON:{OTHER}"));
    vec![
        ("balance", balance),
        ("decimals", decimals),
        ("symbol", symbol),
        ("name", name),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_results_are_no_tokens() {
    let amount = |number: i128| ScVal::from(number);
    let row = row_of(moon(amount(1_234_567), ScVal::U32(3), text("MOON"))).await;
    let balance = json!({ "amount": "1234567", "decimals": 3 });
    assert_eq!(
        (&row["balance"], &row["symbol"], &row["asset"]),
        (&balance, &json!("MOON"), &Value::Null)
    );
    let row = row_of(moon(amount(1_234_567), ScVal::U32(3), text(&"X".repeat(60_000)))).await;
    assert_eq!((&row["balance"], &row["symbol"]), (&balance, &Value::Null));
    for values in [
        moon(amount(-5), ScVal::U32(3), text("MOON")),
        moon(ScVal::Void, ScVal::U32(3), text("MOON")),
        moon(amount(5), ScVal::U32(39), text("MOON")),
        moon(amount(5), text("7"), text("MOON")),
        vec![("decimals", ScVal::U32(7))],
        Vec::new(),
    ] {
        let row = row_of(values).await;
        assert_eq!(
            (&row["problem"], &row["balance"]),
            (&json!("no-token"), &Value::Null),
            "{row}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_without_a_simulation_are_named() {
    let app = super::App::new().await;
    app.ledger().put(super::records::account(OWN, "100.0000000"));
    let contract = ContractId([7; 32]).to_string();
    let found = app.get(&format!("xlm/?limit=0&address={OWN}&tokens={contract}")).await;
    let data = found.data();
    assert_eq!(
        data["tokens"],
        json!([{ "contract": contract, "problem": "unavailable" }])
    );
    assert_eq!(data["source"]["partial"], json!(["tokens"]), "{data}");
    assert_eq!(data["balances"][0]["balance"]["amount"], "1000000000");
}
