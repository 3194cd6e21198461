//! Data entries of accounts.

use super::options::is_text;
use crate::xlm::entry::{Body, Entry};
use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::ledger_state::data_key;
use crate::xlm::stage::Stage;
use stellar_xdr::{AccountId, DataEntry, DataEntryExt, ManageDataOp, ManageDataResult, OperationResultTr};

pub fn check(operation: &ManageDataOp) -> Result<(), Failure> {
    let name = operation.data_name.0.as_slice();
    if name.is_empty() || !is_text(name) {
        return Err(ManageDataResult::InvalidName.into());
    }
    Ok(())
}

pub fn manage(stage: &mut Stage<'_>, source: &AccountId, operation: &ManageDataOp) -> ApplyOutcome {
    let key = data_key(source, &operation.data_name);
    match (&operation.data_value, stage.state.entry(&key).is_some()) {
        (None, false) => return Err(ManageDataResult::NameNotFound.into()),
        (None, true) => stage.delete(&key),
        (Some(value), true) => {
            if let Some(Entry {
                body: Body::Data(data), ..
            }) = stage.state.entry_mut(&key)
            {
                data.data_value = value.clone();
            }
        }
        (Some(value), false) => {
            let data = DataEntry {
                account_id: source.clone(),
                data_name: operation.data_name.clone(),
                data_value: value.clone(),
                ext: DataEntryExt::V0,
            };
            stage
                .create(source, Entry::new(Body::Data(data)))
                .map_err(|error| Failure::reserve(error, ManageDataResult::LowReserve))?;
        }
    }
    Ok(OperationResultTr::ManageData(ManageDataResult::Success))
}
