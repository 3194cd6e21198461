//! `/api/security-factor`

mod credentials;
mod device_token;
mod networks;
mod otp;
mod throttle;
