//! Order of pending transactions, which have no block that orders them.

use crate::Txid;
use std::collections::HashMap;

/// Reorders rows, latest first, so that each transaction precedes its parents. Unrelated rows keep their
/// order, so the same rows always have the same order. `id` returns the id of a row, `None` if unknown, and
/// `parents` the ids of the parents.
pub fn children_first<T>(rows: Vec<T>, id: impl Fn(&T) -> Option<Txid>, parents: impl Fn(&T) -> Vec<Txid>) -> Vec<T> {
    let by_id: HashMap<Txid, usize> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| Some((id(row)?, index)))
        .collect();
    let mut children = vec![Vec::new(); rows.len()];
    for (index, row) in rows.iter().enumerate() {
        for parent in parents(row).iter().filter_map(|parent| by_id.get(parent)) {
            children[*parent].push(index);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().map(Some).collect();
    let order = depth_first(&children);
    order.into_iter().filter_map(|index| rows[index].take()).collect()
}

/// Returns all indexes, children first. Ids are hashes, so no transaction descends from itself; in a list that
/// claims a cycle, a row comes too late.
fn depth_first(children: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(children.len());
    let mut visited = vec![false; children.len()];
    for root in 0..children.len() {
        let mut path = Vec::new();
        if !std::mem::replace(&mut visited[root], true) {
            path.push((root, children[root].iter()));
        }
        while let Some((index, rest)) = path.last_mut() {
            if let Some(&child) = rest.find(|child| !visited[**child]) {
                visited[child] = true;
                path.push((child, children[child].iter()));
            } else {
                order.push(*index);
                path.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitcoin::hashes::Hash;
    use proptest::prelude::*;

    fn txid(number: u16) -> Txid {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&number.to_le_bytes());
        Txid::from_byte_array(bytes)
    }

    /// Returns the order of the transactions with their parents.
    fn ordered(rows: &[(u16, &[u16])]) -> Vec<u16> {
        let rows = children_first(
            rows.to_vec(),
            |row| Some(txid(row.0)),
            |row| row.1.iter().copied().map(txid).collect(),
        );
        rows.into_iter().map(|row| row.0).collect()
    }

    #[test]
    fn children_precede_their_parents_and_others_keep_their_order() {
        assert_eq!(ordered(&[(1, &[]), (2, &[]), (3, &[])]), [1, 2, 3]);
        assert_eq!(ordered(&[(1, &[]), (2, &[1])]), [2, 1]);
        assert_eq!(ordered(&[(2, &[1]), (1, &[])]), [2, 1]);
        assert_eq!(ordered(&[(1, &[]), (2, &[]), (3, &[1])]), [3, 1, 2]);
        assert_eq!(ordered(&[(1, &[]), (2, &[1]), (3, &[2]), (4, &[1, 3])]), [4, 3, 2, 1]);
        assert_eq!(
            ordered(&[(1, &[9]), (2, &[1, 1, 1])]),
            [2, 1],
            "parent outside the list"
        );
    }

    #[test]
    fn claimed_circle_loses_no_row() {
        let mut found = ordered(&[(1, &[3]), (2, &[1]), (3, &[2, 3])]);
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3]);
    }

    #[test]
    fn rows_without_an_id_keep_their_place_and_a_long_chain_is_ordered() {
        let rows = children_first(vec![0, 1], |_| None, |_| vec![txid(1)]);
        assert_eq!(rows, [0, 1]);
        let chain: Vec<u16> = (0..20_000).collect();
        let found = children_first(
            chain.clone(),
            |row| Some(txid(*row)),
            |row| row.checked_sub(1).map(txid).into_iter().collect(),
        );
        assert!(found.iter().rev().eq(&chain));
    }

    proptest! {
        /// Any row may spend rows with lower numbers, listed in any order.
        #[test]
        fn no_parent_precedes_its_child(
            numbers in Just((0_u16..40).collect::<Vec<_>>()).prop_shuffle(),
            links in proptest::collection::vec((0_u16..40, 0_u16..40), 0..80),
        ) {
            let parents = |child: u16| -> Vec<u16> {
                links.iter().filter(|link| link.0 == child && link.1 < child).map(|link| link.1).collect()
            };
            let found = children_first(
                numbers.clone(),
                |row| Some(txid(*row)),
                |row| parents(*row).into_iter().map(txid).collect(),
            );
            let place = |number: u16| found.iter().position(|row| *row == number);
            prop_assert_eq!(found.len(), numbers.len());
            for child in 0..40 {
                for parent in parents(child) {
                    prop_assert!(place(child) < place(parent), "{} {:?}", child, found);
                }
            }
        }
    }
}
