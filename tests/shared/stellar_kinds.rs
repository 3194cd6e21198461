//! The results that Stellar RPC alone does not return, by the tests that run over Horizon and over Stellar RPC.

/// A result that Stellar RPC alone does not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Histories of accounts are not configured. The ledgers of the last seven days have the same transactions.
    History,
    /// The list of offers is empty, and marked as incomplete.
    Offers,
    /// Paths are not configured: a swap names its path.
    Paths,
    /// No best offers are known: prices have no warnings.
    BestOffers,
}

/// The tests with a difference over Stellar RPC. All others have the same expectations over both kinds.
const DIFFERENCES: [(&str, Difference); 6] = [
    // The adapter (tests/nodes/sandbox/xlm).
    ("services_parse_every_operation_of_the_ledger", Difference::History),
    ("pages_of_offers_contain_every_open_offer", Difference::Offers),
    ("ledger_delivers_what_a_path_promises", Difference::Paths),
    ("ledger_takes_what_a_path_promises", Difference::Paths),
    // The local server (local/tests/server).
    ("swaps_take_the_cheapest_path", Difference::Paths),
    ("prices_far_from_the_order_book_have_a_warning", Difference::BestOffers),
];

/// Returns what a test cannot expect over Stellar RPC alone.
pub fn without_horizon(test: &str) -> Option<Difference> {
    let of_test = DIFFERENCES.iter().find(|(name, _)| *name == test);
    of_test.map(|(_, difference)| *difference)
}
