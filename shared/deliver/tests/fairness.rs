//! Dead receivers delay no other owner. The times are virtual: those of receivers, store and worker, not of the machine.

use crate::network::Network;
use crate::store::{MemoryStore, event_id, start};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use wallet_deliver::{LocalQueue, run};
use wallet_notifications::delivery::{DeliveryKind, Due};
use wallet_notifications::ports::DeliveryQueue;

const RESPONSE_TIME: Duration = Duration::from_millis(50);
const OWNERS: u128 = 20;
const EVENTS: u64 = 120;

/// A receiver that fails: the number of its owners, the time to a response, the status, and the number of deliveries that are
/// due of each.
#[derive(Clone, Copy)]
struct Dead(u128, Duration, u16, u64);

/// The delays of the deliveries of live receivers: of new events, and of deliveries that a sweep finds.
struct Delays {
    new: Vec<Duration>,
    swept: Vec<Duration>,
    /// The number of requests, with those to dead receivers.
    requests: usize,
}

impl Delays {
    fn p99(delays: &[Duration]) -> Duration {
        let mut delays = delays.to_vec();
        delays.sort_unstable();
        delays[delays.len() * 99 / 100]
    }
}

/// Delivers an event of each of the live owners every half second, and as many that are due, next to a dead receiver.
async fn measure(dead: Option<Dead>) -> Delays {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("live.example", RESPONSE_TIME, 200)]),
    );
    let queue = Arc::new(LocalQueue::default());
    let deliverer = store.deliverer(network.clone(), "0,5,300");
    if let Some(Dead(owners, time, status, due)) = dead {
        network.set("dead.example", time, status);
        for owner in 0..owners {
            let subscription = store.subscribe(1000 + owner, &format!("dead:{owner}"), "dead.example");
            for sequence in 0..due {
                store.add(&subscription, DeliveryKind::Webhook, sequence, start());
            }
        }
    }
    let live: Vec<_> = (0..OWNERS)
        .map(|owner| store.subscribe(1 + owner, &format!("live:{owner}"), "live.example"))
        .collect();
    let began = Instant::now();
    let worker = tokio::spawn(run(deliverer, Arc::clone(&queue)));
    let mut sent = HashMap::new();
    for sequence in 0..EVENTS {
        for (subscription, offset) in live.iter().zip(1..) {
            sleep(Duration::from_millis(500) / 20).await;
            let now = start().after(began.elapsed());
            let new = store.add(subscription, DeliveryKind::Webhook, sequence, now.after(Due::CLAIM));
            queue.send(&[new]).await;
            sent.insert(event_id(subscription.id, sequence), (Instant::now(), true));
            let swept = 10_000 + sequence;
            let due_in = Duration::from_millis(offset * 7);
            store.add(subscription, DeliveryKind::Webhook, swept, now.after(due_in));
            sent.insert(event_id(subscription.id, swept), (Instant::now() + due_in, false));
        }
    }
    sleep(Duration::from_secs(20)).await;
    worker.abort();
    let arrived = network.arrived();
    let mut delays = Delays {
        new: Vec::new(),
        swept: Vec::new(),
        requests: arrived.len(),
    };
    for request in arrived {
        if let Some((due, is_new)) = sent.remove(&request.id) {
            let delay = request.at - due + RESPONSE_TIME;
            if is_new { &mut delays.new } else { &mut delays.swept }.push(delay);
        }
    }
    assert!(
        sent.is_empty(),
        "{} deliveries of live receivers were not made",
        sent.len()
    );
    delays
}

#[tokio::test(start_paused = true)]
async fn dead_receivers_change_the_delays_of_others_by_less_than_two_times() {
    let alone = measure(None).await;
    let hang = Duration::from_secs(30);
    for (name, dead) in [
        (
            "10,000 due deliveries to a receiver that hangs",
            Dead(1, hang, 200, 10_000),
        ),
        (
            "10,000 due deliveries to a receiver that responds 500",
            Dead(1, RESPONSE_TIME, 500, 10_000),
        ),
        ("40 owners with receivers that hang", Dead(40, hang, 200, 250)),
    ] {
        let beside = measure(Some(dead)).await;
        for (kind, alone, beside) in [("new", &alone.new, &beside.new), ("swept", &alone.swept, &beside.swept)] {
            let (before, after) = (Delays::p99(alone), Delays::p99(beside));
            println!("{name}: p99 of {kind} deliveries {before:?} alone, {after:?} beside");
            assert!(after < before * 2, "{name}: {kind} {before:?} {after:?}");
        }
        assert!(
            beside.requests > alone.requests,
            "{name}: the dead receivers have requests"
        );
    }
}
