//! Previews compared with the execution by the sandbox's ledger, which shares no rule with the family package: random
//! transactions have the same outcome, the same failed operation and the same changes of balances.
//!
//! `WALLET_TEST_PREVIEWS=1000` sets the number of transactions.

use super::App;
use super::fixture::NOW;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use stellar_xdr as xdr;
use wallet_http::env;
use wallet_sandbox::chain::SandboxChain;
use wallet_sandbox::clock::Timestamp;
use wallet_sandbox::xlm::node::{Node, SubmitError};
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet, by_source};
use wallet_sandbox::xlm::transaction::outcome::Codes;
use xdr::OperationBody as Body;

/// A deterministic source of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below the bound")
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// The number of wallets: the last is without an account at the start, and the first two issue an asset.
const WALLETS: usize = 7;

/// The number of previews for which the budget of a caller is sufficient.
const PER_BUDGET: usize = 50;

struct Trial {
    node: Arc<Node>,
    wallets: Vec<TestWallet>,
    assets: Vec<xdr::Asset>,
    claimable: Vec<xdr::ClaimableBalanceId>,
    random: Random,
}

impl Trial {
    fn new(node: Arc<Node>) -> Self {
        let wallets: Vec<_> = (1..=WALLETS)
            .map(|seed| {
                let seed = u8::try_from(seed).expect("a small number");
                if usize::from(seed) == WALLETS {
                    return TestWallet::new(seed);
                }
                TestWallet::funded(&node, seed)
            })
            .collect();
        let assets = vec![xdr::Asset::Native, wallets[0].asset("USDX"), wallets[1].asset("EURX")];
        let flags = xdr::SetOptionsOp {
            set_flags: Some(0b1010),
            ..options()
        };
        wallets[1].does(&node, Body::SetOptions(flags));
        for wallet in &wallets[2..4] {
            for asset in &assets[1..] {
                wallet.does(&node, trust(asset, 1000 * COIN));
            }
        }
        Self {
            node,
            wallets,
            assets,
            claimable: Vec::new(),
            random: Random(0x9e37_79b9_7f4a_7c15),
        }
    }

    fn wallet(&mut self) -> usize {
        self.random.below(WALLETS)
    }

    fn exists(&self, wallet: usize) -> bool {
        let id = self.wallets[wallet].id();
        self.node.read(|ledger| ledger.state().account(&id).is_some())
    }

    fn amount(&mut self) -> i64 {
        let units = self.random.one_of(&[1, 1, 5, 20, 95, 300, 2000]);
        units * COIN / self.random.one_of(&[1, 3, 10])
    }

    /// Returns a random operation.
    fn body(&mut self) -> Body {
        let to = self.wallet();
        let to = &self.wallets[to];
        let (id, account) = (to.id(), to.account());
        let asset = self.random.one_of(&self.assets.clone());
        let credit = self.random.one_of(&self.assets[1..]);
        let amount = self.amount();
        match self.random.below(17) {
            0 => Body::CreateAccount(xdr::CreateAccountOp {
                destination: id,
                starting_balance: self.random.one_of(&[0, COIN / 2, COIN, 3 * COIN]),
            }),
            1..=4 => Body::Payment(xdr::PaymentOp {
                destination: account,
                asset,
                amount,
            }),
            5 | 6 => trust(&credit, self.random.one_of(&[0, 5 * COIN, 1000 * COIN, 2000 * COIN])),
            7 if self.random.below(4) == 0 => Body::AccountMerge(account),
            7 | 8 => Body::CreateClaimableBalance(xdr::CreateClaimableBalanceOp {
                asset,
                amount,
                claimants: vec![self.claimant(id)].try_into().expect("one claimant"),
            }),
            9 => match self.claimable.last().cloned() {
                Some(balance_id) => Body::ClaimClaimableBalance(xdr::ClaimClaimableBalanceOp { balance_id }),
                None => bump(0),
            },
            10 => Body::SetOptions(self.options(id)),
            11 | 12 => self.data(),
            13 => Body::SetTrustLineFlags(xdr::SetTrustLineFlagsOp {
                trustor: id,
                asset: credit,
                clear_flags: self.random.one_of(&[0, 1, 2, 3, 4]),
                set_flags: 0,
            }),
            14 => Body::SetTrustLineFlags(xdr::SetTrustLineFlagsOp {
                trustor: id,
                asset: credit,
                clear_flags: self.random.one_of(&[0, 2]),
                set_flags: 1,
            }),
            15 => Body::Clawback(xdr::ClawbackOp {
                asset: credit,
                from: account,
                amount,
            }),
            _ => bump(i64::try_from(self.random.below(1000)).expect("a small number")),
        }
    }

    fn claimant(&mut self, destination: xdr::AccountId) -> xdr::Claimant {
        let predicate = self.random.one_of(&[
            xdr::ClaimPredicate::Unconditional,
            xdr::ClaimPredicate::BeforeRelativeTime(1_000_000),
            xdr::ClaimPredicate::BeforeAbsoluteTime(1),
        ]);
        xdr::Claimant::ClaimantTypeV0(xdr::ClaimantV0 { destination, predicate })
    }

    fn options(&mut self, id: xdr::AccountId) -> xdr::SetOptionsOp {
        let xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(key)) = id.clone();
        match self.random.below(3) {
            0 => xdr::SetOptionsOp {
                signer: Some(xdr::Signer {
                    key: xdr::SignerKey::HashX(key),
                    weight: self.random.one_of(&[0, 1]),
                }),
                ..options()
            },
            1 => xdr::SetOptionsOp {
                set_flags: Some(self.random.one_of(&[1, 2, 8])),
                ..options()
            },
            _ => xdr::SetOptionsOp {
                inflation_dest: Some(id),
                clear_flags: Some(self.random.one_of(&[1, 2, 8])),
                ..options()
            },
        }
    }

    fn data(&mut self) -> Body {
        let name = self.random.one_of(&["one", "two", "three"]);
        let value = self.random.one_of(&[Some("value"), Some("other"), None]);
        Body::ManageData(xdr::ManageDataOp {
            data_name: xdr::String64(name.try_into().expect("a name")),
            data_value: value.map(|value| xdr::DataValue(value.as_bytes().try_into().expect("a value"))),
        })
    }

    /// Returns the wallet that issues the asset of an operation by issuers.
    fn issuer(&self, body: &Body) -> Option<usize> {
        let asset = match body {
            Body::SetTrustLineFlags(body) => &body.asset,
            Body::Clawback(body) => &body.asset,
            _ => return None,
        };
        let position = self.assets.iter().position(|known| known == asset)?;
        position.checked_sub(1)
    }

    /// Returns a random transaction, signed by all sources.
    fn envelope(&mut self) -> String {
        let source = loop {
            let wallet = self.wallet();
            if self.exists(wallet) {
                break wallet;
            }
        };
        let mut signers = vec![source];
        let mut operations = Vec::new();
        for _ in 0..=self.random.below(4) {
            let actor = if self.random.below(3) == 0 {
                self.wallet()
            } else {
                source
            };
            let body = self.body();
            // Others than the issuer can change no flags of trustlines and claw nothing back.
            let actor = self.issuer(&body).filter(|_| self.random.below(8) > 0).unwrap_or(actor);
            signers.push(actor);
            operations.push(self.wallets[actor].by(body));
        }
        if self.random.below(3) == 0 {
            let sponsored = self.wallet();
            let begin = xdr::BeginSponsoringFutureReservesOp {
                sponsored_id: self.wallets[sponsored].id(),
            };
            operations.insert(0, by_source(Body::BeginSponsoringFutureReserves(begin)));
            signers.push(sponsored);
            operations.push(self.wallets[sponsored].by(Body::EndSponsoringFutureReserves));
        }
        signers.sort_unstable();
        signers.dedup();
        let signers: Vec<_> = signers.iter().map(|index| &self.wallets[*index]).collect();
        let inner = self.wallets[source].seal(&self.node, 10_000, operations, &signers);
        let payer = self.wallet();
        if self.random.below(5) == 0 && self.exists(payer) {
            let payer = &self.wallets[payer];
            return payer.bump(40_000, &inner, &[payer]);
        }
        inner
    }

    /// Returns the balances by address and asset.
    fn balances(&self) -> BTreeMap<(String, String), i64> {
        let mut balances = BTreeMap::new();
        self.node.read(|ledger| {
            for wallet in &self.wallets {
                let id = wallet.id();
                let Some(account) = ledger.state().account(&id) else {
                    continue;
                };
                balances.insert((id.to_string(), "XLM".to_owned()), account.balance);
                for (asset, code) in self.assets[1..].iter().zip(["USDX", "EURX"]) {
                    let xdr::Asset::CreditAlphanum4(credit) = asset.clone() else {
                        continue;
                    };
                    let line = ledger
                        .state()
                        .trust_line(&id, &xdr::TrustLineAsset::CreditAlphanum4(credit));
                    let balance = line.map_or(0, |line| line.balance);
                    balances.insert((id.to_string(), code.to_owned()), balance);
                }
            }
        });
        balances
    }
}

fn options() -> xdr::SetOptionsOp {
    xdr::SetOptionsOp {
        inflation_dest: None,
        clear_flags: None,
        set_flags: None,
        master_weight: None,
        low_threshold: None,
        med_threshold: None,
        high_threshold: None,
        home_domain: None,
        signer: None,
    }
}

fn trust(asset: &xdr::Asset, limit: i64) -> Body {
    let line = match asset.clone() {
        xdr::Asset::CreditAlphanum4(credit) => xdr::ChangeTrustAsset::CreditAlphanum4(credit),
        xdr::Asset::Native | xdr::Asset::CreditAlphanum12(_) => xdr::ChangeTrustAsset::Native,
    };
    Body::ChangeTrust(xdr::ChangeTrustOp { line, limit })
}

fn bump(to: i64) -> Body {
    Body::BumpSequence(xdr::BumpSequenceOp {
        bump_to: xdr::SequenceNumber(to),
    })
}

/// Returns the changes of a preview by address and asset.
fn previewed(preview: &Value) -> BTreeMap<(String, String), i64> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let changes = preview["changes"].as_array().expect("a list").iter();
    let changes = changes.map(|change| {
        let asset = text(&change["asset"]["code"]).unwrap_or_else(|| "XLM".to_owned());
        let delta = text(&change["delta"]["amount"]).expect("an amount");
        let address = text(&change["address"]).expect("an address");
        ((address, asset), delta.parse().expect("a number"))
    });
    changes.collect()
}

/// Returns the first failed operation of the codes.
fn failed(codes: &Codes) -> Option<(usize, &str)> {
    let mut numbered = codes.operations.iter().enumerate();
    let failed = numbered.find(|(_, code)| *code != "op_success");
    failed.map(|(index, code)| (index, code.as_str()))
}

/// Returns the ids of the claimable balances that a transaction creates.
fn created_balances(result: &xdr::TransactionResult) -> Vec<xdr::ClaimableBalanceId> {
    let xdr::TransactionResultResult::TxSuccess(results) = &result.result else {
        return Vec::new();
    };
    let created = results.iter().filter_map(|result| match result {
        xdr::OperationResult::OpInner(xdr::OperationResultTr::CreateClaimableBalance(
            xdr::CreateClaimableBalanceResult::Success(id),
        )) => Some(id.clone()),
        _ => None,
    });
    created.collect()
}

#[tokio::test]
async fn previews_equal_the_execution() {
    let count = env::parsed("WALLET_TEST_PREVIEWS", env::var)
        .expect("a number")
        .unwrap_or(60);
    let node = Node::open(Arc::new(|| Timestamp::from_secs(NOW)), None).expect("a node");
    let node = Arc::new(node.closing_immediately());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = Arc::clone(&node).router();
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let mut app = App::over_horizon(&url);
    let mut trial = Trial::new(node);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..count {
        if number % PER_BUDGET == 0 {
            app = App::over_horizon(&url);
        }
        let envelope = trial.envelope();
        let body = json!({ "transaction": envelope, "network": "testnet" });
        let preview = app.post("transaction/preview/xlm", &body).await.data().clone();
        let before = trial.balances();
        let settled = trial.node.settle(&envelope);
        let (result, is_success) = match settled {
            Ok(included) => (included.result.clone(), included.is_success),
            Err(SubmitError::Rejected { result, .. }) => (*result, false),
            Err(other) => panic!("{other}"),
        };
        let (codes, context) = (Codes::of(&result), format!("{number}: {envelope}\n{preview:#}"));
        let outcome = preview["outcome"].as_str().expect("an outcome");
        let key = preview["failedOperation"]["code"]
            .as_str()
            .or(preview["reason"]["code"].as_str());
        *outcomes.entry(key.unwrap_or(outcome).to_owned()).or_default() += 1;
        if outcome == "unknown" {
            continue;
        }
        assert_eq!(outcome == "success", is_success, "{codes:?} {context}");
        let expected = failed(&codes).map(|(index, code)| json!([index, code]));
        let operation = &preview["failedOperation"];
        let given = operation
            .is_object()
            .then(|| json!([operation["index"], operation["code"]]));
        assert_eq!(given, expected, "{codes:?} {context}");
        if let Some(payer) = preview["feePayer"].as_str().filter(|_| is_success) {
            let mut changes = trial.balances();
            for (key, balance) in &before {
                *changes.entry(key.clone()).or_default() -= balance;
            }
            // The account of the payer may end in the transaction, which then transfers what the fee leaves.
            *changes.entry((payer.to_owned(), "XLM".to_owned())).or_default() += result.fee_charged;
            changes.retain(|_, delta| *delta != 0);
            assert_eq!(previewed(&preview), changes, "{context}");
        }
        trial.claimable.extend(created_balances(&result));
    }
    server.abort();
    println!("{count} previews: {outcomes:?}");
    assert!(outcomes.len() > 5 && outcomes["success"] * 10 > count, "{outcomes:?}");
}
