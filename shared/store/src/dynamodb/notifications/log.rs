//! `ports::EventLog`, and the rows of the log.

use super::deliveries::due_row;
use super::row::{
    JSON, LOG, digits, json, json_of, log_key, meta_key, number_key, owner_key, parse_chain, position_key,
};
use super::row::{sequence_key, sort_key};
use super::{DynamoNotifications, END};
use crate::dynamodb::TTL_ATTRIBUTE;
use crate::dynamodb::item::{Item as Stored, item, key, number, number_of, text, text_of};
use crate::dynamodb::transaction::{Condition, Transaction};
use async_trait::async_trait;
use std::collections::VecDeque;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ports::{EventLog, EventPage, NewEvent};
use wallet_notifications::{ChainKey, Cursor, Event};

/// The maximum number of further queries of a call after the first query of each chain.
const FURTHER_QUERIES: usize = 20;

/// The attribute with a position in the log.
const POSITION: &str = "log_position";

/// Returns the event in a row of the log.
pub(super) fn event_of(stored: &Stored) -> Result<Event, StoreError> {
    json_of(stored, JSON)
}

impl DynamoNotifications {
    /// Adds an event to a transaction, as the next event of the subscription and of the log of the owner on the chain, with the
    /// deliveries. The first write is that of the subscription.
    pub(super) async fn append_event(
        &self,
        transaction: Transaction,
        chain: &ChainKey,
        new: &NewEvent,
    ) -> Result<Transaction, StoreError> {
        let event = &new.event;
        let counter = self.read(position_key(&new.owner, chain)).await?;
        let before = counter.map(|counter| number_of(&counter, POSITION)).transpose()?;
        let position = before.unwrap_or_default() + 1;
        let ttl = (TTL_ATTRIBUTE, number(new.expires_at.as_secs()));
        let mut logged = key((log_key(&new.owner, chain), digits(position)));
        logged.extend(item([
            (JSON, json(event)?),
            ("subscription", text(event.subscription)),
            ttl.clone(),
        ]));
        let mut pointer = key(sequence_key(event.subscription, event.sequence));
        pointer.extend(item([(POSITION, number(position)), ttl]));
        let transaction = transaction
            .update(
                &self.table,
                meta_key(event.subscription),
                "SET last_sequence = :sequence",
                item([(":sequence", number(event.sequence))]),
                Condition::new(
                    "last_sequence = :before",
                    item([(":before", number(event.sequence.saturating_sub(1)))]),
                ),
            )?
            .update(
                &self.table,
                position_key(&new.owner, chain),
                "SET log_position = :position",
                item([(":position", number(position))]),
                before.map_or_else(Condition::absent, |before| {
                    Condition::new("log_position = :before", item([(":before", number(before))]))
                }),
            )?
            .put(&self.table, logged, Condition::absent())?
            // The id of a deleted subscription can be used again, with new events under the same numbers.
            .put(
                &self.table,
                pointer,
                Condition::new("attribute_exists(pk) OR attribute_not_exists(pk)", Stored::new()),
            )?;
        new.deliveries.iter().try_fold(transaction, |transaction, due| {
            transaction.put(&self.table, due_row(due), Condition::absent())
        })
    }

    /// Reads rows of the log after a position.
    ///
    /// The transaction of an event reads and raises the last position, so that an event is committed after all events
    /// with lower positions. A query at the same time can return an event without the one before, however: the query is then
    /// repeated, and finds all that was committed before the first query ended. Positions that are missing thereafter have
    /// expired.
    async fn log_page(&self, pk: &str, after: u64, limit: i32) -> Result<(Vec<Stored>, bool), StoreError> {
        let low = digits(after.saturating_add(1));
        let (rows, next) = self.page(pk, (&low, END), Some(limit), None).await?;
        let Some(last) = rows.last() else {
            return Ok((rows, next.is_some()));
        };
        let last = number_key(last)?;
        if last.saturating_sub(after) == rows.len() as u64 {
            return Ok((rows, next.is_some()));
        }
        let (complete, more) = self.page(pk, (&low, &digits(last)), Some(limit), None).await?;
        Ok((complete, next.is_some() || more.is_some()))
    }
}

/// The part of the log of a chain that is read.
struct ChainLog {
    chain: ChainKey,
    pk: String,
    /// The position of the last read row.
    position: u64,
    /// The events that are not returned yet, with their positions.
    events: VecDeque<(u64, Event)>,
    /// True if the log has further rows.
    has_more: bool,
}

/// The requested part of the log.
struct Reader<'a> {
    subscriptions: &'a [Uuid],
    now: u64,
    limit: i32,
}

impl ChainLog {
    /// Reads further rows.
    async fn advance(&mut self, store: &DynamoNotifications, reader: &Reader<'_>) -> Result<(), StoreError> {
        let (rows, has_more) = store.log_page(&self.pk, self.position, reader.limit).await?;
        self.has_more = has_more;
        for stored in rows {
            self.position = number_key(&stored)?;
            let is_expired = number_of(&stored, TTL_ATTRIBUTE)? <= reader.now;
            if !is_expired && reader.includes(&stored)? {
                self.events.push_back((self.position, event_of(&stored)?));
            }
        }
        Ok(())
    }

    /// Returns the position after which the next call reads.
    fn reached(&self) -> u64 {
        self.events.front().map_or(self.position, |(position, _)| position - 1)
    }
}

impl Reader<'_> {
    fn includes(&self, stored: &Stored) -> Result<bool, StoreError> {
        if self.subscriptions.is_empty() {
            return Ok(true);
        }
        let subscription = text_of(stored, "subscription")?;
        Ok(self.subscriptions.iter().any(|id| id.to_string() == subscription))
    }
}

#[async_trait]
impl EventLog for DynamoNotifications {
    async fn events(
        &self,
        owner: &str,
        subscriptions: &[Uuid],
        after: &Cursor,
        limit: u32,
        now: Timestamp,
    ) -> Result<EventPage, StoreError> {
        let reader = Reader {
            subscriptions,
            now: now.as_secs(),
            limit: i32::try_from(limit.max(1)).unwrap_or(i32::MAX),
        };
        let mut logs = Vec::new();
        for (chain, last) in self.last_positions(owner).await? {
            let position = after.position(&chain);
            if last > position {
                logs.push(ChainLog {
                    pk: log_key(owner, &chain),
                    chain,
                    position,
                    events: VecDeque::new(),
                    has_more: true,
                });
            }
        }
        for log in &mut logs {
            log.advance(self, &reader).await?;
        }
        let (events, positions) = self.merge(&mut logs, &reader).await?;
        let mut cursor = after.clone();
        for log in &logs {
            cursor.advance(&log.chain, log.reached());
        }
        Ok(EventPage {
            events,
            positions,
            cursor,
        })
    }

    async fn end(&self, owner: &str) -> Result<Cursor, StoreError> {
        let mut cursor = Cursor::default();
        for (chain, position) in self.last_positions(owner).await? {
            cursor.advance(&chain, position);
        }
        Ok(cursor)
    }
}

impl DynamoNotifications {
    /// Returns the chains of an owner with the positions of their last events.
    async fn last_positions(&self, owner: &str) -> Result<Vec<(ChainKey, u64)>, StoreError> {
        let rows = self.with_prefix(&owner_key(owner), LOG).await?;
        let position = |row| Ok((parse_chain(sort_key(row, LOG)?)?, number_of(row, POSITION)?));
        rows.iter().map(position).collect()
    }

    /// Takes the events of the logs in the order of their times, with their positions. Ends before the limit if the next event would need more
    /// queries than a call may make.
    async fn merge(&self, logs: &mut [ChainLog], reader: &Reader<'_>) -> Result<(Vec<Event>, Vec<u64>), StoreError> {
        let limit = usize::try_from(reader.limit).unwrap_or(usize::MAX);
        let (mut events, mut positions) = (Vec::new(), Vec::new());
        let mut queries = FURTHER_QUERIES;
        while events.len() < limit {
            while let Some(log) = logs.iter_mut().find(|log| log.events.is_empty() && log.has_more) {
                if queries == 0 {
                    return Ok((events, positions));
                }
                queries -= 1;
                log.advance(self, reader).await?;
            }
            let next = logs.iter_mut().filter(|log| !log.events.is_empty());
            let next = next.min_by_key(|log| log.events.front().map(|(_, event)| event.at));
            let Some((position, event)) = next.and_then(|log| log.events.pop_front()) else {
                break;
            };
            events.push(event);
            positions.push(position);
        }
        Ok((events, positions))
    }
}
