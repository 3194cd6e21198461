//! Calls of the contracts of assets (CAP-46-6). Other contracts do not exist in the sandbox.

use super::{ApplyOutcome, Failure};
use crate::xlm::asset_contract::{self, Called};
use crate::xlm::codec;
use crate::xlm::state::stage::Stage;
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, Hash, HostFunction, InvokeContractArgs, InvokeHostFunctionOp, InvokeHostFunctionResult,
    InvokeHostFunctionSuccessPreImage, LedgerFootprint, LedgerKey, OperationResultTr, ScAddress,
    SorobanAuthorizationEntry, SorobanAuthorizedFunction, SorobanCredentials, SorobanResources, TransactionExt,
};

/// Returns the called function, or the failure for the creation of contracts and the upload of code.
fn called(operation: &InvokeHostFunctionOp) -> Result<&InvokeContractArgs, Failure> {
    match &operation.host_function {
        HostFunction::InvokeContract(call) => Ok(call),
        HostFunction::CreateContract(_) | HostFunction::CreateContractV2(_) | HostFunction::UploadContractWasm(_) => {
            Err(Failure::not_supported())
        }
    }
}

pub fn check(operation: &InvokeHostFunctionOp) -> Result<(), Failure> {
    called(operation).map(|_| ())
}

/// Runs the call within the resources of the transaction.
pub fn invoke(stage: &mut Stage<'_>, source: &AccountId, operation: &InvokeHostFunctionOp) -> ApplyOutcome {
    let call = called(operation)?;
    let TransactionExt::V1(data) = &stage.transaction.inner.ext else {
        return Err(InvokeHostFunctionResult::Malformed.into());
    };
    let Ok(done) = asset_contract::call(stage.state, call) else {
        return Err(InvokeHostFunctionResult::Trapped.into());
    };
    if !covers(&data.resources.footprint, &done) || !is_authorized(source, call, &operation.auth, &done) {
        return Err(InvokeHostFunctionResult::Trapped.into());
    }
    if !suffices(stage, &data.resources, &done.written) {
        return Err(InvokeHostFunctionResult::ResourceLimitExceeded.into());
    }
    let events: Vec<_> = done.event.into_iter().collect();
    let success = InvokeHostFunctionSuccessPreImage {
        return_value: done.value.clone(),
        events: codec::list(events.clone()),
    };
    stage.events = events;
    stage.returned = Some(done.value);
    let hash = Hash(codec::hash(&success));
    Ok(OperationResultTr::InvokeHostFunction(
        InvokeHostFunctionResult::Success(hash),
    ))
}

/// Returns true if the footprint contains all entries of the call.
fn covers(footprint: &LedgerFootprint, called: &Called) -> bool {
    let is_writable = |key: &LedgerKey| footprint.read_write.contains(key);
    let is_readable = |key: &LedgerKey| is_writable(key) || footprint.read_only.contains(key);
    called.written.iter().all(is_writable) && called.read.iter().all(is_readable)
}

/// Returns true if the instructions and the written bytes are within the limits of the transaction.
fn suffices(stage: &Stage<'_>, resources: &SorobanResources, written: &BTreeSet<LedgerKey>) -> bool {
    let bytes = asset_contract::size(stage.state, written);
    resources.instructions >= asset_contract::INSTRUCTIONS && resources.write_bytes >= bytes
}

/// Returns true if the source of the operation authorizes the call. The sandbox verifies no separate signatures.
fn is_authorized(
    source: &AccountId,
    call: &InvokeContractArgs,
    entries: &[SorobanAuthorizationEntry],
    called: &Called,
) -> bool {
    let Some(address) = &called.authorized_by else {
        return true;
    };
    let is_of_source = |entry: &&SorobanAuthorizationEntry| entry.credentials == SorobanCredentials::SourceAccount;
    let mut own = entries.iter().filter(is_of_source);
    *address == ScAddress::Account(source.clone())
        && own.any(|entry| match &entry.root_invocation.function {
            SorobanAuthorizedFunction::ContractFn(authorized) => authorized == call,
            SorobanAuthorizedFunction::CreateContractHostFn(_)
            | SorobanAuthorizedFunction::CreateContractV2HostFn(_) => false,
        })
}
