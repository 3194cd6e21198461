//! `/api/security-factor`

mod credentials;
mod throttle;
