//! Merged histories of several addresses.

use crate::Txid;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Transactions of one or more addresses, latest first, as far as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialList<T> {
    /// The transactions.
    pub rows: Vec<T>,
    /// True if more transactions follow, which were not read.
    pub continues: bool,
}

/// Sort key: pending transactions, then the blocks from the latest down, then the txid.
type Key = (Reverse<u64>, Txid);

struct Node<T> {
    row: T,
    height: Option<u32>,
    /// Number of rows that have to precede the row.
    waits_for: usize,
    followers: Vec<Txid>,
    /// True if a list ends with the row and continues unread.
    ends_list: bool,
}

/// Merges the histories of several addresses. A transaction of several lists appears once, with the block if a list
/// has the block. Within a block the order is that of each list, otherwise that of the txids, so that the same lists
/// always yield the same order. The result ends where the first list that continues ends, since the order of later rows
/// is unknown: longer lists yield the same rows and more.
///
/// `place` returns the block and the id of a row, `owners` the indexes of the lists that have the row or will have the
/// row in the unread part. The indexes are only required if a list continues.
pub fn merge_lists<T>(
    lists: Vec<PartialList<T>>,
    place: impl Fn(&T) -> (Option<u32>, Txid),
    owners: impl Fn(&T) -> Vec<usize>,
) -> PartialList<T> {
    if lists.iter().any(|list| list.continues && list.rows.is_empty()) {
        return PartialList {
            rows: Vec::new(),
            continues: true,
        };
    }
    let mut nodes = HashMap::new();
    let orders: Vec<_> = lists.into_iter().map(|list| add(&mut nodes, list, &place)).collect();
    for order in &orders {
        for pair in order.txids.windows(2) {
            if let &[before, after] = pair {
                link(&mut nodes, before, after);
            }
        }
    }
    for (last, after) in unread(&nodes, &orders, owners) {
        link(&mut nodes, last, after);
    }
    emit(nodes)
}

/// Ids of a list in order.
struct Order {
    txids: Vec<Txid>,
    continues: bool,
}

/// Returns the rows that belong to the unread part of a list, each after the last row of that list.
fn unread<T>(nodes: &HashMap<Txid, Node<T>>, orders: &[Order], owners: impl Fn(&T) -> Vec<usize>) -> Vec<(Txid, Txid)> {
    let ends: Vec<Option<(Txid, HashSet<Txid>)>> = orders
        .iter()
        .map(|order| {
            let last = *order.txids.last().filter(|_| order.continues)?;
            Some((last, order.txids.iter().copied().collect()))
        })
        .collect();
    if ends.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (txid, node) in nodes {
        for owner in owners(&node.row) {
            if let Some(Some((last, read))) = ends.get(owner)
                && !read.contains(txid)
            {
                found.push((*last, *txid));
            }
        }
    }
    found
}

/// Adds the rows of a list and returns their order.
fn add<T>(
    nodes: &mut HashMap<Txid, Node<T>>,
    list: PartialList<T>,
    place: impl Fn(&T) -> (Option<u32>, Txid),
) -> Order {
    let mut seen = HashSet::with_capacity(list.rows.len());
    let mut order = Vec::with_capacity(list.rows.len());
    for row in list.rows {
        let (height, txid) = place(&row);
        if seen.insert(txid) {
            order.push(txid);
        }
        match nodes.get_mut(&txid) {
            Some(known) if known.height < height => {
                known.row = row;
                known.height = height;
            }
            Some(_) => {}
            None => {
                let node = Node {
                    row,
                    height,
                    waits_for: 0,
                    followers: Vec::new(),
                    ends_list: false,
                };
                nodes.insert(txid, node);
            }
        }
    }
    let end = order.last().filter(|_| list.continues);
    if let Some(node) = end.and_then(|end| nodes.get_mut(end)) {
        node.ends_list = true;
    }
    Order {
        txids: order,
        continues: list.continues,
    }
}

/// Records that a row precedes a second row, unless the blocks contradict.
fn link<T>(nodes: &mut HashMap<Txid, Node<T>>, before: Txid, after: Txid) {
    if key(nodes, before).0 > key(nodes, after).0 {
        return;
    }
    if let Some(node) = nodes.get_mut(&before) {
        node.followers.push(after);
    }
    if let Some(node) = nodes.get_mut(&after) {
        node.waits_for += 1;
    }
}

fn key<T>(nodes: &HashMap<Txid, Node<T>>, txid: Txid) -> Key {
    let height = nodes.get(&txid).and_then(|node| node.height);
    (Reverse(height.map_or(u64::MAX, u64::from)), txid)
}

/// Takes the rows in order: always the first row by key that waits for no row.
fn emit<T>(mut nodes: HashMap<Txid, Node<T>>) -> PartialList<T> {
    let mut rows = Vec::with_capacity(nodes.len());
    let mut waiting: BTreeSet<Key> = nodes.keys().map(|txid| key(&nodes, *txid)).collect();
    let is_ready = |(_, txid): &Key| nodes.get(txid).is_none_or(|node| node.waits_for == 0);
    let mut ready: BTreeSet<Key> = waiting.iter().copied().filter(is_ready).collect();
    loop {
        // Contradictory lists may leave no row without a predecessor.
        let Some(&next) = ready.first().or_else(|| waiting.first()) else {
            return PartialList { rows, continues: false };
        };
        ready.remove(&next);
        waiting.remove(&next);
        let Some(node) = nodes.remove(&next.1) else { continue };
        rows.push(node.row);
        if node.ends_list {
            return PartialList { rows, continues: true };
        }
        for follower in node.followers {
            let Some(waiting) = nodes.get_mut(&follower) else {
                continue;
            };
            waiting.waits_for -= 1;
            if waiting.waits_for == 0 {
                ready.insert(key(&nodes, follower));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitcoin::hashes::Hash;
    use proptest::prelude::*;

    /// Number of the transaction and height of the block.
    type Row = (u8, Option<u32>);

    fn txid(number: u8) -> Txid {
        Txid::from_byte_array([number; 32])
    }

    fn list(rows: &[Row], continues: bool) -> PartialList<Row> {
        PartialList {
            rows: rows.to_vec(),
            continues,
        }
    }

    fn merged(lists: Vec<PartialList<Row>>) -> PartialList<Row> {
        merge_lists(lists, |(number, height)| (*height, txid(*number)), |_| Vec::new())
    }

    #[track_caller]
    fn check(lists: &[&[Row]], expected: &[Row]) {
        let found = merged(lists.iter().map(|rows| list(rows, false)).collect());
        assert_eq!(found, list(expected, false));
    }

    #[test]
    fn lists_are_merged_by_block_and_their_own_order() {
        check(&[], &[]);
        check(
            &[&[(1, None), (2, Some(9))], &[(3, Some(10))]],
            &[(1, None), (3, Some(10)), (2, Some(9))],
        );
        check(
            &[
                &[(5, Some(7)), (1, Some(7))],
                &[(4, Some(7)), (1, Some(7)), (2, Some(7))],
            ],
            &[(4, Some(7)), (5, Some(7)), (1, Some(7)), (2, Some(7))],
        );
        // While a block is being indexed, a list may still have the transaction in the mempool.
        check(
            &[&[(1, None), (2, None)], &[(3, Some(8)), (1, Some(7))]],
            &[(2, None), (3, Some(8)), (1, Some(7))],
        );
        check(
            &[&[(1, Some(7)), (2, Some(7))], &[(2, Some(7)), (1, Some(7))]],
            &[(1, Some(7)), (2, Some(7))],
        );
    }

    #[test]
    fn result_ends_with_the_first_list_that_continues() {
        let found = merged(vec![
            list(&[(1, Some(9)), (2, Some(5))], true),
            list(&[(3, Some(7)), (4, Some(4))], false),
        ]);
        assert_eq!(found, list(&[(1, Some(9)), (3, Some(7)), (2, Some(5))], true));
        let found = merged(vec![list(&[], true), list(&[(3, Some(7))], false)]);
        assert_eq!(found, list(&[], true));
    }

    proptest! {
        /// Transactions of a chain in order, of which each address has some: the merged list has them all in the
        /// order of each address and of the blocks, and shorter lists yield a prefix of it.
        #[test]
        fn shorter_lists_yield_a_prefix(
            chain in Just((0_u8..40).collect::<Vec<_>>()).prop_shuffle(),
            owners in proptest::collection::vec(0_u8..16, 40),
            blocks in proptest::collection::vec(0_u32..3, 40),
            lengths in proptest::collection::vec(1_usize..20, 4),
        ) {
            let mut height = 200;
            let rows: Vec<Row> = chain
                .iter()
                .zip(&blocks)
                .enumerate()
                .map(|(index, (number, step))| {
                    height -= u32::from(*step == 0);
                    (*number, (index >= 5).then_some(height))
                })
                .collect();
            let of_owner = |owner: usize| -> Vec<Row> {
                rows.iter().zip(&owners).filter(|(_, set)| **set & 1 << owner != 0).map(|(row, _)| *row).collect()
            };
            let whole = merged((0..4).map(|owner| list(&of_owner(owner), false)).collect());
            prop_assert!(!whole.continues);
            prop_assert_eq!(whole.rows.len(), owners.iter().filter(|set| **set != 0).count());
            prop_assert!(whole.rows.is_sorted_by_key(|(_, height)| Reverse(height.map_or(u64::MAX, u64::from))));
            for owner in 0..4 {
                let own = of_owner(owner);
                let in_order: Vec<_> = whole.rows.iter().filter(|row| own.contains(row)).copied().collect();
                prop_assert_eq!(in_order, own);
            }
            let lists = (0..4).map(|owner| {
                let own = of_owner(owner);
                let length = own.len().min(lengths[owner]);
                list(&own[..length], length < own.len())
            });
            let cut = merge_lists(
                lists.collect(),
                |(number, height)| (*height, txid(*number)),
                |row| {
                    let index = rows.iter().position(|other| other == row).expect("a row");
                    (0..4).filter(|owner| owners[index] & 1 << owner != 0).collect()
                },
            );
            prop_assert!(whole.rows.starts_with(&cut.rows));
            prop_assert_eq!(cut.continues, cut.rows.len() < whole.rows.len());
        }
    }
}
