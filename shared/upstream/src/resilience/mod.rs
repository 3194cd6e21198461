//! Resilience against failing upstreams: one layer for every chain family (docs/decisions/upstreams.md#resilience-layer
//! to 0434).
//!
//! - [`Pool`]: the upstreams of one chain and network in order of preference, and their health report; [`Rules`]: its
//!   settings.
//! - `requests`: requests to the upstreams, sequentially until one responds, or concurrently to all.
//! - [`Source`]: the adapter of one upstream.
//! - `attempts`: upstream selection, retries and the end of a request.
//! - [`Member`]: one upstream and its known state, with the verification of its chain.
//! - `breaker`: circuit breaker of a repeatedly failing upstream.
//! - [`ConcurrencyLimit`]: concurrency limit and backoff per upstream.
//! - `rate_queue`: queue of the calls to an upstream with a limit per second.
//! - `lane`: requests whose responses only complete a response.
//! - `chain_lag`: detection of lagging upstreams; each operator of upstreams is one voice.
//!
//! Heads and other facts that many requests need are [`Refreshing`].
//!
//! Nothing here runs in the background. All work follows from a request and ends by its deadline, so a frozen
//! function misses nothing and does not take stale state for fresh after it resumes.

mod attempts;
mod breaker;
mod chain_lag;
mod concurrency_limit;
mod lane;
mod member;
mod pool;
mod rate_queue;
mod requests;
mod source;
#[cfg(test)]
mod tests {
    mod chains;
    mod fan_out;
    mod fixture;
    mod heads;
    mod reads;
    mod searches;
}

pub use chain_lag::Head;
pub use concurrency_limit::ConcurrencyLimit;
pub use lane::{Lane, Topic};
pub use member::Member;
pub use pool::Pool;
pub use requests::Search;
pub use source::{Rules, Source};
pub use wallet_refresh::{ClockReading, Clocks, Policy, Refreshing};
