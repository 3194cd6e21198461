//! The method simulateTransaction, for calls of the contracts of assets.

use super::request::{Format, RpcError};
use crate::xlm::asset_contract::{self, Called, INSTRUCTIONS, RESOURCE_FEE};
use crate::xlm::codec;
use crate::xlm::ledger::Ledger;
use crate::xlm::node::Node;
use crate::xlm::state::{Entry, LedgerState, Savepoint};
use crate::xlm::transaction::Transaction;
use serde::Deserialize;
use serde_json::{Value, json};
use stellar_xdr::{
    ContractDataDurability, DiagnosticEvent, HostFunction, InvokeContractArgs, LedgerFootprint, LedgerKey,
    LedgerKeyContractData, OperationBody, ScAddress, ScNonceKey, ScVal, SorobanAddressCredentials,
    SorobanAuthorizationEntry, SorobanAuthorizedFunction, SorobanAuthorizedInvocation, SorobanCredentials,
    SorobanResources, SorobanTransactionData, SorobanTransactionDataExt, VecM,
};

/// The parameters of simulateTransaction; the transaction is in base64.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SimulationRequest {
    transaction: String,
    auth_mode: String,
    xdr_format: Format,
}

/// Returns the result of the call in the latest ledger. Failures of the call are part of the result, not errors.
pub fn simulate(node: &Node, request: &SimulationRequest) -> Result<Value, RpcError> {
    request.xdr_format.check()?;
    if !["", "enforce", "record", "record_allow_nonroot"].contains(&request.auth_mode.as_str()) {
        return Err(RpcError::invalid_parameters("authMode is unknown"));
    }
    Ok(node.read(|ledger| {
        let mut fields = simulated(ledger, &request.transaction).unwrap_or_else(|error| json!({ "error": error }));
        fields["latestLedger"] = ledger.tip().header.ledger_seq.into();
        fields
    }))
}

fn simulated(ledger: &Ledger, base64: &str) -> Result<Value, String> {
    let transaction = Transaction::decode(base64).map_err(|_| "the transaction is not an envelope")?;
    let [operation] = transaction.inner.operations.as_slice() else {
        return Err("the transaction must have exactly one operation".to_owned());
    };
    let OperationBody::InvokeHostFunction(invoke) = &operation.body else {
        return Err("the operation is not supported".to_owned());
    };
    let HostFunction::InvokeContract(call) = &invoke.host_function else {
        return Err("the sandbox only calls contracts of assets".to_owned());
    };
    let mut state = ledger.state().clone();
    let before = state.savepoint();
    let called = asset_contract::call(&mut state, call).map_err(|error| error.to_string())?;
    let source = ScAddress::Account(transaction.source_of(operation));
    let recorded = called.authorized_by.as_ref();
    let recorded = recorded.map(|address| authorization(ledger, &source, address, call));
    let auth: Vec<_> = if invoke.auth.is_empty() {
        recorded.into_iter().collect()
    } else {
        invoke.auth.to_vec()
    };
    let events = called.event.iter().map(|event| {
        codec::base64(&DiagnosticEvent {
            in_successful_contract_call: true,
            event: event.clone(),
        })
    });
    Ok(json!({
        "transactionData": codec::base64(&resources((ledger.state(), &state), &called, &auth)),
        "minResourceFee": RESOURCE_FEE.to_string(),
        "events": events.collect::<Value>(),
        "stateChanges": changes(&state, before),
        "results": [{
            "auth": auth.iter().map(codec::base64).collect::<Value>(),
            "xdr": codec::base64(&called.value),
        }],
    }))
}

/// Returns the entries that the call changes, without the lives of values.
fn changes(state: &LedgerState, before: Savepoint) -> Value {
    let entry = |entry: &Entry| codec::base64(&entry.to_xdr());
    let changed = state.changed(before).into_iter();
    let changed = changed.filter(|(key, ..)| !matches!(key, LedgerKey::Ttl(_)));
    let shown = changed.map(|(key, before, after)| {
        json!({
            "type": match (before, after) {
                (None, _) => "created",
                (Some(_), Some(_)) => "updated",
                (Some(_), None) => "deleted",
            },
            "key": codec::base64(key),
            "before": before.map(entry),
            "after": after.map(entry),
        })
    });
    shown.collect()
}

/// Returns the authorization of a call by an address: by the source of the operation without a signature, by other
/// addresses with a nonce and a signature to be added.
fn authorization(
    ledger: &Ledger,
    source: &ScAddress,
    address: &ScAddress,
    call: &InvokeContractArgs,
) -> SorobanAuthorizationEntry {
    let credentials = if source == address {
        SorobanCredentials::SourceAccount
    } else {
        let [first, second, third, fourth, fifth, sixth, seventh, ..] = ledger.tip().hash;
        SorobanCredentials::Address(SorobanAddressCredentials {
            address: address.clone(),
            nonce: i64::from_be_bytes([0, first, second, third, fourth, fifth, sixth, seventh]),
            signature_expiration_ledger: 0,
            signature: ScVal::Void,
        })
    };
    SorobanAuthorizationEntry {
        credentials,
        root_invocation: SorobanAuthorizedInvocation {
            function: SorobanAuthorizedFunction::ContractFn(call.clone()),
            sub_invocations: VecM::default(),
        },
    }
}

/// Returns the resources of a call by the states before and after. The nonces of authorizations are written, too.
fn resources(
    (before, after): (&LedgerState, &LedgerState),
    called: &Called,
    auth: &[SorobanAuthorizationEntry],
) -> SorobanTransactionData {
    let nonces = auth.iter().filter_map(|entry| match &entry.credentials {
        SorobanCredentials::Address(credentials) => Some(LedgerKey::ContractData(LedgerKeyContractData {
            contract: credentials.address.clone(),
            key: ScVal::LedgerKeyNonce(ScNonceKey {
                nonce: credentials.nonce,
            }),
            durability: ContractDataDurability::Temporary,
        })),
        _ => None,
    });
    let read_write: Vec<_> = called.written.iter().cloned().chain(nonces).collect();
    let read = called.read.iter().chain(&called.written);
    SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources: SorobanResources {
            instructions: INSTRUCTIONS,
            disk_read_bytes: asset_contract::size(before, read),
            write_bytes: asset_contract::size(after, &called.written),
            footprint: LedgerFootprint {
                read_only: codec::list(called.read.iter().cloned().collect()),
                read_write: codec::list(read_write),
            },
        },
        resource_fee: RESOURCE_FEE,
    }
}
