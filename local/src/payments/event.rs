//! The event of a payment in the log of notifications.

use super::NETWORK;
use super::account::Account;
use super::progress::{At, Failure, ensure};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;
use wallet_client::notifications::{
    EventsRequest, State, Subscription, SubscriptionRequest, create_subscription, delete_subscription, events,
};
use wallet_client::{CallError, Client, ErrorCode};

/// The step of a payment in reports.
const STEP: &str = "event";
/// The duration in which the log has to have the event of a confirmed payment.
const DELAY: Duration = Duration::from_mins(1);
/// The time in seconds for which a request waits for an event.
const WAIT: u32 = 20;

/// A subscription to the recipient of a payment.
pub struct Watched<'a> {
    client: &'a Client,
    subscription: Subscription,
    recipient: &'a str,
}

impl<'a> Watched<'a> {
    /// Subscribes to a recipient. `client` has the permission `notify`. Returns `None` if the deployment has no upstream for the
    /// notifications of the chain.
    pub async fn new(client: &'a Client, chain: &str, recipient: &'a str) -> Result<Option<Self>, Failure> {
        let request = SubscriptionRequest {
            chain: chain.to_owned(),
            network: Some(NETWORK),
            addresses: Some(vec![recipient.to_owned()]),
            ..SubscriptionRequest::default()
        };
        match create_subscription(client, &request).await {
            Ok(subscription) => Ok(Some(Self {
                client,
                subscription,
                recipient,
            })),
            Err(CallError::Response(error)) if error.code == ErrorCode::NotConfigured => Ok(None),
            Err(error) => Err(error).at(STEP),
        }
    }

    /// Requires an event of a confirmed transaction with the fields of the entry in the recipient's history, and with the fee in
    /// base units, which the history of the sender states: on a rollup, the history of the recipient may omit the L1 fee.
    /// `client` has the permission `read`. Returns the state.
    pub async fn check(&self, client: &Client, account: &dyn Account, sent: (&str, u128)) -> Result<State, Failure> {
        let (txid, fee) = sent;
        let (state, transaction) = self.event(txid).await?;
        let info = account.info(client, self.recipient).await.at(STEP)?;
        let row = info.rows.iter().find(|row| row["txid"] == txid);
        let mut difference = row.map_or(Some("txid"), |row| difference(&transaction, row));
        if transaction["fee"]["amount"] != fee.to_string() {
            difference = Some("fee");
        }
        ensure(difference.is_none(), STEP, || {
            let field = difference.unwrap_or_default();
            format!("{field} of the event differs from the history")
        })?;
        Ok(state)
    }

    /// Waits for the event of a confirmed transaction, and returns the state with the transaction.
    async fn event(&self, txid: &str) -> Result<(State, Value), Failure> {
        let deadline = Instant::now() + DELAY;
        let mut request = EventsRequest {
            subscription: Some(vec![self.subscription.id.clone()]),
            wait: Some(WAIT),
            ..EventsRequest::default()
        };
        let mut sequence = 0;
        loop {
            let page = events(self.client, &request).await.at(STEP)?;
            for event in page.events {
                sequence += 1;
                ensure(event.sequence == sequence, STEP, || {
                    format!("the sequence number is {}, expected {sequence}", event.sequence)
                })?;
                let is_confirmed = matches!(event.state, State::Confirmed | State::Final);
                if is_confirmed && event.transaction["txid"] == txid {
                    return Ok((event.state, event.transaction));
                }
            }
            ensure(Instant::now() < deadline, STEP, || {
                "the log has no event of the confirmed payment".to_owned()
            })?;
            request.after = Some(page.cursor);
        }
    }

    /// Deletes the subscription.
    pub async fn end(&self) -> Result<(), Failure> {
        delete_subscription(self.client, &self.subscription.id).await.at(STEP)?;
        Ok(())
    }
}

/// Returns a field that an event and the entry of a history both have with different values, except the fee and the
/// confirmations, which increase.
fn difference<'a>(event: &'a Value, row: &Value) -> Option<&'a str> {
    let fields = event.as_object().into_iter().flatten();
    let compared = fields.filter(|(name, _)| !["fee", "confirmations"].contains(&name.as_str()));
    let mut shared = compared.filter_map(|(name, value)| Some((name, value, row.get(name)?)));
    let (name, ..) = shared.find(|(_, value, found)| value != found)?;
    Some(name)
}
