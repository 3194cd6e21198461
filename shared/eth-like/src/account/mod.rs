//! The state of an account: balances, tokens, pending transactions, and in this file nonces from the transaction counts of
//! several nodes (docs/decisions/upstreams.md#facts-from-several-upstreams).

pub(crate) mod approvals;
pub mod erc20;
pub mod nft_calls;
pub(crate) mod nfts;
pub(crate) mod pending;
pub(crate) mod tokens;

use std::ops::Range;
use wallet_core::model::Responses;

/// Plausible number of pending transactions beyond the confirmed transactions: the limit of an account in the pool of
/// Geth (`--txpool.accountqueue`).
pub const MAX_PENDING: u64 = 64;

/// The transaction counts of an address at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransactionCounts {
    /// The number of transactions in blocks.
    pub confirmed: u64,
    /// The number including pending transactions; at a node without a pool that of the transactions in blocks.
    pub pending: u64,
}

/// The nonce of the next transaction of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextNonce {
    /// The nonce.
    pub nonce: u64,
    /// The number of transactions in blocks: the nonces from it up to `nonce` are those of pending ones.
    pub confirmed: u64,
    /// True if a node reports more than [`MAX_PENDING`] pending transactions, which are ignored.
    pub is_disputed: bool,
}

impl NextNonce {
    /// Returns the nonces of the pending transactions.
    pub const fn pending(&self) -> Range<u64> {
        self.confirmed..self.nonce
    }

    /// Returns the highest plausible count. The confirmed count is the lower median of the nodes; a count of more than
    /// [`MAX_PENDING`] above it is ignored.
    pub fn of(responses: &Responses<TransactionCounts>) -> Self {
        let confirmed = responses.map(|counts| counts.confirmed).lower_median();
        let highest = confirmed.saturating_add(MAX_PENDING);
        let counts = || responses.iter().map(|counts| counts.pending.max(counts.confirmed));
        let plausible = counts().filter(|count| *count <= highest).max();
        Self {
            nonce: plausible.map_or(confirmed, |count| count.max(confirmed)),
            confirmed,
            is_disputed: counts().any(|count| count > highest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the nonce for pairs of confirmed and pending counts.
    #[track_caller]
    fn check(reported: &[(u64, u64)], nonce: u64, is_disputed: bool) {
        let counts = reported
            .iter()
            .map(|&(confirmed, pending)| TransactionCounts { confirmed, pending });
        let found = NextNonce::of(&Responses::of(counts).unwrap());
        assert_eq!((found.nonce, found.is_disputed), (nonce, is_disputed));
        assert!(found.confirmed <= found.nonce, "{found:?}");
    }

    const ABSURD: u64 = (1 << 53) - 1;

    #[test]
    fn nonce_is_the_highest_pending_count() {
        check(&[(5, 7)], 7, false);
        check(&[(7, 5)], 7, false);
        check(&[(3, 3), (4, 9), (5, 5)], 9, false);
        check(&[(100, 101), (99, 100)], 101, false);
    }

    #[test]
    fn sixty_four_pending_transactions_are_accepted() {
        check(&[(5, 69)], 69, false);
        check(&[(5, 70)], 5, true);
        check(&[(5, 70), (5, 6)], 6, true);
    }

    #[test]
    fn consistent_counts_of_a_single_node_are_used() {
        check(&[(ABSURD, ABSURD)], ABSURD, false);
    }

    #[test]
    fn high_count_of_one_of_several_nodes_is_ignored() {
        for absurd in [(9, ABSURD), (ABSURD, ABSURD), (ABSURD, 9)] {
            check(&[absurd, (9, 10)], 10, true);
            check(&[(9, 10), absurd], 10, true);
            check(&[absurd, (9, 10), (9, 9)], 10, true);
        }
    }

    #[test]
    fn low_count_of_one_of_three_nodes_is_ignored() {
        check(&[(0, 0), (900, 901), (900, 900)], 901, false);
        check(&[(0, 0), (9, 10)], 10, false);
        // Too low a nonce is rejected by every node.
        check(&[(0, 0), (900, 901)], 0, true);
    }

    #[test]
    fn maximum_does_not_overflow() {
        check(&[(u64::MAX, u64::MAX)], u64::MAX, false);
    }
}
