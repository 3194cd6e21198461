//! The method getEvents.

use super::page::out_of_range;
use super::request::{Format, RpcError};
use super::retention;
use crate::xlm::horizon::view;
use crate::xlm::ledger::{Closed, Included};
use crate::xlm::node::Node;
use crate::xlm::{codec, events};
use serde::Deserialize;
use serde_json::{Value, json};
use stellar_xdr::{ContractEvent, ContractEventBody, ContractId, Limits, ReadXdr as _, ScVal};

/// The default number of events of a page.
const DEFAULT_LIMIT: usize = 100;
/// The maximum number of events of a page.
const MAX_LIMIT: usize = 10_000;
/// The maximum number of ledgers of a page.
const MAX_LEDGERS: u32 = 10_000;
/// The maximum number of filters, and of contracts and topics of a filter.
const MAX_FILTERS: usize = 5;
/// The maximum number of segments of a topic.
const MAX_SEGMENTS: usize = 4;
/// The maximum nesting depth of a segment.
const MAX_DEPTH: u32 = 50;

/// The parameters of getEvents; the number 0 means that a ledger is absent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EventsRequest {
    start_ledger: u32,
    end_ledger: u32,
    filters: Vec<WireFilter>,
    pagination: Pagination,
    xdr_format: Format,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Pagination {
    cursor: Option<String>,
    limit: usize,
}

/// A filter in JSON, before its contracts and topics are parsed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WireFilter {
    r#type: String,
    contract_ids: Vec<String>,
    topics: Vec<Vec<String>>,
}

/// The position of an event: ledger, transaction and operation in a number, and the index of the event.
type Position = (i64, u32);

/// Returns a page of events, the oldest first.
pub fn list(node: &Node, request: &EventsRequest) -> Result<Value, RpcError> {
    request.xdr_format.check()?;
    let invalid = |message: &str| Err(RpcError::invalid_parameters(message));
    let after = match &request.pagination.cursor {
        Some(_) if request.start_ledger != 0 || request.end_ledger != 0 => {
            return invalid("use either ledgers or a cursor");
        }
        Some(cursor) => Some(parse(cursor)?),
        None if request.start_ledger == 0 => return invalid("startLedger must be positive"),
        None => None,
    };
    if request.pagination.limit > MAX_LIMIT {
        return invalid("limit is too high");
    }
    let filters = request
        .filters
        .iter()
        .map(Filter::read)
        .collect::<Result<Vec<_>, _>>()?;
    if filters.len() > MAX_FILTERS {
        return invalid("at most 5 filters are possible");
    }
    let limit = match request.pagination.limit {
        0 => DEFAULT_LIMIT,
        limit => limit,
    };
    retention::read(node, |ledger, range| {
        let start = after.map_or(request.start_ledger, |(token, _)| ledger_of(token));
        if !range.has(start) {
            return Err(out_of_range("startLedger", start, range));
        }
        let mut end = range.last().saturating_add(1).min(start.saturating_add(MAX_LEDGERS));
        if request.end_ledger != 0 {
            end = end.min(request.end_ledger);
        }
        let closed = (start..end).filter_map(|number| ledger.with_number(number));
        let found = closed.flat_map(of_ledger);
        let found = found.filter(|found| after.is_none_or(|after| found.position > after));
        let is_listed = |found: &Found<'_>| filters.is_empty() || filters.iter().any(|filter| filter.has(&found.event));
        let found: Vec<_> = found.filter(is_listed).take(limit).collect();
        let cursor = match found.last() {
            Some(last) if found.len() == limit => last.position,
            _ => (view::end_of(end.saturating_sub(1)), u32::MAX),
        };
        let mut fields = json!({
            "events": found.iter().map(Found::show).collect::<Value>(),
            "cursor": text(cursor),
        });
        range.put(&mut fields);
        Ok(fields)
    })
}

fn ledger_of(token: i64) -> u32 {
    u32::try_from(token >> 32).unwrap_or(0)
}

fn text((token, index): Position) -> String {
    format!("{token:019}-{index:010}")
}

fn parse(cursor: &str) -> Result<Position, RpcError> {
    let parts = cursor.split_once('-');
    let position = parts.and_then(|(token, index)| Some((token.parse().ok()?, index.parse().ok()?)));
    let position = position.filter(|(token, _)| *token >= 0);
    position.ok_or_else(|| RpcError::invalid_parameters(format!("cursor {cursor} is not the id of an event")))
}

/// An event of a transaction.
struct Found<'a> {
    position: Position,
    included: &'a Included,
    event: ContractEvent,
}

/// Returns the events of a ledger in order: the fees of all transactions precede the operations.
fn of_ledger(closed: &Closed) -> Vec<Found<'_>> {
    let number = closed.header.ledger_seq;
    let fees = (0..).zip(&closed.transactions).map(|(index, included)| Found {
        position: (view::token(number, 0, 0), index),
        included,
        event: events::fee(included).event,
    });
    let operations = closed.transactions.iter().flat_map(|included| {
        let operations = (0_u32..).zip(included.transaction.inner.operations.iter().enumerate());
        operations.flat_map(move |(operation, (index, _))| {
            let token = view::token(number, included.index, operation);
            let events = (0..).zip(events::of_operation(included, index));
            events.map(move |(index, event)| Found {
                position: (token, index),
                included,
                event,
            })
        })
    });
    fees.chain(operations).collect()
}

impl Found<'_> {
    fn show(&self) -> Value {
        let (token, _) = self.position;
        let ContractEventBody::V0(body) = &self.event.body;
        json!({
            "type": "contract",
            "ledger": self.included.context.ledger,
            "ledgerClosedAt": view::time(self.included.context.close_time),
            "contractId": self.event.contract_id.as_ref().map(ToString::to_string),
            "id": text(self.position),
            "operationIndex": token & 0xfff,
            "transactionIndex": token >> 12 & 0xf_ffff,
            "txHash": self.included.transaction.id(),
            "inSuccessfulContractCall": self.included.is_success,
            "topic": body.topics.iter().map(codec::base64).collect::<Value>(),
            "value": codec::base64(&body.data),
        })
    }
}

/// A valid filter; an event must match a contract and a topic, if there are any.
#[derive(Debug)]
struct Filter {
    /// False if the filter selects only events of other types than contracts.
    has_contract_events: bool,
    contracts: Vec<ContractId>,
    topics: Vec<Topic>,
}

/// The segments of a topic.
#[derive(Debug)]
struct Topic {
    /// The values; `None` for any value.
    segments: Vec<Option<ScVal>>,
    /// True if more segments may follow.
    is_open: bool,
}

impl Filter {
    fn read(wire: &WireFilter) -> Result<Self, RpcError> {
        let invalid = |message: &str| RpcError::invalid_parameters(format!("filter: {message}"));
        let types = wire.r#type.split(',').filter(|name| !name.is_empty());
        let types: Vec<_> = types.collect();
        if types.iter().any(|name| !["system", "contract"].contains(name)) {
            return Err(invalid("type must be system or contract"));
        }
        if wire.contract_ids.len() > MAX_FILTERS || wire.topics.len() > MAX_FILTERS {
            return Err(invalid("at most 5 contracts and 5 topics are possible"));
        }
        let contracts = wire.contract_ids.iter().map(|id| id.parse());
        let contracts: Result<_, _> = contracts.collect();
        Ok(Self {
            has_contract_events: types.is_empty() || types.contains(&"contract"),
            contracts: contracts.map_err(|_| invalid("a contract id is invalid"))?,
            topics: wire
                .topics
                .iter()
                .map(|topic| Topic::read(topic))
                .collect::<Result<_, _>>()?,
        })
    }

    fn has(&self, event: &ContractEvent) -> bool {
        let ContractEventBody::V0(body) = &event.body;
        let contract = event.contract_id.as_ref();
        let is_of_contract = self.contracts.is_empty() || contract.is_some_and(|id| self.contracts.contains(id));
        let has_topic = self.topics.is_empty() || self.topics.iter().any(|topic| topic.matches(&body.topics));
        self.has_contract_events && is_of_contract && has_topic
    }
}

impl Topic {
    fn read(wire: &[String]) -> Result<Self, RpcError> {
        let invalid = |message: &str| RpcError::invalid_parameters(format!("topic: {message}"));
        let (segments, is_open) = match wire {
            [] => return Err(invalid("a segment is required")),
            [segments @ .., last] if last == "**" => (segments, true),
            segments => (segments, false),
        };
        if segments.len() > MAX_SEGMENTS {
            return Err(invalid("at most 4 segments are possible"));
        }
        let segments = segments.iter().map(|segment| match segment.as_str() {
            "*" => Ok(None),
            "**" => Err(invalid("** must be the last segment")),
            base64 => {
                let limits = Limits {
                    depth: MAX_DEPTH,
                    len: base64.len(),
                };
                let value = ScVal::from_xdr_base64(base64, limits);
                value.map(Some).map_err(|_| invalid("a segment is not a value"))
            }
        });
        Ok(Self {
            segments: segments.collect::<Result<_, _>>()?,
            is_open,
        })
    }

    fn matches(&self, topics: &[ScVal]) -> bool {
        let (expected, found) = (self.segments.len(), topics.len());
        let fits = if self.is_open {
            found >= expected
        } else {
            found == expected
        };
        let mut pairs = self.segments.iter().zip(topics);
        fits && pairs.all(|(segment, topic)| segment.as_ref().is_none_or(|value| value == topic))
    }
}
