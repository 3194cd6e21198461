//! Stellar. A transaction in a ledger is final at once, and has no pending state.

use super::{confirmations, interval, nonce_item, samples};
use crate::chain::{TransactionFacts, WatchedBlock, WatchedChain, WatchedTransaction};
use crate::subscribed::{Head, Row, Sample, SampleRequest, SubscribedChain};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::Wire;
use wallet_notifications::{BlockId, ChainKey, Item, WatchedItem};
use wallet_xlm::history::{Entry, View};
use wallet_xlm::ports::XlmLedgers;
use wallet_xlm::wire::TxidField;
use wallet_xlm::{AccountId, AddressError, Chain, LedgerContents, LedgerId, LedgerTransaction, MuxedAccount};

/// The entry of `partial` for claims of unknown amounts.
const NOT_ALL_CLAIMS: &str = "claims";

/// Returns Stellar on both networks.
pub fn xlm<U>(upstreams: &Arc<U>) -> impl Iterator<Item = Arc<Xlm<U>>> {
    Network::ALL.into_iter().map(|network| {
        Arc::new(Xlm {
            key: ChainKey::new(Chain::Xlm.name(), network),
            upstreams: Arc::clone(upstreams),
        })
    })
}

/// Stellar on a network.
pub struct Xlm<U> {
    key: ChainKey,
    upstreams: Arc<U>,
}

#[async_trait]
impl<U: XlmLedgers> SubscribedChain for Xlm<U> {
    fn key(&self) -> &ChainKey {
        &self.key
    }

    fn confirmations(&self) -> u64 {
        confirmations(&self.key)
    }

    fn is_final_at_once(&self) -> bool {
        true
    }

    fn address(&self, text: &str) -> Result<WatchedItem, ErrorInfo> {
        let account: MuxedAccount = text.parse().map_err(|error: AddressError| error.info())?;
        Ok(watched(account.account))
    }

    fn transaction_id(&self, text: &str) -> Result<String, ErrorInfo> {
        TxidField::read(text.to_owned(), ()).map(hex::encode)
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, UpstreamError> {
        let head = self.upstreams.head(self.key.network, deadline).await?;
        Ok(Head {
            block: block_id(&head),
            finalized: None,
        })
    }

    fn sample(&self, request: SampleRequest) -> Result<Sample, UpstreamError> {
        let ledger = u32::try_from(request.height.unwrap_or_default()).unwrap_or(u32::MAX);
        let (transaction, to, replacement) = samples::xlm(request.time, ledger);
        let to = watched(to);
        Ok(Sample {
            row: row_of(&transaction.entry, &accounts(request.view(&to)), request.head)?,
            to,
            replacement: hex::encode(replacement),
        })
    }
}

#[async_trait]
impl<U: XlmLedgers> WatchedChain for Xlm<U> {
    fn interval(&self) -> Duration {
        interval(&self.key)
    }

    async fn block_hash(&self, height: u64, deadline: Deadline) -> Result<Option<String>, UpstreamError> {
        // A ledger is never replaced: the loop requests a hash only if an upstream reports a ledger behind the checkpoint.
        let block = self.block(height, deadline).await?;
        Ok(block.map(|block| block.id.hash))
    }

    async fn block(&self, height: u64, deadline: Deadline) -> Result<Option<WatchedBlock>, UpstreamError> {
        let sequence = u32::try_from(height).unwrap_or(u32::MAX);
        let ledger = self.upstreams.ledger(self.key.network, sequence, deadline).await?;
        Ok(ledger.map(watched_block))
    }

    async fn transaction(&self, txid: &str, deadline: Deadline) -> Result<Option<WatchedTransaction>, UpstreamError> {
        let Ok(hash) = TxidField::read(txid.to_owned(), ()) else {
            return Ok(None);
        };
        let found = self.upstreams.transaction(self.key.network, hash, deadline).await?;
        Ok(found.map(watched_transaction))
    }

    async fn pending(&self, _: &[WatchedItem], _: Deadline) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError> {
        Ok(None)
    }

    async fn row(
        &self,
        transaction: &WatchedTransaction,
        view: &[WatchedItem],
        head: u64,
        deadline: Deadline,
    ) -> Result<Row, UpstreamError> {
        let TransactionFacts::Xlm(listed) = &transaction.facts else {
            return Err(UpstreamError::Unusable {
                cause: "facts of a different family".to_owned(),
            });
        };
        let accounts = accounts(view);
        let mut found = (**listed).clone();
        if has_unresolved_claims(&found.entry, &accounts) {
            let complete = self
                .upstreams
                .transaction(self.key.network, found.entry.hash, deadline)
                .await?;
            found = complete.unwrap_or(found);
        }
        row_of(&found.entry, &accounts, head)
    }
}

fn accounts(view: &[WatchedItem]) -> Vec<AccountId> {
    view.iter().filter_map(|item| item.address.parse().ok()).collect()
}

fn has_unresolved_claims(entry: &Entry, accounts: &[AccountId]) -> bool {
    accounts.iter().any(|account| entry.has_unresolved_claims(*account))
}

fn row_of(entry: &Entry, accounts: &[AccountId], head: u64) -> Result<Row, UpstreamError> {
    let partial = has_unresolved_claims(entry, accounts).then_some(NOT_ALL_CLAIMS);
    let latest = u32::try_from(head).unwrap_or(u32::MAX);
    let record = View::of_accounts(accounts.iter().copied()).transaction(entry, latest);
    Row::of(&record, partial.into_iter().collect())
}

fn watched(account: AccountId) -> WatchedItem {
    WatchedItem {
        item: address_item(account),
        address: account.to_string(),
        path: None,
    }
}

fn address_item(account: AccountId) -> Item {
    Item::address(account.to_string().as_bytes())
}

fn block_id(id: &LedgerId) -> BlockId {
    BlockId {
        height: id.sequence.into(),
        hash: hex::encode(id.hash),
    }
}

fn watched_block(ledger: LedgerContents) -> WatchedBlock {
    WatchedBlock {
        id: block_id(&ledger.id),
        parent: hex::encode(ledger.parent),
        time: ledger.time,
        transactions: ledger.transactions.into_iter().map(watched_transaction).collect(),
        partial: Vec::new(),
    }
}

fn watched_transaction(transaction: LedgerTransaction) -> WatchedTransaction {
    let source = transaction.entry.source.account.to_string();
    WatchedTransaction {
        txid: hex::encode(transaction.entry.hash),
        touched: transaction.accounts().map(address_item).collect(),
        spends: vec![nonce_item(source.as_bytes(), transaction.sequence.unsigned_abs())],
        outputs: Vec::new(),
        height: Some(transaction.entry.ledger.into()),
        facts: TransactionFacts::Xlm(Box::new(transaction)),
    }
}
