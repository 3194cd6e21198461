//! The UTXO chains.

use super::{confirmations, interval, samples};
use crate::chain::{TransactionFacts, WatchedBlock, WatchedChain, WatchedTransaction, request_all};
use crate::subscribed::{Head, MAX_STATUSES, Polling, Row, Sample, SampleRequest, SubscribedChain};
use async_trait::async_trait;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;
use wallet_btc_like::history::{Entry, Position, View};
use wallet_btc_like::ports::{BtcLikeBlocks, BtcLikeIndex, BtcLikeNode, ScriptBlock, ScriptQuery};
use wallet_btc_like::{
    Address, AddressKind, Block, BlockTransaction, Branch, ExtendedKey, KeyQuery, OutPoint, Params, Script, parse_txid,
};
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::model::ChainName;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, ChainKey, Item, WatchedItem};

/// The number of transactions of an address among which the spent outputs of a new subscription are searched.
const RECENT: u32 = 50;

/// The upstreams of the UTXO chains.
pub trait BtcLikeUpstreams: BtcLikeNode + BtcLikeIndex + BtcLikeBlocks + 'static {}

impl<T: BtcLikeNode + BtcLikeIndex + BtcLikeBlocks + 'static> BtcLikeUpstreams for T {}

/// Returns the UTXO chains.
pub fn btc_like<U: BtcLikeUpstreams>(upstreams: &Arc<U>) -> impl Iterator<Item = Arc<BtcLike<U>>> {
    Params::all().iter().map(|params| {
        Arc::new(BtcLike {
            key: ChainKey::new(params.chain.name(), params.network),
            params,
            upstreams: Arc::clone(upstreams),
        })
    })
}

/// A UTXO chain on a network.
pub struct BtcLike<U> {
    key: ChainKey,
    params: &'static Params,
    upstreams: Arc<U>,
}

#[async_trait]
impl<U: BtcLikeUpstreams> SubscribedChain for BtcLike<U> {
    fn key(&self) -> &ChainKey {
        &self.key
    }

    fn confirmations(&self) -> u64 {
        confirmations(&self.key)
    }

    fn polling(&self) -> Polling {
        if self.upstreams.lists_scripts(self.params) {
            Polling::BY_STATUS
        } else {
            Polling::BY_ADDRESS
        }
    }

    fn max_watched(&self) -> Option<u64> {
        (!self.has_blocks()).then_some(MAX_STATUSES)
    }

    fn address(&self, text: &str) -> Result<WatchedItem, ErrorInfo> {
        let address = Address::parse(self.params, text).map_err(|error| error.info())?;
        Ok(watched(&address, None))
    }

    fn transaction_id(&self, text: &str) -> Result<String, ErrorInfo> {
        let txid = parse_txid(text).map_err(|error| error.info())?;
        Ok(txid.to_string())
    }

    fn extended_key(&self, text: &str) -> Result<String, ErrorInfo> {
        self.parse_key(text).map(|_| text.to_owned())
    }

    fn derive(&self, key: &str, branch: usize, indexes: Range<u32>) -> Result<Vec<WatchedItem>, ErrorInfo> {
        let key = self.parse_key(key)?;
        let Some(branch) = key.branches().find(|known| branch_number(*known) == branch) else {
            return Ok(Vec::new());
        };
        let derived = indexes.filter_map(|index| key.address(branch, index));
        Ok(derived
            .map(|derived| watched(&derived.address, Some(derived.path)))
            .collect())
    }

    async fn scan_key(&self, key: &str, gap: u32, deadline: Deadline) -> Result<[u32; 2], UpstreamError> {
        let key = self.parse_key(key).map_err(|error| UpstreamError::Unusable {
            cause: error.message.into_owned(),
        })?;
        let query = KeyQuery {
            gap,
            from: Position::default(),
            limit: 0,
        };
        let facts = self.upstreams.key_facts(&key, query, deadline).await?;
        let mut derived = [0; 2];
        for branch in key.branches() {
            let scanned = facts.scanned.addresses.iter();
            let count = scanned.filter(|scanned| scanned.key_address.branch == branch).count();
            derived[branch_number(branch)] = u32::try_from(count).unwrap_or(u32::MAX);
        }
        Ok(derived)
    }

    async fn outputs(
        &self,
        addresses: &[WatchedItem],
        since: u64,
        deadline: Deadline,
    ) -> Result<Vec<WatchedItem>, UpstreamError> {
        let mut items = Vec::new();
        for watched in addresses {
            let Ok(address) = Address::parse(self.params, &watched.address) else {
                continue;
            };
            if !hides_owner(&address) {
                continue;
            }
            let page = self
                .upstreams
                .address_facts(&address, Position::default(), RECENT, deadline);
            let (page, unspent) = futures::try_join!(page, self.upstreams.unspent(&address, deadline))?;
            let history = page.history.ok_or_else(|| UpstreamError::Unusable {
                cause: "no history of an address whose outputs have to be known".to_owned(),
            })?;
            let is_recent = |entry: &&Entry| entry.height.is_none_or(|height| u64::from(height) > since);
            let spent = history.entries.iter().filter(is_recent).flat_map(|entry| &entry.inputs);
            let spent = spent
                .filter(|input| input.owner.as_ref() == Some(&address))
                .filter_map(|input| input.spent);
            let outpoints = unspent.iter().map(|unspent| unspent.utxo.outpoint).chain(spent);
            items.extend(outpoints.map(|outpoint| WatchedItem {
                item: spend_item(&outpoint),
                ..watched.clone()
            }));
        }
        Ok(items)
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, UpstreamError> {
        let head = self.upstreams.head(self.params, deadline).await?;
        Ok(Head {
            block: block_id(&head),
            finalized: None,
        })
    }

    fn sample(&self, request: SampleRequest) -> Result<Sample, UpstreamError> {
        let (entry, to, replacement) = samples::btc_like(self.params, request.time, request.height.map(narrow));
        let to = watched(&to, None);
        Ok(Sample {
            row: self.row_of(&entry, request.view(&to), request.head)?,
            to,
            replacement: replacement.to_string(),
        })
    }
}

#[async_trait]
impl<U: BtcLikeUpstreams> WatchedChain for BtcLike<U> {
    fn interval(&self) -> Duration {
        interval(&self.key)
    }

    fn lists_blocks(&self) -> bool {
        self.has_blocks()
    }

    async fn block_hash(&self, height: u64, deadline: Deadline) -> Result<Option<String>, UpstreamError> {
        let hash = self.upstreams.block_hash(self.params, narrow(height), deadline).await?;
        Ok(hash.map(|hash| hash.to_string()))
    }

    async fn block(&self, height: u64, deadline: Deadline) -> Result<Option<WatchedBlock>, UpstreamError> {
        let block = self.upstreams.block(self.params, narrow(height), deadline).await?;
        Ok(block.map(|block| watched_block(&block)))
    }

    async fn blocks_of(
        &self,
        heights: RangeInclusive<u64>,
        items: &[Item],
        deadline: Deadline,
    ) -> Result<Vec<WatchedBlock>, UpstreamError> {
        let heights = narrow(*heights.start())..=narrow(*heights.end());
        let query = script_query(items);
        let blocks = self.upstreams.script_blocks(self.params, heights, &query, deadline);
        Ok(blocks.await?.into_iter().map(script_block).collect())
    }

    async fn transaction(&self, txid: &str, deadline: Deadline) -> Result<Option<WatchedTransaction>, UpstreamError> {
        let Ok(txid) = parse_txid(txid) else { return Ok(None) };
        let entry = self.upstreams.transaction(self.params, txid, deadline).await?;
        Ok(entry.map(watched_entry))
    }

    async fn pending(
        &self,
        addresses: &[WatchedItem],
        deadline: Deadline,
    ) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError> {
        if self.upstreams.lists_scripts(self.params) {
            let query = script_query(addresses.iter().map(|watched| &watched.item));
            match self.upstreams.script_pending(self.params, &query, deadline).await {
                Ok(pending) => return Ok(Some(pending.into_iter().map(watched_entry).collect())),
                Err(error) if !self.has_blocks() => return Err(error),
                // The other upstreams list those of a few addresses.
                Err(error) => tracing::info!(chain = %self.key, %error, "statuses unavailable"),
            }
        }
        let addresses = addresses.iter().take(Polling::BY_ADDRESS.of_tick);
        let addresses = addresses.filter_map(|watched| Address::parse(self.params, &watched.address).ok());
        let addresses: Vec<_> = addresses.collect();
        let requests = addresses
            .iter()
            .map(|address| self.upstreams.pending(address, deadline));
        let found: Vec<_> = request_all(requests.collect())
            .await
            .into_iter()
            .collect::<Result<_, _>>()?;
        Ok(Some(found.into_iter().flatten().map(watched_entry).collect()))
    }

    async fn row(
        &self,
        transaction: &WatchedTransaction,
        view: &[WatchedItem],
        head: u64,
        deadline: Deadline,
    ) -> Result<Row, UpstreamError> {
        let entry = match &transaction.facts {
            TransactionFacts::BtcLike(Some(entry)) => (**entry).clone(),
            _ => self.entry(transaction, deadline).await?,
        };
        self.row_of(&entry, view, head)
    }
}

impl<U: BtcLikeUpstreams> BtcLike<U> {
    /// Returns true if the upstreams list whole blocks.
    fn has_blocks(&self) -> bool {
        self.upstreams.lists_blocks(self.params) || !self.upstreams.lists_scripts(self.params)
    }

    fn row_of(&self, entry: &Entry, view: &[WatchedItem], head: u64) -> Result<Row, UpstreamError> {
        let addresses = view
            .iter()
            .filter_map(|item| Address::parse(self.params, &item.address).ok());
        let view = View::of_addresses(self.params, addresses);
        Row::of(&view.transaction(entry, narrow(head)), Vec::new())
    }

    fn parse_key(&self, text: &str) -> Result<ExtendedKey, ErrorInfo> {
        ExtendedKey::parse(self.params, text).map_err(|error| error.info())
    }

    /// Returns a transaction of a block with the owners and values of the inputs. An index that does not yet know the
    /// transaction is waited for: the tick fails, and the next one reads the block again.
    async fn entry(&self, transaction: &WatchedTransaction, deadline: Deadline) -> Result<Entry, UpstreamError> {
        let unknown = || UpstreamError::Unusable {
            cause: format!("the transaction {} of a block is unknown", transaction.txid),
        };
        let txid = parse_txid(&transaction.txid).map_err(|_| unknown())?;
        let entry = self.upstreams.transaction(self.params, txid, deadline).await?;
        let entry = entry.ok_or_else(unknown)?;
        Ok(Entry {
            height: transaction.height.map(narrow),
            ..entry
        })
    }
}

/// Returns true for an address whose outputs are spent without revealing the address: a key path of taproot reveals only a
/// signature (BIP 341).
fn hides_owner(address: &Address) -> bool {
    address.kind() == AddressKind::P2tr
}

fn branch_number(branch: Branch) -> usize {
    match branch {
        Branch::Receive => 0,
        Branch::Change => 1,
    }
}

fn watched(address: &Address, path: Option<String>) -> WatchedItem {
    WatchedItem {
        item: address_item(address.script_pubkey()),
        address: address.to_string(),
        path,
    }
}

fn address_item(script: &Script) -> Item {
    Item::address(script.as_bytes())
}

fn spend_item(outpoint: &OutPoint) -> Item {
    Item::spend(outpoint.to_string().as_bytes())
}

fn block_id(id: &wallet_btc_like::BlockId) -> BlockId {
    BlockId {
        height: id.height.into(),
        hash: id.hash.to_string(),
    }
}

fn watched_block(block: &Block) -> WatchedBlock {
    let height = u64::from(block.id.height);
    let transactions = block
        .transactions
        .iter()
        .map(|transaction| of_block(transaction, height));
    WatchedBlock {
        id: block_id(&block.id),
        parent: block.parent.to_string(),
        time: block.time,
        transactions: transactions.collect(),
        partial: Vec::new(),
    }
}

fn of_block(transaction: &BlockTransaction, height: u64) -> WatchedTransaction {
    let revealed = transaction.inputs.iter().flat_map(|input| &input.revealed);
    let paid = transaction.outputs.iter().map(|output| &output.script);
    let hidden = transaction
        .outputs
        .iter()
        .zip(0..)
        .filter(|(output, _)| output.script.is_p2tr());
    let outputs = hidden.map(|(output, vout)| {
        let outpoint = OutPoint::new(transaction.txid, vout);
        (spend_item(&outpoint), address_item(&output.script))
    });
    let spends = transaction.inputs.iter().filter_map(|input| input.spent.as_ref());
    WatchedTransaction {
        txid: transaction.txid.to_string(),
        touched: revealed.chain(paid).map(|script| address_item(script)).collect(),
        spends: spends.map(spend_item).collect(),
        outputs: outputs.collect(),
        height: Some(height),
        facts: TransactionFacts::BtcLike(None),
    }
}

/// Returns the query for items. Items of a different chain, which do not exist, are left out.
fn script_query<'a>(items: impl IntoIterator<Item = &'a Item>) -> ScriptQuery {
    let mut query = ScriptQuery::default();
    for item in items {
        let text = || std::str::from_utf8(item.bytes()).unwrap_or_default();
        if item.is_address() {
            query.scripts.push(Script::from_bytes(item.bytes()).to_owned());
        } else if item.is_spend() {
            query.outpoints.extend(text().parse::<OutPoint>());
        } else {
            query.txids.extend(parse_txid(text()));
        }
    }
    query
}

fn script_block(block: ScriptBlock) -> WatchedBlock {
    WatchedBlock {
        id: block_id(&block.id),
        parent: block.parent.to_string(),
        time: block.time,
        transactions: block.entries.into_iter().map(of_script_block).collect(),
        partial: Vec::new(),
    }
}

/// Returns a transaction in a block. The owners of the inputs are known; the outputs whose spending does not reveal the owner are
/// for blocks from a different kind of upstream.
fn of_script_block(entry: Entry) -> WatchedTransaction {
    let hidden = entry.outputs.iter().zip(0..).filter_map(|(output, vout)| {
        let address = output.payee.address().filter(|address| hides_owner(address))?;
        let outpoint = OutPoint::new(entry.txid, vout);
        Some((spend_item(&outpoint), address_item(address.script_pubkey())))
    });
    let outputs = hidden.collect();
    WatchedTransaction {
        outputs,
        ..watched_entry(entry)
    }
}

fn watched_entry(entry: Entry) -> WatchedTransaction {
    let touched = entry.addresses().map(|address| address_item(address.script_pubkey()));
    WatchedTransaction {
        txid: entry.txid.to_string(),
        touched: touched.collect(),
        spends: entry.spent().map(|outpoint| spend_item(&outpoint)).collect(),
        outputs: Vec::new(),
        height: entry.height.map(u64::from),
        facts: TransactionFacts::BtcLike(Some(Box::new(entry))),
    }
}

/// Returns a height. A height above 32 bits does not exist.
fn narrow(height: u64) -> u32 {
    u32::try_from(height).unwrap_or(u32::MAX)
}
