//! The authorization service over the embedded database, with a clock under the control of the tests.

mod account;
pub mod doubles;
mod enrolment;
mod faults;
pub mod fixture;
mod forge;
mod health;
mod jwks;
mod openapi;
mod permission;
mod rejections;
mod secrets;
mod security_factor;
mod session;
mod slow_storage;
mod tokens;
