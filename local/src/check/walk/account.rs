//! A sender of a payment.

use super::Walk;
use super::paid::Paid;
use super::step::{Failure, ensure};
use async_trait::async_trait;
use wallet_client::batch::{BatchEntry, BatchResult};
use wallet_client::payments::{PaymentError, Signed};
use wallet_client::wire::{AddressInfoRequest, AddressRequest, NetworkRequest, ParseRequest};
use wallet_client::{CallError, Client};

/// The state of an address.
#[derive(Debug)]
pub struct Info {
    /// The balance of the coin in base units.
    pub balance: u128,
    /// The listed transactions.
    pub txids: Vec<String>,
}

/// A sender of a payment on the testnet of a chain.
#[async_trait]
pub trait Account: Send + Sync {
    /// Returns the chain as used in paths.
    fn chain(&self) -> &str;

    /// Returns the required funds in base units.
    fn funds(&self) -> u128;

    /// Returns the amount of the payment in base units.
    fn amount(&self) -> u128;

    /// Requests the address of the sender.
    async fn address(&self, client: &Client) -> Result<String, PaymentError>;

    /// Requests the address of a recipient with another new key.
    async fn recipient(&self, client: &Client) -> Result<String, PaymentError>;

    /// Requests balance and history of an address.
    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError>;

    /// Makes the calls of the connector that a payment does not contain.
    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure>;

    /// Prepares and signs a payment of the amount: estimate, get-hash, parse, attach-signature.
    async fn sign(&self, client: &Client, recipient: &str, steps: &mut Vec<&'static str>) -> Result<Signed, Failure>;

    /// Makes further transactions after the payment: with more recipients, replacements, messages.
    async fn further(&self, _walk: &Walk<'_>, _paid: &Paid<'_>, _steps: &mut Vec<&'static str>) -> Result<(), Failure> {
        Ok(())
    }

    /// Requests the transaction hash of a signed transaction.
    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError>;
}

/// Returns a request for balance and history.
pub fn info_request(address: &str) -> AddressInfoRequest {
    AddressInfoRequest {
        address: address.to_owned(),
        network: Some(super::NETWORK),
        limit: Some(20),
        cursor: None,
    }
}

/// Returns an entry of a batch for one address with its history.
pub fn batch_entry(chain: &str, address: &str) -> BatchEntry {
    BatchEntry {
        chain: chain.to_owned(),
        address: address.to_owned(),
        limit: Some(20),
        cursor: None,
    }
}

/// Requires the balances of the single request in the results of a batch. Other fields change with each block.
pub fn check_batch<T, B: PartialEq>(
    results: &[BatchResult<T>],
    single: &T,
    balances: fn(&T) -> &B,
) -> Result<(), Failure> {
    let is_equal = match results {
        [BatchResult { data: Some(found), .. }] => balances(found) == balances(single),
        _ => false,
    };
    ensure(is_equal, "batch", || {
        "the result is not that of the single request".to_owned()
    })
}

/// Returns a request for facts about an address.
pub fn address_request(address: &str) -> AddressRequest {
    AddressRequest {
        address: address.to_owned(),
        network: Some(super::NETWORK),
    }
}

/// Returns a request for facts about the network.
pub fn network_request() -> NetworkRequest {
    NetworkRequest {
        network: Some(super::NETWORK),
    }
}

/// Returns a request to decode a signed transaction.
pub fn parse_request(signed: &Signed) -> ParseRequest {
    ParseRequest {
        txdata: Some(signed.txdata.clone()),
        unsigned_message: None,
        network: Some(signed.network),
    }
}

/// Returns a balance as a number. Schemas limit amounts to digits; a larger one than 128 bits is enough for any payment.
pub fn balance(amount: &str) -> u128 {
    amount.parse().unwrap_or(u128::MAX)
}
