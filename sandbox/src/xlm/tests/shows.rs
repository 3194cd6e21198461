//! What the services read of the ledger: their own adapter, asked over HTTP, tells what was done.

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

/// A node on a port, and the adapter that reads it.
struct Read {
    node: Arc<Node>,
    upstreams: XlmUpstreams,
    _server: JoinSet<()>,
}

impl Read {
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
        let setting = |asked: &str| (asked == name).then(|| url.clone());
        Self {
            node,
            upstreams: XlmUpstreams::from_settings(client, &clock, setting).unwrap(),
            _server: server,
        }
    }

    /// The whole history of an account, the newest first.
    async fn history(&self, purse: &Purse) -> Vec<Entry> {
        let (mut entries, mut from) = (Vec::new(), Position::Start);
        loop {
            let facts = self.upstreams.history(Network::Testnet, id(purse), from, 7, soon());
            let facts = facts.await.unwrap();
            entries.extend(facts.entries);
            match facts.next {
                Some(next) => from = next,
                None => return entries,
            }
        }
    }

    async fn account(&self, purse: &Purse) -> Option<xlm::Account> {
        let account = self.upstreams.account(Network::Testnet, id(purse), soon());
        account.await.unwrap()
    }

    async fn broadcast(&self, envelope: &str) -> Submission {
        let envelope = Envelope::parse_signed(envelope).unwrap();
        let sent = self.upstreams.broadcast(Network::Testnet, &envelope, soon());
        sent.await.unwrap()
    }
}

fn id(purse: &Purse) -> xlm::AccountId {
    xlm::AccountId(purse.0.verifying_key().to_bytes())
}

fn soon() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_mins(1))
}

/// The name of what an operation does.
fn kind(body: &Body) -> String {
    let text = format!("{body:?}");
    text.split(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap()
        .to_owned()
}

/// All that the ledger does, as the services call it.
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
async fn the_services_read_every_operation_that_the_ledger_does() {
    let read = Read::start().await;
    let [issuer, alice, bob] = [1, 2, 3].map(|seed| Purse::funded(&read.node, seed));
    let play = Play {
        node: &read.node,
        issuer,
        alice,
        bob,
    };
    play.issue();
    play.trade();
    play.set_aside();
    play.sponsor();
    let gone = play.come_and_go();
    // It fails, is charged, and is told as well.
    let much = play.alice.pay(&read.node, &play.bob, 1000 * COIN);
    assert!(!read.node.settle(&much).unwrap().is_success);

    let mut kinds = BTreeSet::new();
    for purse in [&play.issuer, &play.alice, &play.bob, &gone] {
        let entries = read.history(purse).await;
        let told: Vec<_> = entries
            .iter()
            .map(|entry| (entry.hash, entry.succeeded, entry.operations.len()))
            .collect();
        assert_eq!(told, expected(&read.node, purse), "{:?}", purse.id());
        let bodies = entries.iter().flat_map(|entry| &entry.operations);
        kinds.extend(bodies.map(|operation| kind(&operation.body)));
    }
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), KINDS);

    check_account(&read, &play).await;
    assert_eq!(read.account(&gone).await, None);
}

async fn check_account(read: &Read, play: &Play<'_>) {
    let account = read.account(&play.bob).await.unwrap();
    let (entry, line) = read.node.read(|ledger| {
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

/// What the ledger itself knows of an account's history, the newest first: hash, success, and its operations.
fn expected(node: &Node, purse: &Purse) -> Vec<([u8; 32], bool, usize)> {
    node.read(|ledger| {
        let told = ledger.history().rev().filter_map(|included| {
            let operations = included.transaction.inner.operations.iter().enumerate();
            let own = operations.filter(|(place, operation)| {
                participants::of_operation(included, *place, operation).contains(&purse.id())
            });
            let own = own.count();
            (own > 0).then_some((included.transaction.hash, included.is_success, own))
        });
        told.collect()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_services_are_told_why_a_transaction_is_refused() {
    let read = Read::start().await;
    let (one, two) = (Purse::funded(&read.node, 1), Purse::funded(&read.node, 2));
    let paid = one.pay(&read.node, &two, COIN);
    assert_eq!(read.broadcast(&paid).await, Submission::Applied);
    assert_eq!(read.broadcast(&paid).await, Submission::Applied, "the same again");
    let stale = one.pay(&read.node, &two, 2 * COIN);
    one.does(
        &read.node,
        OperationBody::Payment(PaymentOp {
            destination: two.account(),
            asset: Asset::Native,
            amount: 1,
        }),
    );
    refused(&read, &stale, "tx_bad_seq", &[]).await;
    for (to, amount, operation) in [
        (&two, 1000 * COIN, "op_underfunded"),
        (&Purse::new(9), COIN, "op_no_destination"),
        (&two, 0, "op_malformed"),
    ] {
        refused(&read, &one.pay(&read.node, to, amount), "tx_failed", &[operation]).await;
    }
    let cheap = one.sign(&read.node, 99, nothing());
    refused(&read, &cheap, "tx_insufficient_fee", &[]).await;
    let foreign = one.seal(&read.node, 100, vec![by_source(nothing())], &[&two]);
    refused(&read, &foreign, "tx_bad_auth", &[]).await;
    let both = one.seal(&read.node, 100, vec![by_source(nothing())], &[&one, &two]);
    refused(&read, &both, "tx_bad_auth_extra", &[]).await;
}

async fn refused(read: &Read, envelope: &str, transaction: &str, operations: &[&str]) {
    match read.broadcast(envelope).await {
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
