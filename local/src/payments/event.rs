//! The event of a payment in the log of notifications.

use super::account::Account;
use super::progress::{At, Failure, ensure};
use super::{INTERVAL, NETWORK};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;
use wallet_client::notifications::{
    DeliveriesRequest, DeliveryKind, Event, EventsRequest, ReplayRequest, State, Subscription, SubscriptionRequest,
    WebhookRequest, create_subscription, delete_subscription, events, list_deliveries, replay_events,
};
use wallet_client::{CallError, Client, ErrorCode};

/// The URL of a webhook without a receiver: the name never has an address (RFC 6761, section 6.4).
pub const WEBHOOK: &str = "https://wallet-cloud-check.invalid/";

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
    /// Subscribes to a recipient, with a webhook without a receiver. `client` has the permission `notify`. Returns `None` if the deployment has no upstream for the
    /// notifications of the chain.
    pub async fn new(client: &'a Client, chain: &str, recipient: &'a str) -> Result<Option<Self>, Failure> {
        let request = SubscriptionRequest::builder()
            .chain(chain.to_owned())
            .network(NETWORK)
            .addresses(vec![recipient.to_owned()])
            .webhook(WebhookRequest::builder().url(WEBHOOK.to_owned()).build())
            .build();
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
    /// base units, which the history of the sender states: on a rollup, the history of the recipient may omit the L1 fee. Requires
    /// an attempt to deliver the event, and delivers the event again. `client` has the permission `read`. Returns the state.
    pub async fn check(&self, client: &Client, account: &dyn Account, sent: (&str, u128)) -> Result<State, Failure> {
        let (txid, fee) = sent;
        let event = self.event(txid).await?;
        let transaction = &event.transaction;
        let info = account.info(client, self.recipient).await.at(STEP)?;
        let row = info.rows.iter().find(|row| row["txid"] == txid);
        let mut difference = row.map_or(Some("txid"), |row| difference(transaction, row));
        if transaction["fee"]["amount"] != fee.to_string() {
            difference = Some("fee");
        }
        ensure(difference.is_none(), STEP, || {
            let field = difference.unwrap_or_default();
            format!("{field} of the event differs from the history")
        })?;
        self.attempt(&event).await?;
        Ok(event.state)
    }

    /// Delivers an event again, and waits for an attempt.
    async fn attempt(&self, event: &Event) -> Result<(), Failure> {
        let (client, id) = (self.client, &self.subscription.id);
        let replay = ReplayRequest::builder().from(event.sequence).to(event.sequence).build();
        let queued = replay_events(client, id, &replay).await.at(STEP)?.queued;
        ensure(queued == 1, STEP, || {
            format!("{queued} events are delivered again, expected 1")
        })?;
        let deadline = Instant::now() + DELAY;
        loop {
            let page = list_deliveries(client, id, &DeliveriesRequest::default())
                .await
                .at(STEP)?;
            let mut attempts = page.deliveries.iter().filter(|attempt| attempt.event == event.id);
            if attempts.any(|attempt| attempt.kind == DeliveryKind::Webhook && attempt.status.is_none()) {
                return Ok(());
            }
            ensure(Instant::now() < deadline, STEP, || {
                "no attempt to deliver the event".to_owned()
            })?;
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Waits for the event of a confirmed transaction.
    async fn event(&self, txid: &str) -> Result<Event, Failure> {
        let deadline = Instant::now() + DELAY;
        let mut request = EventsRequest::builder()
            .subscription(vec![self.subscription.id.clone()])
            .wait(WAIT)
            .build();
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
                    return Ok(event);
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
