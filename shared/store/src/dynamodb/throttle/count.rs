//! Counts of consecutive failed login attempts, an item per count with failed attempts.

use super::is_throttled;
use crate::dynamodb::RACES;
use crate::dynamodb::item::{
    Item, NONCE, item, key, new_nonce, number, number_of, text, text_of, timestamp, timestamp_of,
};
use crate::dynamodb::tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};
use std::time::Duration;
use wallet_core::auth::AttemptRule;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::Admission;

/// The time limit for the verification of an attempt. An attempt open for longer belongs to a terminated instance.
const OPEN_TIME: Duration = Duration::from_secs(5);

const FAILURES: &str = "failures";
/// The number of counted failures that are attempts still being verified.
const OPEN: &str = "open";
const NEXT_AT: &str = "next_at";
const TRIED_AT: &str = "tried_at";

/// The item of a count.
pub(super) struct CountItem<'a> {
    pub(super) client: &'a Client,
    pub(super) table: &'a str,
    pub(super) pk: String,
}

/// The state of a count.
struct Count {
    failures: u32,
    open: u32,
    next_at: Timestamp,
    tried_at: Timestamp,
    nonce: String,
}

/// The outcome of a reservation.
enum Reservation {
    Made,
    /// A concurrent attempt was faster, or a successful attempt deleted the count.
    Lost(Option<Count>),
    /// DynamoDB throttles the traffic on this item.
    Throttled,
}

impl CountItem<'_> {
    /// Reserves an attempt of a count.
    pub(super) async fn admit(&self, rule: AttemptRule, now: Timestamp) -> Result<Admission, StoreError> {
        // Most counts do not exist, so the first attempt assumes none and saves a read.
        let mut seen = None;
        for _ in 0..RACES {
            let next = match Count::after(seen.as_ref(), rule, now) {
                Ok(next) => next,
                Err(rejection) => return Ok(rejection),
            };
            match self.reserve(&next, seen.as_ref(), rule).await? {
                Reservation::Made => return Ok(Admission::Admitted),
                Reservation::Lost(count) => seen = count,
                Reservation::Throttled => return Ok(Admission::Throttled),
            }
        }
        Ok(Admission::Busy)
    }

    /// Stores the count with one more failure, if unchanged since the read.
    async fn reserve(&self, next: &Count, seen: Option<&Count>, rule: AttemptRule) -> Result<Reservation, StoreError> {
        let put = self
            .client
            .put_item()
            .table_name(self.table)
            .set_item(Some(next.to_item(&self.pk, rule)));
        let put = match seen {
            None => put.condition_expression("attribute_not_exists(pk)"),
            Some(seen) => put
                .condition_expression("nonce = :seen")
                .expression_attribute_values(":seen", text(&seen.nonce)),
        };
        let result = put
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match result {
            Ok(_) => Ok(Reservation::Made),
            Err(error) => Reservation::after(&error, &next.nonce),
        }
    }

    pub(super) async fn reset(&self) -> Result<(), StoreError> {
        self.client
            .delete_item()
            .table_name(self.table)
            .set_key(Some(key(&self.pk)))
            .send()
            .await
            .map_err(|error| store_error("DeleteItem", &error))?;
        Ok(())
    }

    /// Closes an open attempt, which remains counted. Returns the number of failures that are not open attempts.
    pub(super) async fn close(&self) -> Result<u32, StoreError> {
        let count = self
            .update("SET #open = #open - :one, nonce = :nonce", "#open > :zero", |update| {
                update
            })
            .await?;
        // `None`: a concurrent success deleted the count.
        Ok(count.map_or(0, |count| count.failures.saturating_sub(count.open)))
    }

    /// Closes the open attempt admitted at `admitted_at`, which no longer counts.
    pub(super) async fn release(&self, admitted_at: Timestamp) -> Result<(), StoreError> {
        let at = |update: UpdateItemFluentBuilder| update.expression_attribute_values(":at", timestamp(admitted_at));
        // Without a later attempt, the wait is that of the released attempt.
        let latest = self
            .update(
                "SET #open = #open - :one, failures = failures - :one, next_at = tried_at, nonce = :nonce",
                "#open > :zero AND tried_at = :at",
                at,
            )
            .await?;
        if latest.is_none() {
            self.update(
                "SET #open = #open - :one, failures = failures - :one, nonce = :nonce",
                "#open > :zero",
                |update| update,
            )
            .await?;
        }
        Ok(())
    }

    /// Returns the count after the update, or `None` if the condition does not hold.
    async fn update(
        &self,
        expression: &str,
        condition: &str,
        with: impl FnOnce(UpdateItemFluentBuilder) -> UpdateItemFluentBuilder,
    ) -> Result<Option<Count>, StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(self.table)
            .set_key(Some(key(&self.pk)))
            // The new nonce forces a concurrent reservation that saw the old count to read again.
            .update_expression(expression)
            .condition_expression(condition)
            .expression_attribute_names("#open", OPEN)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":zero", number(0))
            .expression_attribute_values(":nonce", text(new_nonce()))
            .return_values(ReturnValue::AllNew);
        let result = with(update).send().await;
        match result.map_err(|error| (is_condition_failure(&error), error)) {
            Ok(output) => output.attributes().map(Count::from_item).transpose(),
            Err((true, _)) => Ok(None),
            Err((false, error)) => Err(store_error("UpdateItem", &error)),
        }
    }
}

fn is_condition_failure(error: &SdkError<UpdateItemError>) -> bool {
    error
        .as_service_error()
        .is_some_and(UpdateItemError::is_conditional_check_failed_exception)
}

impl Reservation {
    fn after(error: &SdkError<PutItemError>, nonce: &str) -> Result<Self, StoreError> {
        let service_error = error.as_service_error();
        if let Some(PutItemError::ConditionalCheckFailedException(failed)) = service_error {
            let count = failed
                .item()
                .filter(|item| !item.is_empty())
                .map(Count::from_item)
                .transpose()?;
            return Ok(match count {
                // The first attempt of this write succeeded, but the response was lost.
                Some(count) if count.nonce == nonce => Self::Made,
                other => Self::Lost(other),
            });
        }
        if is_throttled(error) {
            return Ok(Self::Throttled);
        }
        Err(store_error("PutItem", error))
    }
}

impl Count {
    /// Returns the count after one more attempt, or the reason to reject that attempt.
    fn after(seen: Option<&Self>, rule: AttemptRule, now: Timestamp) -> Result<Self, Admission> {
        let recent = seen.filter(|seen| now.since(seen.tried_at) < rule.reset_after());
        let open = recent
            .filter(|seen| now.since(seen.tried_at) < OPEN_TIME)
            .map_or(0, |seen| seen.open);
        let wait = recent.map(|recent| recent.wait(rule, now)).unwrap_or_default();
        if !wait.is_zero() && rule.is_possible(wait) {
            return Err(if open > 0 {
                Admission::Busy
            } else {
                Admission::Wait(wait)
            });
        }
        let failures = recent.map_or(0, |recent| recent.failures).saturating_add(1);
        Ok(Self {
            failures,
            open: open.saturating_add(1),
            next_at: now.after(rule.wait_after(failures)),
            tried_at: now,
            nonce: new_nonce(),
        })
    }

    /// Returns the wait that remains. Attempts that were released since the latest admission no longer cause a wait.
    fn wait(&self, rule: AttemptRule, now: Timestamp) -> Duration {
        let of_failures = self.tried_at.after(rule.wait_after(self.failures));
        self.next_at.min(of_failures).since(now)
    }

    fn to_item(&self, pk: &str, rule: AttemptRule) -> Item {
        item([
            (KEY_ATTRIBUTE, text(pk)),
            (FAILURES, number(self.failures.into())),
            (OPEN, number(self.open.into())),
            (NEXT_AT, timestamp(self.next_at)),
            (TRIED_AT, timestamp(self.tried_at)),
            (
                TTL_ATTRIBUTE,
                number(self.tried_at.after(rule.reset_after()).as_secs() + 1),
            ),
            (NONCE, text(&self.nonce)),
        ])
    }

    fn from_item(item: &Item) -> Result<Self, StoreError> {
        Ok(Self {
            failures: u32::try_from(number_of(item, FAILURES)?).unwrap_or(u32::MAX),
            open: u32::try_from(number_of(item, OPEN)?).unwrap_or(u32::MAX),
            next_at: timestamp_of(item, NEXT_AT)?,
            tried_at: timestamp_of(item, TRIED_AT)?,
            nonce: text_of(item, NONCE)?.to_owned(),
        })
    }
}
