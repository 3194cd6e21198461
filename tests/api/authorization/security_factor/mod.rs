//! `/api/security-factor`

mod credentials;
mod device_token;
mod networks;
mod throttle;
