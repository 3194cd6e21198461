//! Transactional reads and writes.

use super::item::{Item, Key, NONCE, key, optional_text_of};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::builders::TransactWriteItemBuilder;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, Delete, Get, Put, ReturnValuesOnConditionCheckFailure, TransactGetItem,
    TransactWriteItem, Update,
};
use std::time::Duration;
use wallet_core::ports::store::StoreError;

/// The number of retries after conflicts with concurrent transactions on the same items.
const CONFLICT_RETRIES: u32 = 3;

/// The cancellation codes of transient conditions.
const TRANSIENT_CODES: [&str; 3] = [
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
];

/// The cancellation code of a failed condition.
const CONDITION_FAILED: &str = "ConditionalCheckFailed";

/// The maximum delay before the first retry, in milliseconds; doubled for each further retry.
const FIRST_DELAY: u64 = 40;

/// A condition on the stored item, with the values of the placeholders.
pub(super) struct Condition {
    expression: &'static str,
    values: Item,
}

impl Condition {
    /// Creates a condition with values.
    pub(super) fn new(expression: &'static str, values: Item) -> Self {
        Self { expression, values }
    }

    /// Returns the condition that the item does not exist.
    pub(super) fn absent() -> Self {
        Self::new("attribute_not_exists(pk)", Item::new())
    }

    fn values(self) -> Option<Item> {
        // DynamoDB rejects an empty set of values.
        (!self.values.is_empty()).then_some(self.values)
    }
}

/// Up to 100 writes in a transaction.
pub(super) struct Transaction {
    operation: &'static str,
    items: Vec<TransactWriteItem>,
}

/// The outcome of a transaction.
pub(super) enum Outcome {
    /// Everything was written.
    Written,
    /// A condition does not hold, and nothing was written.
    ConditionsFailed(FailedConditions),
}

impl Outcome {
    /// Returns the failed conditions, unless the transaction with this nonce was written, also by an earlier attempt
    /// whose response was lost.
    pub(super) fn of_write(self, nonce: &str) -> Result<(), FailedConditions> {
        match self {
            Self::ConditionsFailed(failed) if !failed.is_own(nonce) => Err(failed),
            Self::Written | Self::ConditionsFailed(_) => Ok(()),
        }
    }
}

/// The failed conditions of a transaction.
pub(super) struct FailedConditions {
    reasons: Vec<CancellationReason>,
}

impl FailedConditions {
    /// Returns true if the condition of the item at `index` failed.
    pub(super) fn at(&self, index: usize) -> bool {
        self.reasons.get(index).is_some_and(is_condition)
    }

    /// Returns the stored item at `index` if the condition failed and the item exists.
    pub(super) fn stored(&self, index: usize) -> Option<&Item> {
        let reason = self.reasons.get(index).filter(|reason| is_condition(reason))?;
        reason.item().filter(|item| !item.is_empty())
    }

    /// Returns true if an item has this nonce: an earlier attempt of the same write succeeded, but its response was
    /// lost.
    fn is_own(&self, nonce: &str) -> bool {
        (0..self.reasons.len())
            .filter_map(|index| self.stored(index))
            .any(|item| matches!(optional_text_of(item, NONCE), Ok(Some(stored)) if stored == nonce))
    }
}

impl Transaction {
    /// Creates an empty transaction; `operation` names the transaction in error messages.
    pub(super) fn new(operation: &'static str) -> Self {
        Self {
            operation,
            items: Vec::new(),
        }
    }

    /// Adds a write of a whole item.
    pub(super) fn put(self, table: &str, item: Item, condition: Condition) -> Result<Self, StoreError> {
        let put = Put::builder()
            .table_name(table)
            .set_item(Some(item))
            .condition_expression(condition.expression)
            .set_expression_attribute_values(condition.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build();
        self.with(put, TransactWriteItemBuilder::put)
    }

    /// Adds an update of attributes. The condition must imply that the item exists, otherwise the update would create
    /// it.
    pub(super) fn update(
        self,
        table: &str,
        of: impl Into<Key>,
        expression: &'static str,
        mut values: Item,
        condition: Condition,
    ) -> Result<Self, StoreError> {
        values.extend(condition.values);
        let update = Update::builder()
            .table_name(table)
            .set_key(Some(key(of)))
            .update_expression(expression)
            .condition_expression(condition.expression)
            .set_expression_attribute_values(Some(values))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build();
        self.with(update, TransactWriteItemBuilder::update)
    }

    /// Adds a deletion; a missing item is not an error.
    pub(super) fn delete(
        self,
        table: &str,
        of: impl Into<Key>,
        condition: Option<Condition>,
    ) -> Result<Self, StoreError> {
        let mut delete = Delete::builder().table_name(table).set_key(Some(key(of)));
        if let Some(condition) = condition {
            delete = delete
                .condition_expression(condition.expression)
                .set_expression_attribute_values(condition.values())
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        }
        self.with(delete.build(), TransactWriteItemBuilder::delete)
    }

    /// Adds a condition on an item that the transaction does not change.
    pub(super) fn check(self, table: &str, of: impl Into<Key>, condition: Condition) -> Result<Self, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(key(of)))
            .condition_expression(condition.expression)
            .set_expression_attribute_values(condition.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build();
        self.with(check, TransactWriteItemBuilder::condition_check)
    }

    /// Executes the transaction, with retries after transient conflicts.
    pub(super) async fn send(self, client: &Client) -> Result<Outcome, StoreError> {
        let mut retries = 0;
        loop {
            let request = client
                .transact_write_items()
                .set_transact_items(Some(self.items.clone()));
            let Err(error) = request.send().await else {
                return Ok(Outcome::Written);
            };
            match TransactError::of(error.as_service_error()) {
                Some(TransactError::Conditions(reasons)) => {
                    return Ok(Outcome::ConditionsFailed(FailedConditions { reasons }));
                }
                Some(TransactError::Transient) if retries < CONFLICT_RETRIES => backoff(retries).await,
                _ => return Err(store_error(self.operation, &error)),
            }
            retries += 1;
        }
    }

    /// Executes a single update as a request without a transaction, for half the write units.
    pub(super) async fn send_alone(self, client: &Client) -> Result<Outcome, StoreError> {
        let [item] = self.items.as_slice() else {
            return Err(StoreError::new("a request without a transaction has one write"));
        };
        let update = item.update().ok_or_else(|| StoreError::new("the write is no update"))?;
        let mut retries = 0;
        loop {
            let request = client
                .update_item()
                .table_name(update.table_name())
                .set_key(Some(update.key().clone()))
                .update_expression(update.update_expression())
                .set_condition_expression(update.condition_expression().map(str::to_owned))
                .set_expression_attribute_values(update.expression_attribute_values().cloned())
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
            let Err(error) = request.send().await else {
                return Ok(Outcome::Written);
            };
            match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    let reason = CancellationReason::builder().code(CONDITION_FAILED);
                    let reasons = vec![reason.set_item(failed.item().cloned()).build()];
                    return Ok(Outcome::ConditionsFailed(FailedConditions { reasons }));
                }
                Some(UpdateItemError::TransactionConflictException(_)) if retries < CONFLICT_RETRIES => {
                    backoff(retries).await;
                }
                _ => return Err(store_error(self.operation, &error)),
            }
            retries += 1;
        }
    }

    fn with<T>(
        mut self,
        part: Result<T, BuildError>,
        add: impl FnOnce(TransactWriteItemBuilder, T) -> TransactWriteItemBuilder,
    ) -> Result<Self, StoreError> {
        let part = part.map_err(StoreError::new)?;
        self.items.push(add(TransactWriteItem::builder(), part).build());
        Ok(self)
    }
}

/// Reads two items in a consistent snapshot.
pub(super) async fn snapshot(client: &Client, keys: [(&str, &str); 2]) -> Result<[Option<Item>; 2], StoreError> {
    let mut gets = Vec::with_capacity(keys.len());
    for (table, pk) in keys {
        let get = Get::builder().table_name(table).set_key(Some(key(pk))).build();
        let get = get.map_err(StoreError::new)?;
        gets.push(TransactGetItem::builder().get(get).build());
    }
    let mut retries = 0;
    loop {
        let request = client.transact_get_items().set_transact_items(Some(gets.clone()));
        match request.send().await {
            Ok(output) => {
                let mut items = output
                    .responses
                    .unwrap_or_default()
                    .into_iter()
                    .map(|response| response.item);
                return Ok([items.next().flatten(), items.next().flatten()]);
            }
            Err(error) if retries < CONFLICT_RETRIES && is_transient(error.as_service_error()) => {
                backoff(retries).await;
            }
            Err(error) => return Err(store_error("snapshot", &error)),
        }
        retries += 1;
    }
}

fn is_transient(error: Option<&TransactGetItemsError>) -> bool {
    let Some(TransactGetItemsError::TransactionCanceledException(cancelled)) = error else {
        return false;
    };
    only_transient(cancelled.cancellation_reasons())
}

/// The reason for an unsuccessful transaction, where more than a failure.
enum TransactError {
    /// Conditions failed.
    Conditions(Vec<CancellationReason>),
    /// A concurrent transaction on the same items was in progress, or the traffic on an item exceeded the limit.
    Transient,
}

impl TransactError {
    fn of(error: Option<&TransactWriteItemsError>) -> Option<Self> {
        match error? {
            TransactWriteItemsError::TransactionInProgressException(_) => Some(Self::Transient),
            TransactWriteItemsError::TransactionCanceledException(cancelled) => {
                let reasons = cancelled.cancellation_reasons();
                if only_transient(reasons) {
                    Some(Self::Transient)
                } else if others(reasons).next().is_none() && reasons.iter().any(is_condition) {
                    Some(Self::Conditions(reasons.to_vec()))
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}

fn is_condition(reason: &CancellationReason) -> bool {
    reason.code() == Some(CONDITION_FAILED)
}

/// Returns the cancellation codes except failed conditions.
fn others(reasons: &[CancellationReason]) -> impl Iterator<Item = &str> {
    let codes = reasons.iter().filter_map(CancellationReason::code);
    codes.filter(|code| !matches!(*code, "None" | CONDITION_FAILED))
}

/// Returns true if there are such codes and all of them are transient.
fn only_transient(reasons: &[CancellationReason]) -> bool {
    others(reasons).next().is_some() && others(reasons).all(|code| TRANSIENT_CODES.contains(&code))
}

/// Sleeps for a random time, so that two concurrent writers do not collide again.
pub(super) async fn backoff(retries: u32) {
    let millis = fastrand::u64(1..=FIRST_DELAY << retries.min(5));
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
