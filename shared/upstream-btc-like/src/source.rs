//! Interface of the UTXO protocols, implemented by the adapters and used by the pool.

use crate::listed::Listed;
use async_trait::async_trait;
use futures::stream::{self, StreamExt};
use tokio::time::Instant;
use wallet_btc_like::history::{Entry, Funds, HistoryPage, Position, Unavailable};
use wallet_btc_like::ports::{ScriptBlock, ScriptQuery};
use wallet_btc_like::{
    Address, Block, BlockHash, BlockId, ExtendedKey, FeeEstimates, KeyCoin, KeyQuery, OutPoint, Params, ScannedKey,
    SignedTransaction, TransactionStatus, Txid, Unspent,
};
use wallet_upstream::{Deadline, Failure, Lane, Source, SubmitOutcome, Topic};

/// An upstream of a UTXO chain and network. Each call is an attempt.
pub(crate) trait BtcLikeSource:
    PaymentSource + TransactionSource + AddressSource + KeySource + BlockSource
{
}

impl<T: PaymentSource + TransactionSource + AddressSource + KeySource + BlockSource> BtcLikeSource for T {}

/// Facts for payments, and their submission.
#[async_trait]
pub(crate) trait PaymentSource: Source {
    /// Returns the unspent outputs of an address, including the mempool.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure>;

    /// Returns the estimated fees per 1000 vbytes.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure>;

    /// Submits a transaction's bytes.
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure>;
}

/// Transactions by their id.
#[async_trait]
pub(crate) trait TransactionSource: Source {
    /// Returns the bytes of a transaction, `None` if the upstream does not know the transaction.
    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure>;

    /// Returns the status of a transaction, `None` if the upstream does not know the transaction.
    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure>;

    /// Returns the transactions that replaced a transaction that the upstream has dropped, `None` if it reports none.
    /// The request is optional: a failure does not count against the upstream.
    async fn replacements(&self, _txid: Txid, _deadline: Deadline) -> Option<Replacements> {
        None
    }

    /// Returns transactions that may spend an output, the latest first; none if the upstream reports none. The request
    /// is optional, as that for replacements.
    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure>;
}

/// Balances and histories of addresses.
#[async_trait]
pub(crate) trait AddressSource: Source {
    /// Returns the balance of an address, with no request that only the history requires.
    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure>;

    /// Returns the balances of addresses in order. A failure of an address fails the rest only if the failure shows
    /// that the upstream is not available.
    async fn balances(
        &self,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressBalance, Failure>>, Failure> {
        let mut balances = Vec::with_capacity(addresses.len());
        for address in addresses {
            balances.push(self.balance(address, deadline));
        }
        let balances: Vec<_> = stream::iter(balances)
            .buffered(self.concurrent_addresses())
            .collect()
            .await;
        at_least_one(balances)
    }

    /// Returns the number of addresses that are requested at the same time.
    fn concurrent_addresses(&self) -> usize {
        CONCURRENT_ADDRESSES
    }

    /// Returns the balance of an address and at most `limit` transactions of its history from a position on.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure>;
}

/// Facts about extended keys.
#[async_trait]
pub(crate) trait KeySource: Source {
    /// Returns the addresses of a key, their unspent outputs, and at most `limit` transactions of their history.
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure>;
}

/// Lane of the requests for blocks and transactions, which use no permits of payments.
pub(crate) const BLOCKS: Lane = Lane::Optional(Topic::Blocks);

/// Lane of the requests for pending transactions.
pub(crate) const PENDING: Lane = Lane::Optional(Topic::Pool);

/// Blocks, and transactions as entries of a history, for notifications.
#[async_trait]
pub(crate) trait BlockSource: Source {
    /// Returns true if the upstream has whole blocks.
    fn lists_blocks(&self) -> bool {
        true
    }

    /// Returns the latest block.
    async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockId, Failure>;

    /// Returns the hash of the block at a height, `None` above the latest block.
    async fn hash_at(&self, height: u32, lane: Lane, deadline: Deadline) -> Result<Option<BlockHash>, Failure>;

    /// Returns the block with this hash, `None` if the upstream does not have the block.
    async fn block(&self, id: BlockId, lane: Lane, deadline: Deadline) -> Result<Option<Block>, Failure>;

    /// Returns a transaction, `None` if the upstream does not know the transaction.
    async fn entry(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Entry>, Failure>;

    /// Returns the readable pending transactions of an address, children before their parents.
    async fn pending(&self, address: &Address, lane: Lane, deadline: Deadline) -> Result<Vec<Entry>, Failure>;

    /// Returns true if the upstream lists the transactions of thousands of scripts at once.
    fn lists_scripts(&self) -> bool {
        false
    }

    /// Returns the blocks from a height to the last block, with the transactions that concern a query; fewer blocks if their
    /// transactions are too many, but at least the first.
    async fn script_blocks(
        &self,
        _first: u32,
        _last: BlockId,
        _query: &ScriptQuery,
        _deadline: Deadline,
    ) -> Result<Vec<ScriptBlock>, Failure> {
        Err(no_scripts())
    }

    /// Returns the readable pending transactions that concern a query.
    async fn script_pending(&self, _query: &ScriptQuery, _deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        Err(no_scripts())
    }
}

fn no_scripts() -> Failure {
    Failure::Declined {
        cause: "the upstream has no statuses of scripts".to_owned(),
    }
}

/// Decodes the block with this hash.
pub(crate) fn decode_block(params: &'static Params, id: BlockId, bytes: &[u8]) -> Result<Block, Failure> {
    let block = Block::decode(params, id.height, bytes).map_err(Failure::unusable)?;
    if block.id == id {
        Ok(block)
    } else {
        Err(Failure::unusable(format_args!(
            "block {}, expected {}",
            block.id.hash, id.hash
        )))
    }
}

/// Returns the readable entries of a list that are pending.
pub(crate) fn pending_entries(listed: Vec<Listed>) -> Vec<Entry> {
    let entries = listed.into_iter().filter_map(|row| row.entry);
    entries.filter(|entry| entry.height.is_none()).collect()
}

/// Default number of addresses that are requested at the same time.
const CONCURRENT_ADDRESSES: usize = 6;

/// Returns the number of addresses that are requested at the same time from an upstream with this maximum number of
/// concurrent requests: half, so that the requests of further callers are not delayed.
pub(crate) fn addresses_within(concurrency: usize) -> usize {
    (concurrency / 2).max(1)
}

/// Returns the results, or the first failure if there is no result: the upstream has served nothing.
pub(crate) fn at_least_one<T>(results: Vec<Result<T, Failure>>) -> Result<Vec<Result<T, Failure>>, Failure> {
    let has_any = results.iter().any(Result::is_ok);
    match results.iter().find_map(|result| result.as_ref().err()) {
        Some(failure) if !has_any => Err(failure.clone()),
        _ => Ok(results),
    }
}

/// Replacements in a mempool, as an upstream reports them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Replacements {
    /// Outpoints that the replaced transaction spends, checked against the txid.
    pub(crate) inputs: Vec<OutPoint>,
    /// The reported transactions, the latest first.
    pub(crate) by: Vec<Txid>,
}

/// Balance of an address, as an upstream returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressBalance {
    /// Height of the latest block of the upstream.
    pub(crate) tip: u32,
    /// Confirmed and pending balance.
    pub(crate) funds: Funds,
}

/// Returns the funds that consist of the amounts in base units, unless impossible.
pub(crate) fn funds(confirmed: u64, unconfirmed: i128, params: &Params) -> Result<Funds, Failure> {
    Funds::new(confirmed, unconfirmed, params)
        .ok_or_else(|| Failure::unusable("balance below zero or above the maximum"))
}

/// Balance of an address and a page of the history, as far as an upstream returns them.
#[derive(Debug)]
pub(crate) struct SourceFacts {
    pub(crate) balance: AddressBalance,
    /// The page, or the reason why the upstream returns none (docs/decisions/utxo-history.md#balance-without-history).
    pub(crate) history: Result<HistoryPage, Failure>,
}

impl SourceFacts {
    /// Combines the balance with the result of the requests for the history. The whole response fails if the history
    /// cannot be trusted, as opposed to being unavailable.
    pub(crate) fn of(balance: AddressBalance, history: Result<HistoryPage, Failure>) -> Result<Self, Failure> {
        let history = trusted(history)?;
        Ok(Self { balance, history })
    }
}

/// Returns the result of the requests for a history, or the failure if that shows that the upstream cannot be trusted.
pub(crate) fn trusted(history: Result<HistoryPage, Failure>) -> Result<Result<HistoryPage, Failure>, Failure> {
    match history {
        Err(failure) if !failure.is_unavailability() => Err(failure),
        history => Ok(history),
    }
}

/// Data about an extended key, as far as an upstream returns it.
#[derive(Debug)]
pub(crate) struct SourceKeyFacts {
    /// Height of the latest block of the upstream.
    pub(crate) tip: u32,
    pub(crate) scanned: ScannedKey,
    pub(crate) coins: Vec<KeyCoin>,
    /// All pending transactions of the key, `None` if the upstream does not return them.
    pub(crate) pending: Option<Vec<Entry>>,
    /// The page, or the reason why the upstream returns none.
    pub(crate) history: Result<HistoryPage, Failure>,
}

/// Maximum number of pending transactions that are requested in order to check their inputs.
pub(crate) const MAX_PENDING: u32 = 50;

/// Part of an attempt for the history, in percent. The rest remains for the balance.
const HISTORY_TIME: u32 = 75;

/// Returns the end of the requests for a history within an attempt.
pub(crate) fn history_deadline(deadline: Deadline) -> Deadline {
    deadline.percent(HISTORY_TIME, Instant::now().into_std())
}

/// Height of the first block.
const GENESIS: u32 = 0;

/// Returns false if the checkpoint of the server is one of another chain
/// (docs/decisions/upstreams.md#verified-chains-of-upstreams). A server that does not return that block is
/// recognised by the genesis block, and a server that returns neither is used: a wrong URL leads to a server that
/// returns blocks. `block_hash` returns the hash of the block at a height.
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

/// Returns the part of the balance that is not spendable
/// (docs/decisions/utxo-history.md#spendable-balance-of-utxo-chains): from the first page of the history if it is
/// sufficient, otherwise from the unspent outputs. Returns `None` if not reported.
pub(crate) async fn unavailable_by_page(
    source: &dyn BtcLikeSource,
    address: &Address,
    page: Option<&HistoryPage>,
    tip: u32,
    deadline: Deadline,
) -> Option<Unavailable> {
    match page.and_then(|page| Unavailable::of_page(page, address, tip)) {
        Some(found) => Some(found),
        None => unavailable_by_outputs(source, address, deadline).await,
    }
}

/// Returns the part of the balance that is not spendable, from the unspent outputs and, if some are pending, from the
/// pending transactions.
pub(crate) async fn unavailable_by_outputs(
    source: &dyn BtcLikeSource,
    address: &Address,
    deadline: Deadline,
) -> Option<Unavailable> {
    let found = async {
        let deadline = history_deadline(deadline);
        let outputs = source.unspent(address, deadline).await?;
        let pending = if outputs.iter().any(|output| output.confirmations == 0) {
            pending(source, address, deadline).await?
        } else {
            Vec::new()
        };
        Ok::<_, Failure>({
            let is_own = |owner: &Address| owner == address;
            Unavailable::of_outputs(&outputs, &pending, address.params(), is_own)
        })
    };
    found.await.unwrap_or_else(|failure| {
        tracing::info!(kind = source.kind().name(), %failure, "unspent outputs unavailable, spendable balance unknown");
        None
    })
}

/// Returns the latest pending transactions of an address.
async fn pending(source: &dyn BtcLikeSource, address: &Address, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
    let facts = source.address_facts(address, Position::default(), MAX_PENDING, deadline);
    let SourceFacts { history, .. } = facts.await?;
    let entries = history?.entries.into_iter();
    Ok(entries.filter(|entry| entry.height.is_none()).collect())
}
