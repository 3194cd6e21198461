//! `/api/security-factor`: proofs of account ownership.

pub mod credentials;
pub mod otp;
