//! A sender of payments on a chain.

use super::NETWORK;
use super::history::{Info, Sent};
use super::progress::{At, Failure, Progress, ensure, units};
use async_trait::async_trait;
use wallet_client::batch::{BatchEntry, BatchResult};
use wallet_client::payments::{PaymentError, Signed};
use wallet_client::wire::{
    AddressInfoRequest, AddressRequest, NetworkRequest, ParseRequest, RecipientRequest, RecipientResponse,
};
use wallet_client::{CallError, Client};

/// A sender of a payment on the testnet of a chain.
#[async_trait]
pub trait Account: Send + Sync {
    /// Returns the chain as used in paths.
    fn chain(&self) -> &str;

    /// Returns the decimal places of the coin.
    fn decimals(&self) -> u8;

    /// Returns the required funds in base units.
    fn funds(&self) -> u128;

    /// Returns the amount in base units that the faucet pays: for the payment, and for the transactions that only a
    /// sandbox permits.
    fn faucet_funds(&self) -> u128 {
        self.funds()
    }

    /// Returns the amount of the payment in base units.
    fn amount(&self) -> u128;

    /// Requests the address of the sender.
    async fn address(&self, client: &Client) -> Result<String, PaymentError>;

    /// Requests the address of a recipient with a new key.
    async fn recipient(&self, client: &Client) -> Result<String, PaymentError>;

    /// Requests balance and history of an address.
    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError>;

    /// Makes the calls of the connector that a payment does not contain.
    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure>;

    /// Prepares and signs a payment of the amount: estimate, get-hash, parse, attach-signature.
    async fn sign(&self, progress: &mut Progress<'_>, recipient: &str) -> Result<Sent, Failure>;

    /// Requests the transaction hash of a signed transaction.
    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError>;

    /// Returns true if histories contain pending transactions.
    fn lists_pending(&self) -> bool {
        false
    }

    /// Checks the confirmed payment further, makes the transactions that require the faucet, and signs messages.
    async fn continue_payment(&self, progress: &mut Progress<'_>, sent: &Sent, to: &str) -> Result<(), Failure>;

    /// Makes payments that are replaced while they are pending.
    async fn replace(&self, _progress: &mut Progress<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Formats an amount of the coin for display. The ticker is the chain in capitals.
    fn text(&self, amount: u128) -> String {
        units(amount, self.decimals(), &self.chain().to_uppercase())
    }
}

/// Returns a request for balance and history.
pub fn info_request(address: &str) -> AddressInfoRequest {
    AddressInfoRequest::builder()
        .address(address.to_owned())
        .network(NETWORK)
        .limit(20)
        .build()
}

/// Returns an entry of a batch for an address with the history.
pub fn batch_entry(chain: &str, address: &str) -> BatchEntry {
    BatchEntry::builder()
        .chain(chain.to_owned())
        .address(address.to_owned())
        .limit(20)
        .build()
}

/// Requires the balances of the single request in the results of a batch. The remaining fields change with each block.
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

/// Requires that the connector reports the address of the sender as valid.
pub fn check_valid(response: Result<bool, CallError>) -> Result<(), Failure> {
    const STEP: &str = "validate-address";
    ensure(response.at(STEP)?, STEP, || {
        "the address is reported as invalid".to_owned()
    })
}

/// Returns a request for facts about an address.
pub fn address_request(address: &str) -> AddressRequest {
    AddressRequest::builder()
        .address(address.to_owned())
        .network(NETWORK)
        .build()
}

/// Returns a request for facts about a payment of an address to itself.
pub fn recipient_request(address: &str) -> RecipientRequest {
    RecipientRequest::builder()
        .address(address.to_owned())
        .to(address.to_owned())
        .network(NETWORK)
        .build()
}

/// Requires that the address of the sender is recognised as a recipient.
pub fn check_recipient(response: Result<RecipientResponse, CallError>) -> Result<(), Failure> {
    const STEP: &str = "recipient";
    ensure(response.at(STEP)?.own, STEP, || {
        "the own address is not reported as such".to_owned()
    })
}

/// Returns a request for facts about the network.
pub fn network_request() -> NetworkRequest {
    NetworkRequest::builder().network(NETWORK).build()
}

/// Returns a request to decode a signed transaction.
pub fn parse_request(signed: &Signed) -> ParseRequest {
    ParseRequest::builder()
        .txdata(signed.txdata.clone())
        .network(signed.network)
        .build()
}
