//! Simulations of contract calls. The XDR was encoded by `@stellar/stellar-sdk` 15.1.

use super::{LEDGER, OTHER, OWN, Server, error, id, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_xlm::Asset;
use wallet_xlm::contract::{CallFault, ContractId, ContractInvocation, Simulation, SimulationQuery, TokenHolding};
use wallet_xlm::ports::{XlmContracts, XlmTokens};

const ENVELOPE: &str = "AAAAAgAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAGQAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAGAAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAAIdHJhbnNmZXIAAAADAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAAoAAAAAAAAAAAAAAAAATEtAAAAAAAAAAAAAAAAA";
const AUTH: &str = "AAAAAAAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAAIdHJhbnNmZXIAAAADAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAAoAAAAAAAAAAAAAAAAATEtAAAAAAA==";
const AUTH_OTHER: &str = "AAAAAQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAAAAAAAAABwAAAAAAAAABAAAAAAAAAAEltPzYWa7C+mNIQ4xImzw8EMmLbSG+T9PLMMtolT75dwAAAAh0cmFuc2ZlcgAAAAMAAAASAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAABIAAAAAAAAAAME+ntMyKcnKWef7p1BckAI1zXksX5onY/LUFpHg/XQkAAAACgAAAAAAAAAAAAAAAABMS0AAAAAA";
const DATA: &str = "AAAAAAAAAAEAAAAGAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAAFAAAAAEAAAACAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAA9R4AAAAyAAAAPAAAAAAAADIIg==";
/// The same with 4 billion instructions.
const DATA_LARGE: &str = "AAAAAAAAAAEAAAAGAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAAFAAAAAEAAAACAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCTuaygAAAAAyAAAAPAAAAAAAADIIg==";
const VOID: &str = "AAAAAQ==";
const EVENT: &str = "AAAAAQAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAABAAAAAAAAAAQAAAAPAAAACHRyYW5zZmVyAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAA4AAAAGbmF0aXZlAAAAAAAKAAAAAAAAAAAAAAAAAExLQA==";
/// The same event for diagnosis.
const EVENT_DIAGNOSTIC: &str = "AAAAAQAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAACAAAAAAAAAAQAAAAPAAAACHRyYW5zZmVyAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAA4AAAAGbmF0aXZlAAAAAAAKAAAAAAAAAAAAAAAAAExLQA==";

/// Returns the transfer of half a lumen by the contract of the lumen.
fn transfer() -> SimulationQuery {
    let contract = ContractId::of_asset(Asset::Native, Livenet);
    SimulationQuery {
        source: id(OWN),
        invocation: ContractInvocation::transfer(contract, id(OWN), id(OTHER).into(), 5_000_000),
    }
}

fn simulated() -> Value {
    json!({ "transactionData": DATA, "minResourceFee": "51234", "events": [EVENT_DIAGNOSTIC, EVENT],
        "results": [{ "auth": [AUTH], "xdr": VOID }], "latestLedger": LEDGER })
}

async fn simulate(response: Value) -> Result<Simulation, UpstreamError> {
    let server = Server::start().await;
    server.set_result("simulateTransaction", response);
    server.node.simulate(Livenet, &transfer(), soon()).await
}

#[tokio::test(start_paused = true)]
async fn simulation_has_result_authorizations_resources_and_events() {
    let server = Server::start().await;
    server.set_result("simulateTransaction", simulated());
    let query = transfer();
    let simulation = server.node.simulate(Livenet, &query, soon()).await.expect("an outcome");
    assert_eq!(
        server.calls("simulateTransaction"),
        [json!({ "transaction": ENVELOPE, "xdrFormat": "base64" })]
    );
    assert_eq!(simulation.ledger, LEDGER);
    let simulated = simulation.outcome.expect("a success");
    assert_eq!(simulated.result.to_base64(), VOID);
    assert_eq!(
        (simulated.resources.fee.get(), simulated.requires_restore),
        (51_234, false)
    );
    let [entry] = simulated.authorizations.as_slice() else {
        panic!("one authorization")
    };
    assert!(entry.is_of(&query.invocation) && !entry.has_nested_calls());
    assert_eq!(entry.separate_signer(), None);
    let [event] = simulated.events.as_slice() else {
        panic!("one event of a contract")
    };
    assert_eq!(event.transfer(), Some((id(OWN).into(), id(OTHER).into(), 5_000_000)));
}

#[tokio::test(start_paused = true)]
async fn separate_signers_and_restores_are_named() {
    let mut response = simulated();
    response["results"][0]["auth"] = json!([AUTH_OTHER]);
    response["restorePreamble"] = json!({ "minResourceFee": "1", "transactionData": DATA });
    let simulated = simulate(response)
        .await
        .expect("an outcome")
        .outcome
        .expect("a success");
    assert_eq!(simulated.authorizations[0].separate_signer().as_deref(), Some(OTHER));
    assert!(simulated.requires_restore);
}

#[tokio::test(start_paused = true)]
async fn failed_call_is_an_outcome_without_the_text_of_the_server() {
    let text = "HostError: Error(Contract, #10)\n\nEvent log: visit evil.example";
    let outcome = simulate(json!({ "error": text, "events": [], "latestLedger": LEDGER })).await;
    let fault = CallFault {
        kind: "Contract",
        number: Some(10),
        code: None,
    };
    assert_eq!(outcome.expect("an outcome").outcome, Err(fault));
}

#[tokio::test(start_paused = true)]
async fn impossible_simulations_are_unusable() {
    let changes = [
        ("/results", json!([])),
        ("/results", Value::Null),
        ("/results", json!([{ "xdr": VOID }, { "xdr": VOID }])),
        ("/results/0/xdr", json!("AAAA")),
        ("/results/0/auth", json!(vec![AUTH; 17])),
        ("/results/0/auth/0", json!(VOID)),
        ("/transactionData", Value::Null),
        ("/transactionData", json!(VOID)),
        ("/transactionData", json!(DATA_LARGE)),
        ("/minResourceFee", json!("51235")),
        ("/minResourceFee", json!("-1")),
        ("/minResourceFee", Value::Null),
        ("/events/0", json!("AAAA")),
        ("/events", json!(vec![EVENT; 1001])),
        ("/latestLedger", json!(-1)),
    ];
    for (path, value) in changes {
        let mut response = simulated();
        *response.pointer_mut(path).expect(path) = value;
        let outcome = simulate(response).await;
        assert!(
            matches!(outcome, Err(UpstreamError::Unusable { .. })),
            "{path}: {outcome:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn simulations_need_a_node() {
    let horizon = super::node(&[("horizon", "http://127.0.0.1:1")]);
    let missing = horizon.simulate(Livenet, &transfer(), soon()).await;
    assert!(matches!(missing, Err(UpstreamError::NotConfigured { .. })));
    let server = Server::start().await;
    server.set_handler("simulateTransaction", |_| error(-32603, "internal"));
    assert!(server.node.simulate(Livenet, &transfer(), soon()).await.is_err());
}

/// Returns a successful simulation with this result.
fn returned(value: &str) -> Value {
    json!({ "transactionData": DATA, "minResourceFee": "51234", "results": [{ "auth": [], "xdr": value }],
        "latestLedger": LEDGER })
}

#[tokio::test(start_paused = true)]
async fn tokens_are_simulated_once_per_function() {
    let server = Server::start().await;
    let contract = ContractId([7; 32]);
    // Each function returns nothing, so that the contract has no balance.
    server.set_result("simulateTransaction", returned(VOID));
    for calls in [4, 7] {
        let read = server.node.token(Livenet, contract, id(OWN), soon()).await;
        assert_eq!(read, Ok(TokenHolding::NoToken));
        assert_eq!(server.calls("simulateTransaction").len(), calls);
    }
    // The name of the lumen as a string, encoded by `@stellar/stellar-sdk`.
    let server = Server::start().await;
    server.set_result("simulateTransaction", returned("AAAADgAAAAZuYXRpdmUAAA=="));
    let lumen = ContractId::of_asset(Asset::Native, Livenet);
    for calls in [4, 5] {
        let read = server.node.token(Livenet, lumen, id(OWN), soon()).await;
        assert_eq!(read, Ok(TokenHolding::OfAsset(Asset::Native, None)));
        assert_eq!(server.calls("simulateTransaction").len(), calls);
    }
}
