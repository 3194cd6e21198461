//! Servers whose Stellar network has Horizon and Stellar RPC, and servers with Stellar RPC alone.

use wallet_cloud::serve::{Options, Running, start};
pub use wallet_test_support::stellar_kinds::Difference;
use wallet_test_support::stellar_kinds::without_horizon;

/// Starts a server with Horizon and a server with Stellar RPC alone, each with what a test cannot expect of the server.
pub async fn servers(test: &str) -> [(Running, Option<Difference>); 2] {
    let stellar_rpc_only = Options {
        stellar_rpc_only: true,
        ..Options::ephemeral()
    };
    [
        (start(Options::ephemeral()).await.unwrap(), None),
        (start(stellar_rpc_only).await.unwrap(), without_horizon(test)),
    ]
}
