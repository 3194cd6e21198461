//! The EVM chains.

use super::{confirmations, interval, nonce_item, samples};
use crate::chain::{TransactionFacts, WatchedBlock, WatchedChain, WatchedTransaction, request_all};
use crate::subscribed::{Head, Row, Sample, SampleRequest, SubscribedChain};
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::block::{Block, BlockTransaction};
use wallet_eth_like::history::{Entry, TransferAsset, View};
use wallet_eth_like::ports::{Erc20List, EthLikeBlocks, EthLikeNode};
use wallet_eth_like::{Address, Chain, Hash, Params};
use wallet_notifications::{BlockId, ChainKey, Item, WatchedItem};

/// The entry of `partial` for movements of the coin inside contracts.
const NO_INTERNAL: &str = "internal";

/// The entry of `partial` for transfers in the calldata of a pending transaction that have no action before the receipt.
const NO_TOKEN_TRANSFERS: &str = "token-transfers";

/// The maximum number of unlisted tokens of a transaction whose metadata are requested.
const MAX_UNLISTED: usize = 5;

/// The ports of the EVM chains.
pub struct EthLikePorts<U, T> {
    /// The nodes.
    pub nodes: Arc<U>,
    /// The listed tokens, which only the loop requires; `()` for subscriptions.
    pub tokens: T,
}

/// Returns the EVM chains.
pub fn eth_like<U, T: Clone>(ports: &EthLikePorts<U, T>) -> impl Iterator<Item = Arc<EthLike<U, T>>> {
    let chains = Chain::ALL
        .iter()
        .flat_map(|chain| Network::ALL.map(|network| (*chain, network)));
    chains.map(|(chain, network)| {
        Arc::new(EthLike {
            key: ChainKey::new(chain.name(), network),
            params: Params::of(chain, network),
            nodes: Arc::clone(&ports.nodes),
            tokens: ports.tokens.clone(),
        })
    })
}

/// An EVM chain on a network.
pub struct EthLike<U, T> {
    key: ChainKey,
    params: Params,
    nodes: Arc<U>,
    tokens: T,
}

#[async_trait]
impl<U: EthLikeBlocks, T: Send + Sync> SubscribedChain for EthLike<U, T> {
    fn key(&self) -> &ChainKey {
        &self.key
    }

    fn confirmations(&self) -> u64 {
        confirmations(&self.key)
    }

    fn lists_pending(&self) -> bool {
        false
    }

    fn address(&self, text: &str) -> Result<WatchedItem, ErrorInfo> {
        let address: Address = text
            .parse()
            .map_err(|error: wallet_eth_like::AddressError| error.info())?;
        Ok(watched(address))
    }

    fn transaction_id(&self, text: &str) -> Result<String, ErrorInfo> {
        let hash: Hash = text.parse().map_err(|error: wallet_eth_like::HashError| error.info())?;
        Ok(hash.to_string())
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, UpstreamError> {
        let head = self.nodes.head(self.params, deadline).await?;
        Ok(Head {
            block: block_id(&head.latest),
            finalized: head.finalized,
        })
    }

    fn sample(&self, request: SampleRequest) -> Result<Sample, UpstreamError> {
        let (transaction, to, replacement) = samples::eth_like(request.time, request.height);
        let to = watched(to);
        let view = self.view_of(request.view(&to), Vec::new());
        Ok(Sample {
            row: row_of(&transaction, &view, request.head)?,
            to,
            replacement: replacement.to_string(),
        })
    }
}

#[async_trait]
impl<U: EthLikeNode + EthLikeBlocks, T: Erc20List + ?Sized> WatchedChain for EthLike<U, Arc<T>> {
    fn interval(&self) -> Duration {
        interval(&self.key)
    }

    async fn block_hash(&self, height: u64, deadline: Deadline) -> Result<Option<String>, UpstreamError> {
        let hash = self.nodes.block_hash(self.params, height, deadline).await?;
        Ok(hash.map(|hash| hash.to_string()))
    }

    async fn block(&self, height: u64, deadline: Deadline) -> Result<Option<WatchedBlock>, UpstreamError> {
        let block = self.nodes.block(self.params, height, deadline).await?;
        Ok(block.map(watched_block))
    }

    async fn transaction(&self, txid: &str, deadline: Deadline) -> Result<Option<WatchedTransaction>, UpstreamError> {
        let Ok(hash) = txid.parse::<Hash>() else {
            return Ok(None);
        };
        let found = self.nodes.transaction(self.params, hash, deadline).await?;
        Ok(found.map(watched_transaction))
    }

    async fn pending(
        &self,
        addresses: &[WatchedItem],
        deadline: Deadline,
    ) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError> {
        let senders = addresses.iter().filter_map(|watched| watched.address.parse().ok());
        let requests = senders.map(|sender| self.nodes.pending(self.params, sender, deadline));
        let found: Vec<_> = request_all(requests.collect())
            .await
            .into_iter()
            .collect::<Result<_, _>>()?;
        Ok(Some(found.into_iter().flatten().map(watched_transaction).collect()))
    }

    async fn row(
        &self,
        transaction: &WatchedTransaction,
        view: &[WatchedItem],
        head: u64,
        deadline: Deadline,
    ) -> Result<Row, UpstreamError> {
        let TransactionFacts::EthLike(found) = &transaction.facts else {
            return Err(UpstreamError::Unusable {
                cause: "facts of a different family".to_owned(),
            });
        };
        let unreadable = |error: StoreError| UpstreamError::Unusable { cause: error.cause };
        let listed = self.tokens.erc20(self.params.chain).await.map_err(unreadable)?;
        let collections = self.tokens.collections(self.params.chain).await.map_err(unreadable)?;
        let listed: Vec<_> = listed.iter().map(|token| (token.contract, token.decimals)).collect();
        let is_listed = |contract: &Address| listed.iter().any(|(known, _)| known == contract);
        let unlisted: BTreeSet<_> = contracts(&found.entry)
            .filter(|contract| !is_listed(contract))
            .collect();
        let mut further = Vec::new();
        for contract in unlisted.into_iter().take(MAX_UNLISTED) {
            // Decimals of an unlisted token are a hint only: without them the amount is in base units.
            if let Ok(Some(metadata)) = self.nodes.token_metadata(self.params, contract, deadline).await {
                further.push((contract, metadata.decimals));
            }
        }
        let view = self.view_of(view, listed).with_collections(collections);
        row_of(found, &view.with_unlisted(further), head)
    }
}

impl<U, T> EthLike<U, T> {
    /// Returns the view of addresses; `listed` are tokens with their decimals.
    fn view_of(&self, addresses: &[WatchedItem], listed: Vec<(Address, u8)>) -> View {
        let addresses = addresses.iter().filter_map(|item| item.address.parse().ok());
        View::of_addresses(self.params, addresses, listed)
    }
}

fn row_of(transaction: &BlockTransaction, view: &View, head: u64) -> Result<Row, UpstreamError> {
    let partial = (!transaction.parties.is_empty()).then_some(NO_TOKEN_TRANSFERS);
    Row::of(
        &view.transaction(&transaction.entry, head),
        partial.into_iter().collect(),
    )
}

/// Returns the contracts of transferred tokens with decimals.
fn contracts(entry: &Entry) -> impl Iterator<Item = Address> {
    entry.transfers.iter().filter_map(|transfer| match transfer.asset {
        TransferAsset::Token { contract, .. } => Some(contract),
        TransferAsset::Coin | TransferAsset::Endowment | TransferAsset::Nft(_) => None,
    })
}

fn watched(address: Address) -> WatchedItem {
    WatchedItem {
        item: address_item(address),
        address: address.to_string(),
        path: None,
    }
}

fn address_item(address: Address) -> Item {
    Item::address(&address.to_bytes())
}

fn block_id(id: &wallet_eth_like::block::BlockId) -> BlockId {
    BlockId {
        height: id.height,
        hash: id.hash.to_string(),
    }
}

fn watched_block(block: Block) -> WatchedBlock {
    WatchedBlock {
        id: block_id(&block.id),
        parent: block.parent.to_string(),
        time: block.time,
        partial: block.lacks_internal.then_some(NO_INTERNAL).into_iter().collect(),
        transactions: block.transactions.into_iter().map(watched_transaction).collect(),
    }
}

fn watched_transaction(transaction: BlockTransaction) -> WatchedTransaction {
    WatchedTransaction {
        txid: transaction.entry.txid().to_string(),
        touched: transaction.addresses().map(address_item).collect(),
        spends: vec![nonce_item(&transaction.sender.to_bytes(), transaction.nonce)],
        outputs: Vec::new(),
        height: transaction.entry.position.block(),
        facts: TransactionFacts::EthLike(Box::new(transaction)),
    }
}
