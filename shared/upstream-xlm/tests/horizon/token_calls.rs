//! Calls of tokens of contracts in Horizon's operations: the parameters name the transfer, since only assets have changes of
//! balances.

use super::history::{OPERATIONS, record};
use super::{OTHER, OWN, Server, own, page, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_xlm::contract::{ContractId, TokenHolding};
use wallet_xlm::history::{HistoryFacts, Position, View};
use wallet_xlm::ports::XlmIndex;

/// The values of a call of `transfer` that a Horizon listed: contract, function, sender, recipient, amount.
const CONTRACT: &str = "AAAAEgAAAAGw7oy+G8a9SeTIE5E/EuJYl5JfwF0eZJWk8S7LmE7fwA==";
const TRANSFER: &str = "AAAADwAAAAh0cmFuc2Zlcg==";
const SENDER: &str = "AAAAEgAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQ=";
const RECIPIENT: &str = "AAAAEgAAAAAAAAAAWLfEosjyl6qPPSRxKB/fzOyv5I5WYzE+wY4Spz7KmKE=";
const AMOUNT: &str = "AAAACgAAAAAAAAAAAAAAASoF8gA=";
/// The amount -1.
const NEGATIVE: &str = "AAAACv////////////////////8=";

fn contract() -> ContractId {
    let id = hex::decode("b0ee8cbe1bc6bd49e4c813913f12e25897925fc05d1e6495a4f12ecb984edfc0").expect("hex");
    ContractId(id.try_into().expect("an id"))
}

fn called(values: &[&str]) -> Value {
    let parameters: Vec<_> = values
        .iter()
        .map(|value| json!({ "value": value, "type": "Sym" }))
        .collect();
    json!({ "function": "HostFunctionTypeHostFunctionTypeInvokeContract", "parameters": parameters, "address": "",
        "salt": "", "asset_balance_changes": null })
}

/// Returns the row of a call, and true if parts are missing.
async fn row(fields: Value, succeeded: bool) -> (Value, bool) {
    let server = Server::start().await;
    let mut operation = record(7, 1, "invoke_host_function", fields);
    operation["transaction_successful"] = succeeded.into();
    operation["transaction"]["successful"] = succeeded.into();
    server.set_document(OPERATIONS, page(&[operation]));
    let read = server.node.history(Livenet, own(), Position::Start, 10, soon());
    let HistoryFacts {
        entries, lacks_rows, ..
    } = read.await.expect("a history");
    let holding = TokenHolding::OfContract {
        amount: 1,
        decimals: 9,
        symbol: Some("MOON".to_owned()),
    };
    let view = View::new(own(), OWN.to_owned()).with_tokens([(contract(), &holding)]);
    let row = serde_json::to_value(view.transaction(&entries[0], 170)).expect("a record");
    (row, lacks_rows)
}

#[tokio::test(start_paused = true)]
async fn call_of_a_token_is_a_transfer() {
    let values = [CONTRACT, TRANSFER, SENDER, RECIPIENT, AMOUNT];
    let (row, lacks_rows) = row(called(&values), true).await;
    let action = json!({ "type": "transfer",
        "asset": { "kind": "xlm-token", "chain": "xlm", "contract": contract().to_string() },
        "value": { "amount": "5000000000", "decimals": 9 }, "from": OTHER,
        "to": "GBMLPRFCZDZJPKUPHUSHCKA737GOZL7ERZLGGMJ6YGHBFJZ6ZKMKCZTM", "unlisted": true, "ticker": "MOON",
        "decimals": 9 });
    assert_eq!((&row["actions"], lacks_rows), (&json!([action]), false));
    assert_eq!(row["flags"], json!(["unlisted-token"]));
}

#[tokio::test(start_paused = true)]
async fn further_parameters_leave_the_row_without_an_action() {
    let transfer = [CONTRACT, TRANSFER, SENDER, RECIPIENT, AMOUNT];
    let mut lists = vec![
        called(&[CONTRACT, TRANSFER, SENDER, RECIPIENT, NEGATIVE]),
        called(&[CONTRACT, TRANSFER, SENDER, AMOUNT, AMOUNT]),
        called(&[RECIPIENT, TRANSFER, SENDER, RECIPIENT, AMOUNT]),
        called(&[CONTRACT, TRANSFER, SENDER]),
        called(&[CONTRACT, "nonsense", SENDER, RECIPIENT, AMOUNT]),
        called(&[]),
    ];
    for parameters in [json!("text"), json!([7]), json!([{ "value": 7 }]), Value::Null] {
        let mut fields = called(&transfer);
        fields["parameters"] = parameters;
        lists.push(fields);
    }
    for fields in lists {
        let (row, lacks_rows) = row(fields.clone(), true).await;
        assert_eq!((&row["actions"], lacks_rows), (&json!([]), false), "{fields}");
        assert_eq!(row["status"], "confirmed");
    }
    let (row, _) = row(called(&transfer), false).await;
    assert_eq!((&row["actions"], row.get("failedActions")), (&json!([]), None));
}
