//! Servers whose Stellar network has Horizon and Stellar RPC, servers with Stellar RPC alone, and what differs.

use wallet_cloud::serve::{Options, Running, start};

/// A result that Stellar RPC alone does not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Paths are not configured: a swap names its path.
    Paths,
    /// No best offers are known: prices have no warnings.
    BestOffers,
}

/// The tests with a difference over Stellar RPC. All others have the same expectations over both.
const DIFFERENCES: [(&str, Difference); 2] = [
    ("swaps_take_the_cheapest_path", Difference::Paths),
    ("prices_far_from_the_order_book_have_a_warning", Difference::BestOffers),
];

/// Starts a server with Horizon and a server with Stellar RPC alone, each with what a test cannot expect of the server.
pub async fn servers(test: &str) -> [(Running, Option<Difference>); 2] {
    let of_test = DIFFERENCES.into_iter().find(|(name, _)| *name == test);
    let stellar_rpc_only = Options {
        stellar_rpc_only: true,
        ..Options::ephemeral()
    };
    [
        (start(Options::ephemeral()).await.unwrap(), None),
        (
            start(stellar_rpc_only).await.unwrap(),
            of_test.map(|(_, difference)| difference),
        ),
    ]
}
