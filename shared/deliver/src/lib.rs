//! Makes the deliveries of notifications: [`Sender`] makes an attempt.
//!
//! [`HttpTransport`] connects only to addresses that were checked for the very attempt.

#![warn(missing_docs)]

mod sender;
mod settings;
mod transport;

pub use sender::{Made, Sender, SenderPorts};
pub use settings::{OverlapError, SenderSettings};
pub use transport::{HttpTransport, Names, Request, Response, SystemNames, Transport};
