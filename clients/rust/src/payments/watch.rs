//! Waiting for the end of a payment.

use super::signed::{Family, Signed, TransactionStatus};
use super::{eth_like, xlm};
use crate::blockchain_connector_btc_like::prepare_transaction::utxo_list;
use crate::blockchain_connector_btc_like::{GetAddressRequest, get_address};
use crate::blockchain_connector_eth_like::prepare_transaction::nonce;
use crate::client::Client;
use crate::error::CallError;
use crate::wire::{AddressInfoRequest, AddressRequest, Status};
use crate::{address_info_btc_like, address_info_xlm, blockchain_connector_btc_like};
use bon::Builder;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;

/// The length of a history in which a pending transaction is looked for: they are the first ones.
const PENDING: u32 = 10;

/// The interval and duration of status requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct WatchPolicy {
    /// The delay between two requests.
    #[builder(default = WatchPolicy::default().interval)]
    pub interval: Duration,
    /// The maximum duration.
    #[builder(default = WatchPolicy::default().timeout)]
    pub timeout: Duration,
    /// The confirmations to wait for.
    #[builder(default = WatchPolicy::default().confirmations)]
    pub confirmations: u64,
    /// The number of requests in a row in which no upstream knows the transaction, at least 1. Its inputs, nonce or
    /// sequence number decide then.
    #[builder(default = WatchPolicy::default().unknown)]
    pub unknown: u32,
}

impl Default for WatchPolicy {
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(5),
            timeout: Duration::from_mins(30),
            confirmations: 1,
            unknown: 60,
        }
    }
}

/// The end of a payment, or the state after the maximum duration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Settled {
    /// The transaction has the confirmations.
    Confirmed(TransactionStatus),
    /// The transaction is in no block, or has fewer confirmations.
    Pending(TransactionStatus),
    /// The transaction failed.
    Rejected(TransactionStatus),
    /// A different transaction in a block has spent an input, or used the nonce or sequence number.
    Replaced {
        /// That transaction, if known.
        by: Option<String>,
    },
    /// No upstream knows the transaction, and nothing shows a replacement. The same bytes may be sent again.
    Unknown,
}

impl Signed {
    /// Requests the status until the payment ends. Failed requests are repeated until the maximum duration.
    ///
    /// # Errors
    ///
    /// The error of the last request, if no later success is possible or the duration is over.
    pub async fn watch(&self, client: &Client, policy: WatchPolicy) -> Result<Settled, CallError> {
        let deadline = Instant::now() + policy.timeout;
        let mut unknown = 0;
        loop {
            let is_last = Instant::now() + policy.interval > deadline;
            match self.status(client).await {
                Ok(Some(found)) => {
                    unknown = 0;
                    let settled = settled(found, policy.confirmations);
                    if is_last || !matches!(settled, Settled::Pending(_)) {
                        return Ok(settled);
                    }
                }
                Ok(None) => {
                    unknown += 1;
                    if let Some(by) = self.confirmed_replacement(client).await {
                        return Ok(Settled::Replaced { by: Some(by) });
                    }
                    if is_last || unknown >= policy.unknown {
                        return Ok(self.without_status(client).await);
                    }
                }
                Err(error) if is_last || !is_temporary(&error) => return Err(error),
                Err(_) => {}
            }
            tokio::time::sleep(policy.interval).await;
        }
    }

    /// Returns the transaction of this client in a block that excludes this transaction.
    async fn confirmed_replacement(&self, client: &Client) -> Option<String> {
        for other in client.attempts().conflicting(self).await {
            let found = other.status(client).await.ok().flatten();
            if found.is_some_and(|found| found.status == Status::Confirmed) {
                return Some(other.txid);
            }
        }
        None
    }

    /// Returns the end of a transaction that no upstream knows.
    async fn without_status(&self, client: &Client) -> Settled {
        match self.is_excluded(client).await {
            Ok(true) => Settled::Replaced { by: None },
            _ => Settled::Unknown,
        }
    }

    /// Returns true if a transaction in a block has spent an input, or used the nonce or sequence number.
    async fn is_excluded(&self, client: &Client) -> Result<bool, CallError> {
        let request = |address| AddressRequest {
            address,
            network: Some(self.network),
        };
        match self.family {
            Family::BtcLike => self.has_spent_input(client).await,
            Family::EthLike => {
                let Some((sender, used)) = eth_like::content::nonce(self) else {
                    return Ok(false);
                };
                // Pending transactions with the nonce could be replaced themselves.
                Ok(nonce(client, &self.chain, &request(sender)).await?.confirmed > used)
            }
            Family::Xlm => {
                let Some((source, used)) = xlm::content::sequence(&self.txdata) else {
                    return Ok(false);
                };
                let account = address_info_xlm::account(client, &self.chain, &request(source)).await?;
                Ok(account.sequence.parse().is_ok_and(|found: i64| found >= used))
            }
        }
    }

    /// Returns true if an input is not listed as unspent. The list also omits what pending transactions spend: with
    /// such a transaction, nothing is known.
    async fn has_spent_input(&self, client: &Client) -> Result<bool, CallError> {
        let mut listed = BTreeSet::new();
        let mut owners = Vec::new();
        for utxo in &self.utxo {
            let owner = GetAddressRequest {
                public_key: utxo.public_key.clone().unwrap_or_else(|| self.public_key.clone()),
                network: Some(self.network),
                r#type: utxo.r#type.clone(),
                prefix: None,
            };
            if !owners.contains(&owner) {
                owners.push(owner);
            }
        }
        for owner in &owners {
            let address = get_address(client, &self.chain, owner).await?.address;
            let info = AddressInfoRequest {
                address: address.clone(),
                network: Some(self.network),
                limit: Some(PENDING),
                cursor: None,
            };
            let info = address_info_btc_like::address_info(client, &self.chain, &info).await?;
            if info.transactions.iter().any(|it| it.status == Status::Pending) {
                return Ok(false);
            }
            let request = AddressRequest {
                address,
                network: Some(self.network),
            };
            let unspent = utxo_list(client, &self.chain, &request).await?.utxo;
            listed.extend(unspent.into_iter().map(|utxo| (utxo.txid, utxo.vout)));
        }
        let is_unspent = |utxo: &blockchain_connector_btc_like::Utxo| listed.contains(&(utxo.txid.clone(), utxo.vout));
        Ok(!self.utxo.iter().all(is_unspent))
    }
}

fn settled(found: TransactionStatus, confirmations: u64) -> Settled {
    match found.status {
        Status::Confirmed if found.confirmations >= confirmations => Settled::Confirmed(found),
        Status::Rejected if found.replaced_by.is_some() => Settled::Replaced { by: found.replaced_by },
        Status::Rejected => Settled::Rejected(found),
        Status::Confirmed | Status::Pending | Status::Other(_) => Settled::Pending(found),
    }
}

/// Returns true if the same request may succeed later.
fn is_temporary(error: &CallError) -> bool {
    match error {
        CallError::NoResponse { .. } => true,
        CallError::Response(response) => response.retriable,
        _ => false,
    }
}
