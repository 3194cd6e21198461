//! The state of an account: balances, reserve, signers, trust, offers and claimable balances.
pub(crate) mod claim_window;
pub(crate) mod offers;
pub(crate) mod reserve;
pub(crate) mod signer;
pub(crate) mod state;
pub(crate) mod trust;
