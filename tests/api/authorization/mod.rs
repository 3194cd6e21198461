//! The authorization service over the embedded database, with a clock under the control of the tests.

mod account;
mod clock;
pub mod doubles;
mod enrolment;
mod faults;
pub mod fixture;
mod forge;
mod health;
mod jwks;
mod lost_responses;
mod openapi;
mod permission;
mod rejections;
mod secrets;
mod security_factor;
mod session;
mod slow_storage;
mod throttled;
mod tokens;
