//! The storage of the payments that may still be mined.

use super::signed::Signed;
use crate::error::StoreError;
use async_trait::async_trait;
use bon::Builder;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

/// A signed payment that may still be mined. It contains no keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct UnresolvedPayment {
    /// The transaction.
    pub signed: Signed,
    /// True if the service confirmed the broadcast.
    pub is_sent: bool,
}

/// Stores the payments that may still be mined. An app replaces the store, so that no payment is made twice after a
/// restart.
#[async_trait]
pub trait PaymentStore: Send + Sync {
    /// Returns the stored payments.
    async fn load(&self) -> Result<Vec<UnresolvedPayment>, StoreError>;

    /// Replaces the stored payments. Returns when they are durable: the service receives signatures afterwards.
    async fn save(&self, payments: &[UnresolvedPayment]) -> Result<(), StoreError>;
}

/// A store in memory, which ends with the process.
#[derive(Debug, Default)]
pub struct MemoryPaymentStore(Mutex<Vec<UnresolvedPayment>>);

#[async_trait]
impl PaymentStore for MemoryPaymentStore {
    async fn load(&self) -> Result<Vec<UnresolvedPayment>, StoreError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    async fn save(&self, payments: &[UnresolvedPayment]) -> Result<(), StoreError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = payments.to_vec();
        Ok(())
    }
}
