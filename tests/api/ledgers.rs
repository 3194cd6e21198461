//! The ledgers of the sandbox network over Horizon and over Stellar RPC: both kinds of upstreams give the same events.

use crate::support::stellar_rpc::RpcNetwork;
use std::sync::Arc;
use std::time::Duration;
use stellar_xdr::{
    AccountFlags, AllowTrustOp, AlphaNum4, Asset, AssetCode, BeginSponsoringFutureReservesOp, BumpSequenceOp,
    ChangeTrustAsset, ChangeTrustOp, ClaimClaimableBalanceOp, ClaimPredicate, ClaimableBalanceId, Claimant, ClaimantV0,
    ClawbackClaimableBalanceOp, ClawbackOp, CreateAccountOp, CreateClaimableBalanceOp, CreateClaimableBalanceResult,
    CreatePassiveSellOfferOp, LedgerKey, LedgerKeyAccount, LedgerKeyData, LedgerKeyTrustLine, ManageBuyOfferOp,
    ManageDataOp, ManageSellOfferOp, Memo, MuxedAccount, MuxedAccountMed25519, OperationBody as Body, OperationResult,
    OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, PaymentOp, Price, RevokeSponsorshipOp,
    RevokeSponsorshipOpSigner, SequenceNumber, SetOptionsOp, SetTrustLineFlagsOp, Signer, SignerKey, String64,
    TransactionResultResult, TrustLineAsset, Uint256,
};
use wallet_core::model::Network::Testnet;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source, nothing};
use wallet_upstream::client::{Deadline, after};
use wallet_watch::{SubscribedChain, WatchedChain};
use wallet_xlm::ports::XlmLedgers;

const NOW: u64 = 1_799_999_000;

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

fn soon() -> Deadline {
    after(Duration::from_secs(20))
}

/// An issuer, who may claw back, and two holders of the asset.
struct Market {
    node: Arc<Node>,
    issuer: TestWallet,
    alice: TestWallet,
    bob: TestWallet,
    gold: Asset,
    credit: AlphaNum4,
}

impl Market {
    fn new(node: &Arc<Node>) -> Self {
        let [issuer, alice, bob] = [1, 2, 3].map(TestWallet::new);
        let gold = issuer.asset("GOLD");
        let Asset::CreditAlphanum4(credit) = gold.clone() else {
            unreachable!("a code of four letters")
        };
        let node = Arc::clone(node);
        Self {
            node,
            issuer,
            alice,
            bob,
            gold,
            credit,
        }
    }

    fn trust(&self, limit: i64) -> Body {
        let line = ChangeTrustAsset::CreditAlphanum4(self.credit.clone());
        Body::ChangeTrust(ChangeTrustOp { line, limit })
    }

    /// Applies a signed transaction, which may fail.
    fn settle(&self, envelope: &str) {
        self.node.settle(envelope).expect("a transaction in a ledger");
    }

    /// Makes payments of all kinds, also failed ones, and one of a fee bump.
    fn payments(&self) {
        let Self {
            node,
            issuer,
            alice,
            bob,
            gold,
            ..
        } = self;
        let flags = AccountFlags::RevocableFlag as u32 | AccountFlags::ClawbackEnabledFlag as u32;
        let options = SetOptionsOp {
            set_flags: Some(flags),
            master_weight: Some(3),
            ..SetOptionsOp::default()
        };
        issuer.does(node, Body::SetOptions(options));
        alice.does(node, self.trust(1000 * COIN));
        bob.does(node, self.trust(1000 * COIN));
        issuer.does(node, pay(alice.account(), gold, 500 * COIN));
        let muxed = MuxedAccount::MuxedEd25519(MuxedAccountMed25519 {
            id: 7,
            ed25519: Uint256(bob.public_key()),
        });
        let memo = Memo::Text("rent".try_into().expect("a short text"));
        for asset in [gold, &Asset::Native] {
            let paid = vec![by_source(pay(muxed.clone(), asset, 5))];
            self.settle(&alice.seal_with(node, memo.clone(), paid));
        }
        self.settle(&bob.bump(400, &alice.pay(node, bob, 3), &[bob]));
        // A payment without funds, and a second operation that fails.
        self.settle(&alice.pay(node, bob, 1_000_000 * COIN));
        let partly = vec![
            by_source(pay(bob.account(), gold, 1)),
            by_source(pay(bob.account(), gold, 9999 * COIN)),
        ];
        self.settle(&alice.seal(node, 200, partly, &[alice]));
        let created = TestWallet::new(5);
        let starting_balance = 10 * COIN;
        alice.does(
            node,
            Body::CreateAccount(CreateAccountOp {
                destination: created.id(),
                starting_balance,
            }),
        );
        created.does(node, Body::AccountMerge(bob.account()));
        alice.does(node, nothing());
    }

    /// Makes offers, which path payments and offers fill.
    fn exchange(&self) {
        let Self {
            node, alice, bob, gold, ..
        } = self;
        let price = Price { n: 1, d: 3 };
        let (selling, buying) = (gold.clone(), Asset::Native);
        let sale = ManageSellOfferOp {
            selling,
            buying,
            amount: 30 * COIN,
            price: price.clone(),
            offer_id: 0,
        };
        alice.does(node, Body::ManageSellOffer(sale));
        let receive = |send_max| PathPaymentStrictReceiveOp {
            send_asset: Asset::Native,
            send_max,
            destination: bob.account(),
            dest_asset: gold.clone(),
            dest_amount: 7,
            path: Vec::new().try_into().expect("an empty path"),
        };
        bob.does(node, Body::PathPaymentStrictReceive(receive(COIN)));
        self.settle(&bob.sign(node, 100, Body::PathPaymentStrictReceive(receive(1))));
        let send = |dest_min| PathPaymentStrictSendOp {
            send_asset: Asset::Native,
            send_amount: 1000,
            destination: alice.account(),
            dest_asset: gold.clone(),
            dest_min,
            path: Vec::new().try_into().expect("an empty path"),
        };
        bob.does(node, Body::PathPaymentStrictSend(send(1)));
        self.settle(&bob.sign(node, 100, Body::PathPaymentStrictSend(send(1_000_000))));
        let (selling, buying) = (Asset::Native, gold.clone());
        let price = Price { n: 2, d: 3 };
        let purchase = ManageBuyOfferOp {
            selling,
            buying,
            buy_amount: 60 * COIN,
            price: price.clone(),
            offer_id: 0,
        };
        bob.does(node, Body::ManageBuyOffer(purchase));
        let (selling, buying) = (gold.clone(), Asset::Native);
        let passive = CreatePassiveSellOfferOp {
            selling,
            buying,
            amount: COIN,
            price: Price { n: 7, d: 1 },
        };
        alice.does(node, Body::CreatePassiveSellOffer(passive));
    }

    /// Creates, claims and claws back balances, and changes trustlines.
    fn balances(&self) {
        let Self {
            node,
            issuer,
            bob,
            gold,
            ..
        } = self;
        let claim = self.claimable(gold, 40);
        bob.does(
            node,
            Body::ClaimClaimableBalance(ClaimClaimableBalanceOp { balance_id: claim }),
        );
        let claim = self.claimable(&Asset::Native, COIN);
        bob.does(
            node,
            Body::ClaimClaimableBalance(ClaimClaimableBalanceOp { balance_id: claim }),
        );
        let balance_id = self.claimable(gold, 4);
        issuer.does(
            node,
            Body::ClawbackClaimableBalance(ClawbackClaimableBalanceOp { balance_id }),
        );
        let back = ClawbackOp {
            asset: gold.clone(),
            from: bob.account(),
            amount: 2,
        };
        issuer.does(node, Body::Clawback(back));
        let trustor = bob.id();
        let asset = AssetCode::CreditAlphanum4(self.credit.asset_code.clone());
        issuer.does(
            node,
            Body::AllowTrust(AllowTrustOp {
                trustor: trustor.clone(),
                asset,
                authorize: 2,
            }),
        );
        let flags = SetTrustLineFlagsOp {
            trustor,
            asset: gold.clone(),
            clear_flags: 2,
            set_flags: 1,
        };
        issuer.does(node, Body::SetTrustLineFlags(flags));
    }

    fn claimable(&self, asset: &Asset, amount: i64) -> ClaimableBalanceId {
        let claimants = [&self.bob, &self.alice].map(|claimant| {
            Claimant::ClaimantTypeV0(ClaimantV0 {
                destination: claimant.id(),
                predicate: ClaimPredicate::Unconditional,
            })
        });
        let claimants = claimants.to_vec().try_into().expect("two claimants");
        let made = CreateClaimableBalanceOp {
            asset: asset.clone(),
            amount,
            claimants,
        };
        let made = self.alice.does(&self.node, Body::CreateClaimableBalance(made));
        let TransactionResultResult::TxSuccess(results) = &made.result.result else {
            panic!("{made:?}")
        };
        match &results[0] {
            OperationResult::OpInner(OperationResultTr::CreateClaimableBalance(
                CreateClaimableBalanceResult::Success(id),
            )) => id.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Changes settings, data and sponsorships.
    fn settings(&self) {
        let Self { node, alice, bob, .. } = self;
        let (alice_id, bob_id) = (alice.id(), bob.id());
        let name = || String64("note".try_into().expect("a short name"));
        let data = Body::ManageData(ManageDataOp {
            data_name: name(),
            data_value: Some(stellar_xdr::DataValue(b"1".to_vec().try_into().expect("a byte"))),
        });
        let signer = Signer {
            key: SignerKey::Ed25519(Uint256(alice.public_key())),
            weight: 1,
        };
        let key = signer.key.clone();
        let begin = BeginSponsoringFutureReservesOp {
            sponsored_id: bob_id.clone(),
        };
        let options = SetOptionsOp {
            signer: Some(signer),
            ..SetOptionsOp::default()
        };
        let sponsored = vec![
            by_source(Body::BeginSponsoringFutureReserves(begin)),
            bob.by(data),
            bob.by(Body::SetOptions(options)),
            bob.by(Body::EndSponsoringFutureReserves),
        ];
        self.settle(&alice.seal(node, 400, sponsored, &[alice, bob]));
        let line = LedgerKeyTrustLine {
            account_id: bob_id.clone(),
            asset: TrustLineAsset::CreditAlphanum4(self.credit.clone()),
        };
        let signer = RevokeSponsorshipOpSigner {
            account_id: bob_id.clone(),
            signer_key: key,
        };
        let data = LedgerKeyData {
            account_id: bob_id.clone(),
            data_name: name(),
        };
        for revoked in [
            RevokeSponsorshipOp::LedgerEntry(LedgerKey::Data(data)),
            RevokeSponsorshipOp::Signer(signer),
            RevokeSponsorshipOp::LedgerEntry(LedgerKey::Trustline(line)),
            RevokeSponsorshipOp::LedgerEntry(LedgerKey::Account(LedgerKeyAccount { account_id: alice_id })),
        ] {
            self.settle(&alice.sign(node, 100, Body::RevokeSponsorship(revoked)));
        }
        bob.does(
            node,
            Body::BumpSequence(BumpSequenceOp {
                bump_to: SequenceNumber(1 << 50),
            }),
        );
    }
}

fn pay(destination: MuxedAccount, asset: &Asset, amount: i64) -> Body {
    Body::Payment(PaymentOp {
        destination,
        asset: asset.clone(),
        amount,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_upstreams_give_the_same_ledgers() {
    let network = RpcNetwork::start(NOW, 3).await;
    let market = Market::new(&network.node);
    market.payments();
    market.exchange();
    market.balances();
    market.settings();
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let (rpc, horizon) = (
        Arc::new(network.upstreams(&clock)),
        Arc::new(network.over_horizon(&clock)),
    );
    let head = rpc.head(Testnet, soon()).await.expect("a latest ledger");
    assert_eq!(horizon.head(Testnet, soon()).await, Ok(head));
    let (mut operations, mut failed) = (0, 0);
    for sequence in 2..=head.sequence {
        let [read, expected] = [&rpc, &horizon].map(|upstreams| upstreams.ledger(Testnet, sequence, soon()));
        let read = read.await.expect("a response").expect("a ledger");
        let expected = expected.await.expect("a response").expect("a ledger");
        assert_eq!(read, expected, "ledger {sequence}");
        for transaction in &read.transactions {
            operations += transaction.entry.operations.len();
            failed += usize::from(!transaction.entry.succeeded);
            let hash = transaction.entry.hash;
            let [read, expected] = [&rpc, &horizon].map(|upstreams| upstreams.transaction(Testnet, hash, soon()));
            assert_eq!(read.await.expect("a response"), expected.await.expect("a response"));
        }
    }
    assert!(
        operations > 40 && failed > 3,
        "{operations} operations, {failed} failed"
    );
    assert_eq!(rpc.ledger(Testnet, head.sequence + 1, soon()).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn chains_with_stellar_rpc_alone_can_be_watched() {
    let network = RpcNetwork::start(NOW, 2).await;
    let (alice, bob) = (TestWallet::new(1), TestWallet::new(2));
    alice.does(&network.node, pay(bob.account(), &Asset::Native, COIN));
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let upstreams = Arc::new(network.upstreams(&clock));
    let chain = wallet_watch::chains::xlm(&upstreams).find(|chain| SubscribedChain::key(&**chain).network == Testnet);
    let chain = chain.expect("the testnet");
    let head = chain.head(soon()).await.expect("a head").block;
    let block = chain
        .block(head.height, soon())
        .await
        .expect("a response")
        .expect("a block");
    assert_eq!(block.id, head);
    let payee = chain.address(&bob.id().to_string()).expect("an address");
    let [paid] = block.transactions.as_slice() else {
        panic!("{} transactions", block.transactions.len())
    };
    assert!(paid.touched.contains(&payee.item));
    let row = chain.row(paid, &[payee], head.height, soon()).await.expect("a row");
    let row = serde_json::to_value(&row.transaction).expect("a record");
    assert_eq!(row["net"]["amount"], COIN.to_string(), "{row}");
}
