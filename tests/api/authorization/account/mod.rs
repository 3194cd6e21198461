//! `/api/account`

mod credentials;
mod delete;
mod disabled;
mod otp;
mod registration_limits;
mod stolen_tokens;
