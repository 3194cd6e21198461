//! Preview of a transaction: changes of balances and approvals, from the execution of the transaction in a simulation
//! (docs/decisions/evm-payments.md#preview-of-transactions).
//!
//! A node executes the call and reports [`Execution`]. [`reads`] lists the balances and approvals that are read before and
//! after the call in the same simulation. [`Preview::of`] compares both.

mod logs;
mod revert;
mod state_read;
#[cfg(test)]
mod tests;

pub use logs::PERMIT2;
pub use revert::RevertReason;
pub use state_read::{StateRead, reads};

use crate::transaction::Call;
use crate::value::{Address, Amount, Hash};
use logs::Event;
use state_read::balance_read;
use std::collections::HashMap;

/// Log of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The contract of the log.
    pub address: Address,
    /// The topics, at most four.
    pub topics: Vec<Hash>,
    /// The data of the log.
    pub data: Vec<u8>,
}

/// Movement of the coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinMovement {
    /// The payer of the coin.
    pub from: Address,
    /// The recipient of the coin.
    pub to: Address,
    /// The amount in wei.
    pub value: Amount,
}

/// End of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The execution of the transaction succeeds.
    Success,
    /// A contract reverts, with this return data; empty if the execution stops for a different reason.
    Reverted(Vec<u8>),
    /// The balance of the sender does not cover the value.
    InsufficientFunds,
}

/// Execution of a call, as a node simulates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The success or failure of the execution.
    pub ending: Ending,
    /// The gas that the execution uses.
    pub gas_used: u64,
    /// The logs in order.
    pub logs: Vec<Log>,
    /// The movements of the coin in order.
    pub movements: Vec<CoinMovement>,
    /// The contracts that contracts create; absent if the node does not report them.
    pub created: Option<Vec<Address>>,
}

/// Asset of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// The coin of the chain.
    Coin,
    /// A token of this contract.
    Erc20(Address),
    /// The token with this id.
    Erc721(Address, Amount),
    /// Tokens with this id.
    Erc1155(Address, Amount),
}

impl Asset {
    /// Returns the contract of a token.
    pub const fn contract(self) -> Option<Address> {
        match self {
            Self::Coin => None,
            Self::Erc20(contract) | Self::Erc721(contract, _) | Self::Erc1155(contract, _) => Some(contract),
        }
    }
}

/// Kind of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalKind {
    /// An allowance of ERC-20.
    Erc20,
    /// The approval of the ERC-721 token with this id.
    Erc721(Amount),
    /// An operator of all tokens of ERC-721 or ERC-1155.
    Operator,
    /// An allowance in Permit2.
    Permit2,
}

/// Approval without the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ApprovalId {
    /// The standard of the token.
    pub kind: ApprovalKind,
    /// The contract of the tokens.
    pub token: Address,
    /// The owner of the tokens.
    pub owner: Address,
    /// The address that may withdraw.
    pub spender: Address,
}

/// State before and after the call; `None` if the contract does not return a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// The fact that is read.
    pub read: StateRead,
    /// The value before the call.
    pub before: Option<Amount>,
    /// The value after the call.
    pub after: Option<Amount>,
}

/// Simulation of a call at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// The protocol of the upstream.
    pub upstream: &'static str,
    /// The height of the block after which the call is executed.
    pub block: u64,
    /// The execution of the call.
    pub execution: Execution,
    /// The states of [`reads`] before and after the call.
    pub states: Vec<StateChange>,
}

fn events(execution: &Execution) -> impl Iterator<Item = Event> {
    execution.logs.iter().flat_map(logs::read)
}

/// Difference of two amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    /// True if the amount left the address.
    pub is_negative: bool,
    /// The difference without a sign.
    pub amount: Amount,
}

impl Delta {
    /// Returns the difference of what was received and sent.
    fn between(sent: Amount, received: Amount) -> Self {
        match received.checked_sub(sent) {
            Some(amount) => Self {
                is_negative: false,
                amount,
            },
            None => Self {
                is_negative: true,
                amount: sent.checked_sub(received).unwrap_or(Amount::ZERO),
            },
        }
    }
}

/// Change of a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The holder of the balance.
    pub address: Address,
    /// The asset of the changed balance.
    pub asset: Asset,
    /// The change of the balance.
    pub delta: Delta,
}

/// Approval that the transaction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The approval of the change.
    pub id: ApprovalId,
    /// The value before, `None` if unknown.
    pub before: Option<Amount>,
    /// The value afterwards: an amount, or 1 for an operator or an approved token.
    pub after: Amount,
}

impl Approval {
    /// Returns true if no balance reaches the allowance, or if all tokens of a contract may be withdrawn.
    pub fn is_unlimited(&self) -> bool {
        match self.id.kind {
            ApprovalKind::Operator => self.after != Amount::ZERO,
            ApprovalKind::Erc721(_) => false,
            ApprovalKind::Erc20 | ApprovalKind::Permit2 => self.after.is_unlimited(),
        }
    }
}

/// Effects of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The success or failure of the execution.
    pub ending: Ending,
    /// The changes of balances: the changes of the sender first. None of a reverted transaction.
    pub changes: Vec<Change>,
    /// The approvals: the approvals of the sender first.
    pub approvals: Vec<Approval>,
    /// True if the logs of a token differ from the balances.
    pub has_mismatch: bool,
    /// True if balances of tokens are known by logs only.
    pub lacks_balances: bool,
    /// True if approvals are known by logs only.
    pub lacks_approvals: bool,
}

/// Sums of an asset that a holder sent and received.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    sent: Amount,
    received: Amount,
}

/// Flows in order of appearance.
#[derive(Default)]
struct Flows {
    order: Vec<(Address, Asset)>,
    sums: HashMap<(Address, Asset), Flow>,
}

impl Flows {
    fn entry(&mut self, holder: Address, asset: Asset) -> &mut Flow {
        let key = (holder, asset);
        self.sums.entry(key).or_insert_with(|| {
            self.order.push(key);
            Flow::default()
        })
    }

    fn add(&mut self, asset: Asset, from: Address, to: Address, amount: Amount) {
        let sum = |total: Amount| total.checked_add(amount).unwrap_or(Amount::MAX);
        let sent = &mut self.entry(from, asset).sent;
        *sent = sum(*sent);
        let received = &mut self.entry(to, asset).received;
        *received = sum(*received);
    }

    fn of(simulated: &Simulated) -> Self {
        let mut flows = Self::default();
        for movement in &simulated.execution.movements {
            flows.add(Asset::Coin, movement.from, movement.to, movement.value);
        }
        for event in events(&simulated.execution) {
            if let Event::Transfer {
                asset,
                from,
                to,
                amount,
            } = event
            {
                flows.add(asset, from, to, amount);
            }
        }
        flows
    }

    fn deltas(&self) -> impl Iterator<Item = Change> {
        let delta = move |(address, asset): &(Address, Asset)| {
            let Flow { sent, received } = self.sums[&(*address, *asset)];
            Change {
                address: *address,
                asset: *asset,
                delta: Delta::between(sent, received),
            }
        };
        let is_account = |change: &Change| change.address != Address::ZERO || change.asset == Asset::Coin;
        self.order.iter().map(delta).filter(is_account)
    }
}

impl Preview {
    /// Returns the effects of a call that a node has simulated.
    pub fn of(call: &Call, simulated: &Simulated) -> Self {
        let mut preview = Self {
            ending: simulated.execution.ending.clone(),
            changes: Vec::new(),
            approvals: Vec::new(),
            has_mismatch: false,
            lacks_balances: false,
            lacks_approvals: false,
        };
        if preview.ending != Ending::Success {
            return preview;
        }
        let states: HashMap<StateRead, StateChange> =
            simulated.states.iter().map(|state| (state.read, *state)).collect();
        preview.add_changes(&Flows::of(simulated), &states);
        preview.add_approvals(simulated, &states);
        let sender = call.from;
        preview.changes.retain(|change| change.delta.amount != Amount::ZERO);
        preview.changes.sort_by_key(|change| Some(change.address) != sender);
        preview
            .approvals
            .sort_by_key(|approval| Some(approval.id.owner) != sender);
        preview
    }

    fn add_changes(&mut self, flows: &Flows, states: &HashMap<StateRead, StateChange>) {
        let mut counted: HashMap<StateRead, Flow> = HashMap::new();
        let mut shown = Vec::new();
        for change in flows.deltas() {
            let Some(read) = balance_read(change.asset, change.address) else {
                self.changes.push(change);
                continue;
            };
            shown.push(read);
            if matches!(change.asset, Asset::Erc721(..)) {
                let flow = flows.sums[&(change.address, change.asset)];
                let total = counted.entry(read).or_default();
                total.sent = total.sent.checked_add(flow.sent).unwrap_or(Amount::MAX);
                total.received = total.received.checked_add(flow.received).unwrap_or(Amount::MAX);
                self.changes.push(change);
                continue;
            }
            let actual = states.get(&read).and_then(delta_of);
            self.has_mismatch |= actual.is_some_and(|actual| actual != change.delta);
            self.lacks_balances |= actual.is_none();
            self.changes.push(Change {
                delta: actual.unwrap_or(change.delta),
                ..change
            });
        }
        for (read, flow) in counted {
            let actual = states.get(&read).and_then(delta_of);
            self.has_mismatch |= actual.is_some_and(|actual| actual != Delta::between(flow.sent, flow.received));
            self.lacks_balances |= actual.is_none();
        }
        self.add_unlogged(&shown, states);
    }

    /// Adds the changes of balances that no log states.
    fn add_unlogged(&mut self, shown: &[StateRead], states: &HashMap<StateRead, StateChange>) {
        let mut unlogged: Vec<Change> = Vec::new();
        for (read, state) in states.iter().filter(|(read, _)| !shown.contains(read)) {
            let (address, asset) = match *read {
                StateRead::Balance(contract, holder) => (holder, Asset::Erc20(contract)),
                StateRead::BalanceOfId(contract, id, holder) => (holder, Asset::Erc1155(contract, id)),
                StateRead::Approval(_) => continue,
            };
            if let Some(delta) = delta_of(state).filter(|delta| delta.amount != Amount::ZERO) {
                unlogged.push(Change { address, asset, delta });
            }
        }
        self.has_mismatch |= !unlogged.is_empty();
        unlogged.sort_by_key(|change| change.address.to_bytes());
        self.changes.extend(unlogged);
    }

    fn add_approvals(&mut self, simulated: &Simulated, states: &HashMap<StateRead, StateChange>) {
        let mut logged: Vec<(ApprovalId, Option<Amount>)> = Vec::new();
        for event in events(&simulated.execution) {
            if let Event::Approval { id, stated: value } = event {
                logged.retain(|(known, _)| *known != id);
                logged.push((id, value));
            }
        }
        for state in &simulated.states {
            if let StateRead::Approval(id) = state.read
                && state.before != state.after
                && logged.iter().all(|(known, _)| *known != id)
            {
                logged.push((id, None));
            }
        }
        // An approval of the zero address grants nothing: ERC-721 removes an approval by it.
        logged.retain(|(id, _)| id.spender != Address::ZERO);
        for (id, value) in logged {
            let state = states.get(&StateRead::Approval(id));
            let (before, after) = (
                state.and_then(|state| state.before),
                state.and_then(|state| state.after),
            );
            self.lacks_approvals |= before.is_none() || after.is_none();
            let value = after
                .or(value)
                .filter(|value| *value != Amount::ZERO || before != Some(Amount::ZERO));
            self.approvals.extend(value.map(|after| Approval { id, before, after }));
        }
    }
}

fn delta_of(state: &StateChange) -> Option<Delta> {
    Some(Delta::between(state.before?, state.after?))
}
