//! `/api/account`

mod credentials;
mod delete;
