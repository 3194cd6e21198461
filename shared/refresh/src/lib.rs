//! Values that are fetched, cached and refreshed: key sets, secrets, asset changes, heads, fee estimates.
//!
//! [`Refreshing`] stores the last value, shares a request among all callers and decides by the [`Policy`] when to
//! send a new request. Ages are measured by [`Clocks`], which count the time for which a function was frozen.

#![warn(missing_docs)]

mod policy;
mod refreshing;
#[cfg(test)]
mod tests;

pub use policy::{ClockReading, Clocks, Interrupted, Policy};
pub use refreshing::{Flight, Reading, Refreshing};
