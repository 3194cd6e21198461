//! Random wallets on Stellar: payments to others and to themselves, with several operations and sources, fees and
//! sequence numbers of further accounts, claimable balances and failed transactions.

use super::{clock, number, sandbox_clock, serve, soon};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use stellar_xdr::{Asset, OperationBody, PaymentOp};
use tokio::task::JoinSet;
use wallet_core::model::Network;
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source};
use wallet_tests::support::api::timeouts::client;
use wallet_tests::support::random::Random;
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Position, View};
use wallet_xlm::ports::{XlmIndex, XlmLedgers};

const WALLETS: u8 = 200;
/// Number of random transactions.
const TRANSACTIONS: usize = 500;

struct Fixture {
    node: Arc<Node>,
    wallets: Vec<TestWallet>,
    /// Over Horizon with Stellar RPC, over Horizon alone, and over Stellar RPC alone.
    upstreams: [XlmUpstreams; 3],
    _server: JoinSet<()>,
}

impl Fixture {
    async fn new() -> Self {
        let node = Arc::new(Node::open(sandbox_clock(), None).unwrap().closing_immediately());
        let (upstream, server) = serve(Arc::<Node>::clone(&node)).await;
        let name = setting_name("xlm", Network::Testnet);
        let connect = |upstream: &str| {
            let setting = |requested: &str| (requested == name).then(|| upstream.to_owned());
            let client = client();
            XlmUpstreams::from_settings(client, &clock(), setting).unwrap()
        };
        let (horizon, stellar_rpc) = upstream.split_once(',').expect("two kinds");
        Self {
            wallets: (1..=WALLETS).map(|seed| TestWallet::funded(&node, seed)).collect(),
            node,
            upstreams: [&upstream, horizon, stellar_rpc].map(connect),
            _server: server,
        }
    }

    /// Sends a transaction. The source may have no operation, and a different account may pay the fee. Returns true if
    /// the transaction succeeded.
    fn send(&self, random: &mut Random) -> bool {
        let [source, other, payer] = [(); 3].map(|()| random.one_of(&self.wallets));
        let fee = u32::try_from(random.between(400, 5_000)).unwrap();
        let is_channel = random.once_in(4);
        let mut operations = Vec::new();
        if !is_channel {
            operations.push(by_source(self.payment(random, source)));
        }
        let mut signers = vec![source];
        if is_channel || random.once_in(2) {
            operations.push(other.by(self.payment(random, other)));
            if other.id() != source.id() {
                signers.push(other);
            }
        }
        let mut signed = source.seal(&self.node, fee, operations, &signers);
        if random.once_in(3) {
            signed = payer.bump(i64::from(fee) * 3, &signed, &[payer]);
        }
        self.node.settle(&signed).unwrap().is_success
    }

    /// Returns a payment of lumens, rarely of more than the source has.
    fn payment(&self, random: &mut Random, source: &TestWallet) -> OperationBody {
        let to = if random.once_in(5) {
            source
        } else {
            random.one_of(&self.wallets)
        };
        let amount = if random.once_in(8) {
            100_000 * COIN
        } else {
            random.magnitude(2_000_000).cast_signed()
        };
        OperationBody::Payment(PaymentOp {
            destination: to.account(),
            asset: Asset::Native,
            amount,
        })
    }

    /// Checks the wallet, and returns the rows and directions.
    async fn check(&self, random: &mut Random, wallet: &TestWallet) -> (usize, BTreeSet<String>) {
        let id = AccountId(wallet.public_key());
        let view = View::new(id, id.to_string());
        let limit = u32::try_from(random.between(1, 40)).unwrap();
        let (mut sum, mut position, mut rows, mut directions) = (0, Position::Start, 0, BTreeSet::new());
        loop {
            let facts = self.upstreams[0].history(Network::Testnet, id, position, limit, soon());
            let facts = facts.await.unwrap();
            assert!(!facts.lacks_rows && !facts.has_unresolved_claims && !facts.has_unlisted_fills);
            for row in view.transactions(&facts.entries, u32::MAX) {
                let row = row.transaction;
                sum += number(&row.net);
                rows += 1;
                directions.insert(format!("{:?} {:?}", row.direction, row.status));
            }
            match facts.next {
                Some(next) => position = next,
                None => break,
            }
        }
        assert_eq!(sum, i128::from(wallet.balance(&self.node)), "{id}");
        (rows, directions)
    }
}

impl Fixture {
    /// Reads all ledgers from `first` in order over these upstreams, and checks the nets of the transactions that touch each wallet. Returns the number
    /// of rows.
    async fn check_ledgers(&self, upstreams: &XlmUpstreams, first: u32) -> usize {
        let head = upstreams.head(Network::Testnet, soon()).await.unwrap();
        let (mut sums, mut rows, mut parent): (BTreeMap<AccountId, i128>, _, _) = (BTreeMap::new(), 0, None);
        for sequence in first..=head.sequence {
            let ledger = upstreams.ledger(Network::Testnet, sequence, soon());
            let ledger = ledger.await.unwrap().expect("a ledger");
            assert!(parent.is_none_or(|parent| parent == ledger.parent), "{sequence}");
            parent = Some(ledger.id.hash);
            for found in &ledger.transactions {
                let touched: BTreeSet<_> = found.accounts().collect();
                for account in touched {
                    let row = View::of_accounts([account]).transaction(&found.entry, head.sequence);
                    *sums.entry(account).or_default() += number(&row.transaction.net);
                    rows += 1;
                }
            }
        }
        assert_eq!(parent, Some(head.hash));
        for wallet in &self.wallets {
            let id = AccountId(wallet.public_key());
            assert_eq!(sums.get(&id), Some(&wallet.balance(&self.node).into()), "{id}");
        }
        rows
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nets_of_random_wallets_add_up_to_their_balances() {
    let mut random = Random::new();
    let fixture = Fixture::new().await;
    let sent = (0..TRANSACTIONS).filter(|_| fixture.send(&mut random)).count();
    assert!(sent > TRANSACTIONS / 2 && sent < TRANSACTIONS, "{sent}");
    let [both, horizon, stellar_rpc] = &fixture.upstreams;
    let listed = fixture.check_ledgers(both, 1).await;
    // Ledger 1, of 1970, is older than the seven days that Stellar RPC keeps; no transaction is in it.
    for (alone, first) in [(horizon, 1), (stellar_rpc, 2)] {
        assert_eq!(fixture.check_ledgers(alone, first).await, listed);
    }
    let (mut rows, mut directions) = (0, BTreeSet::new());
    for wallet in &fixture.wallets {
        let (count, found) = fixture.check(&mut random, wallet).await;
        rows += count;
        directions.extend(found);
    }
    assert!(rows > 2 * TRANSACTIONS, "{rows}");
    // The ledgers also have the rows of the account that funds the wallets.
    assert!(listed > rows, "{listed}");
    let expected = [
        "In Confirmed",
        "Out Confirmed",
        "Out Rejected",
        "Own Confirmed",
        "In Rejected",
    ];
    assert!(expected.iter().all(|kind| directions.contains(*kind)), "{directions:?}");
}
