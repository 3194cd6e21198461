//! Generated histories of a Stellar account: payments of lumens and of an asset, path payments, trades by the meta, claimable balances,
//! failed transactions, and fees of and for others.

use super::{Balances, START, WALLETS, Wallet, add};
use std::collections::BTreeMap;
use wallet_core::model;
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;
use wallet_xlm::history::{
    BalanceChanges, Body, Entry, Offer, Operation, PathPayment, Payment, Strict, TransactionEffects, View,
};
use wallet_xlm::{AccountId, Asset, Chain, Credit, Memo, Stroops};

const OWN: AccountId = AccountId([1; 32]);
const OTHER: AccountId = AccountId([2; 32]);
const ISSUER: AccountId = AccountId([3; 32]);

fn credit() -> Credit {
    Credit {
        code: "USD".parse().expect("a code"),
        issuer: ISSUER,
    }
}

fn stroops(amount: i64) -> Stroops {
    Stroops::new(amount).expect("an amount")
}

fn record(asset: &Asset) -> model::Asset {
    View::of_accounts([OWN]).asset(asset)
}

/// A transaction while it is generated.
struct Generator<'a> {
    random: &'a mut Random,
    balances: Balances,
    /// The changes of the lumens and of the asset by operations.
    changes: [i64; 2],
    bodies: Vec<Body>,
}

impl Generator<'_> {
    fn asset(&mut self) -> Asset {
        if self.random.once_in(2) {
            Asset::Native
        } else {
            Asset::Credit(credit())
        }
    }

    /// Changes the balance by an operation.
    fn change(&mut self, asset: &Asset, amount: i64) {
        let index = usize::from(*asset != Asset::Native);
        self.changes[index] += amount;
        add(&mut self.balances, &record(asset), amount.into());
    }

    /// Returns an amount that the account has; 0 if there is none.
    fn part(&mut self, asset: &Asset) -> i64 {
        let balance = self.balances.get(&record(asset)).copied().unwrap_or_default();
        let balance = u64::try_from(balance).expect("a small balance");
        i64::try_from(self.random.between(0, balance)).expect("a small balance")
    }

    fn gain(&mut self) -> i64 {
        i64::try_from(self.random.between(1, 1 << 40)).expect("a small number")
    }

    /// Adds one operation of a random kind.
    fn operate(&mut self) {
        let asset = self.asset();
        let payment = |from: AccountId, to: AccountId, asset, amount| Payment {
            asset,
            amount: stroops(amount),
            from: from.into(),
            to: to.into(),
        };
        match self.random.between(0, 5) {
            0 | 1 => {
                let amount = self.gain();
                self.change(&asset, amount);
                self.bodies.push(Body::Payment(payment(OTHER, OWN, asset, amount)));
            }
            2 => {
                let amount = self.part(&asset);
                self.change(&asset, -amount);
                self.bodies.push(Body::Payment(payment(OWN, OTHER, asset, amount)));
            }
            3 => {
                let received = self.asset();
                let (spent, amount) = (self.part(&asset), self.gain());
                self.change(&asset, -spent);
                self.change(&received, amount);
                self.bodies.push(Body::PathPayment(PathPayment {
                    payment: payment(OWN, OWN, received, amount),
                    strict: Strict::Send,
                    spent: asset,
                    spent_amount: stroops(spent),
                }));
            }
            // The amounts of a trade are in the meta only.
            4 => {
                let other = if asset == Asset::Native {
                    Asset::Credit(credit())
                } else {
                    Asset::Native
                };
                let (sold, bought) = (self.part(&asset), self.gain());
                self.change(&asset, -sold);
                self.change(&other, bought);
                self.bodies.push(Body::SellOffer(Offer {
                    selling: asset,
                    buying: other,
                    amount: stroops(sold),
                    price: "1".to_owned(),
                    id: 0,
                }));
            }
            _ => {
                let amount = self.part(&asset);
                self.change(&asset, -amount);
                self.bodies.push(Body::CreateClaimableBalance {
                    asset,
                    amount: stroops(amount),
                    sponsor: OWN.into(),
                    claimants: vec![OTHER],
                });
            }
        }
    }
}

fn transaction(random: &mut Random, kept: Balances, ledger: u32, time: u64) -> (Entry, Balances) {
    let (succeeded, pays) = (!random.once_in(6), random.once_in(2));
    let mut generator = Generator {
        random,
        balances: kept.clone(),
        changes: [0; 2],
        bodies: Vec::new(),
    };
    for _ in 0..generator.random.between(0, 3) {
        generator.operate();
    }
    let (changes, bodies) = (generator.changes, generator.bodies);
    let mut balances = if succeeded { generator.balances } else { kept };
    let lumens = record(&Asset::Native);
    let available = balances.get(&lumens).copied().unwrap_or_default();
    let pays = pays && available >= 100;
    if pays {
        add(&mut balances, &lumens, -100);
    }
    let meta = BalanceChanges {
        lumens: BTreeMap::from([(OWN, Some(changes[0]))]),
        credits: [((OWN, credit()), Some(changes[1]))].into(),
        ..BalanceChanges::default()
    };
    let mut hash = [0; 32];
    hash[..4].copy_from_slice(&ledger.to_be_bytes());
    let operations = bodies.into_iter().enumerate().map(|(index, body)| Operation {
        index,
        source: OWN.into(),
        body,
    });
    let entry = Entry {
        hash,
        ledger,
        time,
        succeeded,
        source: OWN.into(),
        fee: stroops(100),
        fee_payer: if pays { OWN } else { OTHER },
        memo: Memo::NONE,
        operations: operations.collect(),
        effects: TransactionEffects {
            balances: Some(meta),
            ..TransactionEffects::default()
        },
    };
    (entry, balances)
}

fn wallet(random: &mut Random) -> Wallet {
    let (mut entries, mut balances, mut kept, mut time) = (Vec::new(), Vec::new(), Balances::new(), START);
    for ledger in 1..=u32::try_from(random.between(1, 40)).expect("few") {
        time += random.between(1, 7200);
        let (entry, after) = transaction(random, kept, ledger, time);
        entries.push(entry);
        kept = after;
        balances.push((time, kept.clone()));
    }
    entries.reverse();
    let (transactions, lacks_trades) = View::of_accounts([OWN]).own_transactions(&entries);
    assert!(!lacks_trades);
    Wallet {
        coin: model::Asset::Coin {
            chain: Chain::Xlm.name(),
        },
        transactions,
        balances,
    }
}

#[tokio::test]
async fn statements_and_points_add_up_to_the_balances_on_stellar() {
    let mut random = Random::new();
    for _ in 0..WALLETS {
        let wallet = wallet(&mut random);
        wallet.check(&mut random).await;
    }
}
