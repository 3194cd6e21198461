//! Lanes of requests to an upstream.

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The response depends on it.
    Required,
    /// It only completes a response: its failure affects no requests to the upstream but those of the same topic
    /// (docs/decisions/upstreams.md#optional-requests).
    Optional(Topic),
}

/// The topic of optional requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Contracts that a caller chooses.
    Contracts,
    /// The code of a recipient.
    Code,
    /// Receipts of the transactions of a history.
    Receipts,
    /// Lists that a history omits.
    Lists,
    /// Effects of transactions.
    Effects,
    /// Trades of an account.
    Trades,
    /// Offers of a market.
    Market,
    /// Times at which a server first saw transactions.
    FirstSeen,
    /// Pending transactions of an address.
    Pool,
    /// L1 fees of pending transactions.
    L1Fees,
    /// Replacements that servers report or show.
    Replacements,
    /// Spenders of outputs, and transactions by their nonce.
    Spenders,
}
