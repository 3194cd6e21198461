//! Deliveries after calls that fail halfway: no delivery is lost, and no event is appended without the delivery.

use crate::support::database::{Database, impatient_client, serve_dynoxide};
use crate::support::notifications::{alice, all_due, attempt, delivery, event, track};
use crate::support::proxy::{CallFault, Proxy};
use crate::support::records::NOW;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::Subscription;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::{Deliveries, NewEvent, WatchStore, WriteOutcome};
use wallet_store::dynamodb::DynamoNotifications;

/// A store whose calls can fail, and a store of the same table without faults.
struct Faulty {
    proxy: Proxy,
    store: DynamoNotifications,
    direct: DynamoNotifications,
    owner: Subscription,
}

impl Faulty {
    async fn open() -> Self {
        let address = serve_dynoxide().await;
        let direct = Database::at(&format!("http://{address}")).await.notifications().await;
        let proxy = Proxy::before(address).await;
        let proxied = impatient_client(&format!("http://{}", proxy.address));
        Self {
            store: DynamoNotifications::new(proxied, direct.table().to_owned()),
            owner: alice(&direct).await,
            proxy,
            direct,
        }
    }

    /// Loses the response of a call.
    fn lose_response(&self, of: usize) {
        let fault = move |call| {
            if call == of {
                CallFault::ResponseLost
            } else {
                CallFault::Pass
            }
        };
        self.proxy.follow(move |call, _| fault(call));
    }

    /// Loses all calls from a call on, as after the end of the process.
    fn lose_from(&self, first: usize) {
        let fault = move |call| if call < first { CallFault::Pass } else { CallFault::Lost };
        self.proxy.follow(move |call, _| fault(call));
    }

    async fn due(&self) -> Due {
        let due = delivery(&self.owner, 1, 1000);
        self.direct.enqueue(std::slice::from_ref(&due)).await.unwrap();
        due
    }

    fn event(&self) -> NewEvent {
        NewEvent {
            deliveries: vec![delivery(&self.owner, 1, 1000)],
            ..event(&self.owner, 1, 10)
        }
    }

    async fn append(&self) -> Result<WriteOutcome, StoreError> {
        let (record, event) = (track(&self.owner, "a", 0), self.event());
        self.store.append(&self.owner.chain, &record, Some(&event)).await
    }

    async fn attempts(&self) -> usize {
        let page = self.direct.attempts(&self.owner, None, 10).await;
        page.unwrap().attempts.len()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn append_writes_the_event_with_the_delivery_or_nothing() {
    for call in 1..=2 {
        let faulty = Faulty::open().await;
        faulty.lose_from(call);
        faulty.append().await.unwrap_err();
        assert!(all_due(&faulty.direct).await.is_empty());
        assert_eq!(faulty.direct.event(&faulty.owner, 1).await.unwrap(), None);
        faulty.lose_response(call);
        assert_eq!(faulty.append().await.unwrap(), WriteOutcome::Written);
        assert_eq!(all_due(&faulty.direct).await, faulty.event().deliveries);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_and_retry_with_a_lost_response_are_recognised() {
    let faulty = Faulty::open().await;
    let due = faulty.due().await;
    faulty.lose_from(1);
    faulty.store.claim(&due, NOW).await.unwrap_err();
    assert_eq!(all_due(&faulty.direct).await, std::slice::from_ref(&due));
    faulty.lose_response(1);
    let claimed = faulty.store.claim(&due, NOW).await.unwrap().unwrap();
    assert_eq!(all_due(&faulty.direct).await, std::slice::from_ref(&claimed));
    let failed = attempt(&claimed, NOW.as_millis(), Some(u64::MAX / 4));
    let finish = || faulty.store.finish(&claimed, &failed, Timestamp::from_millis(u64::MAX));
    faulty.lose_from(1);
    finish().await.unwrap_err();
    assert_eq!(
        (all_due(&faulty.direct).await, faulty.attempts().await),
        (vec![claimed.clone()], 0)
    );
    faulty.lose_response(1);
    assert_eq!(finish().await.unwrap(), WriteOutcome::Written);
    let retry = Due {
        attempts: 1,
        at: u64::MAX / 4,
        ..claimed.clone()
    };
    assert_eq!(
        (all_due(&faulty.direct).await, faulty.attempts().await),
        (vec![retry], 1)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn end_between_the_writes_of_a_success_loses_the_record_only() {
    let faulty = Faulty::open().await;
    let due = faulty.due().await;
    let accepted = attempt(&due, NOW.as_millis(), None);
    let finish = || faulty.store.finish(&due, &accepted, Timestamp::from_millis(u64::MAX));
    faulty.lose_from(1);
    finish().await.unwrap_err();
    assert_eq!(all_due(&faulty.direct).await, std::slice::from_ref(&due));
    faulty.lose_from(2);
    finish().await.unwrap_err();
    assert!(all_due(&faulty.direct).await.is_empty());
    assert_eq!(faulty.attempts().await, 0);
    let due = faulty.due().await;
    faulty.lose_response(1);
    let outcome = faulty
        .store
        .finish(&due, &accepted, Timestamp::from_millis(u64::MAX))
        .await;
    assert_eq!(outcome.unwrap(), WriteOutcome::Changed);
    assert!(all_due(&faulty.direct).await.is_empty());
}
