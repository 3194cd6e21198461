//! `/api/account`

mod credentials;
mod delete;
mod otp;
mod registration_limits;
