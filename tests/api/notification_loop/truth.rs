//! Comparison of a log with the chain.

use super::chain::{CONFIRMATIONS, Chain};
use super::store::Store;
use super::world::OWNER;
use std::collections::{BTreeMap, HashSet};
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::{DeliveryKind, Due};
use wallet_notifications::ports::{DUE_SHARDS, Deliveries, EventLog};
use wallet_notifications::{Cursor, Event, State, Subscription};

/// The events of a subscription, as the owner reads them in pages.
pub struct Reader {
    since: u64,
    events: Vec<Event>,
    /// The due deliveries, in the order of the events.
    pub due: Vec<Due>,
    /// The deliveries that the queue has carried.
    pub sent: Vec<Due>,
}

impl Reader {
    pub async fn of(store: &Store, subscription: &Subscription, now: Timestamp) -> Self {
        let (mut events, mut cursor) = (Vec::new(), Cursor::default());
        loop {
            let page = store.events(OWNER, &[subscription.id], &cursor, 3, now).await.unwrap();
            if page.events.is_empty() && page.cursor == cursor {
                let mut due = Vec::new();
                for shard in 0..DUE_SHARDS {
                    due.extend(store.due(shard, Timestamp::from_millis(u64::MAX), 1000).await.unwrap());
                }
                let mut sent = store.sent();
                for deliveries in [&mut due, &mut sent] {
                    deliveries.retain(|due| due.subscription == subscription.id);
                    deliveries.sort_by_key(|due| due.sequence);
                }
                return Self {
                    since: subscription.since.height,
                    events,
                    due,
                    sent,
                };
            }
            events.extend(page.events);
            cursor = page.cursor.to_string().parse().unwrap();
        }
    }

    fn of_transaction(&self, txid: &str) -> impl Iterator<Item = &Event> {
        self.events
            .iter()
            .filter(move |event| event.transaction["txid"] == txid)
    }

    pub fn states(&self, txid: &str) -> Vec<State> {
        self.of_transaction(txid).map(|event| event.state).collect()
    }

    /// Returns the transactions of the events in order.
    pub fn txids(&self) -> Vec<&str> {
        let txids = self.events.iter().map(|event| event.transaction["txid"].as_str());
        txids.map(Option::unwrap).collect()
    }

    pub fn last(&self, txid: &str) -> Option<&Event> {
        self.of_transaction(txid).last()
    }

    /// Checks that each event has one delivery to the webhook, and that the queue has carried each delivery at most once.
    fn check_deliveries(&self) {
        let sequences = |deliveries: &[Due]| deliveries.iter().map(|due| due.sequence).collect::<Vec<_>>();
        let events: Vec<_> = self.events.iter().map(|event| event.sequence).collect();
        assert_eq!(sequences(&self.due), events);
        assert!(
            self.sent.is_sorted_by(|before, after| before.sequence < after.sequence),
            "{:?}",
            self.sent
        );
        assert!(self.sent.iter().all(|due| self.due.contains(due)), "{:?}", self.sent);
        for due in &self.due {
            assert_eq!(
                (due.owner.as_str(), due.kind, due.attempts),
                (OWNER, DeliveryKind::Webhook, 0)
            );
        }
    }

    /// Checks that the events replayed give exactly the state of the chain, from the view of these addresses.
    pub fn check(&self, chain: &Chain, watched: &[&str]) {
        self.check_deliveries();
        let state = chain.state();
        let mut ids = HashSet::new();
        let mut last: BTreeMap<&str, &Event> = BTreeMap::new();
        for (event, sequence) in self.events.iter().zip(1..) {
            assert_eq!(event.sequence, sequence, "a gap before {event:?}");
            assert!(ids.insert(&event.id), "{event:?} is doubled");
            let txid = event.transaction["txid"].as_str().unwrap();
            let previous = last.insert(txid, event);
            assert_eq!(event.previous_state, previous.map(|event| event.state), "{event:?}");
            assert!(is_possible(event), "{event:?}");
            if let Some(block) = &event.block {
                let mined = &state.mined[&block.id.hash];
                assert!(mined.iter().any(|mined| mined == txid), "{event:?} is false");
            }
        }
        let mut balance = 0;
        for (txid, transaction) in &state.transactions {
            let net = transaction
                .effects
                .iter()
                .filter(|(address, _)| watched.contains(&address.as_str()));
            let effects: Vec<_> = net.map(|(_, amount)| amount).collect();
            let net: i64 = effects.iter().copied().sum();
            let last = last.get(txid.as_str());
            if effects.is_empty() {
                assert!(last.is_none(), "{txid} is not watched");
                continue;
            }
            match state.height(txid) {
                Some(height) if height > self.since || last.is_some() => {
                    let last = last.unwrap_or_else(|| panic!("no event about {txid} in block {height}"));
                    assert_eq!(last.block.as_ref().unwrap().id.height, height, "{last:?}");
                    let depth = state.blocks.len() as u64 - height;
                    let expected = if depth >= CONFIRMATIONS {
                        State::Final
                    } else {
                        State::Confirmed
                    };
                    assert_eq!(last.state, expected, "{last:?}");
                    assert_eq!(last.transaction["net"], net);
                    balance += net;
                }
                Some(_) => {}
                None if state.pool.contains(txid) => assert_eq!(last.unwrap().state, State::Seen, "{txid}"),
                None => {
                    let is_gone = |event: &&Event| matches!(event.state, State::Dropped | State::Replaced);
                    assert!(last.is_none_or(is_gone), "{txid} is nowhere: {last:?}");
                }
            }
        }
        let in_block = last
            .values()
            .filter(|event| matches!(event.state, State::Confirmed | State::Final));
        let reported: i64 = in_block.filter_map(|event| event.transaction["net"].as_i64()).sum();
        assert_eq!(reported, balance, "the balances of the events");
    }
}

/// Returns true if an event of the kind can follow the previous one.
fn is_possible(event: &Event) -> bool {
    use State::{Confirmed, Dropped, Final, Replaced, Seen};
    matches!(
        (event.previous_state, event.state),
        (None | Some(Dropped), Seen | Confirmed)
            | (Some(Seen | Replaced), Confirmed)
            | (Some(Confirmed), Final | Dropped)
            | (Some(Final), Dropped)
            | (Some(Seen), Dropped | Replaced)
            | (Some(Dropped), Replaced)
    ) && event.block.is_some() == matches!(event.state, Confirmed | Final)
}
