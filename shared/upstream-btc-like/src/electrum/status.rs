//! Status of a transaction.
//!
//! Only some servers report the block of a transaction, but all of them report the history of a script. The
//! transaction is therefore searched in the history of one of its outputs: first its bytes, then the history,
//! then the time of the block.

use super::client::Client;
use super::head::Tip;
use super::history_rows::{History, HistoryRow};
use super::transaction::text;
use super::{Electrum, head, history_rows, transactions};
use std::sync::Arc;
use wallet_btc_like::{ParentTransaction, TransactionStatus, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Maximum number of scripts to query if the history of the first exceeds the server's limit.
const MAX_SCRIPTS: usize = 10;

/// First byte of unspendable scripts, which servers do not index.
const OP_RETURN: u8 = 0x6a;

impl Electrum {
    /// Returns the status of a transaction, `None` if the server's node does not know it.
    pub(super) async fn status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let client = &self.client.in_lane(lane);
        let requests = [transactions::request(txid), head::tip_request()];
        let [transaction, tip] = client.call(requests, deadline).await?;
        let Some(text) = text(transaction)? else {
            return Ok(None);
        };
        let transaction = transactions::decode(txid, &text)?
            .ok_or_else(|| Failure::unusable(format_args!("transaction {txid} is unreadable")))?;
        let tip = head::read_tip(tip)?;
        let scripts = self.scripts(client, &transaction, deadline).await?;
        let history = self.shortest_history(client, &scripts, deadline).await?;
        status_of(client, txid, &history.rows, tip, deadline).await.map(Some)
    }

    /// Returns scripts whose histories contain the transaction. The last output comes first: in our
    /// transactions it is the change, while the recipient may have a long history.
    async fn scripts(
        &self,
        client: &Client,
        transaction: &ParentTransaction,
        deadline: Deadline,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let outputs = transaction.outputs().iter().rev();
        let indexed = outputs.filter(|output| !output.carries_token && output.script.first() != Some(&OP_RETURN));
        let mut scripts: Vec<_> = indexed.map(|output| output.script.clone()).take(MAX_SCRIPTS).collect();
        let spent = transaction.inputs().first().filter(|_| !transaction.is_coinbase());
        if let (true, Some(spent)) = (scripts.is_empty(), spent) {
            let found = self.transactions.get(client, [spent.txid], deadline).await?;
            let output = found.get(&spent.txid).and_then(|parent| parent.output(spent.vout));
            scripts.extend(output.map(|output| output.script.clone()));
        }
        scripts.dedup();
        Ok(scripts)
    }

    /// Returns the history of the first of these scripts, or of another one if the server declines the first.
    async fn shortest_history(
        &self,
        client: &Client,
        scripts: &[Vec<u8>],
        deadline: Deadline,
    ) -> Result<Arc<History>, Failure> {
        let (first, others) = scripts.split_first().ok_or_else(|| Failure::Declined {
            cause: "a transaction without an indexed script".to_owned(),
        })?;
        let mut history = self.histories.get(client, first, deadline).await;
        if matches!(history, Err(Failure::Declined { .. })) {
            let requests: Vec<_> = others.iter().map(|script| history_rows::request(script)).collect();
            let responses = client.call_all(&requests, deadline).await?;
            let mut available = responses
                .into_iter()
                .filter_map(|response| history_rows::read(response).ok());
            history = available.next().map_or(history, |found| Ok(Arc::new(found)));
        }
        history
    }
}

async fn status_of(
    client: &Client,
    txid: Txid,
    history: &[HistoryRow],
    tip: Tip,
    deadline: Deadline,
) -> Result<TransactionStatus, Failure> {
    let row = history.iter().find(|(listed, _)| *listed == txid);
    // The node knows the transaction. Until the index has it, it counts as unconfirmed.
    let Some(block) = row.and_then(|(_, block)| *block) else {
        return Ok(TransactionStatus::Pending { first_seen: 0 });
    };
    let tip = tip.not_below(block)?;
    let [header] = client.call([head::header_request(block)], deadline).await?;
    Ok(TransactionStatus::Confirmed {
        block,
        confirmations: tip - block + 1,
        time: head::read_time(header)?,
    })
}
