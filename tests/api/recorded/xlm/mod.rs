//! Recorded facts of the Stellar network.
