//! Recorded facts of Stellar.
