//! `/api/security-factor`: proofs of being the owner of an account.

pub mod credentials;
