//! All-or-nothing writes.

use crate::dynamodb::item::{Item, NONCE, key, optional_text_of};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::builders::TransactWriteItemBuilder;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, Delete, Get, Put, ReturnValuesOnConditionCheckFailure, TransactGetItem,
    TransactWriteItem, Update,
};
use std::time::Duration;
use wallet_core::ports::store::StoreError;

/// How often a write is repeated that another one on the same items got in the way of.
const CONFLICT_RETRIES: u32 = 3;

/// Codes of cancellations that pass by themselves.
const PASSING: [&str; 3] = [
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
];

/// The longest pause before the first repetition, in milliseconds; doubled for each further one.
const FIRST_PAUSE: u64 = 40;

/// A condition on the stored item, with the values it names.
pub(super) struct Condition {
    expression: &'static str,
    values: Item,
}

impl Condition {
    /// A condition that names values.
    pub(super) fn new(expression: &'static str, values: Item) -> Self {
        Self { expression, values }
    }

    /// The item does not exist.
    pub(super) fn absent() -> Self {
        Self::new("attribute_not_exists(pk)", Item::new())
    }

    fn values(self) -> Option<Item> {
        // DynamoDB refuses an empty set of values.
        (!self.values.is_empty()).then_some(self.values)
    }
}

/// Up to a hundred writes that happen together or not at all.
pub(super) struct Transaction {
    operation: &'static str,
    items: Vec<TransactWriteItem>,
}

/// What became of a transaction.
pub(super) enum Outcome {
    /// Everything was written.
    Written,
    /// A condition does not hold; nothing was written.
    Refused(Refusal),
}

/// The conditions that do not hold.
pub(super) struct Refusal {
    reasons: Vec<CancellationReason>,
}

impl Refusal {
    /// Whether the condition of the n-th item of the transaction does not hold.
    pub(super) fn at(&self, index: usize) -> bool {
        self.reasons.get(index).is_some_and(is_condition)
    }

    /// The n-th item as it stands, if its condition does not hold and it exists.
    pub(super) fn stored(&self, index: usize) -> Option<&Item> {
        let reason = self.reasons.get(index).filter(|reason| is_condition(reason))?;
        reason.item().filter(|item| !item.is_empty())
    }

    /// Whether an item bears this nonce: an earlier try of the same write was carried out and its
    /// answer lost.
    pub(super) fn is_own(&self, nonce: &str) -> bool {
        (0..self.reasons.len())
            .filter_map(|index| self.stored(index))
            .any(|item| matches!(optional_text_of(item, NONCE), Ok(Some(stored)) if stored == nonce))
    }
}

impl Transaction {
    /// An empty one; the name is for error messages.
    pub(super) fn new(operation: &'static str) -> Self {
        Self {
            operation,
            items: Vec::new(),
        }
    }

    /// Stores a whole item.
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

    /// Changes attributes of an item. The condition must imply that it exists, or it would be created.
    pub(super) fn update(
        self,
        table: &str,
        pk: &str,
        expression: &'static str,
        mut values: Item,
        condition: Condition,
    ) -> Result<Self, StoreError> {
        values.extend(condition.values);
        let update = Update::builder()
            .table_name(table)
            .set_key(Some(key(pk)))
            .update_expression(expression)
            .condition_expression(condition.expression)
            .set_expression_attribute_values(Some(values))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build();
        self.with(update, TransactWriteItemBuilder::update)
    }

    /// Deletes an item; that it is gone already is no error.
    pub(super) fn delete(self, table: &str, pk: &str, condition: Option<Condition>) -> Result<Self, StoreError> {
        let mut delete = Delete::builder().table_name(table).set_key(Some(key(pk)));
        if let Some(condition) = condition {
            delete = delete
                .condition_expression(condition.expression)
                .set_expression_attribute_values(condition.values())
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        }
        self.with(delete.build(), TransactWriteItemBuilder::delete)
    }

    /// Demands something of an item that stays as it is.
    pub(super) fn check(self, table: &str, pk: &str, condition: Condition) -> Result<Self, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(key(pk)))
            .condition_expression(condition.expression)
            .set_expression_attribute_values(condition.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build();
        self.with(check, TransactWriteItemBuilder::condition_check)
    }

    /// Carries it out. A transaction that another one got in the way of is repeated a few times.
    pub(super) async fn send(self, client: &Client) -> Result<Outcome, StoreError> {
        let mut retries = 0;
        loop {
            let request = client
                .transact_write_items()
                .set_transact_items(Some(self.items.clone()));
            let Err(error) = request.send().await else {
                return Ok(Outcome::Written);
            };
            match Obstacle::of(error.as_service_error()) {
                Some(Obstacle::Conditions(reasons)) => return Ok(Outcome::Refused(Refusal { reasons })),
                Some(Obstacle::Passing) if retries < CONFLICT_RETRIES => pause(retries).await,
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

/// Reads two items as of one moment.
pub(super) async fn snapshot(client: &Client, places: [(&str, &str); 2]) -> Result<[Option<Item>; 2], StoreError> {
    let mut gets = Vec::with_capacity(places.len());
    for (table, pk) in places {
        let get = Get::builder().table_name(table).set_key(Some(key(pk))).build();
        let get = get.map_err(StoreError::new)?;
        gets.push(TransactGetItem::builder().get(get).build());
    }
    let mut retries = 0;
    loop {
        let request = client.transact_get_items().set_transact_items(Some(gets.clone()));
        match request.send().await {
            Ok(answer) => {
                let mut items = answer
                    .responses
                    .unwrap_or_default()
                    .into_iter()
                    .map(|response| response.item);
                return Ok([items.next().flatten(), items.next().flatten()]);
            }
            Err(error) if retries < CONFLICT_RETRIES && is_passing(error.as_service_error()) => pause(retries).await,
            Err(error) => return Err(store_error("snapshot", &error)),
        }
        retries += 1;
    }
}

fn is_passing(error: Option<&TransactGetItemsError>) -> bool {
    let Some(TransactGetItemsError::TransactionCanceledException(cancelled)) = error else {
        return false;
    };
    only_passing(cancelled.cancellation_reasons())
}

/// Why a transaction was not carried out, where that is more than a failure.
enum Obstacle {
    /// Conditions do not hold.
    Conditions(Vec<CancellationReason>),
    /// Another write on the same items was under way, or there was too much traffic on one of them.
    Passing,
}

impl Obstacle {
    fn of(error: Option<&TransactWriteItemsError>) -> Option<Self> {
        match error? {
            TransactWriteItemsError::TransactionInProgressException(_) => Some(Self::Passing),
            TransactWriteItemsError::TransactionCanceledException(cancelled) => {
                let reasons = cancelled.cancellation_reasons();
                if only_passing(reasons) {
                    Some(Self::Passing)
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
    reason.code() == Some("ConditionalCheckFailed")
}

/// The codes of a cancellation that are no failed conditions.
fn others(reasons: &[CancellationReason]) -> impl Iterator<Item = &str> {
    let codes = reasons.iter().filter_map(CancellationReason::code);
    codes.filter(|code| !matches!(*code, "None" | "ConditionalCheckFailed"))
}

/// Whether there are such codes, and all of them pass by themselves.
fn only_passing(reasons: &[CancellationReason]) -> bool {
    others(reasons).next().is_some() && others(reasons).all(|code| PASSING.contains(&code))
}

/// Waits a random while, so that two writers do not meet again.
pub(super) async fn pause(retries: u32) {
    let millis = fastrand::u64(1..=FIRST_PAUSE << retries.min(5));
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
