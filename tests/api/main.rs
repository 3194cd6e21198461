//! Tests of the authorization and asset info services, and of all documents, through their real routers. The folder structure follows the URLs.

mod asset_info;
mod authorization;
mod contract;
mod documents;
mod error_catalogue;
mod every_operation;
mod notification_loop;
mod notifications;
mod own_history;

/// Recorded facts of the catalogue, sent to asset info.
mod recorded {
    mod assets;

    use wallet_tests::support::api::facts;
}

use wallet_tests::support::api as support;
