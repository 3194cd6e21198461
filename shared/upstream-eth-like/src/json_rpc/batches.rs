//! Batches of calls, and smaller batches or single calls for nodes that reject batches
//! (docs/decisions/upstreams.md#nodes-without-batches).

use super::JsonRpc;
use super::message::{Call, Outcome, Received, received, request};
use futures::stream::{self, StreamExt, TryStreamExt};
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_upstream::{Deadline, Endpoint, Failure, Lane, UpstreamResponse};

/// Number of calls that gateways with a small limit accept.
const SMALL: usize = 3;

/// Concurrent requests instead of a batch.
const CONCURRENT: usize = 4;

/// Maximum number of calls that a node accepts in a batch, as far as known.
#[derive(Debug)]
pub(super) struct BatchSize(AtomicUsize);

impl Default for BatchSize {
    fn default() -> Self {
        Self(AtomicUsize::new(usize::MAX))
    }
}

impl BatchSize {
    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    fn lower(&self, size: usize) {
        self.0.fetch_min(size, Ordering::Relaxed);
    }
}

impl JsonRpc {
    /// Makes any number of calls in a batch and returns their outcomes in the order of the calls.
    ///
    /// If the node rejects the batch, the calls are repeated in batches of three, and then separately. The size that
    /// the node accepts is remembered. The first request ends before the next begin, and the last begins after all
    /// previous have ended, since some calls compare the block before and after.
    pub(super) async fn call_each(
        &self,
        calls: &[Call],
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Vec<Outcome>, Failure> {
        self.call_each_at(&self.endpoint, calls, lane, deadline).await
    }

    /// Makes any number of calls, as [`Self::call_each`] does, at the given endpoint.
    pub(super) async fn call_each_at(
        &self,
        endpoint: &Endpoint,
        calls: &[Call],
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Vec<Outcome>, Failure> {
        let mut size = self.batch_size.get();
        loop {
            let smaller = if size.min(calls.len()) > SMALL { SMALL } else { 1 };
            match self.in_batches(endpoint, calls, size, lane, deadline).await? {
                Received::Each(outcomes) => {
                    // Errors alone show a fault of the node, not the accepted batch size.
                    if outcomes.iter().any(|outcome| outcome.0.is_ok()) {
                        self.batch_size.lower(size);
                    }
                    return Ok(outcomes);
                }
                Received::Rejected(failure) if size.min(calls.len()) == 1 => return Err(failure),
                Received::Rejected(failure) => {
                    tracing::debug!(%failure, calls = calls.len(), smaller, "node rejects a batch");
                    size = smaller;
                }
            }
        }
    }

    /// Makes the calls in batches of at most this size.
    async fn in_batches(
        &self,
        endpoint: &Endpoint,
        calls: &[Call],
        size: usize,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Received, Failure> {
        let batches: Vec<_> = calls.chunks(size).collect();
        let (first, others) = batches.split_at(batches.len().min(1));
        let (middle, last) = others.split_at(others.len().saturating_sub(1));
        let mut outcomes = Vec::with_capacity(calls.len());
        for concurrent in [first, middle, last] {
            let mut requests = Vec::with_capacity(concurrent.len());
            for batch in concurrent {
                requests.push(send_batch(endpoint, batch, lane, deadline));
            }
            let responses: Vec<_> = stream::iter(requests).buffered(CONCURRENT).try_collect().await?;
            for response in responses {
                match response {
                    Received::Each(more) => outcomes.extend(more),
                    rejected @ Received::Rejected(_) => return Ok(rejected),
                }
            }
        }
        Ok(Received::Each(outcomes))
    }
}

async fn send_batch(endpoint: &Endpoint, calls: &[Call], lane: Lane, deadline: Deadline) -> Result<Received, Failure> {
    let count = calls.len();
    let read =
        |response: UpstreamResponse| read_response(&response, count).map_err(|failure| response.attributed(failure));
    endpoint
        .post_json(lane, endpoint.url(&[]), request(calls), deadline, read)
        .await
}

/// Reads the outcomes of a response. A rate limit of a call fails the whole batch.
fn read_response(response: &UpstreamResponse, calls: usize) -> Result<Received, Failure> {
    let outcomes = match received(&response.json::<Box<RawValue>>()?, calls)? {
        Received::Each(outcomes) => outcomes,
        rejected @ Received::Rejected(_) => return Ok(rejected),
    };
    let outcomes: Vec<_> = outcomes.into_iter().map(|outcome| outcome.of(response)).collect();
    let mut errors = outcomes.iter().filter_map(|outcome| outcome.0.as_ref().err());
    if let Some(error) = errors.find(|error| error.is_rate_limit()) {
        return Err(error.failure());
    }
    Ok(Received::Each(outcomes))
}
