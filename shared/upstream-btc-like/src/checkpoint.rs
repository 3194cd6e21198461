//! Recognition of a chain by the blocks of a server (docs/decisions/upstreams.md#verified-chains-of-upstreams).

use wallet_btc_like::{BlockHash, Params};
use wallet_upstream::failure::Failure;

/// Height of the first block.
const GENESIS: u32 = 0;

/// Returns false if the checkpoint of the server is one of another chain. A server that does not return that block is
/// recognised by its genesis block, and one that returns neither is used: a wrong URL leads to a server that returns
/// blocks. `block_hash` returns the hash of the block at a height.
pub(crate) async fn follows_chain<F>(params: &Params, block_hash: impl Fn(u32) -> F) -> Result<bool, Failure>
where
    F: Future<Output = Result<BlockHash, Failure>>,
{
    let checkpoint = params.checkpoint;
    for (height, expected) in [(checkpoint.height, checkpoint.hash), (GENESIS, params.genesis)] {
        match block_hash(height).await {
            Ok(found) => return Ok(is_expected(params, height, found, expected)),
            Err(
                Failure::ServerError { .. }
                | Failure::Unusable { .. }
                | Failure::Declined { .. }
                | Failure::RejectedRequest { .. }
                | Failure::TooLong { .. },
            ) => {}
            Err(failure) => return Err(failure),
        }
    }
    tracing::warn!(chain = %params, "an upstream returns no block by which its chain could be verified");
    Ok(true)
}

fn is_expected(params: &Params, height: u32, found: BlockHash, expected: &str) -> bool {
    let is_it = found.to_string() == expected;
    if !is_it {
        tracing::error!(chain = %params, height, %found, expected, "another block at the checkpoint of the chain");
    }
    is_it
}
