//! The state machine of a transaction from the view of a subscription.

use crate::block::BlockId;
use crate::event::{Event, EventId, State};
use crate::filter::Item;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The state of a transaction from the view of a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// The subscription.
    pub subscription: Uuid,
    /// The transaction id.
    pub txid: String,
    /// The state.
    pub state: State,
    /// The block while the transaction is in a block of the best chain.
    pub block: Option<BlockId>,
    /// The last event, `None` if the states of the subscription exclude all that happened.
    pub reported: Option<Reported>,
    /// The spent outputs or nonce: a different transaction that spends the same replaces this transaction.
    pub spends: Vec<Item>,
    /// The latest event, if the states of the subscription exclude the event from the log: the facts for the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreported: Option<Box<Event>>,
    /// The height of the loop at the last change.
    pub changed_at: u64,
    /// The number of changes of this record.
    pub revision: u64,
}

/// The last event of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// The state of the event.
    pub state: State,
    /// The id of the event.
    pub id: EventId,
    /// The number of the event in the subscription.
    pub sequence: u64,
}

/// Something that was observed about a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The transaction is pending.
    Pending,
    /// The transaction is in a block of the best chain.
    InBlock(BlockId),
    /// The block of the transaction is deep enough.
    Settled,
    /// The block of the transaction has left the best chain.
    Abandoned,
    /// The transaction is neither pending nor in a block.
    Missing,
    /// A different transaction has spent an input or the nonce.
    Replaced(String),
}

/// A change of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The new state.
    pub state: State,
    /// The block after the change.
    pub block: Option<BlockId>,
    /// The block that identifies the event: the block of the change, or the abandoned block.
    pub of: Option<BlockId>,
    /// The transaction that replaced this transaction.
    pub replaced_by: Option<String>,
}

impl Track {
    /// Returns the change that an observation causes, `None` if the observation is no news. `known` is `None` for a
    /// transaction without a record.
    ///
    /// | State | Pending | In a block | Settled | Abandoned | Missing | Replaced |
    /// |---|---|---|---|---|---|---|
    /// | none | seen | confirmed | – | – | – | – |
    /// | seen | – | confirmed | – | – | dropped | replaced |
    /// | confirmed | – | – | final | dropped | – | – |
    /// | final | – | – | – | dropped | – | – |
    /// | dropped | seen | confirmed | – | – | – | replaced |
    /// | replaced | – | confirmed | – | – | – | – |
    ///
    /// A transaction in a block is never pending or replaced: an upstream that reports this is behind.
    pub fn observe(known: Option<&Self>, observation: Observation) -> Option<Transition> {
        let state = known.map(|track| track.state);
        let change = |state, block: Option<BlockId>, of| Transition {
            state,
            block,
            of,
            replaced_by: None,
        };
        match (state, observation) {
            (None | Some(State::Dropped), Observation::Pending) => Some(change(State::Seen, None, None)),
            (None | Some(State::Seen | State::Dropped | State::Replaced), Observation::InBlock(block)) => {
                Some(change(State::Confirmed, Some(block.clone()), Some(block)))
            }
            (Some(State::Confirmed), Observation::Settled) => {
                let block = known.and_then(|track| track.block.clone());
                Some(change(State::Final, block.clone(), block))
            }
            (Some(State::Confirmed | State::Final), Observation::Abandoned) => {
                let abandoned = known.and_then(|track| track.block.clone());
                Some(change(State::Dropped, None, abandoned))
            }
            (Some(State::Seen), Observation::Missing) => Some(change(State::Dropped, None, None)),
            (Some(State::Seen | State::Dropped), Observation::Replaced(by)) => Some(Transition {
                replaced_by: Some(by),
                ..change(State::Replaced, None, None)
            }),
            _ => None,
        }
    }

    /// Returns the id of the event about a change.
    pub fn event_id(known: Option<&Self>, subscription: Uuid, txid: &str, change: &Transition) -> EventId {
        let previous = known
            .and_then(|track| track.reported.as_ref())
            .map(|reported| &reported.id);
        EventId::of(subscription, txid, change.state, change.of.as_ref(), previous)
    }

    /// Returns the record after a change. `event` is the event about the change, `is_reported` true if the log has the event.
    #[must_use]
    pub fn after(known: Option<&Self>, change: Transition, event: Event, is_reported: bool, context: Context) -> Self {
        let reported = Reported {
            state: event.state,
            id: event.id.clone(),
            sequence: event.sequence,
        };
        let before = known.and_then(|track| track.reported.clone());
        Self {
            subscription: event.subscription,
            txid: context.txid,
            state: change.state,
            block: change.block,
            reported: if is_reported { Some(reported) } else { before },
            spends: context.spends,
            unreported: (!is_reported).then(|| Box::new(event)),
            changed_at: context.height,
            revision: known.map_or(0, |track| track.revision + 1),
        }
    }
}

/// The facts of a record that are not part of the event.
#[derive(Clone, Debug)]
pub struct Context {
    /// The transaction id.
    pub txid: String,
    /// The spent outputs or nonce.
    pub spends: Vec<Item>,
    /// The height of the loop.
    pub height: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::ChainKey;
    use crate::event::States;
    use proptest::prelude::*;
    use std::collections::HashSet;
    use wallet_core::model::Network;

    fn block(number: u64) -> BlockId {
        BlockId {
            height: number,
            hash: format!("hash-{number}"),
        }
    }

    /// A change of a transaction on a chain.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Step {
        Enter,
        Leave,
        Mine(u64),
        Reorganise,
        Deepen,
        Conflict,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            Just(Step::Enter),
            Just(Step::Leave),
            (0u64..4).prop_map(Step::Mine),
            Just(Step::Reorganise),
            Just(Step::Deepen),
            Just(Step::Conflict),
        ]
    }

    /// The position of a transaction on a chain.
    #[derive(Clone, Debug, PartialEq)]
    enum Place {
        Nowhere,
        Pool,
        Block(u64, bool),
        Lost,
    }

    impl Place {
        /// Moves the transaction, and returns what the loop observes; nothing for an impossible step.
        fn go(&mut self, step: Step) -> Vec<Observation> {
            match (self.clone(), step) {
                (Self::Nowhere, Step::Enter) => {
                    *self = Self::Pool;
                    vec![Observation::Pending]
                }
                (Self::Pool, Step::Leave) => {
                    *self = Self::Nowhere;
                    vec![Observation::Missing]
                }
                (Self::Pool | Self::Nowhere | Self::Lost, Step::Mine(number)) => {
                    *self = Self::Block(number, false);
                    vec![Observation::InBlock(block(number))]
                }
                (Self::Block(..), Step::Reorganise) => {
                    *self = Self::Pool;
                    vec![Observation::Abandoned, Observation::Pending]
                }
                (Self::Block(number, false), Step::Deepen) => {
                    *self = Self::Block(number, true);
                    vec![Observation::Settled]
                }
                (Self::Pool | Self::Nowhere, Step::Conflict) => {
                    *self = Self::Lost;
                    vec![Observation::Replaced("other".to_owned())]
                }
                _ => Vec::new(),
            }
        }

        fn is_stated_by(&self, state: Option<State>) -> bool {
            match self {
                Self::Nowhere => matches!(state, None | Some(State::Dropped)),
                Self::Pool => state == Some(State::Seen),
                Self::Block(_, settled) => state == Some(if *settled { State::Final } else { State::Confirmed }),
                Self::Lost => matches!(state, None | Some(State::Replaced)),
            }
        }
    }

    fn apply(known: Option<&Track>, change: Transition, is_reported: bool) -> Track {
        let subscription = Uuid::from_u128(7);
        let event = Event {
            id: Track::event_id(known, subscription, "txid", &change),
            sequence: 1,
            subscription,
            label: None,
            chain: ChainKey::new("btc", Network::Testnet),
            state: change.state,
            previous_state: None,
            at: 0,
            addresses: Vec::new(),
            paths: Vec::new(),
            transaction: serde_json::Value::Null,
            block: None,
            confirmations: 0,
            replaced_by: None,
            partial: Vec::new(),
            test: false,
        };
        let context = Context {
            txid: "txid".to_owned(),
            spends: Vec::new(),
            height: 0,
        };
        Track::after(known, change, event, is_reported, context)
    }

    proptest! {
        /// Every observation is repeated, as by a loop that works over a block again after its end.
        #[test]
        fn replayed_events_give_the_state_of_the_chain(steps in prop::collection::vec(step(), 0..40)) {
            let mut place = Place::Nowhere;
            let mut track: Option<Track> = None;
            let mut replayed: Option<State> = None;
            let mut ids = HashSet::new();
            for step in steps {
                for observation in place.go(step) {
                    for repetition in 0..2 {
                        let change = Track::observe(track.as_ref(), observation.clone());
                        prop_assert!(repetition == 0 || change.is_none(), "{:?} twice", observation);
                        let Some(change) = change else { continue };
                        let next = apply(track.as_ref(), change.clone(), true);
                        let reported = next.reported.clone().expect("all states have events");
                        prop_assert_eq!(reported.state, change.state);
                        prop_assert!(ids.insert(reported.id), "an id twice");
                        replayed = Some(reported.state);
                        track = Some(next);
                    }
                }
                prop_assert!(place.is_stated_by(replayed), "{:?} after {:?}", place, replayed);
            }
        }

        #[test]
        fn filtered_states_have_no_event(steps in prop::collection::vec(step(), 0..40)) {
            let states = States::parse(&["confirmed", "dropped"]).expect("valid states");
            let mut place = Place::Nowhere;
            let mut track: Option<Track> = None;
            for step in steps {
                for observation in place.go(step) {
                    let Some(change) = Track::observe(track.as_ref(), observation) else { continue };
                    let before = track.as_ref().and_then(|track| track.reported.clone());
                    let is_reported = states.contains(change.state);
                    let next = apply(track.as_ref(), change, is_reported);
                    prop_assert_eq!(next.reported != before, is_reported);
                    prop_assert_eq!(next.unreported.is_some(), !is_reported);
                    track = Some(next);
                }
            }
        }
    }
}
