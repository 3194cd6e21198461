//! Living with upstreams that fail: one layer for every chain family (docs/decisions/0430 to 0434).
//!
//! - [`Pool`]: the upstreams of one chain and network in order of preference, and how a question goes through them.
//! - `everybody`: one question to all of them.
//! - `attempts`: who is asked next, and when it is time to give up.
//! - `member`: one upstream with what is known of it.
//! - `breaker`: leaves an upstream alone that fails time after time.
//! - `gate`: keeps to what an upstream bears, and to the pause that it asks for.
//! - `standing`: which upstream has fallen behind its chain.
//! - `report`: how the upstreams of a pool are.
//! - `single_flight`: one question in the air for all who ask the same, and its answer for a while.
//! - `moment`: ages that count the time a function was frozen.
//!
//! Nothing here runs on its own: all work follows from a request and ends by its deadline, so that a frozen function
//! misses nothing, and it wakes up with nothing that it takes for new.

mod attempts;
mod breaker;
mod everybody;
mod gate;
mod member;
mod moment;
mod pool;
mod report;
mod single_flight;
mod standing;
#[cfg(test)]
mod tests;

pub use gate::Gate;
pub use member::Member;
pub use moment::{Clocks, Moment};
pub use pool::{Pool, Rules, Search};
pub use single_flight::SingleFlight;
pub use standing::Head;
