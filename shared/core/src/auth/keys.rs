//! Key sets.

/// The private keys of `{prefix}/signing-keys`.
#[derive(Debug)]
pub struct SigningKeySet {}

/// The public keys that verify permission tokens (RFC 7517).
#[derive(Debug)]
pub struct PublicKeySet {}
