//! Resilience against failing upstreams: one layer for every chain family (docs/decisions/upstreams.md#resilience-layer
//! to 0434).
//!
//! - [`Pool`]: the upstreams of one chain and network in order of preference; [`Rules`]: its settings.
//! - `sequential`: one request to the upstreams until one responds.
//! - `fan_out`: one request to all upstreams concurrently.
//! - [`Source`]: the adapter of one upstream.
//! - `attempts`: upstream selection, retries and the end of a request.
//! - `member`: one upstream and its known state.
//! - `breaker`: circuit breaker of a repeatedly failing upstream.
//! - `concurrency_limit`: concurrency limit and backoff per upstream.
//! - `rate_queue`: queue of the calls to an upstream with a limit per second.
//! - `optional_lane`: requests whose responses only complete a response.
//! - `chain_check`, `verification`: verification of the chain of an upstream.
//! - `chain_lag`: detection of lagging upstreams.
//! - `operator`: operators of upstreams, each of which is one voice.
//! - `report`: health report of a pool.
//!
//! Heads and other facts that many requests need are [`Refreshing`].
//!
//! Nothing here runs in the background. All work follows from a request and ends by its deadline, so a frozen
//! function misses nothing and does not take stale state for fresh after it resumes.

mod attempts;
mod breaker;
mod chain_check;
mod chain_lag;
mod concurrency_limit;
mod fan_out;
mod member;
mod operator;
mod optional_lane;
mod pool;
mod rate_queue;
mod report;
mod rules;
mod sequential;
mod source;
#[cfg(test)]
mod tests;
mod verification;

pub use chain_lag::Head;
pub use concurrency_limit::ConcurrencyLimit;
pub use member::Member;
pub use pool::Pool;
pub use rules::Rules;
pub use sequential::Search;
pub use source::Source;
pub use wallet_refresh::{ClockReading, Clocks, Policy, Refreshing};
