//! The method getLedgerEntries.

use super::request::{Format, RpcError};
use crate::xlm::codec;
use crate::xlm::node::Node;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use stellar_xdr::{LedgerKey, Limits, ReadXdr as _};

/// The maximum number of keys.
const MAX_KEYS: usize = 200;
/// The maximum nesting depth of a key.
const MAX_DEPTH: u32 = 50;

/// The parameters of getLedgerEntries, whose keys are in base64.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EntriesRequest {
    keys: Vec<String>,
    xdr_format: Format,
}

/// Returns the entries in the order of the keys; keys without an entry are left out.
pub fn get(node: &Node, request: &EntriesRequest) -> Result<Value, RpcError> {
    request.xdr_format.check()?;
    let count = request.keys.len();
    if count > MAX_KEYS {
        let message = format!("{count} keys, at most {MAX_KEYS} are possible");
        return Err(RpcError::invalid_parameters(message));
    }
    let keys = request.keys.iter().enumerate().map(|(index, text)| parse(index, text));
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    Ok(node.read(|ledger| {
        let mut seen = HashSet::new();
        let keys = keys.iter().filter(|key| seen.insert(*key));
        let entries = keys.filter_map(|key| {
            let entry = ledger.state().live_entry(key)?.to_xdr();
            let mut fields = json!({
                "key": codec::base64(key),
                "xdr": codec::base64(&entry.data),
                "lastModifiedLedgerSeq": entry.last_modified_ledger_seq,
                "extXdr": codec::base64(&entry.ext),
            });
            if let Some(last) = ledger.state().live_until(key) {
                fields["liveUntilLedgerSeq"] = last.into();
            }
            Some(fields)
        });
        json!({ "entries": entries.collect::<Value>(), "latestLedger": ledger.tip().header.ledger_seq })
    }))
}

fn parse(index: usize, text: &str) -> Result<LedgerKey, RpcError> {
    let limits = Limits {
        depth: MAX_DEPTH,
        len: text.len(),
    };
    let invalid = |_| RpcError::invalid_parameters(format!("key {text} at index {index} is not a ledger key"));
    let key = LedgerKey::from_xdr_base64(text, limits).map_err(invalid)?;
    if let LedgerKey::Ttl(_) = key {
        return Err(RpcError::invalid_parameters("ttl entries cannot be requested directly"));
    }
    Ok(key)
}
