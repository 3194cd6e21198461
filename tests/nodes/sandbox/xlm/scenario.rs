//! A scenario in which three accounts use every supported operation.

use stellar_xdr::{
    AccountFlags, AllowTrustOp, Asset, AssetCode, BeginSponsoringFutureReservesOp, BumpSequenceOp, ChangeTrustAsset,
    ChangeTrustOp, ClaimClaimableBalanceOp, ClaimPredicate, ClaimableBalanceId, Claimant, ClaimantV0,
    ClawbackClaimableBalanceOp, ClawbackOp, CreateAccountOp, CreateClaimableBalanceOp, CreateClaimableBalanceResult,
    CreatePassiveSellOfferOp, DataValue, ManageBuyOfferOp, ManageDataOp, ManageSellOfferOp, OperationBody,
    OperationResult, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, PaymentOp, Price,
    RevokeSponsorshipOp, SequenceNumber, SetOptionsOp, SetTrustLineFlagsOp, String64, TransactionResultResult,
    TrustLineFlags,
};
use wallet_sandbox::xlm::codec;
use wallet_sandbox::xlm::ledger::Included;
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::state::data_key;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source};

const PRICE: Price = Price { n: 3, d: 2 };

/// The fixture of the scenario. Each method covers a group of record types.
pub struct Scenario<'a> {
    pub node: &'a Node,
    pub issuer: TestWallet,
    pub alice: TestWallet,
    pub bob: TestWallet,
}

impl Scenario<'_> {
    pub fn gold(&self) -> Asset {
        self.issuer.asset("GOLD")
    }

    pub fn issue(&self) {
        let flags = AccountFlags::RequiredFlag as u32
            | AccountFlags::RevocableFlag as u32
            | AccountFlags::ClawbackEnabledFlag as u32;
        let options = SetOptionsOp {
            set_flags: Some(flags),
            ..SetOptionsOp::default()
        };
        self.issuer.does(self.node, OperationBody::SetOptions(options));
        let Asset::CreditAlphanum4(gold) = self.gold() else {
            panic!("another code")
        };
        let trust = ChangeTrustOp {
            line: ChangeTrustAsset::CreditAlphanum4(gold.clone()),
            limit: 1000 * COIN,
        };
        self.alice.does(self.node, OperationBody::ChangeTrust(trust.clone()));
        self.bob.does(self.node, OperationBody::ChangeTrust(trust));
        let allow = AllowTrustOp {
            trustor: self.alice.id(),
            asset: AssetCode::CreditAlphanum4(gold.asset_code),
            authorize: 1,
        };
        self.issuer.does(self.node, OperationBody::AllowTrust(allow));
        let flags = SetTrustLineFlagsOp {
            trustor: self.bob.id(),
            asset: self.gold(),
            clear_flags: 0,
            set_flags: TrustLineFlags::AuthorizedFlag as u32,
        };
        self.issuer.does(self.node, OperationBody::SetTrustLineFlags(flags));
        let payment = PaymentOp {
            destination: self.bob.account(),
            asset: self.gold(),
            amount: 100 * COIN,
        };
        self.issuer.does(self.node, OperationBody::Payment(payment));
    }

    pub fn trade(&self) {
        let offer = ManageSellOfferOp {
            selling: self.gold(),
            buying: Asset::Native,
            amount: 20 * COIN,
            price: PRICE,
            offer_id: 0,
        };
        self.bob.does(self.node, OperationBody::ManageSellOffer(offer));
        let buy = ManageBuyOfferOp {
            selling: Asset::Native,
            buying: self.gold(),
            buy_amount: 4 * COIN,
            price: PRICE,
            offer_id: 0,
        };
        self.alice.does(self.node, OperationBody::ManageBuyOffer(buy));
        let passive = CreatePassiveSellOfferOp {
            selling: self.gold(),
            buying: Asset::Native,
            amount: COIN,
            price: Price { n: 5, d: 1 },
        };
        self.alice
            .does(self.node, OperationBody::CreatePassiveSellOffer(passive));
        let send = PathPaymentStrictSendOp {
            send_asset: Asset::Native,
            send_amount: 3 * COIN,
            destination: self.alice.account(),
            dest_asset: self.gold(),
            dest_min: COIN,
            path: codec::list(Vec::new()),
        };
        self.issuer.does(self.node, OperationBody::PathPaymentStrictSend(send));
        let receive = PathPaymentStrictReceiveOp {
            send_asset: Asset::Native,
            send_max: 3 * COIN,
            destination: self.alice.account(),
            dest_asset: self.gold(),
            dest_amount: 2 * COIN,
            path: codec::list(Vec::new()),
        };
        self.issuer
            .does(self.node, OperationBody::PathPaymentStrictReceive(receive));
    }

    pub fn claimable_balances(&self) {
        let created = [(); 2].map(|()| {
            let create = CreateClaimableBalanceOp {
                asset: self.gold(),
                amount: COIN,
                claimants: codec::list(vec![Claimant::ClaimantTypeV0(ClaimantV0 {
                    destination: self.alice.id(),
                    predicate: ClaimPredicate::BeforeRelativeTime(600),
                })]),
            };
            balance_of(&self.bob.does(self.node, OperationBody::CreateClaimableBalance(create)))
        });
        let [claimed, taken_back] = created;
        let claim = ClaimClaimableBalanceOp { balance_id: claimed };
        self.alice.does(self.node, OperationBody::ClaimClaimableBalance(claim));
        let clawback = ClawbackClaimableBalanceOp { balance_id: taken_back };
        self.issuer
            .does(self.node, OperationBody::ClawbackClaimableBalance(clawback));
        let clawback = ClawbackOp {
            asset: self.gold(),
            from: self.bob.account(),
            amount: COIN,
        };
        self.issuer.does(self.node, OperationBody::Clawback(clawback));
    }

    pub fn sponsor(&self) {
        let begin = BeginSponsoringFutureReservesOp {
            sponsored_id: self.alice.id(),
        };
        let data = ManageDataOp {
            data_name: String64("colour".try_into().unwrap()),
            data_value: Some(DataValue("blue".as_bytes().try_into().unwrap())),
        };
        let key = data_key(&self.alice.id(), &data.data_name);
        let operations = vec![
            by_source(OperationBody::BeginSponsoringFutureReserves(begin)),
            self.alice.by(OperationBody::ManageData(data)),
            self.alice.by(OperationBody::EndSponsoringFutureReserves),
            by_source(OperationBody::RevokeSponsorship(RevokeSponsorshipOp::LedgerEntry(key))),
        ];
        let envelope = self.bob.seal(self.node, 400, operations, &[&self.bob, &self.alice]);
        assert!(self.node.settle(&envelope).unwrap().is_success);
    }

    pub fn create_and_merge(&self) -> TestWallet {
        let merged = TestWallet::new(77);
        let create = CreateAccountOp {
            destination: merged.id(),
            starting_balance: 5 * COIN,
        };
        self.alice.does(self.node, OperationBody::CreateAccount(create));
        let bump = BumpSequenceOp {
            bump_to: SequenceNumber(1),
        };
        merged.does(self.node, OperationBody::BumpSequence(bump));
        merged.does(self.node, OperationBody::AccountMerge(self.alice.account()));
        merged
    }
}

fn balance_of(included: &Included) -> ClaimableBalanceId {
    let TransactionResultResult::TxSuccess(results) = &included.result.result else {
        panic!("it failed")
    };
    match &results[0] {
        OperationResult::OpInner(OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Success(
            id,
        ))) => id.clone(),
        other => panic!("{other:?}"),
    }
}
