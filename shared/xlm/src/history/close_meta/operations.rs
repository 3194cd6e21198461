//! Operations of a transaction in a ledger, as the records of an index have them.

use super::movements::transfers;
use crate::account::signer::SignerKey;
use crate::history::balance_changes::changes;
use crate::history::effects::TransactionEffects;
use crate::history::operation::{Body, Offer, Operation, PathPayment, Payment, Revoked, Strict};
use crate::{AccountId, Asset, AssetCode, BalanceId, Credit, MuxedAccount, PoolId, Price, Stroops, TrustlineAsset};
use sha2::{Digest, Sha256};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use xdr::{Limits, OperationBody as Theirs, WriteXdr};

/// A transaction with the result.
pub(super) struct Executed<'a> {
    pub(super) network: Network,
    /// The source account of the transaction.
    pub(super) source: MuxedAccount,
    pub(super) operations: &'a [xdr::Operation],
    pub(super) meta: &'a xdr::TransactionMeta,
    /// The results of the operations, none of a failed transaction.
    pub(super) results: &'a [xdr::OperationResult],
    pub(super) succeeded: bool,
}

/// An operation of the transaction.
struct Step<'a> {
    transaction: &'a Executed<'a>,
    index: usize,
    source: MuxedAccount,
    /// The amount that a path payment sent.
    sent: Option<Stroops>,
}

/// Flags of a trustline.
const TRUSTLINE_FLAGS: [u32; 3] = [1, 2, 4];
/// The flag of an authorized trustline.
const AUTHORIZED: u32 = 1;
/// The number of decimals of a price.
const PRICE_DECIMALS: u32 = 7;

impl Executed<'_> {
    /// Returns the operations in order, and the number of those that cannot be read. Operations without an action are
    /// omitted.
    pub(super) fn operations(&self, effects: &TransactionEffects) -> (Vec<Operation>, u64) {
        let (mut read, mut unreadable) = (Vec::new(), 0);
        for (index, operation) in self.operations.iter().enumerate() {
            let source = operation.source_account.as_ref().map(MuxedAccount::from_xdr);
            let step = Step {
                transaction: self,
                index,
                source: source.unwrap_or(self.source),
                sent: effects.of(index).sent,
            };
            match step.body(&operation.body) {
                Some(body) => read.push(Operation {
                    index,
                    source: step.source,
                    body,
                }),
                None => unreadable += u64::from(!is_without_action(&operation.body)),
            }
        }
        (read, unreadable)
    }

    fn changes(&self, index: usize) -> &[xdr::LedgerEntryChange] {
        let changes = changes(self.meta).get(index).copied();
        changes.map_or(&[], |changes| changes.0.as_slice())
    }
}

/// Returns true for operations that change only the lifetime of contract data, or pay lumens that the net contains.
const fn is_without_action(body: &Theirs) -> bool {
    matches!(
        body,
        Theirs::Inflation | Theirs::ExtendFootprintTtl(_) | Theirs::RestoreFootprint(_)
    )
}

impl Step<'_> {
    /// Returns `None` for an unreadable operation, and for one without an action.
    fn body(&self, body: &Theirs) -> Option<Body> {
        match body {
            Theirs::CreateAccount(_)
            | Theirs::Payment(_)
            | Theirs::PathPaymentStrictReceive(_)
            | Theirs::PathPaymentStrictSend(_)
            | Theirs::AccountMerge(_)
            | Theirs::Clawback(_) => self.paid(body),
            Theirs::ManageSellOffer(_) | Theirs::ManageBuyOffer(_) | Theirs::CreatePassiveSellOffer(_) => offer(body),
            Theirs::ChangeTrust(_) | Theirs::AllowTrust(_) | Theirs::SetTrustLineFlags(_) => self.trust(body),
            Theirs::CreateClaimableBalance(_)
            | Theirs::ClaimClaimableBalance(_)
            | Theirs::ClawbackClaimableBalance(_) => self.claimable(body),
            Theirs::BeginSponsoringFutureReserves(_)
            | Theirs::EndSponsoringFutureReserves
            | Theirs::RevokeSponsorship(_) => self.sponsoring(body),
            Theirs::LiquidityPoolDeposit(op) => self.deposit(op),
            Theirs::LiquidityPoolWithdraw(op) => self.withdrawal(op),
            Theirs::InvokeHostFunction(_) => Some(Body::CallContract {
                transfers: transfers(self.transaction.meta, self.index, self.transaction.network),
            }),
            Theirs::SetOptions(op) => Some(Body::SetOptions {
                signer_weight: op.signer.as_ref().map(|signer| signer.weight),
                master_weight: op.master_weight,
            }),
            Theirs::ManageData(op) => Some(Body::ManageData {
                name: op.data_name.0.to_utf8_string_lossy(),
            }),
            Theirs::BumpSequence(op) => Some(Body::BumpSequence { to: op.bump_to.0 }).filter(|_| op.bump_to.0 >= 0),
            Theirs::Inflation | Theirs::ExtendFootprintTtl(_) | Theirs::RestoreFootprint(_) => None,
        }
    }

    fn paid(&self, body: &Theirs) -> Option<Body> {
        let payment = |asset, amount, to| {
            Some(Payment {
                asset,
                amount: Stroops::new(amount)?,
                from: self.source,
                to,
            })
        };
        Some(match body {
            Theirs::CreateAccount(op) => {
                let to = AccountId::from_xdr(&op.destination).into();
                Body::CreateAccount(payment(Asset::Native, op.starting_balance, to)?)
            }
            Theirs::Payment(op) => Body::Payment(payment(
                Asset::from_xdr(&op.asset)?,
                op.amount,
                MuxedAccount::from_xdr(&op.destination),
            )?),
            Theirs::PathPaymentStrictReceive(op) => Body::PathPayment(PathPayment {
                payment: payment(
                    Asset::from_xdr(&op.dest_asset)?,
                    op.dest_amount,
                    MuxedAccount::from_xdr(&op.destination),
                )?,
                strict: Strict::Receive,
                spent: Asset::from_xdr(&op.send_asset)?,
                spent_amount: if self.transaction.succeeded {
                    self.sent?
                } else {
                    Stroops::new(op.send_max)?
                },
            }),
            Theirs::PathPaymentStrictSend(op) => Body::PathPayment(PathPayment {
                payment: payment(
                    Asset::from_xdr(&op.dest_asset)?,
                    if self.transaction.succeeded {
                        self.received()?
                    } else {
                        op.dest_min
                    },
                    MuxedAccount::from_xdr(&op.destination),
                )?,
                strict: Strict::Send,
                spent: Asset::from_xdr(&op.send_asset)?,
                spent_amount: Stroops::new(op.send_amount)?,
            }),
            Theirs::AccountMerge(into) => Body::AccountMerge {
                account: self.source,
                into: MuxedAccount::from_xdr(into),
            },
            Theirs::Clawback(op) => Body::Clawback {
                credit: credit(&op.asset)?,
                from: MuxedAccount::from_xdr(&op.from),
                amount: Stroops::new(op.amount)?,
            },
            _ => return None,
        })
    }

    /// Returns the amount that a path payment with a fixed sent amount delivered.
    fn received(&self) -> Option<i64> {
        use xdr::PathPaymentStrictSendResult::Success;
        match self.transaction.results.get(self.index)? {
            xdr::OperationResult::OpInner(xdr::OperationResultTr::PathPaymentStrictSend(Success(success))) => {
                Some(success.last.amount)
            }
            _ => None,
        }
    }

    fn trust(&self, body: &Theirs) -> Option<Body> {
        Some(match body {
            Theirs::ChangeTrust(op) => Body::ChangeTrust {
                line: line(&op.line)?,
                trustor: self.source,
            },
            Theirs::AllowTrust(op) => Body::AllowTrust {
                credit: Credit {
                    code: AssetCode::from_xdr(&op.asset)?,
                    issuer: self.source.account,
                },
                authorize: op.authorize & AUTHORIZED != 0,
                trustor: AccountId::from_xdr(&op.trustor),
                trustee: self.source,
            },
            Theirs::SetTrustLineFlags(op) => {
                let flags = |set: u32| TRUSTLINE_FLAGS.into_iter().filter(|flag| set & flag != 0).collect();
                Body::SetTrustLineFlags {
                    credit: credit(&op.asset)?,
                    set: flags(op.set_flags),
                    clear: flags(op.clear_flags),
                    trustor: AccountId::from_xdr(&op.trustor),
                }
            }
            _ => return None,
        })
    }

    fn claimable(&self, body: &Theirs) -> Option<Body> {
        Some(match body {
            Theirs::CreateClaimableBalance(op) => {
                let claimants = op.claimants.iter().map(|claimant| {
                    let xdr::Claimant::ClaimantTypeV0(claimant) = claimant;
                    AccountId::from_xdr(&claimant.destination)
                });
                Body::CreateClaimableBalance {
                    asset: Asset::from_xdr(&op.asset)?,
                    amount: Stroops::new(op.amount)?,
                    sponsor: self.sponsor().map_or(self.source, MuxedAccount::from),
                    claimants: claimants.collect(),
                }
            }
            Theirs::ClaimClaimableBalance(op) => Body::ClaimClaimableBalance {
                id: BalanceId::from_xdr(&op.balance_id),
                claimant: self.source,
                // The change of the balance in the meta contains the amount.
                claimed: None,
            },
            Theirs::ClawbackClaimableBalance(op) => Body::ClawbackClaimableBalance {
                id: BalanceId::from_xdr(&op.balance_id),
            },
            _ => return None,
        })
    }

    /// Returns the sponsor of the claimable balance that the operation created.
    fn sponsor(&self) -> Option<AccountId> {
        let created = |change: &xdr::LedgerEntryChange| match change {
            xdr::LedgerEntryChange::Created(entry) => match (&entry.data, &entry.ext) {
                (xdr::LedgerEntryData::ClaimableBalance(_), xdr::LedgerEntryExt::V1(extension)) => {
                    extension.sponsoring_id.0.as_ref().map(AccountId::from_xdr)
                }
                _ => None,
            },
            _ => None,
        };
        self.transaction.changes(self.index).iter().find_map(created)
    }

    fn sponsoring(&self, body: &Theirs) -> Option<Body> {
        Some(match body {
            Theirs::BeginSponsoringFutureReserves(op) => Body::BeginSponsoring {
                sponsored: AccountId::from_xdr(&op.sponsored_id),
            },
            Theirs::EndSponsoringFutureReserves => Body::EndSponsoring {
                sponsor: self.beginner(),
            },
            Theirs::RevokeSponsorship(op) => Body::RevokeSponsorship(revoked(op)?),
            _ => return None,
        })
    }

    /// Returns the account that began the sponsorship which this operation ends. A failed transaction need not have a
    /// beginning.
    fn beginner(&self) -> Option<MuxedAccount> {
        let earlier = self.transaction.operations.get(..self.index)?;
        let begins = |operation: &&xdr::Operation| matches!(&operation.body, Theirs::BeginSponsoringFutureReserves(op) if AccountId::from_xdr(&op.sponsored_id) == self.source.account);
        let beginning = earlier
            .iter()
            .rev()
            .find(begins)
            .filter(|_| self.transaction.succeeded)?;
        let source = beginning.source_account.as_ref().map(MuxedAccount::from_xdr);
        Some(source.unwrap_or(self.transaction.source))
    }

    fn deposit(&self, op: &xdr::LiquidityPoolDepositOp) -> Option<Body> {
        let (shares, reserves, intended) = if self.transaction.succeeded {
            let moved = self.moved(&op.liquidity_pool_id)?;
            let reserves = moved
                .reserves
                .map(|(asset, change)| Some((asset, Stroops::new(change)?)));
            let [a, b] = reserves;
            (Stroops::new(moved.shares)?, vec![a?, b?], Vec::new())
        } else {
            let intended = vec![Stroops::new(op.max_amount_a)?, Stroops::new(op.max_amount_b)?];
            (Stroops::default(), Vec::new(), intended)
        };
        Some(Body::PoolDeposit {
            pool: PoolId::from_xdr(&op.liquidity_pool_id),
            min_price: price(&op.min_price)?,
            max_price: price(&op.max_price)?,
            shares,
            reserves,
            intended,
        })
    }

    fn withdrawal(&self, op: &xdr::LiquidityPoolWithdrawOp) -> Option<Body> {
        let reserves = if self.transaction.succeeded {
            let moved = self.moved(&op.liquidity_pool_id)?;
            let [a, b] = moved
                .reserves
                .map(|(asset, change)| Some((asset, Stroops::new(change.checked_neg()?)?)));
            vec![a?, b?]
        } else {
            Vec::new()
        };
        Some(Body::PoolWithdraw {
            pool: PoolId::from_xdr(&op.liquidity_pool_id),
            shares: Stroops::new(op.amount)?,
            reserves,
        })
    }

    /// Returns the changes of a pool by the operation.
    fn moved(&self, pool: &xdr::PoolId) -> Option<Moved> {
        let (mut before, mut after) = (None, None);
        for change in self.transaction.changes(self.index) {
            match change {
                xdr::LedgerEntryChange::State(entry) => before = pool_of(entry, pool).or(before),
                xdr::LedgerEntryChange::Created(entry)
                | xdr::LedgerEntryChange::Updated(entry)
                | xdr::LedgerEntryChange::Restored(entry) => after = pool_of(entry, pool).or(after),
                xdr::LedgerEntryChange::Removed(_) => {}
            }
        }
        let after = after?;
        let held = |read: fn(&xdr::LiquidityPoolEntryConstantProduct) -> i64| {
            let earlier = before.map_or(0, read);
            read(after).checked_sub(earlier)
        };
        Some(Moved {
            shares: held(|pool| pool.total_pool_shares)?,
            reserves: [
                (Asset::from_xdr(&after.params.asset_a)?, held(|pool| pool.reserve_a)?),
                (Asset::from_xdr(&after.params.asset_b)?, held(|pool| pool.reserve_b)?),
            ],
        })
    }
}

/// Changes of a pool.
struct Moved {
    shares: i64,
    reserves: [(Asset, i64); 2],
}

fn pool_of<'a>(entry: &'a xdr::LedgerEntry, id: &xdr::PoolId) -> Option<&'a xdr::LiquidityPoolEntryConstantProduct> {
    match &entry.data {
        xdr::LedgerEntryData::LiquidityPool(pool) if pool.liquidity_pool_id == *id => {
            let xdr::LiquidityPoolEntryBody::LiquidityPoolConstantProduct(pool) = &pool.body;
            Some(pool)
        }
        _ => None,
    }
}

fn offer(body: &Theirs) -> Option<Body> {
    let read = |selling, buying, amount, price: &xdr::Price, id: i64| {
        Some(Offer {
            selling: Asset::from_xdr(selling)?,
            buying: Asset::from_xdr(buying)?,
            amount: Stroops::new(amount)?,
            price: self::price(price)?,
            id: (id >= 0).then_some(id)?,
        })
    };
    Some(match body {
        Theirs::ManageSellOffer(op) => {
            Body::SellOffer(read(&op.selling, &op.buying, op.amount, &op.price, op.offer_id)?)
        }
        Theirs::ManageBuyOffer(op) => {
            Body::BuyOffer(read(&op.selling, &op.buying, op.buy_amount, &op.price, op.offer_id)?)
        }
        Theirs::CreatePassiveSellOffer(op) => {
            Body::PassiveOffer(read(&op.selling, &op.buying, op.amount, &op.price, 0)?)
        }
        _ => return None,
    })
}

/// Returns the price as an index shows it: with 7 decimals, rounded half up.
fn price(price: &xdr::Price) -> Option<String> {
    let price = Price::from_xdr(price)?;
    let (n, d) = (u64::from(price.n().unsigned_abs()), u64::from(price.d().unsigned_abs()));
    let unit = 10_u64.pow(PRICE_DECIMALS);
    // The numerator has 31 bits, and the unit 24.
    let scaled = (2 * n * unit + d) / (2 * d);
    Some(format!("{}.{:07}", scaled / unit, scaled % unit))
}

fn credit(asset: &xdr::Asset) -> Option<Credit> {
    match Asset::from_xdr(asset)? {
        Asset::Credit(credit) => Some(credit),
        Asset::Native => None,
    }
}

fn line(line: &xdr::ChangeTrustAsset) -> Option<TrustlineAsset> {
    let asset = match line {
        xdr::ChangeTrustAsset::Native => return None,
        xdr::ChangeTrustAsset::CreditAlphanum4(credit) => xdr::Asset::CreditAlphanum4(credit.clone()),
        xdr::ChangeTrustAsset::CreditAlphanum12(credit) => xdr::Asset::CreditAlphanum12(credit.clone()),
        xdr::ChangeTrustAsset::PoolShare(parameters) => {
            // The id of a pool is the hash of the parameters (CAP-38).
            let parameters = parameters.to_xdr(Limits::none()).ok()?;
            return Some(TrustlineAsset::PoolShares(PoolId(Sha256::digest(parameters).into())));
        }
    };
    credit(&asset).map(TrustlineAsset::Credit)
}

fn revoked(op: &xdr::RevokeSponsorshipOp) -> Option<Revoked> {
    let key = match op {
        xdr::RevokeSponsorshipOp::LedgerEntry(key) => key,
        xdr::RevokeSponsorshipOp::Signer(op) => {
            return Some(Revoked::Signer {
                account: AccountId::from_xdr(&op.account_id),
                key: SignerKey::from_xdr(&op.signer_key).to_string(),
            });
        }
    };
    Some(match key {
        xdr::LedgerKey::Account(key) => Revoked::Account(AccountId::from_xdr(&key.account_id)),
        xdr::LedgerKey::ClaimableBalance(key) => Revoked::ClaimableBalance(BalanceId::from_xdr(&key.balance_id)),
        xdr::LedgerKey::Data(key) => Revoked::Data {
            account: AccountId::from_xdr(&key.account_id),
            name: key.data_name.0.to_utf8_string_lossy(),
        },
        xdr::LedgerKey::Offer(key) => Revoked::Offer((key.offer_id >= 0).then_some(key.offer_id)?),
        xdr::LedgerKey::Trustline(key) => Revoked::Line {
            account: AccountId::from_xdr(&key.account_id),
            line: match &key.asset {
                xdr::TrustLineAsset::PoolShare(id) => TrustlineAsset::PoolShares(PoolId::from_xdr(id)),
                xdr::TrustLineAsset::CreditAlphanum4(asset) => {
                    TrustlineAsset::Credit(credit(&xdr::Asset::CreditAlphanum4(asset.clone()))?)
                }
                xdr::TrustLineAsset::CreditAlphanum12(asset) => {
                    TrustlineAsset::Credit(credit(&xdr::Asset::CreditAlphanum12(asset.clone()))?)
                }
                xdr::TrustLineAsset::Native => return None,
            },
        },
        _ => Revoked::Other,
    })
}
