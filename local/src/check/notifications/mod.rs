//! The calls of notifications with subscriptions to new addresses, and invalid calls, which have to be rejected.
//!
//! A server on this computer delivers to a receiver of the check. Otherwise nothing is delivered: the name of the webhook never has
//! an address.

mod deliveries;
mod kinds;

use super::contract::Kind;
use super::recorder::Recorder;
use crate::payments::{BtcLikeAccount, WEBHOOK, account, causes};
use deliveries::{PUSH_KEYS, push};
use uuid::Uuid;
use wallet_client::notifications::{
    AddressesRequest, DeliveriesRequest, EventsRequest, ReplayRequest, State, Subscription, SubscriptionChange,
    SubscriptionRequest, SubscriptionsRequest, TestRequest, WebhookRequest, change_addresses, change_subscription,
    create_subscription, delete_subscription, events, list_deliveries, list_subscriptions, replay_events,
    rotate_secret, subscription, test_deliveries,
};
use wallet_client::{CallError, Client, ErrorCode, Network};

/// URLs that no webhook may have: private and translated addresses, credentials, a fragment, a port, and no TLS.
const INVALID_WEBHOOKS: [&str; 9] = [
    "https://10.0.0.1/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://user:password@wallet-cloud-check.invalid/",
    "https://wallet-cloud-check.invalid/#fragment",
    "https://wallet-cloud-check.invalid:22/",
    "http://wallet-cloud-check.invalid/",
];
/// An address that only Stellar has.
const XLM_ADDRESS: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
/// An address of the EVM chains.
const EVM_ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/// The longest page of subscriptions or attempts.
const MAX_LIMIT: u32 = 100;
/// The most events of a page.
const MAX_EVENTS: u32 = 500;
/// The longest time in seconds for which a request waits.
const MAX_WAIT: u32 = 20;

/// A change of a valid request.
type Change<'a> = &'a dyn Fn(&mut SubscriptionRequest);

/// A subscription, and the rejections that the calls require.
struct Walk<'a> {
    client: &'a Client,
    recorder: &'a Recorder,
    request: SubscriptionRequest,
    id: String,
}

/// Makes the calls on the first chain, and subscribes to each kind of items on the first chain of each family. `client` has the
/// permission `notify`. A failed call is a finding.
pub async fn make(client: &Client, recorder: &Recorder, chains: &[String]) {
    let mut families = Vec::new();
    for chain in chains {
        let family = (BtcLikeAccount::new(chain, None).is_some(), chain == "xlm");
        if families.contains(&family) {
            continue;
        }
        let account = account(chain);
        let addresses = (account.address(client).await, account.recipient(client).await);
        let (Ok(address), Ok(further)) = addresses else {
            recorder.add(Kind::Call, "addresses to watch", "not derived".to_owned(), None);
            continue;
        };
        let id = Uuid::new_v4().to_string();
        let walk = Walk {
            client,
            recorder,
            request: SubscriptionRequest::builder()
                .id(id.clone())
                .chain(chain.clone())
                .network(Network::Testnet)
                .addresses(vec![address])
                .label("check")
                .build(),
            id,
        };
        if families.is_empty() {
            walk.calls(further).await;
        }
        walk.kinds(families.is_empty()).await;
        families.push(family);
    }
}

impl Walk<'_> {
    /// Makes all calls with a subscription.
    async fn calls(&self, further: String) {
        let created = match create_subscription(self.client, &self.request).await {
            Err(CallError::Response(error)) if error.code == ErrorCode::NotConfigured => {
                self.recorder.omit(
                    "/notifications/v1/api/",
                    "the notifications have no upstream of the chain",
                );
                return;
            }
            created => self.valid("the creation", created),
        };
        let Some(created) = created else { return };
        self.read(&created).await;
        self.change(further).await;
        self.reject_creations().await;
        self.reject_changes().await;
        self.reject_pages().await;
        self.deliver().await;
        self.valid("the deletion", delete_subscription(self.client, &self.id).await);
        self.reject_id(&self.id, "a deleted id", ErrorCode::NotFound).await;
        let case = "an id without the form of a UUID";
        self.reject_id("not-an-id", case, ErrorCode::InvalidRequest).await;
    }

    /// Returns the result of a valid call. An error is a finding.
    fn valid<T>(&self, step: &str, result: Result<T, CallError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.found(Kind::Call, step, causes(error));
                None
            }
        }
    }

    /// Requires a fact about the result of a valid call.
    fn check<T>(&self, step: &str, result: Result<T, CallError>, is_expected: impl FnOnce(&T) -> bool) {
        let value = self.valid(step, result);
        if value.is_some_and(|value| !is_expected(&value)) {
            self.found(
                Kind::Call,
                step,
                "the result is not that of the calls before".to_owned(),
            );
        }
    }

    /// Requires the rejection of an invalid call with a code.
    fn rejected<T>(&self, case: &str, result: Result<T, CallError>, code: ErrorCode) {
        let found = match result {
            Err(CallError::Response(error)) if error.code == code => return,
            Ok(_) => "a success".to_owned(),
            Err(error) => causes(error),
        };
        let problem = format!("the response is {found}, expected {}", code.name());
        self.found(Kind::Rejection, case, problem);
    }

    fn found(&self, kind: Kind, step: &str, problem: String) {
        self.recorder
            .add(kind, &format!("notifications: {step}"), problem, None);
    }

    /// Repeats the creation, and reads the subscription without events and deliveries.
    async fn read(&self, created: &Subscription) {
        let Self { client, id, .. } = self;
        let is_created = |found: &Subscription| {
            let total = found.addresses.as_ref().map(|addresses| addresses.total);
            (&found.id, &found.since, &found.label) == (id, &created.since, &self.request.label)
                && (total, found.last_sequence, found.paused) == (Some(1), 0, false)
        };
        let repeated = create_subscription(client, &self.request).await;
        self.check("the repeated creation", repeated, is_created);
        self.check("the subscription", subscription(client, id).await, is_created);
        let mut page = SubscriptionsRequest::builder().limit(MAX_LIMIT).build();
        loop {
            let listed = list_subscriptions(client, &page).await;
            let Some(listed) = self.valid("the list", listed) else {
                break;
            };
            if listed.subscriptions.iter().any(is_created) {
                break;
            }
            page.cursor = listed.next_cursor;
            if page.cursor.is_none() {
                self.found(Kind::Call, "the list", "the subscription is missing".to_owned());
                break;
            }
        }
        let mut log = self.log();
        if let Some(first) = self.valid("the log", events(client, &log).await) {
            log.after = Some(first.cursor);
            let next = events(client, &log).await;
            self.check("the log", next, |next| {
                first.events.is_empty() && next.events.is_empty()
            });
        }
        let deliveries = list_deliveries(client, id, &DeliveriesRequest::default()).await;
        self.check("the deliveries", deliveries, |page| page.deliveries.is_empty());
    }

    /// Returns the request for the log of the subscription.
    fn log(&self) -> EventsRequest {
        EventsRequest::builder().subscription(vec![self.id.clone()]).build()
    }

    /// Changes the settings, and adds and removes an address.
    async fn change(&self, further: String) {
        let Self { client, id, .. } = self;
        for paused in [true, false] {
            let change = SubscriptionChange::builder()
                .label(format!("paused: {paused}"))
                .paused(paused)
                .build();
            let changed = change_subscription(client, id, &change).await;
            self.check("the change", changed, |found| {
                (found.paused, &found.label) == (paused, &change.label)
            });
        }
        let add = AddressesRequest::builder().added(vec![further]).build();
        let remove = AddressesRequest::builder().maybe_removed(add.add.clone()).build();
        for (request, expected) in [(&add, (1, 0, 2)), (&remove, (0, 1, 1))] {
            let changed = change_addresses(client, id, request).await;
            self.check("the change of addresses", changed, |found| {
                (found.added, found.removed, found.total) == expected
            });
        }
    }

    async fn reject_creations(&self) {
        let created = async |change: Change<'_>| {
            let mut request = self.request.clone();
            request.id = None;
            change(&mut request);
            create_subscription(self.client, &request).await
        };
        let other = created(&|request| {
            request.id.clone_from(&self.request.id);
            request.label = Some("other".to_owned());
        })
        .await;
        self.rejected("another body with the id", other, ErrorCode::AlreadyExists);
        let other = created(&|request| request.addresses = Some(vec![self.other_address()])).await;
        self.rejected("an address of another chain", other, ErrorCode::InvalidAddress);
        let unknown = created(&|request| "nochain".clone_into(&mut request.chain)).await;
        self.rejected("an unknown chain", unknown, ErrorCode::ChainNotSupported);
        let invalid: [(&str, Change<'_>); 6] = [
            ("an id without the form of a UUID", &|request| {
                request.id = Some("1".to_owned());
            }),
            ("an unknown state", &|request| {
                request.states = Some(vec![unknown_state()]);
            }),
            ("no address", &|request| request.addresses = Some(Vec::new())),
            ("nothing to watch", &|request| request.addresses = None),
            ("addresses and transactions", &|request| {
                request.transactions = Some(vec!["0".repeat(64)]);
            }),
            ("a label that is too long", &|request| {
                request.label = Some("a".repeat(65));
            }),
        ];
        for (case, change) in invalid {
            self.rejected(case, created(change).await, ErrorCode::InvalidRequest);
        }
        for url in INVALID_WEBHOOKS {
            let created = created(&|request| request.webhook = webhook(url).webhook).await;
            self.rejected(&format!("a webhook to {url}"), created, ErrorCode::InvalidRequest);
        }
    }

    async fn reject_changes(&self) {
        let Self { client, id, .. } = self;
        // The rules are those of a creation.
        let url = INVALID_WEBHOOKS[0];
        let changed = change_subscription(client, id, &webhook(url)).await;
        self.rejected(&format!("a webhook to {url}"), changed, ErrorCode::InvalidRequest);
        for (case, endpoint, p256dh) in [
            ("a push to a private address", url, PUSH_KEYS[0]),
            ("a push with a key that is not on the curve", WEBHOOK, PUSH_KEYS[1]),
        ] {
            let change = SubscriptionChange::builder().push(push(endpoint, p256dh)).build();
            let changed = change_subscription(client, id, &change).await;
            self.rejected(case, changed, ErrorCode::InvalidRequest);
        }
        let state = SubscriptionChange::builder().states(vec![unknown_state()]).build();
        let mut both = webhook(WEBHOOK);
        both.remove_webhook = Some(true);
        for (case, change) in [("an unknown state", state), ("a webhook and the removal", both)] {
            let changed = change_subscription(client, id, &change).await;
            self.rejected(case, changed, ErrorCode::InvalidRequest);
        }
        let other = Some(vec![self.other_address()]);
        for (add, remove) in [(other.clone(), None), (None, other)] {
            let changed = change_addresses(
                client,
                id,
                &AddressesRequest::builder()
                    .maybe_added(add)
                    .maybe_removed(remove)
                    .build(),
            )
            .await;
            self.rejected("an address of another chain", changed, ErrorCode::InvalidAddress);
        }
        let changed = change_addresses(client, id, &AddressesRequest::default()).await;
        self.rejected("no address", changed, ErrorCode::InvalidRequest);
    }

    async fn reject_pages(&self) {
        let Self { client, id, .. } = self;
        let invalid = ErrorCode::InvalidRequest;
        let cursor = || Some("!".to_owned());
        for (case, cursor, limit) in [
            ("limit 0", None, Some(0)),
            ("a limit that is too large", None, Some(MAX_LIMIT + 1)),
            ("an invalid cursor", cursor(), None),
        ] {
            let page = SubscriptionsRequest::builder()
                .maybe_cursor(cursor.clone())
                .maybe_limit(limit)
                .build();
            self.rejected(case, list_subscriptions(client, &page).await, invalid);
            let page = DeliveriesRequest::builder()
                .maybe_cursor(cursor)
                .maybe_limit(limit)
                .build();
            self.rejected(case, list_deliveries(client, id, &page).await, invalid);
        }
        for (case, after, limit, wait) in [
            ("limit 0", None, Some(0), None),
            ("a limit that is too large", None, Some(MAX_EVENTS + 1), None),
            ("an invalid cursor", cursor(), None, None),
            ("a wait that is too long", None, None, Some(MAX_WAIT + 1)),
        ] {
            let mut log = self.log();
            log.after = after;
            log.limit = limit;
            log.wait = wait;
            self.rejected(case, events(client, &log).await, invalid);
        }
    }

    /// Requires the rejection of every call with an id.
    async fn reject_id(&self, id: &str, case: &str, code: ErrorCode) {
        let client = self.client;
        let add = AddressesRequest::builder()
            .maybe_added(self.request.addresses.clone())
            .build();
        let log = EventsRequest::builder().subscription(vec![id.to_owned()]).build();
        let replay = ReplayRequest::builder().from(1).build();
        self.rejected(case, subscription(client, id).await, code);
        let changed = change_subscription(client, id, &SubscriptionChange::default()).await;
        self.rejected(case, changed, code);
        self.rejected(case, change_addresses(client, id, &add).await, code);
        self.rejected(case, events(client, &log).await, code);
        let listed = list_deliveries(client, id, &DeliveriesRequest::default()).await;
        self.rejected(case, listed, code);
        self.rejected(case, replay_events(client, id, &replay).await, code);
        self.rejected(case, test_deliveries(client, id, &TestRequest::default()).await, code);
        self.rejected(case, rotate_secret(client, id).await, code);
        self.rejected(case, delete_subscription(client, id).await, code);
    }

    fn other_address(&self) -> String {
        let is_xlm = self.request.chain == "xlm";
        if is_xlm { EVM_ADDRESS } else { XLM_ADDRESS }.to_owned()
    }
}

fn webhook(url: &str) -> SubscriptionChange {
    SubscriptionChange::builder()
        .webhook(WebhookRequest::builder().url(url.to_owned()).build())
        .build()
}

fn unknown_state() -> State {
    State::Other("gone".to_owned())
}
