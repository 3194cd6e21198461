//! Contract calls: the effects of the simulation of a Stellar RPC server.

use super::{Applied, Change, PreviewFacts, PreviewOutcome, Reason};
use crate::contract::{CallAddress, ContractInvocation, EventEffect, Simulated, Simulation, SimulationQuery};
use crate::transaction::envelope::Envelope;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use stellar_xdr as xdr;
use wallet_core::model::Network;

/// The fact of a preview without the effects of a call.
const CONTRACTS: &str = "contracts";

/// The call of a transaction with a single operation.
pub(super) struct Called {
    query: SimulationQuery,
    auth: Vec<xdr::SorobanAuthorizationEntry>,
    resources: xdr::SorobanResources,
}

impl Called {
    /// Returns the call, `None` without a call or without resources.
    pub(super) fn of(envelope: &Envelope) -> Option<Self> {
        let transaction = envelope.transaction();
        let ([operation], xdr::TransactionExt::V1(data)) = (transaction.operations.as_slice(), &transaction.ext) else {
            return None;
        };
        let xdr::OperationBody::InvokeHostFunction(invoke) = &operation.body else {
            return None;
        };
        let xdr::HostFunction::InvokeContract(call) = &invoke.host_function else {
            return None;
        };
        let source = operation.source_account.as_ref().unwrap_or(&transaction.source_account);
        Some(Self {
            query: SimulationQuery {
                source: MuxedAccount::from_xdr(source).account,
                invocation: ContractInvocation::from_xdr(call)?,
            },
            auth: invoke.auth.to_vec(),
            resources: data.resources.clone(),
        })
    }

    /// Returns the query of the simulation.
    pub(super) fn into_query(self) -> SimulationQuery {
        self.query
    }

    /// Returns true if the transaction has the authorizations and the resources of the simulation. Separate signatures are
    /// not verified.
    fn covers(&self, simulated: &Simulated) -> bool {
        let required = &simulated.resources.data.resources;
        let listed = |list: &[xdr::LedgerKey], key: &xdr::LedgerKey| list.contains(key);
        let own = &self.resources.footprint;
        let is_writable = |key| listed(&own.read_write, key);
        let is_authorized = |entry: &crate::contract::AuthorizationEntry| {
            entry.separate_signer().is_none() && self.auth.contains(&entry.0)
        };
        simulated.authorizations.iter().all(is_authorized)
            && required.footprint.read_write.iter().all(is_writable)
            && required
                .footprint
                .read_only
                .iter()
                .all(|key| listed(&own.read_only, key) || is_writable(key))
            && self.resources.instructions >= required.instructions
            && self.resources.write_bytes >= required.write_bytes
    }
}

impl Applied {
    /// Replaces the unknown effect of a call by that of the simulation.
    pub(super) fn simulate(
        &mut self,
        called: &Called,
        simulation: &Simulation,
        network: Network,
        (payer, fee): (AccountId, Stroops),
        facts: &PreviewFacts,
    ) {
        let fails = |code| PreviewOutcome::Fails(Reason::of_operation(0, "invoke_host_function", code));
        let simulated = match &simulation.outcome {
            Err(_) => {
                self.partial.remove(CONTRACTS);
                self.outcome = fails("function_trapped");
                return;
            }
            Ok(simulated) if simulated.requires_restore => {
                self.partial.remove(CONTRACTS);
                self.outcome = fails("entry_archived");
                return;
            }
            Ok(simulated) => simulated,
        };
        let is_complete = self.add_events(simulated, network, called.query.source);
        if is_complete && called.covers(simulated) {
            self.partial.remove(CONTRACTS);
        }
        // The simulation does not charge the fee.
        let paid = self
            .changes
            .iter()
            .filter(|change| change.account == payer && change.asset == Asset::Native);
        let paid: i128 = paid.map(|change| change.delta).sum();
        let spendable = facts.accounts.get(&payer).and_then(Option::as_ref);
        let spendable = spendable.map(|account| account.spendable(facts.ledger.base_reserve).get());
        let left = spendable.map_or(0, i128::from) - i128::from(fee.get()) + paid;
        if paid < 0 && left < 0 {
            self.partial.insert("fee");
        }
    }

    /// Adds the movements of assets between accounts, and the approvals of spenders. Returns false if an event has an
    /// unknown effect. Contracts are not among the changed accounts.
    fn add_events(&mut self, simulated: &Simulated, network: Network, source: AccountId) -> bool {
        let mut is_complete = true;
        for event in &simulated.events {
            match event.effect(network) {
                EventEffect::Moves(movement) => {
                    self.add(movement.from, movement.asset, -movement.amount);
                    self.add(movement.to, movement.asset, movement.amount);
                }
                EventEffect::Approves(approval) => {
                    // The events of other tokens do not prove their effects.
                    is_complete &= approval.asset.is_some();
                    self.approvals.retain(|former| !approval.replaces(former));
                    self.approvals.push(approval);
                }
                EventEffect::Nothing => {}
                EventEffect::Unknown => is_complete = false,
            }
        }
        self.changes.retain(|change| change.delta != 0);
        self.changes.sort_by_key(|change| change.account != source);
        is_complete
    }

    fn add(&mut self, holder: Option<CallAddress>, asset: Asset, delta: i128) {
        let Some(CallAddress::Account(MuxedAccount { account, .. })) = holder else {
            return;
        };
        let mut changes = self.changes.iter_mut();
        match changes.find(|change| change.account == account && change.asset == asset) {
            Some(change) => change.delta = change.delta.saturating_add(delta),
            None => self.changes.push(Change {
                account,
                asset,
                delta,
                bound: None,
            }),
        }
    }
}
