//! The spendable amounts of address info, compared with the ledger of the sandbox: a payment of exactly this amount
//! is accepted, and a payment of 1 stroop more fails.

use super::kinds::query;
use super::{Services, id, soon};
use std::sync::Arc;
use stellar_xdr::{
    AccountFlags, AlphaNum4, Asset, AssetCode4, BeginSponsoringFutureReservesOp, ChangeTrustAsset, ChangeTrustOp,
    DataValue, ManageDataOp, ManageSellOfferOp, OperationBody, PaymentOp, Price, SetOptionsOp, SetTrustLineFlagsOp,
    Signer, SignerKey, String64, TrustLineFlags, Uint256,
};
use wallet_core::model::{Asset as ModelAsset, Network};
use wallet_sandbox::xlm::ledger::Included;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source};
use wallet_sandbox::xlm::transaction::outcome::Codes;
use wallet_tests::support::random::Random;
use wallet_xlm::history::View;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::record::XlmBalance;

/// Number of random accounts.
const CASES: u8 = 20;
/// Fee of a transaction with a single operation.
const FEE: i64 = 100;

/// A random account with the counterparties.
pub(super) struct Case<'a> {
    pub(super) services: &'a Services,
    pub(super) issuer: TestWallet,
    pub(super) owner: TestWallet,
    pub(super) other: TestWallet,
}

impl<'a> Case<'a> {
    /// Funds three accounts. The owner trusts `GOLD` and has 50 `GOLD`.
    pub(super) fn new(services: &'a Services, number: u8) -> Self {
        let [issuer, owner, other] = [1, 2, 3].map(|index| TestWallet::funded(&services.node, 10 * number + index));
        let case = Self {
            services,
            issuer,
            owner,
            other,
        };
        let options = SetOptionsOp {
            set_flags: Some(AccountFlags::RevocableFlag as u32),
            ..SetOptionsOp::default()
        };
        case.issuer.does(&services.node, OperationBody::SetOptions(options));
        case.owner.does(&services.node, case.trust("GOLD"));
        let paid = payment(&case.owner, case.issuer.asset("GOLD"), 50 * COIN);
        case.issuer.does(&services.node, paid);
        case
    }

    fn trust(&self, code: &str) -> OperationBody {
        self.trust_up_to(code, 1000 * COIN)
    }

    pub(super) fn trust_up_to(&self, code: &str, limit: i64) -> OperationBody {
        OperationBody::ChangeTrust(ChangeTrustOp {
            line: ChangeTrustAsset::CreditAlphanum4(AlphaNum4 {
                asset_code: AssetCode4(code.as_bytes().try_into().unwrap()),
                issuer: self.issuer.id(),
            }),
            limit,
        })
    }

    /// Changes the account in a random way. The change may fail.
    pub(super) fn change(&self, random: &mut Random, step: u8) {
        let amount = i64::try_from(random.magnitude(20 * COIN.unsigned_abs())).unwrap();
        let (gold, node) = (self.issuer.asset("GOLD"), &self.services.node);
        let envelope = match random.between(0, 6) {
            0 => self.owner.sign(node, 100, offer(Asset::Native, gold, amount)),
            1 => self.owner.sign(node, 100, offer(gold, Asset::Native, amount)),
            2 => self.owner.sign(node, 100, data(step)),
            3 => self.sponsored(&self.other, &self.owner, data(step)),
            4 => self.sponsored(&self.owner, &self.other, data(step)),
            5 => self.sponsored(&self.other, &self.owner, self.trust("TIN\0")),
            _ => self.owner.sign(node, 100, signer(step)),
        };
        node.settle(&envelope).unwrap();
    }

    /// Returns a transaction in which the sponsor pays the reserve of an operation of the owner.
    fn sponsored(&self, sponsor: &TestWallet, owner: &TestWallet, body: OperationBody) -> String {
        let begin = BeginSponsoringFutureReservesOp {
            sponsored_id: owner.id(),
        };
        let operations = vec![
            by_source(OperationBody::BeginSponsoringFutureReserves(begin)),
            owner.by(body),
            owner.by(OperationBody::EndSponsoringFutureReserves),
        ];
        sponsor.seal(&self.services.node, 300, operations, &[sponsor, owner])
    }

    /// Removes the full or the whole authorization of the trustline.
    fn revoke(&self, may_maintain: bool) {
        let maintain = TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
        let flags = SetTrustLineFlagsOp {
            trustor: self.owner.id(),
            asset: self.issuer.asset("GOLD"),
            clear_flags: TrustLineFlags::AuthorizedFlag as u32,
            set_flags: if may_maintain { maintain } else { 0 },
        };
        self.issuer
            .does(&self.services.node, OperationBody::SetTrustLineFlags(flags));
    }

    /// Returns the balance of lumens or of `GOLD`.
    async fn balance(&self, is_gold: bool) -> XlmBalance {
        let facts =
            self.services
                .upstreams
                .account_facts(Network::Testnet, query(&self.services.node, &self.owner), soon());
        let facts = facts.await.unwrap();
        let view = View::new(id(&self.owner), id(&self.owner).to_string());
        let balances = view.balances(facts.account.as_ref(), facts.ledger.base_reserve);
        let is_it = |balance: &XlmBalance| match &balance.balance.asset {
            ModelAsset::XlmAsset { code, .. } => is_gold && code == "GOLD",
            _ => !is_gold,
        };
        balances.into_iter().find(is_it).unwrap()
    }

    async fn spendable(&self, is_gold: bool) -> i64 {
        let spendable = self.balance(is_gold).await.balance.spendable.unwrap();
        spendable.amount.parse().unwrap()
    }

    fn pays(&self, asset: Asset, amount: i64) -> Arc<Included> {
        let node = &self.services.node;
        let paid = payment(&self.issuer, asset, amount);
        node.settle(&self.owner.sign(node, 100, paid)).unwrap()
    }
}

pub(super) fn payment(to: &TestWallet, asset: Asset, amount: i64) -> OperationBody {
    OperationBody::Payment(PaymentOp {
        destination: to.account(),
        asset,
        amount,
    })
}

/// Returns an offer that no offer of the same account takes.
pub(super) fn offer(selling: Asset, buying: Asset, amount: i64) -> OperationBody {
    OperationBody::ManageSellOffer(ManageSellOfferOp {
        selling,
        buying,
        amount,
        price: Price { n: 5, d: 1 },
        offer_id: 0,
    })
}

pub(super) fn data(step: u8) -> OperationBody {
    OperationBody::ManageData(ManageDataOp {
        data_name: String64(format!("entry {step}").as_str().try_into().unwrap()),
        data_value: Some(DataValue(vec![step].try_into().unwrap())),
    })
}

fn signer(step: u8) -> OperationBody {
    OperationBody::SetOptions(SetOptionsOp {
        signer: Some(Signer {
            key: SignerKey::HashX(Uint256([step; 32])),
            weight: 1,
        }),
        ..SetOptionsOp::default()
    })
}

pub(super) fn code(included: &Included) -> Vec<String> {
    Codes::of(&included.result).operations
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_takes_exactly_the_spendable_amount() {
    for (services, _) in Services::of_each_kind("payment_takes_exactly_the_spendable_amount").await {
        takes_exactly_the_spendable_amount(&services).await;
    }
}

async fn takes_exactly_the_spendable_amount(services: &Services) {
    let mut random = Random::new();
    let mut bound = [0, 0];
    for number in 1..=CASES {
        let case = Case::new(services, number);
        for step in 0..8 {
            case.change(&mut random, step);
        }
        let authorization = random.between(0, 3);
        if authorization < 2 {
            case.revoke(authorization == 0);
        }
        bound[0] += usize::from(case.balance(false).await.details.selling_liabilities != "0");
        bound[1] += usize::from(case.balance(true).await.details.selling_liabilities != "0");
        check_gold(&case, authorization >= 2).await;
        check_lumens(&case).await;
    }
    assert!(bound.iter().all(|cases| *cases > 0), "{bound:?}");
}

async fn check_gold(case: &Case<'_>, is_authorized: bool) {
    let gold = || case.issuer.asset("GOLD");
    let spendable = case.spendable(true).await;
    assert_eq!(
        case.balance(true).await.details.authorized,
        Some(is_authorized),
        "{spendable}"
    );
    if !is_authorized {
        assert_eq!(spendable, 0);
        assert_eq!(code(&case.pays(gold(), 1)), ["op_src_not_authorized"]);
        return;
    }
    assert_eq!(code(&case.pays(gold(), spendable + 1)), ["op_underfunded"]);
    if spendable > 0 {
        assert!(case.pays(gold(), spendable).is_success, "{spendable}");
    }
    assert_eq!(case.spendable(true).await, 0);
}

async fn check_lumens(case: &Case<'_>) {
    let spendable = case.spendable(false).await;
    assert!(spendable > 2 * FEE, "{spendable}");
    let failed = case.pays(Asset::Native, spendable - FEE + 1);
    assert_eq!(code(&failed), ["op_underfunded"], "{spendable}");
    // The failed payment was charged the fee.
    let spendable = spendable - FEE;
    assert_eq!(case.spendable(false).await, spendable);
    assert!(case.pays(Asset::Native, spendable - FEE).is_success, "{spendable}");
    assert_eq!(case.spendable(false).await, 0);
}
