//! Spenders of outputs: candidates from the history of the spent script.

use super::Electrum;
use wallet_btc_like::{OutPoint, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::{Lane, Topic};
use wallet_upstream::failure::Failure;

/// Maximum number of candidates for the spender of an output, each of which costs requests to check.
const MAX_CANDIDATES: usize = 3;

impl Electrum {
    /// Returns the latest transactions in blocks that may spend an output: those of its script after its own one.
    pub(super) async fn spender_candidates(
        &self,
        outpoint: OutPoint,
        deadline: Deadline,
    ) -> Result<Vec<Txid>, Failure> {
        let client = self.client.in_lane(Lane::Optional(Topic::Spenders));
        let found = self.transactions.get(&client, [outpoint.txid], deadline).await?;
        let Some(output) = found
            .get(&outpoint.txid)
            .and_then(|parent| parent.output(outpoint.vout))
        else {
            return Ok(Vec::new());
        };
        let history = self.histories.get(&client, &output.script, deadline).await?;
        let later = history.rows.iter().take_while(|(txid, _)| *txid != outpoint.txid);
        let in_blocks = later.filter(|(_, block)| block.is_some());
        Ok(in_blocks.map(|(txid, _)| *txid).take(MAX_CANDIDATES).collect())
    }
}
