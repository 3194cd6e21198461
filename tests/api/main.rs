//! Tests of all services through their real routers. The folder structure follows the URLs.

mod address_info_btc_like;
mod address_info_eth_like;
mod address_info_xlm;
mod asset_info;
mod authorization;
mod blockchain_connector_btc_like;
mod blockchain_connector_eth_like;
mod blockchain_connector_xlm;
mod documents;
mod error_catalogue;
mod every_operation;
mod faults;
mod recorded;
mod support;
