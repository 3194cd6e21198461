//! [`OperatorLists`]: the comparison of recipients with the lists.

use crate::error::ApiError;
use std::sync::Arc;
use wallet_core::lists::{ListEntry, Listable};
use wallet_core::ports::lists::RecipientLists;

/// The lists of addresses that the operator has imported. The default has no lists and reads nothing.
#[derive(Clone, Default)]
pub struct OperatorLists(Option<Arc<dyn RecipientLists>>);

impl OperatorLists {
    /// Creates the lists of a store.
    pub fn new(lists: Arc<dyn RecipientLists>) -> Self {
        Self(Some(lists))
    }

    /// Checks that a transaction may have these recipients.
    ///
    /// # Errors
    /// A list excludes a recipient (403), or the lists cannot be read (503): a payment to an excluded address must not depend
    /// on the store.
    pub async fn check<A: Listable>(&self, recipients: impl IntoIterator<Item = A>) -> Result<(), ApiError> {
        let Some(lists) = &self.0 else { return Ok(()) };
        Ok(lists.lists().await?.check(recipients)?)
    }

    /// Returns the lists that contain a recipient, or `None` if the lists cannot be read.
    pub async fn entries(&self, recipient: &impl Listable) -> Option<Vec<ListEntry>> {
        let Some(lists) = &self.0 else { return Some(Vec::new()) };
        match lists.lists().await {
            Ok(lists) => Some(lists.entries(recipient)),
            Err(error) => {
                tracing::warn!(%error, "lists unavailable for a recipient");
                None
            }
        }
    }
}
