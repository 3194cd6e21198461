//! The calls of notifications with a subscription to new addresses, and invalid calls, which have to be rejected.
//!
//! Nothing is delivered: the name of the webhook never has an address (RFC 6761, section 6.4).

use super::contract::Kind;
use super::recorder::Recorder;
use crate::payments::{account, causes};
use uuid::Uuid;
use wallet_client::notifications::{
    AddressesRequest, DeliveriesRequest, DeliveryKind, EventsRequest, ReplayRequest, State, Subscription,
    SubscriptionChange, SubscriptionRequest, SubscriptionsRequest, TestRequest, WebhookRequest, change_addresses,
    change_subscription, create_subscription, delete_subscription, events, list_deliveries, list_subscriptions,
    replay_events, rotate_secret, subscription, test_deliveries,
};
use wallet_client::{CallError, Client, ErrorCode, Network};

/// The URL of a webhook without a receiver.
const WEBHOOK: &str = "https://wallet-cloud-check.invalid/";
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

/// Makes the calls on a chain. `client` has the permission `notify`. A failed call is a finding.
pub async fn make(client: &Client, recorder: &Recorder, chain: &str) {
    let account = account(chain);
    let addresses = (account.address(client).await, account.recipient(client).await);
    let (Ok(address), Ok(further)) = addresses else {
        recorder.add(Kind::Call, "addresses to watch", "not derived".to_owned(), None);
        return;
    };
    let id = Uuid::new_v4().to_string();
    let walk = Walk {
        client,
        recorder,
        request: SubscriptionRequest {
            id: Some(id.clone()),
            chain: chain.to_owned(),
            network: Some(Network::Testnet),
            addresses: Some(vec![address]),
            label: Some("check".to_owned()),
            ..SubscriptionRequest::default()
        },
        id,
    };
    let created = match create_subscription(client, &walk.request).await {
        Err(CallError::Response(error)) if error.code == ErrorCode::NotConfigured => {
            recorder.omit(
                "/notifications/v1/api/",
                "the notifications have no upstream of the chain",
            );
            return;
        }
        created => walk.valid("the creation", created),
    };
    let Some(created) = created else { return };
    walk.read(&created).await;
    walk.change(further).await;
    walk.reject_creations().await;
    walk.reject_changes().await;
    walk.reject_pages().await;
    walk.deliver().await;
    walk.valid("the deletion", delete_subscription(client, &walk.id).await);
    walk.reject_id(&walk.id, "a deleted id", ErrorCode::NotFound).await;
    walk.reject_id(
        "not-an-id",
        "an id without the form of a UUID",
        ErrorCode::InvalidRequest,
    )
    .await;
}

impl Walk<'_> {
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
        let mut page = SubscriptionsRequest {
            limit: Some(MAX_LIMIT),
            ..SubscriptionsRequest::default()
        };
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
        EventsRequest {
            subscription: Some(vec![self.id.clone()]),
            ..EventsRequest::default()
        }
    }

    /// Changes the settings, and adds and removes an address.
    async fn change(&self, further: String) {
        let Self { client, id, .. } = self;
        for paused in [true, false] {
            let change = SubscriptionChange {
                label: Some(format!("paused: {paused}")),
                paused: Some(paused),
                ..SubscriptionChange::default()
            };
            let changed = change_subscription(client, id, &change).await;
            self.check("the change", changed, |found| {
                (found.paused, &found.label) == (paused, &change.label)
            });
        }
        let add = AddressesRequest {
            add: Some(vec![further]),
            remove: None,
        };
        let remove = AddressesRequest {
            add: None,
            remove: add.add.clone(),
        };
        for (request, expected) in [(&add, (1, 0, 2)), (&remove, (0, 1, 1))] {
            let changed = change_addresses(client, id, request).await;
            self.check("the change of addresses", changed, |found| {
                (found.added, found.removed, found.total) == expected
            });
        }
    }

    /// Gives the subscription a webhook, attempts deliveries, and removes the webhook. Without a webhook, the calls have to be
    /// rejected.
    async fn deliver(&self) {
        let Self { client, id, .. } = self;
        let (replay, test) = (ReplayRequest { from: 1, to: None }, TestRequest::default());
        let invalid = ErrorCode::InvalidRequest;
        self.rejected("no delivery", replay_events(client, id, &replay).await, invalid);
        self.rejected("no delivery", test_deliveries(client, id, &test).await, invalid);
        self.rejected("no webhook", rotate_secret(client, id).await, invalid);

        let changed = change_subscription(client, id, &webhook(WEBHOOK)).await;
        let secret = self.valid("the webhook", changed).and_then(|changed| changed.secret);
        let rotated = rotate_secret(client, id).await;
        self.check("the secret", rotated, |rotated| {
            secret.is_some_and(|secret| secret != rotated.secret)
        });
        let tested = test_deliveries(client, id, &test).await;
        self.check("the test", tested, |tested| match &*tested.deliveries {
            [only] => only.kind == DeliveryKind::Webhook && only.status.is_none(),
            _ => false,
        });
        let replayed = replay_events(client, id, &replay).await;
        self.check("the replay", replayed, |replayed| replayed.queued == 0);
        for (case, from, to) in [("from 0", 0, None), ("to before from", 2, Some(1))] {
            let request = ReplayRequest { from, to };
            self.rejected(case, replay_events(client, id, &request).await, invalid);
        }
        let state = TestRequest {
            state: Some(unknown_state()),
        };
        self.rejected("an unknown state", test_deliveries(client, id, &state).await, invalid);
        let without = SubscriptionChange {
            remove_webhook: Some(true),
            ..SubscriptionChange::default()
        };
        let changed = change_subscription(client, id, &without).await;
        self.check("the removal of the webhook", changed, |found| found.webhook.is_none());
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
        for url in INVALID_WEBHOOKS {
            let changed = change_subscription(client, id, &webhook(url)).await;
            self.rejected(&format!("a webhook to {url}"), changed, ErrorCode::InvalidRequest);
        }
        let state = SubscriptionChange {
            states: Some(vec![unknown_state()]),
            ..SubscriptionChange::default()
        };
        let both = SubscriptionChange {
            remove_webhook: Some(true),
            ..webhook(WEBHOOK)
        };
        for (case, change) in [("an unknown state", state), ("a webhook and the removal", both)] {
            let changed = change_subscription(client, id, &change).await;
            self.rejected(case, changed, ErrorCode::InvalidRequest);
        }
        let other = Some(vec![self.other_address()]);
        for (add, remove) in [(other.clone(), None), (None, other)] {
            let changed = change_addresses(client, id, &AddressesRequest { add, remove }).await;
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
            let page = SubscriptionsRequest {
                cursor: cursor.clone(),
                limit,
            };
            self.rejected(case, list_subscriptions(client, &page).await, invalid);
            let page = DeliveriesRequest { cursor, limit };
            self.rejected(case, list_deliveries(client, id, &page).await, invalid);
        }
        for (case, after, limit, wait) in [
            ("limit 0", None, Some(0), None),
            ("a limit that is too large", None, Some(MAX_EVENTS + 1), None),
            ("an invalid cursor", cursor(), None, None),
            ("a wait that is too long", None, None, Some(MAX_WAIT + 1)),
        ] {
            let log = EventsRequest {
                after,
                limit,
                wait,
                ..self.log()
            };
            self.rejected(case, events(client, &log).await, invalid);
        }
    }

    /// Requires the rejection of every call with an id.
    async fn reject_id(&self, id: &str, case: &str, code: ErrorCode) {
        let client = self.client;
        let add = AddressesRequest {
            add: self.request.addresses.clone(),
            remove: None,
        };
        let log = EventsRequest {
            subscription: Some(vec![id.to_owned()]),
            ..EventsRequest::default()
        };
        let replay = ReplayRequest { from: 1, to: None };
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
    SubscriptionChange {
        webhook: Some(WebhookRequest { url: url.to_owned() }),
        ..SubscriptionChange::default()
    }
}

fn unknown_state() -> State {
    State::Other("gone".to_owned())
}
