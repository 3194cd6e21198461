//! Random chains, read page by page: nothing is lost or repeated, and the order is unique.

use super::{Listed, Lists, Page, Row, Sizes, history};
use async_trait::async_trait;
use futures::FutureExt;
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_eth_like::history::{Entry, HistoryFacts, HistoryPosition, Position, TopLevelCall, Transfer, TransferAsset};
use wallet_eth_like::{Address, Amount, Hash};
use wallet_upstream::Failure;

/// Runs a future that is ready immediately.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("the future is ready immediately")
}

fn own() -> Address {
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse().unwrap()
}

fn other() -> Address {
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359".parse().unwrap()
}

/// Transaction of a generated chain.
#[derive(Clone, Debug)]
struct Generated {
    block: u64,
    index: u32,
    /// True if sent by the address.
    own: bool,
    internal: usize,
    tokens: usize,
    /// Number of irrelevant rows.
    spam: usize,
}

impl Generated {
    fn txid(&self) -> Hash {
        let mut bytes = [0; 32];
        // The order of the ids differs from that of the positions.
        bytes[0] = self.index.to_be_bytes()[3].wrapping_mul(151);
        bytes[8..16].copy_from_slice(&self.block.to_be_bytes());
        bytes[16..20].copy_from_slice(&self.index.to_be_bytes());
        Hash(bytes)
    }

    fn is_relevant(&self) -> bool {
        self.own || self.internal + self.tokens > 0
    }

    fn row(&self, with_index: bool, fill: impl FnOnce(&mut Entry)) -> Row {
        let mut entry = Entry {
            position: HistoryPosition::Mined {
                block: self.block,
                index: with_index.then_some(self.index),
                txid: self.txid(),
            },
            time: self.block,
            outer: None,
            fee: None,
            lacks_l1_fee: false,
            lacks_gas_fee: false,
            labels: Vec::new(),
            transfers: Vec::new(),
        };
        fill(&mut entry);
        Row {
            block: Some(self.block),
            entry: Some(entry),
            omits_nft: false,
        }
    }

    fn rows(&self, list: usize) -> Vec<Row> {
        let transfer = |asset| Transfer {
            asset,
            from: Some(other()),
            to: own(),
            value: Amount::from(1_u64),
        };
        let token = TransferAsset::Token {
            contract: other(),
            decimals: None,
        };
        match list {
            0 if self.own => vec![self.row(true, |entry| {
                entry.outer = Some(TopLevelCall {
                    from: own(),
                    to: Some(other()),
                    value: Amount::ZERO,
                    succeeded: true,
                });
            })],
            0 => Vec::new(),
            1 => (0..self.internal)
                .map(|_| self.row(false, |entry| entry.transfers = vec![transfer(TransferAsset::Coin)]))
                .collect(),
            _ => {
                let spam = (0..self.spam).map(|_| Row {
                    block: Some(self.block),
                    entry: None,
                    omits_nft: false,
                });
                let tokens = (0..self.tokens).map(|_| self.row(true, |entry| entry.transfers = vec![transfer(token)]));
                spam.chain(tokens).collect()
            }
        }
    }
}

/// Index of a generated chain.
struct Index {
    lists: [Vec<Row>; 3],
    pages: AtomicUsize,
}

impl Index {
    fn of(chain: &[Generated]) -> Self {
        let mut chain: Vec<_> = chain.iter().collect();
        chain.sort_by_key(|made| std::cmp::Reverse((made.block, made.index)));
        Self {
            lists: [0, 1, 2].map(|list| chain.iter().flat_map(|made| made.rows(list)).collect()),
            pages: AtomicUsize::new(0),
        }
    }
}

#[async_trait]
impl Lists for Index {
    fn count(&self) -> usize {
        3
    }

    async fn page(&self, list: usize, page: Page) -> Result<Listed, Failure> {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let rows = self.lists[list].iter();
        let rows = rows.filter(|row| page.to.is_none_or(|to| row.block <= Some(to)));
        let before = (page.number - 1) * page.size;
        let rows: Vec<_> = rows.skip(before as usize).take(page.size as usize).cloned().collect();
        Ok(Listed {
            is_last: rows.len() < page.size as usize,
            rows,
            ..Listed::default()
        })
    }
}

/// Transaction hash and number of transfers of a returned transaction.
type Summary = (Hash, usize);

fn summaries(facts: &HistoryFacts) -> Vec<Summary> {
    let entries = facts.entries.iter();
    entries.map(|entry| (entry.txid(), entry.transfers.len())).collect()
}

/// Reads a history to the end; new transactions are added before each further request.
fn read_all(chain: &[Generated], newer: &[Generated], limit: u32, sizes: Sizes) -> Vec<Summary> {
    let mut chain = chain.to_vec();
    let mut newer = newer.iter();
    let mut from = Position::Start;
    let mut all = Vec::new();
    for _ in 0..10_000 {
        let index = Index::of(&chain);
        let facts = block_on(history(&index, own(), from, limit, sizes)).unwrap();
        assert!(facts.entries.len() <= limit as usize);
        all.extend(summaries(&facts));
        match facts.next {
            Some(next) => from = next,
            None => return all,
        }
        chain.extend(newer.next().cloned());
    }
    panic!("the history does not end");
}

/// Returns the expected transactions of a chain in the order of their positions.
fn expected(chain: &[Generated]) -> Vec<Summary> {
    let mut entries: Vec<_> = chain.iter().filter(|made| made.is_relevant()).collect();
    entries.sort_by_key(|made| HistoryPosition::Mined {
        block: made.block,
        // Internal transfers have no index.
        index: (made.own || made.tokens > 0).then_some(made.index),
        txid: made.txid(),
    });
    entries
        .iter()
        .map(|made| (made.txid(), made.internal + made.tokens))
        .collect()
}

/// Generates a chain with some crowded blocks.
fn chains() -> impl Strategy<Value = Vec<Generated>> {
    let made = (1..20_u64, any::<bool>(), 0..3_usize, 0..3_usize, 0..4_usize);
    let chain = prop::collection::vec(made, 0..40);
    chain.prop_map(|transactions| {
        let numbered = (0..).zip(transactions);
        let made = numbered.map(|(index, (block, own, internal, tokens, spam))| Generated {
            block: block * block / 9,
            index,
            own,
            internal,
            tokens,
            spam,
        });
        made.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_transaction_is_returned_once_and_completely(
        chain in chains(),
        newer in prop::collection::vec(any::<bool>(), 0..5),
        limit in 1..30_u32,
        first in 1..40_u32,
        page in 1..60_u32,
    ) {
        let sizes = Sizes { first, page, depth: 100_000 };
        let newer = (0..).zip(newer).map(|(index, own)| Generated {
            block: 1000 + u64::from(index) / 2,
            index,
            own,
            internal: 1,
            tokens: 1,
            spam: 1,
        });
        let newer: Vec<_> = newer.collect();
        prop_assert_eq!(read_all(&chain, &newer, limit, sizes), expected(&chain));
    }
}

fn sent(block: u64, index: u32) -> Generated {
    Generated {
        block,
        index,
        own: true,
        internal: 0,
        tokens: 1,
        spam: 0,
    }
}

#[test]
fn many_transactions_need_one_round() {
    let chain: Vec<_> = (0..10_000).map(|block| sent(block, 0)).collect();
    let index = Index::of(&chain);
    let facts = block_on(history(&index, own(), Position::Start, 50, Sizes::first(200))).unwrap();
    assert_eq!((facts.entries.len(), index.pages.into_inner()), (50, 3));
    assert!(facts.next.is_some());
}

#[test]
fn spam_is_skipped() {
    let spam = |block| Generated {
        own: false,
        tokens: 0,
        spam: 30,
        ..sent(block, 0)
    };
    let mut chain: Vec<_> = (100..200).map(spam).collect();
    chain.push(sent(1, 0));
    let index = Index::of(&chain);
    let facts = block_on(history(&index, own(), Position::Start, 50, Sizes::first(200))).unwrap();
    assert_eq!((summaries(&facts), facts.next), (expected(&chain), None));
    // More spam than a request reads: the next request continues there.
    chain.extend((200..400).map(spam));
    let index = Index::of(&chain);
    let facts = block_on(history(&index, own(), Position::Start, 50, Sizes::first(200))).unwrap();
    assert!(
        facts.entries.is_empty() && matches!(facts.next, Some(Position::Block(100..400))),
        "{facts:?}"
    );
    assert_eq!(read_all(&chain, &[], 50, Sizes::first(200)), expected(&chain));
}

#[test]
fn block_beyond_all_pages_is_declined() {
    let chain: Vec<_> = (0..=10_000).map(|index| sent(7, index)).collect();
    let index = Index::of(&chain);
    let failure = block_on(history(&index, own(), Position::Start, 50, Sizes::first(200))).unwrap_err();
    assert!(matches!(failure, Failure::Declined { .. }), "{failure}");
}

/// Server that returns the same rows regardless of the request.
struct Stubborn(Vec<u64>);

#[async_trait]
impl Lists for Stubborn {
    fn count(&self) -> usize {
        1
    }

    async fn page(&self, _: usize, _: Page) -> Result<Listed, Failure> {
        let rows = self
            .0
            .iter()
            .map(|block| sent(*block, 0).rows(0))
            .collect::<Vec<_>>()
            .concat();
        Ok(Listed {
            rows,
            is_last: true,
            ..Listed::default()
        })
    }
}

#[test]
fn list_out_of_order_or_above_its_maximum_is_unusable() {
    for (blocks, from) in [(vec![7, 8], Position::Start), (vec![9, 8], Position::Block(8))] {
        let failure = block_on(history(&Stubborn(blocks), own(), from, 50, Sizes::first(200))).unwrap_err();
        assert!(matches!(failure, Failure::Unusable { .. }), "{failure}");
    }
    let facts = block_on(history(
        &Stubborn(vec![8, 8, 7]),
        own(),
        Position::Block(8),
        50,
        Sizes::first(200),
    ));
    assert_eq!(facts.unwrap().entries.len(), 2, "the same id is one transaction");
}
