//! Transfers of tokens of contracts (SEP-41) in histories without an index: events and transactions in the shape of a Stellar RPC
//! server. The sandbox has contracts of assets only.

use super::fixture::{OTHER, OWN, service_listing};
use super::tokens::{Values, base64, moon, responses, text};
use crate::support::client::{call, request};
use crate::support::stub::Stub;
use crate::support::tokens::token;
use address_info_xlm::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_http::OperatorLists;
use wallet_xlm::Envelope;
use wallet_xlm::contract::ContractId;
use xdr::ScVal;

const TOKEN: ContractId = ContractId([7; 32]);

fn symbol(text: &str) -> ScVal {
    ScVal::Symbol(xdr::ScSymbol(text.try_into().expect("a name")))
}

fn address(account: &str) -> ScVal {
    ScVal::Address(xdr::ScAddress::Account(account.parse().expect("an account")))
}

/// Returns the topics of a transfer to the account.
fn received() -> Vec<ScVal> {
    vec![symbol("transfer"), address(OTHER), address(OWN)]
}

/// An event of a contract in a transaction of another account.
struct Emitted {
    contract: ContractId,
    topics: Vec<ScVal>,
    data: ScVal,
}

impl Emitted {
    fn of_token(topics: Vec<ScVal>, data: impl Into<ScVal>) -> Self {
        let (contract, data) = (TOKEN, data.into());
        Self { contract, topics, data }
    }

    fn event(&self) -> xdr::ContractEvent {
        xdr::ContractEvent {
            ext: xdr::ExtensionPoint::V0,
            contract_id: Some(xdr::ContractId(xdr::Hash(self.contract.0))),
            type_: xdr::ContractEventType::Contract,
            body: xdr::ContractEventBody::V0(xdr::ContractEventV0 {
                topics: self.topics.clone().try_into().expect("few topics"),
                data: self.data.clone(),
            }),
        }
    }

    /// Returns the event as `getEvents` does.
    fn listed(&self, hash: &str) -> Value {
        let topics: Vec<_> = self.topics.iter().map(base64).collect();
        json!({ "events": [{ "type": "contract", "ledger": 8, "ledgerClosedAt": "2026-11-21T19:59:50Z",
            "contractId": TOKEN.to_string(), "id": "0000000034359742464-0000000000", "operationIndex": 0,
            "transactionIndex": 1, "txHash": hash, "inSuccessfulContractCall": true, "topic": topics,
            "value": base64(&self.data) }],
            "latestLedger": 9, "oldestLedger": 2, "latestLedgerCloseTime": "1795291198",
            "oldestLedgerCloseTime": "1795291158", "cursor": "0000000038654705664-0000000000" })
    }

    /// Returns the transaction as `getTransaction` does.
    fn transaction(&self, envelope: &str) -> Value {
        let operation = xdr::OperationMetaV2 {
            ext: xdr::ExtensionPoint::V0,
            changes: xdr::LedgerEntryChanges::default(),
            events: vec![self.event()].try_into().expect("an event"),
        };
        let meta = xdr::TransactionMeta::V4(xdr::TransactionMetaV4 {
            ext: xdr::ExtensionPoint::V0,
            tx_changes_before: xdr::LedgerEntryChanges::default(),
            operations: vec![operation].try_into().expect("an operation"),
            tx_changes_after: xdr::LedgerEntryChanges::default(),
            soroban_meta: None,
            events: xdr::VecM::default(),
            diagnostic_events: xdr::VecM::default(),
        });
        let done = xdr::InvokeHostFunctionResult::Success(xdr::Hash([5; 32]));
        let done = xdr::OperationResult::OpInner(xdr::OperationResultTr::InvokeHostFunction(done));
        let result = xdr::TransactionResult {
            fee_charged: 5_000,
            result: xdr::TransactionResultResult::TxSuccess(vec![done].try_into().expect("a result")),
            ext: xdr::TransactionResultExt::V0,
        };
        json!({ "status": "SUCCESS", "latestLedger": 9, "latestLedgerCloseTime": "1795291198", "oldestLedger": 2,
            "oldestLedgerCloseTime": "1795291158", "applicationOrder": 1, "feeBump": false, "ledger": 8,
            "createdAt": "1795291190", "envelopeXdr": envelope, "resultXdr": base64(&result),
            "resultMetaXdr": base64(&meta) })
    }
}

/// Returns the transaction of the other account that calls a contract: XDR in base64.
fn envelope() -> String {
    let call = xdr::InvokeContractArgs {
        contract_address: xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash([9; 32]))),
        function_name: xdr::ScSymbol("pay".try_into().expect("a name")),
        args: xdr::VecM::default(),
    };
    let operation = xdr::Operation {
        source_account: None,
        body: xdr::OperationBody::InvokeHostFunction(xdr::InvokeHostFunctionOp {
            host_function: xdr::HostFunction::InvokeContract(call),
            auth: xdr::VecM::default(),
        }),
    };
    let transaction = xdr::Transaction {
        source_account: OTHER.parse().expect("an account"),
        fee: 5_000,
        seq_num: xdr::SequenceNumber(7),
        cond: xdr::Preconditions::None,
        memo: xdr::Memo::None,
        operations: vec![operation].try_into().expect("an operation"),
        ext: xdr::TransactionExt::V0,
    };
    base64(&xdr::TransactionEnvelope::Tx(xdr::TransactionV1Envelope {
        tx: transaction,
        signatures: xdr::VecM::default(),
    }))
}

/// Returns the history of the account over a server with this event.
async fn history(emitted: Emitted, values: Values, tokens: &str) -> Value {
    let envelope = envelope();
    let parsed = Envelope::parse(&envelope).expect("an envelope");
    let hash = hex::encode(parsed.hash(Network::Livenet));
    let further = move |method: &str, _: &Value| match method {
        "getEvents" => emitted.listed(&hash),
        "getTransaction" => emitted.transaction(&envelope),
        _ => Value::Null,
    };
    let server = Stub::start(responses(values, further)).await;
    let router = service_listing(OperatorLists::default(), &format!("stellar-rpc+{}", server.url));
    let path = format!("/{NAME}/v1/api/xlm/?limit=9&address={OWN}{tokens}");
    let found = call(&router, request(Method::GET, &path, &token(&["read"]), None)).await;
    found.data().clone()
}

fn values() -> Values {
    moon(5_i128.into(), ScVal::U32(3), text("MOON"))
}

async fn row(emitted: Emitted) -> Value {
    let data = history(emitted, values(), &format!("&tokens={TOKEN}")).await;
    let rows = data["transactions"].as_array().expect("a list");
    assert_eq!(rows.len(), 1, "{data}");
    rows[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn received_token_is_an_action() {
    let row = row(Emitted::of_token(received(), 5_000_i128)).await;
    let action = json!({ "type": "transfer",
        "asset": { "kind": "xlm-token", "chain": "xlm", "contract": TOKEN.to_string() },
        "value": { "amount": "5000", "decimals": 3 }, "from": OTHER, "to": OWN, "unlisted": true, "ticker": "MOON",
        "decimals": 3 });
    assert_eq!(row["actions"], json!([action]));
    assert_eq!(
        (&row["direction"], &row["to"], &row["flags"]),
        (&json!("in"), &json!(OWN), &json!(["unlisted-token"]))
    );
    assert_eq!(
        (&row["value"]["amount"], &row["net"]["amount"]),
        (&json!("0"), &json!("0"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_events_leave_the_row_without_an_action() {
    let wide = ScVal::U256(xdr::UInt256Parts {
        hi_hi: 1,
        hi_lo: 0,
        lo_hi: 0,
        lo_lo: 5,
    });
    let other = Emitted {
        contract: ContractId([8; 32]),
        ..Emitted::of_token(received(), 5_i128)
    };
    for emitted in [
        Emitted::of_token(received(), -5_i128),
        Emitted::of_token(received(), wide),
        Emitted::of_token(received(), text("5000")),
        Emitted::of_token(vec![symbol("transfer"), symbol("G"), address(OWN)], 5_i128),
        Emitted::of_token(
            vec![symbol("transfer"), address(OWN), address(OTHER), text("native")],
            5_i128,
        ),
        Emitted::of_token(vec![symbol("approve"), address(OWN), address(OTHER)], 5_i128),
        other,
    ] {
        let row = row(emitted).await;
        assert_eq!(
            (&row["actions"], &row["status"]),
            (&json!([]), &json!("confirmed")),
            "{row}"
        );
        assert_eq!(row.get("flags"), None, "{row}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_without_a_unit_have_no_actions() {
    for (values, tokens) in [
        // The request does not name the token.
        (values(), format!("&tokens={}", ContractId([8; 32]))),
        (values(), String::new()),
        (
            moon(5_i128.into(), ScVal::U32(39), text("MOON")),
            format!("&tokens={TOKEN}"),
        ),
        (Vec::new(), format!("&tokens={TOKEN}")),
    ] {
        let data = history(Emitted::of_token(received(), 5_i128), values, &tokens).await;
        let row = &data["transactions"][0];
        assert_eq!((&row["actions"], &row["to"]), (&json!([]), &json!("")), "{data}");
    }
}
