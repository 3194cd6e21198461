//! All endpoints with their records, for the comparison with the OpenAPI documents of the services.

pub use crate::operations::{Contract, Input, RoundTrip};

use crate::authorization as auth;
use crate::blockchain_connector_btc_like as btc_like;
use crate::blockchain_connector_eth_like as eth_like;
use crate::blockchain_connector_xlm as xlm;
use crate::{address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, notifications};

/// The endpoints of each module.
pub const ALL: &[&[Contract]] = &[
    address_info_btc_like::CONTRACTS,
    address_info_eth_like::CONTRACTS,
    address_info_xlm::CONTRACTS,
    asset_info::CONTRACTS,
    auth::CONTRACTS,
    auth::account::CONTRACTS,
    auth::account_otp::CONTRACTS,
    auth::permission::CONTRACTS,
    auth::security_factor::CONTRACTS,
    auth::session::CONTRACTS,
    auth::well_known::CONTRACTS,
    btc_like::CONTRACTS,
    btc_like::payment_request::CONTRACTS,
    btc_like::prepare_transaction::CONTRACTS,
    btc_like::transaction::CONTRACTS,
    eth_like::CONTRACTS,
    eth_like::message::CONTRACTS,
    eth_like::payment_request::CONTRACTS,
    eth_like::prepare_transaction::CONTRACTS,
    eth_like::transaction::CONTRACTS,
    notifications::CONTRACTS,
    xlm::CONTRACTS,
    xlm::payment_request::CONTRACTS,
    xlm::prepare_transaction::CONTRACTS,
    xlm::transaction::CONTRACTS,
    xlm::transaction::get_hash::CONTRACTS,
    xlm::utility::CONTRACTS,
];
