//! Comparison of a log with the chain.

use super::OWNER;
use super::chain::{CONFIRMATIONS, Chain};
use super::store::Store;
use std::collections::{BTreeMap, HashSet};
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ports::EventLog;
use wallet_notifications::{Cursor, Event, State, Subscription};

/// The events of a subscription, as the owner reads them in pages.
pub struct Reader {
    since: u64,
    events: Vec<Event>,
}

impl Reader {
    pub async fn of(store: &Store, subscription: &Subscription, now: Timestamp) -> Self {
        let (mut events, mut cursor) = (Vec::new(), Cursor::default());
        loop {
            let page = store.events(OWNER, &[subscription.id], &cursor, 3, now).await.unwrap();
            if page.events.is_empty() && page.cursor == cursor {
                let since = subscription.since.height;
                return Self { since, events };
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

    pub fn last(&self, txid: &str) -> Option<&Event> {
        self.of_transaction(txid).last()
    }

    /// Checks that the events replayed give exactly the state of the chain, from the view of these addresses.
    pub fn check(&self, chain: &Chain, watched: &[&str]) {
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
