//! The preview of a transaction: the effects of the operations by the rules of the protocol, on the accounts as of the
//! latest ledger (docs/decisions/stellar-payments.md#stellar-transaction-previews).

mod accounts;
mod calls;
mod claims;
mod ledger;
mod payments;
mod run;
mod sponsoring;
#[cfg(test)]
mod tests;
mod trust;
mod validity;

use crate::account::state::{Account, TrustlineAsset};
use crate::chain::BalanceId;
use crate::contract::{Allowance, Approval, Simulation, SimulationQuery};
use crate::fee::ledger::Ledger;
use crate::ledger_entry::{AccountQuery, StoredBalance};
use crate::operation::{DataName, Operation, OperationBody as Body, SponsoredLine, TrustlineTarget};
use crate::transaction::decoded::{DecodedOperation, DecodedTransaction};
use crate::transaction::envelope::Envelope;
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, Credit};
use calls::Called;
use ledger::Stop;
use run::Run;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use validity::Checked;
use wallet_core::model::Network;

impl StoredBalance {
    /// Returns the number of base reserves: one per claimant.
    fn reserves(&self) -> u32 {
        u32::try_from(self.claimants.len()).unwrap_or(u32::MAX)
    }
}

/// The facts that the preview of a transaction depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredFacts {
    /// The accounts that pay, receive, sponsor or issue.
    pub accounts: BTreeSet<AccountId>,
    /// The claimable balances that are claimed, clawed back or transferred.
    pub balances: Vec<BalanceId>,
    /// The call of a contract that is simulated.
    pub call: Option<SimulationQuery>,
    /// The trustlines that the operations name.
    lines: Vec<TrustlineAsset>,
    /// The data entries that the operations name.
    data: Vec<DataName>,
}

/// The state of the ledger before a transaction. A missing entry is unknown, and `None` does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewFacts {
    /// The accounts by address, as of the latest ledger.
    pub accounts: BTreeMap<AccountId, Option<Account>>,
    /// The claimable balances by id.
    pub balances: HashMap<BalanceId, Option<StoredBalance>>,
    /// The latest ledger of the network.
    pub ledger: Ledger,
    /// The outcome of the call of a contract, `None` without a call or without a simulation.
    pub simulation: Option<Simulation>,
    /// The amounts that spenders may withdraw before the call, without amounts that were not read.
    pub allowances: HashMap<Allowance, i128>,
    /// The time in Unix seconds.
    pub now: u64,
}

impl PreviewFacts {
    /// Returns the amount that the spender may withdraw before the transaction, `None` if unknown.
    pub fn before(&self, approval: &Approval) -> Option<i128> {
        self.allowances.get(&approval.allowance()).copied()
    }
}

/// The fact of a preview without an amount before an approval.
const APPROVALS: &str = "approvals";

/// The effects of a transaction in the next ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The outcome of the transaction.
    pub outcome: PreviewOutcome,
    /// The changes of balances by the operations, without the fee: first those of the source accounts. Empty unless the
    /// transaction may succeed.
    pub changes: Vec<Change>,
    /// The approvals of spenders that the called contracts report: the last ones if there are several. Empty unless the
    /// transaction may succeed.
    pub approvals: Vec<Approval>,
    /// The accounts that the transaction creates.
    pub created: Vec<AccountId>,
    /// The account that pays the fee.
    pub payer: AccountId,
    /// The fee at the minimum rate, which a ledger charges below the capacity.
    pub fee: Stroops,
    /// The maximum fee of the transaction.
    pub max_fee: Stroops,
    /// The fee of the resources of a contract call, a part of the fee.
    pub resource_fee: Option<Stroops>,
    /// The facts that the preview lacks.
    pub partial: Vec<&'static str>,
}

/// The outcome of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewOutcome {
    /// All operations of the transaction succeed.
    Success,
    /// The network rejects the transaction, or an operation fails.
    Fails(Reason),
    /// The outcome depends on facts that the preview lacks.
    Unknown,
}

/// The reason of a failure, in Horizon's result codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code of the transaction: `tx_failed` if an operation fails.
    pub code: &'static str,
    /// The first operation that fails.
    pub operation: Option<FailedOperation>,
}

/// An operation that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedOperation {
    /// The index in the transaction.
    pub index: usize,
    /// The type of the operation.
    pub name: &'static str,
    /// The result code of the operation.
    pub code: &'static str,
}

impl Reason {
    const fn of_transaction(code: &'static str) -> Self {
        Self { code, operation: None }
    }

    const fn of_operation(index: usize, name: &'static str, code: &'static str) -> Self {
        Self {
            code: "tx_failed",
            operation: Some(FailedOperation { index, name, code }),
        }
    }
}

/// A change of a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The account with the balance.
    pub account: AccountId,
    /// The asset of the balance.
    pub asset: Asset,
    /// The change in stroops, negative for a payment.
    pub delta: i128,
    /// The direction of the limit if only a limit is known; `None` for an exact change.
    pub bound: Option<Bound>,
}

/// The direction of the limit of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The account pays at most this amount.
    AtMost,
    /// The account receives at least this amount.
    AtLeast,
}

impl RequiredFacts {
    /// Returns the facts for a transaction.
    pub fn of(envelope: &Envelope) -> Self {
        let transaction = DecodedTransaction::of(envelope);
        let mut required = Self {
            accounts: envelope.sources().into_iter().collect(),
            balances: Vec::new(),
            call: Called::of(envelope).map(Called::into_query),
            lines: Vec::new(),
            data: Vec::new(),
        };
        for operation in &transaction.operations {
            if let DecodedOperation::Known(operation) = operation {
                required.add(operation);
                let source = operation.source.unwrap_or(transaction.source).account;
                required.add_entries(&operation.body, source);
            }
        }
        required.balances.dedup();
        required
    }

    /// Returns the queries of the accounts with the trustlines and data entries that the operations name, and the
    /// trustlines of further assets.
    pub fn queries<'a>(&self, assets: impl IntoIterator<Item = &'a Asset>) -> Vec<AccountQuery> {
        let further = AccountQuery::from(AccountId([0; 32])).with_assets(assets).lines;
        let lines: Vec<_> = self.lines.iter().copied().chain(further).collect();
        let accounts = self.accounts.iter().map(|id| AccountQuery {
            id: *id,
            lines: lines.clone(),
            data: self.data.clone(),
        });
        accounts.collect()
    }

    /// Adds the trustlines and data entries that an operation names.
    fn add_entries(&mut self, body: &Body, source: AccountId) {
        let credits = |assets: &[Asset]| -> Vec<TrustlineAsset> {
            let credits = assets.iter().filter_map(|asset| match asset {
                Asset::Credit(credit) => Some(TrustlineAsset::Credit(*credit)),
                Asset::Native => None,
            });
            credits.collect()
        };
        self.lines.extend(match body {
            Body::Payment(body) => credits(&[body.asset]),
            Body::PathPaymentStrictReceive(body) => credits(&[body.send_asset, body.dest_asset]),
            Body::PathPaymentStrictSend(body) => credits(&[body.send_asset, body.dest_asset]),
            Body::ManageSellOffer(body) => credits(&[body.selling, body.buying]),
            Body::ManageBuyOffer(body) => credits(&[body.selling, body.buying]),
            Body::CreatePassiveSellOffer(body) => credits(&[body.selling, body.buying]),
            Body::CreateClaimableBalance(body) => credits(&[body.asset]),
            Body::SetTrustLineFlags(body) => credits(&[body.asset.into()]),
            Body::Clawback(body) => credits(&[body.asset.into()]),
            Body::ChangeTrust(body) => match body.asset {
                TrustlineTarget::Credit(credit) => credits(&[credit.into()]),
                TrustlineTarget::Pool(_) => Vec::new(),
            },
            Body::AllowTrust(body) => credits(&[Asset::Credit(Credit {
                code: body.asset_code,
                issuer: source,
            })]),
            Body::RevokeTrustlineSponsorship(body) => vec![match body.asset {
                SponsoredLine::Credit(credit) => TrustlineAsset::Credit(credit),
                SponsoredLine::Pool(pool) => TrustlineAsset::PoolShares(pool),
            }],
            _ => Vec::new(),
        });
        self.data.extend(match body {
            Body::ManageData(body) => Some(body.name.clone()),
            Body::RevokeDataSponsorship(body) => Some(body.name.clone()),
            _ => None,
        });
    }

    /// Limits the number of accounts; the source accounts precede others.
    pub fn limit_accounts(&mut self, envelope: &Envelope, maximum: usize) {
        let sources = envelope.sources();
        let others = self.accounts.iter().copied().filter(|id| !sources.contains(id));
        self.accounts = sources.iter().copied().chain(others).take(maximum).collect();
    }

    fn add(&mut self, operation: &Operation) {
        let account = match &operation.body {
            Body::CreateAccount(body) => Some(body.destination),
            Body::Payment(body) => Some(body.destination.account),
            Body::PathPaymentStrictReceive(body) => Some(body.destination.account),
            Body::PathPaymentStrictSend(body) => Some(body.destination.account),
            Body::AccountMerge(body) => Some(body.destination.account),
            Body::SetOptions(body) => body.inflation_dest,
            Body::ChangeTrust(body) => match body.asset {
                TrustlineTarget::Credit(credit) => Some(credit.issuer),
                TrustlineTarget::Pool(_) => None,
            },
            Body::AllowTrust(body) => Some(body.trustor),
            Body::SetTrustLineFlags(body) => Some(body.trustor),
            Body::Clawback(body) => Some(body.from.account),
            Body::RevokeAccountSponsorship(body) => Some(body.account),
            Body::RevokeTrustlineSponsorship(body) => Some(body.account),
            Body::RevokeDataSponsorship(body) => Some(body.account),
            Body::RevokeSignerSponsorship(body) => Some(body.account),
            _ => None,
        };
        self.accounts.extend(account);
        self.balances.extend(match &operation.body {
            Body::ClaimClaimableBalance(body) => Some(body.balance_id),
            Body::ClawbackClaimableBalance(body) => Some(body.balance_id),
            Body::RevokeClaimableBalanceSponsorship(body) => Some(body.balance_id),
            _ => None,
        });
    }
}

impl Preview {
    /// Returns the effects of a transaction on this state of the ledger.
    pub fn of(envelope: &Envelope, network: Network, facts: &PreviewFacts) -> Self {
        let decoded = DecodedTransaction::of(envelope);
        let units =
            i64::try_from(decoded.operations.len()).unwrap_or(i64::MAX) + i64::from(decoded.fee_source.is_some());
        let resource_fee = envelope.resource_fee();
        let base_fees = Stroops::MIN_FEE.get().saturating_mul(units);
        let min_fee = base_fees.saturating_add(resource_fee.map_or(0, Stroops::get));
        let min_fee = Stroops::new(min_fee).unwrap_or(Stroops::MAX);
        let max_fee = i64::try_from(decoded.fee)
            .ok()
            .and_then(Stroops::new)
            .unwrap_or(Stroops::MAX);
        let has_calls = decoded
            .operations
            .iter()
            .any(|operation| matches!(operation, DecodedOperation::Other { .. }));
        let payer = decoded.fee_source.unwrap_or(decoded.source).account;
        let mut preview = Self {
            outcome: PreviewOutcome::Unknown,
            changes: Vec::new(),
            approvals: Vec::new(),
            created: Vec::new(),
            payer,
            // Resources that the transaction does not have cost more than the minimum.
            fee: if has_calls && resource_fee.is_none() {
                max_fee
            } else {
                min_fee.min(max_fee)
            },
            max_fee,
            resource_fee,
            partial: Vec::new(),
        };
        let checked = Checked {
            facts,
            envelope,
            network,
            transaction: &envelope.transaction(),
            operations: &decoded.operations,
            payer,
            max_fee,
            min_fee,
        };
        match checked.check() {
            Err(reason) => preview.outcome = PreviewOutcome::Fails(reason),
            Ok(missing) => preview.complete(&decoded, envelope, network, facts, missing),
        }
        preview
    }

    /// Applies the operations with the minimum and with the maximum fee: the fee that a ledger charges is between both.
    fn complete(
        &mut self,
        decoded: &DecodedTransaction,
        envelope: &Envelope,
        network: Network,
        facts: &PreviewFacts,
        missing: BTreeSet<&'static str>,
    ) {
        let hash = envelope.inner().as_ref().unwrap_or(envelope).hash(network);
        let apply = |fee| Applied::of(decoded, envelope, hash, facts, self.payer, fee);
        let (mut applied, at_most) = (apply(self.fee), apply(self.max_fee));
        let changed_by_fee = applied.outcome != at_most.outcome;
        if let (Some(called), Some(simulation)) = (Called::of(envelope), &facts.simulation) {
            applied.simulate(&called, simulation, network, (self.payer, self.max_fee), facts);
        }
        applied.partial.extend(missing);
        if changed_by_fee {
            applied.partial.insert("fee");
        }
        self.outcome = match applied.outcome {
            outcome if applied.partial.is_empty() => outcome,
            _ => PreviewOutcome::Unknown,
        };
        if !matches!(self.outcome, PreviewOutcome::Fails(_)) && !matches!(applied.outcome, PreviewOutcome::Fails(_)) {
            self.changes = applied.changes;
            self.approvals = applied.approvals;
            self.created = applied.created;
        }
        self.partial = applied.partial.into_iter().collect();
        // The outcome does not depend on the amounts before.
        let mut before = self.approvals.iter().map(|approval| facts.before(approval));
        if before.any(|before| before.is_none()) {
            self.partial.push(APPROVALS);
        }
    }
}

/// The effects of the operations with a charged fee.
struct Applied {
    outcome: PreviewOutcome,
    changes: Vec<Change>,
    approvals: Vec<Approval>,
    created: Vec<AccountId>,
    partial: BTreeSet<&'static str>,
}

impl Applied {
    fn of(
        decoded: &DecodedTransaction,
        envelope: &Envelope,
        hash: [u8; 32],
        facts: &PreviewFacts,
        payer: AccountId,
        fee: Stroops,
    ) -> Self {
        let mut run = Run::new(facts, decoded.source.account, decoded.sequence);
        let sources = envelope.sources();
        if let Err(stop) = run.open(payer, fee, hash, &sources) {
            let fact = match stop {
                Stop::Unknown(fact) => fact,
                Stop::Fails(_) => "accounts",
            };
            run.depends_on(fact);
        }
        Self::run(run, decoded, &sources)
    }

    fn run(mut run: Run, decoded: &DecodedTransaction, sources: &[AccountId]) -> Self {
        let (before, existing) = (run.ledger.holdings(), run.ledger.existing());
        let failed = run.apply(&decoded.operations).err();
        let outcome = match failed {
            Some(failed) => {
                let name = match decoded.operations.get(failed.index) {
                    Some(DecodedOperation::Known(operation)) => operation.body.name(),
                    _ => "",
                };
                PreviewOutcome::Fails(Reason::of_operation(failed.index, name, failed.code))
            }
            None if run.partial.is_empty() && !run.ledger.sponsors.is_empty() => {
                PreviewOutcome::Fails(Reason::of_transaction("tx_bad_sponsorship"))
            }
            None => PreviewOutcome::Success,
        };
        let created = run.ledger.existing().difference(&existing).copied().collect();
        let mut changes = differences(&before, &run.ledger.holdings());
        changes.extend(run.limits);
        changes.sort_by_key(|change| !sources.contains(&change.account));
        Self {
            outcome,
            changes,
            approvals: Vec::new(),
            created,
            partial: run.partial,
        }
    }
}

type Holdings = BTreeMap<AccountId, Vec<(Asset, Stroops)>>;

/// Returns the differences of two states.
fn differences(before: &Holdings, after: &Holdings) -> Vec<Change> {
    let accounts: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let mut changes = Vec::new();
    for account in accounts {
        let held = |holdings: &Holdings| holdings.get(account).cloned().unwrap_or_default();
        let (old, new) = (held(before), held(after));
        let amount = |held: &[(Asset, Stroops)], asset: Asset| {
            let found = held.iter().find(|(other, _)| *other == asset);
            found.map_or(0, |(_, amount)| i128::from(amount.get()))
        };
        let added = new
            .iter()
            .filter(|(asset, _)| !old.iter().any(|(other, _)| other == asset));
        for (asset, _) in old.iter().chain(added) {
            let delta = amount(&new, *asset) - amount(&old, *asset);
            if delta != 0 {
                changes.push(Change {
                    account: *account,
                    asset: *asset,
                    delta,
                    bound: None,
                });
            }
        }
    }
    changes
}
