//! Tests of the services of the EVM chains through their real routers. The folder structure follows the URLs.

mod address_info_eth_like;
mod blockchain_connector_eth_like;

/// Recorded facts of real networks, sent to the services.
mod recorded {
    mod eth_like;

    use wallet_tests::support::api::facts;
}

use wallet_tests::support::api as support;
