//! Recorded facts of the EVM chains.
