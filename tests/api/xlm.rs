//! Tests of the services of xlm through their real routers. The folder structure follows the URLs.

mod address_info_xlm;
mod blockchain_connector_xlm;
mod ledgers;

/// Recorded facts of real networks, sent to the services.
mod recorded {
    mod xlm;

    use wallet_tests::support::api::{differences, facts};
}

use wallet_tests::support::api as support;
