//! Where a transaction stands.
//!
//! Only some servers tell the block of a transaction. All of them tell the history of a script, so the transaction is
//! looked for in the history of an output of its own: its bytes, then the history, then the time of the block.

use super::head::Tip;
use super::history_rows::Place;
use super::transaction::text;
use super::{Electrum, head, history_rows, transactions};
use wallet_btc_like::{ParentTransaction, TransactionStatus, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// How many scripts are tried when the history of the first is longer than the server tells.
const TRIED: usize = 10;

/// The first byte of scripts that nobody can spend, which servers do not index.
const OP_RETURN: u8 = 0x6a;

impl Electrum {
    /// Where a transaction stands, `None` when the server's node knows no such transaction.
    pub(super) async fn status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure> {
        let requests = [transactions::ask(txid), head::ask_tip()];
        let [transaction, tip] = self.client.ask(requests, deadline).await?;
        let Some(text) = text(transaction)? else {
            return Ok(None);
        };
        let transaction = transactions::decode(txid, &text)?;
        let tip = head::read_tip(tip)?;
        let scripts = self.scripts(&transaction, deadline).await?;
        let history = self.shortest_history(&scripts, deadline).await?;
        self.place(txid, &history, tip, deadline).await.map(Some)
    }

    /// Scripts whose histories hold the transaction. The last output comes first: with us it is the change, and the
    /// recipient may be somebody with a long history.
    async fn scripts(&self, transaction: &ParentTransaction, deadline: Deadline) -> Result<Vec<Vec<u8>>, Failure> {
        let outputs = transaction.outputs().iter().rev();
        let indexed = outputs.filter(|output| !output.carries_token && output.script.first() != Some(&OP_RETURN));
        let mut scripts: Vec<_> = indexed.map(|output| output.script.clone()).take(TRIED).collect();
        let spent = transaction.inputs().first().filter(|_| !transaction.is_coinbase());
        if let (true, Some(spent)) = (scripts.is_empty(), spent) {
            let found = self.transactions.get(&self.client, [spent.txid], deadline).await?;
            let output = found.get(&spent.txid).and_then(|parent| parent.output(spent.vout));
            scripts.extend(output.map(|output| output.script.clone()));
        }
        scripts.dedup();
        Ok(scripts)
    }

    /// The history of the first of these scripts, or of another when the server does not tell that.
    async fn shortest_history(&self, scripts: &[Vec<u8>], deadline: Deadline) -> Result<Vec<Place>, Failure> {
        let (first, others) = scripts.split_first().ok_or_else(|| Failure::Declined {
            cause: "a transaction without a script that servers index".to_owned(),
        })?;
        let [answer] = self.client.ask([history_rows::ask(first)], deadline).await?;
        let mut history = history_rows::read(answer);
        if matches!(history, Err(Failure::Declined { .. })) {
            let requests: Vec<_> = others.iter().map(|script| history_rows::ask(script)).collect();
            let answers = self.client.ask_all(&requests, deadline).await?;
            let told = answers.into_iter().map(history_rows::read).find(Result::is_ok);
            history = told.unwrap_or(history);
        }
        history
    }

    async fn place(
        &self,
        txid: Txid,
        history: &[Place],
        tip: Tip,
        deadline: Deadline,
    ) -> Result<TransactionStatus, Failure> {
        let place = history.iter().find(|(listed, _)| *listed == txid);
        // The node knows the transaction. While the index does not, it is too new to be confirmed for us.
        let Some(block) = place.and_then(|(_, block)| *block) else {
            return Ok(TransactionStatus::Pending { seen: 0 });
        };
        let tip = tip.not_below(block)?;
        let [header] = self.client.ask([head::ask_header(block)], deadline).await?;
        Ok(TransactionStatus::Confirmed {
            block,
            confirmations: tip - block + 1,
            time: head::read_time(header)?,
        })
    }
}
