//! Comparison of a block with the checkpoint of a chain (docs/decisions/0434).

use wallet_btc_like::{BlockHash, Params};

/// Returns true if this is the hash of the checkpoint.
pub(crate) fn is_checkpoint(params: &Params, found: BlockHash) -> bool {
    let expected = params.checkpoint.hash;
    let is_it = found.to_string() == expected;
    if !is_it {
        let height = params.checkpoint.height;
        tracing::error!(chain = %params, height, %found, expected, "another block at the checkpoint of the chain");
    }
    is_it
}
