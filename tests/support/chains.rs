//! The chains of the services.

use std::sync::LazyLock;
use wallet_core::model::ChainName;
use wallet_eth_like::Chain;

/// Returns the names of the EVM chains in the order of the documentation.
pub fn evm_chains() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| Chain::ALL.iter().map(|chain| chain.name()).collect());
    &NAMES
}
