//! [`DynamoThrottle`].

use crate::dynamodb::RACES;
use crate::dynamodb::account_item::username_hash;
use crate::dynamodb::item::{Item, NONCE, item, key, moment, moment_of, new_nonce, number, number_of, text, text_of};
use crate::dynamodb::tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE, Tables};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure;
use std::time::Duration;
use wallet_core::auth::{Username, wait_after_failures};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Throttle};

/// A name with which nothing was tried for this long has a clean sheet.
const QUIET: Duration = Duration::from_hours(24);

/// What a caller is told to wait when DynamoDB refuses more traffic on one item.
const CROWDED: Admission = Admission::Wait(Duration::from_secs(1));

/// How long a guess may be looked at. One that is open for longer belongs to an instance that is gone.
const OPEN_TIME: Duration = Duration::from_secs(5);

const FAILURES: &str = "failures";
/// How many of the counted failures are guesses that are still being looked at.
const OPEN: &str = "open";
const NEXT_AT: &str = "next_at";
const TRIED_AT: &str = "tried_at";

/// The guess counts in DynamoDB, one item per user name that was tried without success.
#[derive(Clone, Debug)]
pub struct DynamoThrottle {
    client: Client,
    table: String,
}

/// The guesses at one user name so far.
struct Count {
    failures: u32,
    open: u32,
    next_at: Timestamp,
    tried_at: Timestamp,
    nonce: String,
}

/// What became of a reservation.
enum Reservation {
    Made,
    /// Another guess was faster, or the success of one deleted the count.
    Lost(Option<Count>),
    /// DynamoDB refuses more traffic on this one item.
    Crowded,
}

impl DynamoThrottle {
    /// The guess counts in the table for them.
    pub fn new(client: Client, tables: Tables) -> Self {
        Self {
            client,
            table: tables.throttle,
        }
    }

    /// Stores the count with one failure more, if it is still as it was seen.
    async fn reserve(&self, pk: &str, next: &Count, seen: Option<&Count>) -> Result<Reservation, StoreError> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(next.to_item(pk)));
        let put = match seen {
            None => put.condition_expression("attribute_not_exists(pk)"),
            Some(seen) => put
                .condition_expression("nonce = :seen")
                .expression_attribute_values(":seen", text(&seen.nonce)),
        };
        let answer = put
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match answer {
            Ok(_) => Ok(Reservation::Made),
            Err(error) => Reservation::after(&error, &next.nonce),
        }
    }
}

#[async_trait]
impl Throttle for DynamoThrottle {
    async fn admit(&self, username: &Username, now: Timestamp) -> Result<Admission, StoreError> {
        let pk = key_of(username);
        // Most names have no count, so the first try assumes none and saves a read.
        let mut seen = None;
        for _ in 0..RACES {
            let next = match Count::after(seen.as_ref(), now) {
                Ok(next) => next,
                Err(refusal) => return Ok(refusal),
            };
            match self.reserve(&pk, &next, seen.as_ref()).await? {
                Reservation::Made => return Ok(Admission::Admitted),
                Reservation::Lost(count) => seen = count,
                Reservation::Crowded => return Ok(CROWDED),
            }
        }
        Ok(Admission::Busy)
    }

    async fn succeeded(&self, username: &Username) -> Result<(), StoreError> {
        self.client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key(&key_of(username))))
            .send()
            .await
            .map_err(|error| store_error("DeleteItem", &error))?;
        Ok(())
    }

    async fn failed(&self, username: &Username) -> Result<(), StoreError> {
        let settled = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(&key_of(username))))
            // The new nonce makes a reservation that saw the old number look again.
            .update_expression("SET #open = #open - :one, nonce = :nonce")
            .condition_expression("#open > :zero")
            .expression_attribute_names("#open", OPEN)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":zero", number(0))
            .expression_attribute_values(":nonce", text(new_nonce()))
            .send()
            .await;
        match settled.map_err(|error| (is_condition_failure(&error), error)) {
            // A success meanwhile deleted the count.
            Ok(_) | Err((true, _)) => Ok(()),
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
        let refusal = error.as_service_error();
        if let Some(PutItemError::ConditionalCheckFailedException(failed)) = refusal {
            let count = failed
                .item()
                .filter(|item| !item.is_empty())
                .map(Count::from_item)
                .transpose()?;
            return Ok(match count {
                // The first try of this very write was carried out and its answer lost.
                Some(count) if count.nonce == nonce => Self::Made,
                other => Self::Lost(other),
            });
        }
        match refusal.and_then(ProvideErrorMetadata::code) {
            Some("ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded") => {
                Ok(Self::Crowded)
            }
            _ => Err(store_error("PutItem", error)),
        }
    }
}

impl Count {
    /// The count after one more guess, or why that guess is not admitted.
    fn after(seen: Option<&Self>, now: Timestamp) -> Result<Self, Admission> {
        let recent = seen.filter(|seen| now.since(seen.tried_at) < QUIET);
        let open = recent
            .filter(|seen| now.since(seen.tried_at) < OPEN_TIME)
            .map_or(0, |seen| seen.open);
        if let Some(recent) = recent
            && recent.next_at > now
        {
            let wait = Admission::Wait(recent.next_at.since(now));
            return Err(if open > 0 { Admission::Busy } else { wait });
        }
        let failures = recent.map_or(0, |recent| recent.failures).saturating_add(1);
        Ok(Self {
            failures,
            open: open.saturating_add(1),
            next_at: now.after(wait_after_failures(failures)),
            tried_at: now,
            nonce: new_nonce(),
        })
    }

    fn to_item(&self, pk: &str) -> Item {
        item([
            (KEY_ATTRIBUTE, text(pk)),
            (FAILURES, number(self.failures.into())),
            (OPEN, number(self.open.into())),
            (NEXT_AT, moment(self.next_at)),
            (TRIED_AT, moment(self.tried_at)),
            (TTL_ATTRIBUTE, number(self.tried_at.after(QUIET).as_secs() + 1)),
            (NONCE, text(&self.nonce)),
        ])
    }

    fn from_item(item: &Item) -> Result<Self, StoreError> {
        Ok(Self {
            failures: u32::try_from(number_of(item, FAILURES)?).unwrap_or(u32::MAX),
            open: u32::try_from(number_of(item, OPEN)?).unwrap_or(u32::MAX),
            next_at: moment_of(item, NEXT_AT)?,
            tried_at: moment_of(item, TRIED_AT)?,
            nonce: text_of(item, NONCE)?.to_owned(),
        })
    }
}

fn key_of(username: &Username) -> String {
    format!("t#{}", username_hash(username))
}
