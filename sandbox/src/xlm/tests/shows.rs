//! Tests of the services' own Stellar adapter against the sandbox over HTTP.

use super::play::Play;
use super::*;
use crate::xlm::{horizon, participants};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::history::{Body, Entry, Position};
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{self as xlm, Envelope, Submission};

/// A node on a local port, and the adapter connected to it.
struct Services {
    node: Arc<Node>,
    upstreams: XlmUpstreams,
    _server: JoinSet<()>,
}

impl Services {
    async fn start() -> Self {
        let node = Arc::new(open(None).closing_at_once());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("horizon+http://{}", listener.local_addr().unwrap());
        let router = horizon::router(Arc::clone(&node));
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, router).await.unwrap() });
        let clock: Arc<dyn Clock> = Arc::new(Stopped);
        let client = HttpClient::new(Limits::default()).unwrap();
        let name = setting_name("xlm", Network::Testnet);
        let setting = |requested: &str| (requested == name).then(|| url.clone());
        Self {
            node,
            upstreams: XlmUpstreams::from_settings(client, &clock, setting).unwrap(),
            _server: server,
        }
    }

    /// Returns the whole history of an account, the newest first.
    async fn history(&self, wallet: &Purse) -> Vec<Entry> {
        let (mut entries, mut from) = (Vec::new(), Position::Start);
        loop {
            let facts = self.upstreams.history(Network::Testnet, id(wallet), from, 7, soon());
            let facts = facts.await.unwrap();
            entries.extend(facts.entries);
            match facts.next {
                Some(next) => from = next,
                None => return entries,
            }
        }
    }

    async fn account(&self, wallet: &Purse) -> Option<xlm::Account> {
        let account = self.upstreams.account(Network::Testnet, id(wallet), soon());
        account.await.unwrap()
    }

    async fn broadcast(&self, envelope: &str) -> Submission {
        let envelope = Envelope::parse_signed(envelope).unwrap();
        let sent = self.upstreams.broadcast(Network::Testnet, &envelope, soon());
        sent.await.unwrap()
    }
}

fn id(wallet: &Purse) -> xlm::AccountId {
    xlm::AccountId(wallet.0.verifying_key().to_bytes())
}

fn soon() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_mins(1))
}

/// Returns the name of an operation's kind.
fn kind(body: &Body) -> String {
    let text = format!("{body:?}");
    text.split(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap()
        .to_owned()
}

/// All operation kinds of the ledger, by the names in the services.
const KINDS: [&str; 20] = [
    "AccountMerge",
    "AllowTrust",
    "BeginSponsoring",
    "BumpSequence",
    "BuyOffer",
    "ChangeTrust",
    "ClaimClaimableBalance",
    "Clawback",
    "ClawbackClaimableBalance",
    "CreateAccount",
    "CreateClaimableBalance",
    "EndSponsoring",
    "ManageData",
    "PassiveOffer",
    "PathPayment",
    "Payment",
    "RevokeSponsorship",
    "SellOffer",
    "SetOptions",
    "SetTrustLineFlags",
];

#[tokio::test(flavor = "multi_thread")]
async fn services_parse_every_operation_of_the_ledger() {
    let services = Services::start().await;
    let [issuer, alice, bob] = [1, 2, 3].map(|seed| Purse::funded(&services.node, seed));
    let play = Play {
        node: &services.node,
        issuer,
        alice,
        bob,
    };
    play.issue();
    play.trade();
    play.set_aside();
    play.sponsor();
    let merged = play.come_and_go();
    // The payment fails, is charged, and appears in the history as well.
    let much = play.alice.pay(&services.node, &play.bob, 1000 * COIN);
    assert!(!services.node.settle(&much).unwrap().is_success);

    let mut kinds = BTreeSet::new();
    for wallet in [&play.issuer, &play.alice, &play.bob, &merged] {
        let entries = services.history(wallet).await;
        let entries_found: Vec<_> = entries
            .iter()
            .map(|entry| (entry.hash, entry.succeeded, entry.operations.len()))
            .collect();
        assert_eq!(entries_found, expected(&services.node, wallet), "{:?}", wallet.id());
        let bodies = entries.iter().flat_map(|entry| &entry.operations);
        kinds.extend(bodies.map(|operation| kind(&operation.body)));
    }
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), KINDS);

    check_account(&services, &play).await;
    assert_eq!(services.account(&merged).await, None);
}

async fn check_account(services: &Services, play: &Play<'_>) {
    let account = services.account(&play.bob).await.unwrap();
    let (entry, line) = services.node.read(|ledger| {
        let held = crate::xlm::holdings::trust_line_asset(&play.gold()).unwrap();
        let world = ledger.world();
        let line = world.trust_line(&play.bob.id(), &held).unwrap().clone();
        (world.account(&play.bob.id()).unwrap().clone(), line)
    });
    let native = account.native;
    assert_eq!(
        (
            native.balance.get(),
            native.buying_liabilities.get(),
            account.subentries,
            account.sequence
        ),
        (
            entry.balance,
            entry.liabilities.buying,
            entry.subentries,
            entry.sequence
        )
    );
    let holding = account.lines[0].holding;
    assert_eq!(
        (holding.balance.get(), holding.selling_liabilities.get()),
        (line.balance, line.liabilities.selling)
    );
}

/// Returns an account's history from the ledger, the newest first: hash, success, and number of operations.
fn expected(node: &Node, wallet: &Purse) -> Vec<([u8; 32], bool, usize)> {
    node.read(|ledger| {
        let entries_found = ledger.history().rev().filter_map(|included| {
            let operations = included.transaction.inner.operations.iter().enumerate();
            let own = operations.filter(|(place, operation)| {
                participants::of_operation(included, *place, operation).contains(&wallet.id())
            });
            let own = own.count();
            (own > 0).then_some((included.transaction.hash, included.is_success, own))
        });
        entries_found.collect()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn services_receive_the_rejection_reason() {
    let services = Services::start().await;
    let (one, two) = (Purse::funded(&services.node, 1), Purse::funded(&services.node, 2));
    let paid = one.pay(&services.node, &two, COIN);
    assert_eq!(services.broadcast(&paid).await, Submission::Applied);
    assert_eq!(
        services.broadcast(&paid).await,
        Submission::Applied,
        "same transaction again"
    );
    let stale = one.pay(&services.node, &two, 2 * COIN);
    one.does(
        &services.node,
        OperationBody::Payment(PaymentOp {
            destination: two.account(),
            asset: Asset::Native,
            amount: 1,
        }),
    );
    assert_rejected(&services, &stale, "tx_bad_seq", &[]).await;
    for (to, amount, operation) in [
        (&two, 1000 * COIN, "op_underfunded"),
        (&Purse::new(9), COIN, "op_no_destination"),
        (&two, 0, "op_malformed"),
    ] {
        assert_rejected(
            &services,
            &one.pay(&services.node, to, amount),
            "tx_failed",
            &[operation],
        )
        .await;
    }
    let cheap = one.sign(&services.node, 99, nothing());
    assert_rejected(&services, &cheap, "tx_insufficient_fee", &[]).await;
    let foreign = one.seal(&services.node, 100, vec![by_source(nothing())], &[&two]);
    assert_rejected(&services, &foreign, "tx_bad_auth", &[]).await;
    let both = one.seal(&services.node, 100, vec![by_source(nothing())], &[&one, &two]);
    assert_rejected(&services, &both, "tx_bad_auth_extra", &[]).await;
}

async fn assert_rejected(services: &Services, envelope: &str, transaction: &str, operations: &[&str]) {
    match services.broadcast(envelope).await {
        Submission::Rejected(codes) => {
            assert_eq!(
                (
                    codes.transaction.as_str(),
                    codes.operations.iter().map(String::as_str).collect()
                ),
                (transaction, operations.to_vec())
            );
        }
        other => panic!("{transaction}: {other:?}"),
    }
}
