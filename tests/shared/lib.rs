//! Test support of several packages. Depends on no adapter, so that the tests of each adapter can use it.
//!
//! - [`stub`]: a scriptable upstream; [`esplora`], [`json_rpc`]: responses of two protocols over it.
//! - [`hostile_json`], [`mutated_json`]: documents for the decoders.
//! - [`clock`]: clocks; [`tokens`]: permission tokens; [`lists`]: lists of the operator; [`names`]: servers of names.
//! - [`stellar_kinds`]: what Stellar RPC alone does not return.

pub mod clock;
pub mod esplora;
pub mod hostile_json;
pub mod json_rpc;
pub mod lists;
pub mod mutated_json;
pub mod names;
pub mod past_prices;
pub mod stellar_kinds;
pub mod stub;
pub mod tokens;
