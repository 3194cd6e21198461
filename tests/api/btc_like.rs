//! Tests of the services of the UTXO chains, and the fault matrix of all families, through their real routers. The folder structure follows the URLs.

mod address_info_btc_like;
mod blockchain_connector_btc_like;
mod faults;

/// Recorded facts of real networks, sent to the services.
mod recorded {
    mod btc_like;

    use wallet_tests::support::api::differences;
}

use wallet_tests::support::api as support;
