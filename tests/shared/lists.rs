//! Lists of the operator in memory.

use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::lists::{AddressList, AddressLists, ListAction, RecipientDigest};
use wallet_core::ports::lists::RecipientLists;
use wallet_core::ports::store::StoreError;
use wallet_http::OperatorLists;

/// Lists that do not change; `None` for a store that cannot be read.
struct MemoryLists(Option<Arc<AddressLists>>);

#[async_trait]
impl RecipientLists for MemoryLists {
    async fn lists(&self) -> Result<Arc<AddressLists>, StoreError> {
        self.0.clone().ok_or_else(|| StoreError::new("the store is away"))
    }
}

/// Returns two lists: `known` with a warning, and `sanctions`, which excludes payments.
pub fn operator_lists(known: &[RecipientDigest], sanctions: &[RecipientDigest]) -> OperatorLists {
    let list = |name: &str, action, recipients: &[RecipientDigest]| AddressList {
        name: name.parse().expect("a name"),
        action,
        recipients: recipients.iter().copied().collect(),
    };
    let lists = vec![
        list("known", ListAction::Warn, known),
        list("sanctions", ListAction::Reject, sanctions),
    ];
    OperatorLists::new(Arc::new(MemoryLists(Some(Arc::new(AddressLists(lists))))))
}

/// Returns lists that cannot be read.
pub fn unreadable_lists() -> OperatorLists {
    OperatorLists::new(Arc::new(MemoryLists(None)))
}
