//! `/api/account`

mod credentials;
mod delete;
mod registration_limits;
