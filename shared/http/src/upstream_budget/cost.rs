//! What requests cost: the number of upstream requests that they can take.

use std::iter::Sum;
use std::ops::Add;

/// The number of upstream requests that a request can take, by the protocol that needs most of them.
///
/// | Request | Cost |
/// |---|---|
/// | send, which has a second budget | 1, and 1 for each transaction or account that is looked up |
/// | status | 1 |
/// | a fact: a nonce, an account, a token | 2 |
/// | prices | 2, and 1 for each asset |
/// | past prices | 2, and 1 for each month of an asset, at most 60 |
/// | estimate, bump, gas limit, utxo list, paths, hash of a Stellar transaction | 5, and 1 for each input or operation |
/// | address info | 5, and 1 for each 10 transactions of the limit; on Stellar without an index, 1 for each request for transfers |
/// | extended key | 2 × gap + 1, and 1 for each 10 transactions of the limit |
/// | batch | the sum of the entries |
/// | test of deliveries | 5 |
/// | replay of events | 2, and 1 for each 50 deliveries |
/// | deep health check | 5, or the number of upstreams |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u32);

/// The number of transactions of an upstream's page, at the least.
const PAGE: u32 = 10;

impl Cost {
    /// The cost of a request for the status of a transaction.
    pub const STATUS: Self = Self(1);

    /// The cost of a request for a single fact, such as a price, a nonce or the existence of an account.
    pub const FACT: Self = Self(2);

    /// The cost of a request that combines several facts, such as an estimate.
    pub const SEVERAL_FACTS: Self = Self(5);

    /// Returns the cost of an address and at most this number of transactions.
    pub const fn address(limit: u32) -> Self {
        Self(5 + limit.div_ceil(PAGE))
    }

    /// Returns the cost of an unused extended key with this gap, and at most this number of transactions.
    pub const fn key(gap: u32, limit: u32) -> Self {
        Self(gap.saturating_mul(2).saturating_add(1 + limit.div_ceil(PAGE)))
    }

    /// Returns the cost of this number of requests to upstreams.
    pub fn requests(count: usize) -> Self {
        Self(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Returns the number of upstream requests.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns the part that exceeds the given cost.
    #[must_use]
    pub const fn beyond(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Self::add)
    }
}
