//! Values that are fetched, cached and refreshed: key sets, secrets, asset changes, heads, fee estimates.
//!
//! [`Refreshing`] stores the last value, shares one request among all callers and decides by its [`Policy`] when to
//! send another one. Ages are measured by [`Clocks`], which count the time for which a function was frozen.

#![warn(missing_docs)]

mod clock_reading;
mod interrupted;
mod policy;
mod refreshing;
mod state;
#[cfg(test)]
mod tests;

pub use clock_reading::{ClockReading, Clocks};
pub use interrupted::Interrupted;
pub use policy::Policy;
pub use refreshing::{Reading, Refreshing};
pub use state::Flight;
