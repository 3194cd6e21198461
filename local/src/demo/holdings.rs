//! Address info of UTXO chains: balances and history, before and after a payment.

use super::NETWORK;
use super::step::{AtStep, StepError, ensure};
use wallet_client::Client;
use wallet_client::address_info_btc_like::{AddressInfoResponse, address_info};
use wallet_client::payments::Signed;
use wallet_client::payments::btc_like::{Chain, Review};
use wallet_client::wire::{AddressInfoRequest, Status, Value};
use wallet_core::model::ChainName;

/// A signed payment.
pub struct Sent {
    /// The signed transaction.
    pub signed: Signed,
    /// The verified content of the transaction.
    pub review: Review,
    /// The address of the sender.
    pub sender: String,
}

impl Sent {
    /// Returns the address of the only recipient.
    pub fn recipient(&self) -> &str {
        self.review.outputs.first().map_or("", |output| &output.to)
    }
}

/// The balances and the history of an address.
pub struct Holdings(AddressInfoResponse);

/// Returns an amount in base units, or 0 if it is not a number.
fn units(value: &Value) -> u64 {
    value.amount.parse().unwrap_or(0)
}

impl Holdings {
    /// Requests the holdings of an address.
    pub async fn of(client: &Client, chain: Chain, address: &str, step: &'static str) -> Result<Self, StepError> {
        let request = AddressInfoRequest {
            address: address.to_owned(),
            network: Some(NETWORK),
            ..AddressInfoRequest::default()
        };
        address_info(client, chain.name(), &request).await.map(Self).at(step)
    }

    /// Returns the balance in base units. Address info lists exactly one coin, even if its balance is 0.
    pub fn balance(&self, step: &'static str) -> Result<u64, StepError> {
        let balances = &self.0.balances;
        ensure(balances.len() == 1, step, || {
            format!("{} balances are listed, expected 1", balances.len())
        })?;
        Ok(balances.iter().map(|row| units(&row.balance)).sum())
    }

    /// Returns true if the latest transaction is this payment with this status.
    pub fn newest_is(&self, sent: &Sent, status: &Status) -> bool {
        self.0.transactions.first().is_some_and(|latest| {
            (&latest.txid, &latest.status) == (&sent.signed.txid, status)
                && (latest.from.as_str(), latest.to.as_str()) == (sent.sender.as_str(), sent.recipient())
                && (units(&latest.value), units(&latest.fee)) == (sent.review.amount, sent.review.fee)
        })
    }
}
