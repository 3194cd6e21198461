//! Makes the deliveries of notifications: [`Sender`] makes an attempt, [`Deliverer`] makes a due delivery and finds due
//! deliveries, [`run()`] does both in a process with a [`LocalQueue`].
//!
//! [`LogReader`] reads the log as it grows, for long polls and for the [`socket`], which on AWS a [`gateway`] holds.
//!
//! [`HttpTransport`] connects only to addresses that were checked for the very attempt
//! ([`wallet_upstream::guarded`]).

#![warn(missing_docs)]

mod deliverer;
pub mod gateway;
mod queue;
mod reader;
mod run;
mod sender;
mod settings;
pub mod socket;
mod transport;

pub use deliverer::{Deliverer, DelivererPorts, Events};
pub use queue::LocalQueue;
pub use reader::{Follower, LogReader, News};
pub use run::run;
pub use sender::{Made, Sender, SenderPorts};
pub use settings::{OverlapError, SenderSettings};
pub use transport::{HttpTransport, Request, Response, Transport};
