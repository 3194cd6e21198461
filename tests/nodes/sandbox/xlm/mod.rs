//! The services' Stellar adapter with the sandbox over HTTP, once with Horizon and once with Stellar RPC alone (`kinds`).

mod exchange;
mod kinds;
mod maximum;
mod scenario;
mod settings;
mod spendable;

use kinds::{Difference, Kind, assert_not_configured};
use scenario::Scenario;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stellar_xdr::{Asset, Limits as XdrLimits, OperationBody, PaymentOp, ReadXdr, TransactionResult};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_sandbox::chain::SandboxChain;
use wallet_sandbox::clock::Timestamp as SandboxTimestamp;
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::state::account::trust_line_asset;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source, nothing};
use wallet_sandbox::xlm::transaction::outcome::Codes;
use wallet_sandbox::xlm::{codec, ledger::participants};
use wallet_tests::support::api::timeouts::client;
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::history::{Body, Entry, Position, Strict};
use wallet_xlm::ports::{XlmIndex, XlmLedgers, XlmNode};
use wallet_xlm::{self as xlm, Envelope, ResultCodes, Submission};

/// The fixed time of the clocks, in seconds since the Unix epoch.
const NOW: u64 = 1_800_000_000;

/// A clock with a fixed time.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

/// A node on a local port, and the connected adapter.
struct Services {
    node: Arc<Node>,
    upstreams: XlmUpstreams,
    _server: JoinSet<()>,
}

impl Services {
    async fn over(kind: Kind) -> Self {
        let now = || SandboxTimestamp::from_secs(NOW);
        let node = Node::open(Arc::new(now), None).unwrap();
        let node = Arc::new(node.closing_immediately());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = kind.setting(&format!("http://{}", listener.local_addr().unwrap()));
        let router = Arc::clone(&node).router();
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, router).await.unwrap() });
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        let client = client();
        let name = setting_name("xlm", Network::Testnet);
        let setting = |requested: &str| (requested == name).then(|| url.clone());
        Self {
            node,
            upstreams: XlmUpstreams::from_settings(client, &clock, setting).unwrap(),
            _server: server,
        }
    }

    /// Returns the whole history of an account, the newest first.
    async fn history(&self, wallet: &TestWallet) -> Vec<Entry> {
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

    /// Returns all transactions in order, without ledger 1: its time is 1970, and Stellar RPC keeps seven days.
    async fn transactions(&self) -> Vec<Entry> {
        let head = self.upstreams.head(Network::Testnet, soon()).await.unwrap();
        let mut entries = Vec::new();
        for sequence in 2..=head.sequence {
            let ledger = XlmLedgers::ledger(&self.upstreams, Network::Testnet, sequence, soon());
            let transactions = ledger.await.unwrap().expect("a ledger").transactions;
            entries.extend(transactions.into_iter().map(|found| found.entry));
        }
        entries
    }

    async fn account(&self, wallet: &TestWallet) -> Option<xlm::Account> {
        let query = kinds::query(&self.node, wallet);
        let account = self.upstreams.account(Network::Testnet, query, soon());
        account.await.unwrap()
    }

    async fn broadcast(&self, envelope: &str) -> Submission {
        let envelope = Envelope::parse_signed(envelope).unwrap();
        let sent = self.upstreams.broadcast(Network::Testnet, &envelope, soon());
        sent.await.unwrap()
    }
}

fn id(wallet: &TestWallet) -> xlm::AccountId {
    xlm::AccountId(wallet.public_key())
}

fn soon() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_mins(10))
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
    let test = "services_parse_every_operation_of_the_ledger";
    for (services, difference) in Services::of_each_kind(test).await {
        parses_every_operation(&services, difference).await;
    }
}

async fn parses_every_operation(services: &Services, difference: Option<Difference>) {
    let [issuer, alice, bob] = [1, 2, 3].map(|seed| TestWallet::funded(&services.node, seed));
    let scenario = Scenario {
        node: &services.node,
        issuer,
        alice,
        bob,
    };
    scenario.issue();
    scenario.trade();
    scenario.claimable_balances();
    scenario.sponsor();
    let merged = scenario.create_and_merge();
    // The payment fails, is charged, and appears in the history as well.
    let much = scenario.alice.pay(&services.node, &scenario.bob, 1000 * COIN);
    assert!(!services.node.settle(&much).unwrap().is_success);

    let entries = if difference == Some(Difference::History) {
        let history = services
            .upstreams
            .history(Network::Testnet, id(&scenario.bob), Position::Start, 7, soon());
        assert_not_configured(&history.await);
        check_transactions(services).await
    } else {
        check_histories(services, &[&scenario.issuer, &scenario.alice, &scenario.bob, &merged]).await
    };
    assert_sent_amounts(&entries);
    let bodies = entries.iter().flat_map(|entry| &entry.operations);
    let kinds: BTreeSet<_> = bodies.map(|operation| kind(&operation.body)).collect();
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), KINDS);

    check_account(services, &scenario).await;
    assert_eq!(services.account(&merged).await, None);
}

/// Compares the histories with the ledger, and returns the entries.
async fn check_histories(services: &Services, wallets: &[&TestWallet]) -> Vec<Entry> {
    let mut all = Vec::new();
    for wallet in wallets {
        let entries = services.history(wallet).await;
        assert_eq!(
            summaries(&entries),
            expected(&services.node, wallet),
            "{:?}",
            wallet.id()
        );
        all.extend(entries);
    }
    all
}

/// Compares the transactions of all ledgers with the ledger of the sandbox, and returns the entries.
async fn check_transactions(services: &Services) -> Vec<Entry> {
    let entries = services.transactions().await;
    let expected: Vec<_> = services.node.read(|ledger| {
        let all = ledger.history().map(|included| {
            let transaction = &included.transaction;
            (
                transaction.hash,
                included.is_success,
                transaction.inner.operations.len(),
            )
        });
        all.collect()
    });
    assert_eq!(summaries(&entries), expected);
    entries
}

/// Returns hash, success, and number of operations of each transaction.
fn summaries(entries: &[Entry]) -> Vec<([u8; 32], bool, usize)> {
    let found = entries
        .iter()
        .map(|entry| (entry.hash, entry.succeeded, entry.operations.len()));
    found.collect()
}

/// Compares the sent amounts of path payments in the records of the sandbox with the amounts that the services read
/// from the results.
#[track_caller]
fn assert_sent_amounts(entries: &[Entry]) {
    for entry in entries {
        for operation in &entry.operations {
            if let Body::PathPayment(path) = &operation.body {
                let sent = entry.effects.of(operation.index).sent;
                let expected = (path.strict == Strict::Receive).then_some(path.spent_amount);
                assert_eq!(sent, expected);
            }
        }
    }
}

async fn check_account(services: &Services, scenario: &Scenario<'_>) {
    let account = services.account(&scenario.bob).await.unwrap();
    let (entry, line) = services.node.read(|ledger| {
        let held = trust_line_asset(&scenario.gold()).unwrap();
        let state = ledger.state();
        let line = state.trust_line(&scenario.bob.id(), &held).unwrap().clone();
        (state.account(&scenario.bob.id()).unwrap().clone(), line)
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
fn expected(node: &Node, wallet: &TestWallet) -> Vec<([u8; 32], bool, usize)> {
    node.read(|ledger| {
        let entries_found = ledger.history().rev().filter_map(|included| {
            let operations = included.transaction.inner.operations.iter().enumerate();
            let own = operations.filter(|(index, operation)| {
                participants::of_operation(included, *index, operation).contains(&wallet.id())
            });
            let own = own.count();
            (own > 0).then_some((included.transaction.hash, included.is_success, own))
        });
        entries_found.collect()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn services_receive_the_rejection_reason() {
    for (services, _) in Services::of_each_kind("services_receive_the_rejection_reason").await {
        receives_the_rejection_reason(&services).await;
    }
}

async fn receives_the_rejection_reason(services: &Services) {
    let (one, two) = (
        TestWallet::funded(&services.node, 1),
        TestWallet::funded(&services.node, 2),
    );
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
    assert_rejected(services, &stale, "tx_bad_seq", &[]).await;
    for (to, amount, operation) in [
        (&two, 1000 * COIN, "op_underfunded"),
        (&TestWallet::new(9), COIN, "op_no_destination"),
        (&two, 0, "op_malformed"),
    ] {
        assert_rejected(
            services,
            &one.pay(&services.node, to, amount),
            "tx_failed",
            &[operation],
        )
        .await;
    }
    let cheap = one.sign(&services.node, 99, nothing());
    assert_rejected(services, &cheap, "tx_insufficient_fee", &[]).await;
    let foreign = one.seal(&services.node, 100, vec![by_source(nothing())], &[&two]);
    assert_rejected(services, &foreign, "tx_bad_auth", &[]).await;
    let both = one.seal(&services.node, 100, vec![by_source(nothing())], &[&one, &two]);
    assert_rejected(services, &both, "tx_bad_auth_extra", &[]).await;
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

/// The sandbox and the services each define Horizon's result names. The results of contract operations, which
/// follow, never occur in the sandbox.
#[test]
fn result_names_match_those_of_the_services() {
    let mut named = 0;
    for (kind, code) in (0..24_i32).flat_map(|kind| (-20..0_i32).map(move |code| (kind, code))) {
        let mut bytes = vec![0; 8];
        // Failed, 1 operation, the result of the operation.
        for word in [-1, 1, 0, kind, code] {
            bytes.extend(i32::to_be_bytes(word));
        }
        // The end, before which some results contain an asset.
        let read = [4, 8].into_iter().find_map(|zeros| {
            let bytes = [bytes.clone(), vec![0; zeros]].concat();
            TransactionResult::from_xdr(bytes, XdrLimits::none()).ok()
        });
        let Some(result) = read else { continue };
        let services = ResultCodes::read(&codec::base64(&result)).unwrap();
        let own = Codes::of(&result);
        assert_eq!(
            (own.transaction, own.operations),
            (services.transaction, services.operations)
        );
        named += 1;
    }
    assert!(named > 120, "{named} results");
}
