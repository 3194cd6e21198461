//! The values that contracts store, and the ledgers until which they live (CAP-46-5, CAP-46-12).

use super::{Body, Entry, LedgerState};
use crate::xlm::codec;
use stellar_xdr::{
    ContractDataDurability, ContractDataEntry, ExtensionPoint, Hash, LedgerKey, LedgerKeyContractData, LedgerKeyTtl,
    ScVal, TtlEntry,
};

impl LedgerState {
    /// Returns a stored value that lives in the ledger under construction. The sandbox archives no persistent value.
    pub fn value(&self, key: &LedgerKeyContractData) -> Option<&ScVal> {
        match &self.live_entry(&LedgerKey::ContractData(key.clone()))?.body {
            Body::Value(entry) => Some(&entry.val),
            _ => None,
        }
    }

    /// Returns an entry unless it is a temporary value that has expired. Validators remove an expired value in any later
    /// ledger, and no contract or server reads the value before.
    pub fn live_entry(&self, key: &LedgerKey) -> Option<&Entry> {
        let entry = self.entry(key)?;
        let is_expired = match &entry.body {
            Body::Value(value) if value.durability == ContractDataDurability::Temporary => {
                self.live_until(key).is_none_or(|last| last < self.context.ledger)
            }
            _ => false,
        };
        (!is_expired).then_some(entry)
    }

    /// Returns the last ledger in which a value of a contract lives; `None` for other entries.
    pub fn live_until(&self, key: &LedgerKey) -> Option<u32> {
        match &self.entry(&ttl_key(key))?.body {
            Body::Ttl(ttl) => Some(ttl.live_until_ledger_seq),
            _ => None,
        }
    }

    /// Stores a value that lives at least until a ledger. The life of a stored value becomes no shorter.
    pub fn put_value(&mut self, key: LedgerKeyContractData, val: ScVal, least: u32) {
        let ledger_key = LedgerKey::ContractData(key.clone());
        let former = self.live_until(&ledger_key);
        self.insert(Entry::new(Body::Value(ContractDataEntry {
            ext: ExtensionPoint::V0,
            contract: key.contract,
            key: key.key,
            durability: key.durability,
            val,
        })));
        if former.is_none_or(|former| former < least) {
            self.insert(Entry::new(Body::Ttl(TtlEntry {
                key_hash: Hash(codec::hash(&ledger_key)),
                live_until_ledger_seq: least,
            })));
        }
    }
}

fn ttl_key(key: &LedgerKey) -> LedgerKey {
    LedgerKey::Ttl(LedgerKeyTtl {
        key_hash: Hash(codec::hash(key)),
    })
}
