//! Unspent outputs: what a request names, and what their parent transactions prove.
pub(crate) mod coins;
pub(crate) mod extension;
pub(crate) mod parent;
pub(crate) mod token;
pub(crate) mod token_prefix;
pub(crate) mod utxo;
