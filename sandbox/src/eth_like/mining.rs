//! Building of blocks: transactions are applied sequentially to a copy of the state, the transactions of the mempool by
//! descending tip, and by nonce for each sender.

use super::evm::rollup::{self, RollupFees};
use super::evm::state::EvmState;
use super::evm::{self, Outcome, calls::CallTracer};
use super::ledger::{Block, Included, Ledger, RollupCharge};
use super::rules::Rules;
use super::transaction::pool::PendingTransaction;
use super::transaction::{Transaction, policy};
use crate::clock::Timestamp;
use alloy_consensus::proofs::{calculate_receipt_root, calculate_transaction_root};
use alloy_consensus::{Eip658Value, Header, Receipt, ReceiptEnvelope, Transaction as _, TxReceipt as _};
use revm::context::result::InvalidTransaction;
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::alloy_primitives::Bloom;
use revm::primitives::{Address, B256, Bytes, U256};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

/// An error of a block that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The block contains a transaction that is not in the mempool.
    #[error("the block contains the unknown transaction {0}")]
    UnknownTransaction(B256),
    /// A transaction cannot be mined.
    #[error("the block's transaction {0} cannot be mined: {1}")]
    NotMinable(B256, String),
    /// The hash differs, because the transactions have different results.
    #[error("block hash is {found}, expected {expected}")]
    Hash {
        /// The hash of the block as built now.
        found: B256,
        /// The hash in the journal.
        expected: B256,
    },
}

/// Assembles the next block from the mempool.
pub fn assemble(rules: &Rules, ledger: &Ledger, now: Timestamp) -> (Block, EvmState) {
    let mut builder = Builder::new(rules, ledger, timestamp(ledger, now));
    let mut skipped = HashSet::new();
    while let Some(pending) = best(ledger, &builder, &skipped) {
        if builder.add(pending).is_err() {
            skipped.insert(pending.transaction.hash());
        }
    }
    builder.finish()
}

/// Builds a block from the journal again.
pub fn repeat(
    rules: &Rules,
    ledger: &Ledger,
    timestamp: u64,
    hash: B256,
    transactions: &[B256],
) -> Result<(Block, EvmState), BlockError> {
    let mut builder = Builder::new(rules, ledger, timestamp);
    for transaction in transactions {
        let unknown = BlockError::UnknownTransaction(*transaction);
        let pending = ledger.pool().find(*transaction).ok_or(unknown)?;
        builder
            .add(pending)
            .map_err(|invalid| BlockError::NotMinable(*transaction, invalid.to_string()))?;
    }
    let (block, state) = builder.finish();
    if block.hash != hash {
        return Err(BlockError::Hash {
            found: block.hash,
            expected: hash,
        });
    }
    Ok((block, state))
}

/// Returns the ledger after a reorganisation: the last `depth` blocks are abandoned, `depth + 1` empty blocks from `next`
/// follow, the transactions of the abandoned blocks are pending where the policy still accepts them, and the mempool stays
/// without the transactions that can no longer be mined. `next` receives the number of the blocks that follow.
///
/// # Errors
/// An error of `next`.
pub fn reorganise<E>(
    rules: &Rules,
    ledger: &Ledger,
    depth: u32,
    mut next: impl FnMut(&Ledger, u32) -> Result<(Block, EvmState), E>,
) -> Result<Ledger, E> {
    let mut ledger = ledger.clone();
    let (abandoned, pool) = ledger.rewind(depth);
    for later in (0..=depth).rev() {
        let (block, state) = next(&ledger, later)?;
        ledger.connect(block, state);
    }
    for Included { transaction, seen, .. } in abandoned {
        if policy::check(rules, &ledger, &transaction).is_ok() {
            ledger.add_to_pool(transaction, seen);
        }
    }
    ledger.restore_pool(pool);
    Ok(ledger)
}

/// Executes the transactions of a block again. Returns their calls, or `None` if the state before the block is not
/// stored.
pub fn trace(rules: &Rules, ledger: &Ledger, block: &Block) -> Option<Vec<CallTracer>> {
    let mut builder = Builder::again(rules, ledger, block)?;
    let trace = |included: &Included| {
        let pending = PendingTransaction {
            transaction: Arc::clone(&included.transaction),
            seen: included.seen,
            arrival: 0,
        };
        let traced = builder.trace(&pending).ok()?;
        builder.add(&pending).ok()?;
        Some(traced)
    };
    block.transactions.iter().map(trace).collect()
}

/// Returns the time of the next block in seconds: the current time, or a second after the previous block if
/// that is later.
fn timestamp(ledger: &Ledger, now: Timestamp) -> u64 {
    let earliest = ledger.tip().map_or(0, |tip| tip.header.timestamp + 1);
    now.as_secs().max(earliest)
}

/// Returns the pending transaction with the highest tip that can be mined next; the earliest arrival wins ties.
fn best<'a>(ledger: &'a Ledger, builder: &Builder<'_>, skipped: &HashSet<B256>) -> Option<&'a PendingTransaction> {
    let can_be_mined = |pending: &&PendingTransaction| {
        let transaction = &pending.transaction;
        transaction.envelope.nonce() == builder.state().info(transaction.sender).nonce
            && builder.has_room(transaction.envelope.gas_limit())
            && !skipped.contains(&transaction.hash())
    };
    let ready = ledger.pool().all().filter(can_be_mined);
    let with_tip = ready.filter_map(|pending| Some((builder.tip(&pending.transaction)?, pending)));
    with_tip
        .max_by_key(|(tip, pending)| (*tip, Reverse(pending.arrival)))
        .map(|(_, pending)| pending)
}

/// A transaction before the execution.
struct Prepared {
    /// The state without the costs of a rollup.
    state: EvmState,
    fees: Option<RollupFees>,
    /// The transaction as EVM input.
    input: TxEnv,
}

/// A block under construction.
pub struct Builder<'a> {
    rules: &'a Rules,
    environment: BlockEnv,
    parent: Option<&'a Block>,
    number: u64,
    state: EvmState,
    done: Vec<Included>,
    gas_used: u64,
    /// The extra data of the header.
    extra_data: Bytes,
}

impl<'a> Builder<'a> {
    /// Starts the next block without transactions.
    pub fn new(rules: &'a Rules, ledger: &'a Ledger, timestamp: u64) -> Self {
        let environment = ledger.next_environment(rules, timestamp);
        // After a reorganisation a block differs from the abandoned block at the same height.
        let extra_data = match ledger.reorganisations() {
            0 => Bytes::new(),
            number => number.to_be_bytes().into(),
        };
        Self {
            extra_data,
            ..Self::after(rules, ledger.tip(), ledger.state().clone(), environment)
        }
    }

    /// Starts an existing block again, without transactions. Returns `None` if the state before it is not stored.
    fn again(rules: &'a Rules, ledger: &'a Ledger, block: &Block) -> Option<Self> {
        let number = block.header.number.checked_sub(1)?;
        let state = EvmState::clone(&*ledger.state_at(number)?);
        let environment = ledger.environment_of(rules, block);
        Some(Self::after(rules, ledger.block(number), state, environment))
    }

    fn after(rules: &'a Rules, parent: Option<&'a Block>, mut state: EvmState, environment: BlockEnv) -> Self {
        let number = parent.map_or(0, |parent| parent.header.number + 1);
        if rules.is_arbitrum() {
            rollup::set_arb_sys_height(&mut state, number);
        }
        Self {
            rules,
            environment,
            parent,
            number,
            state,
            done: Vec::new(),
            gas_used: 0,
            extra_data: Bytes::new(),
        }
    }

    /// Returns the state after the transactions added so far.
    pub fn state(&self) -> &EvmState {
        &self.state
    }

    /// Returns the tip of a transaction in wei per gas, or `None` if the fee cap is below the base fee of the block.
    pub fn tip(&self, transaction: &Transaction) -> Option<u128> {
        transaction.tip(self.rules, self.environment.basefee)
    }

    /// Returns true if the block has room for this amount of gas.
    pub fn has_room(&self, gas: u64) -> bool {
        self.gas_used + gas <= self.rules.block_gas()
    }

    /// Executes a transaction and adds the transaction to the block. On error the block is unchanged.
    pub fn add(&mut self, pending: &PendingTransaction) -> Result<(), InvalidTransaction> {
        let Prepared { state, fees, input } = self.prepare(&pending.transaction)?;
        let outcome = evm::run(self.rules, &state, &self.environment, input)?;
        self.record(state, pending, outcome, fees);
        Ok(())
    }

    /// Executes a transaction and returns the calls, without adding the transaction to the block.
    fn trace(&self, pending: &PendingTransaction) -> Result<CallTracer, InvalidTransaction> {
        let Prepared { state, input, .. } = self.prepare(&pending.transaction)?;
        evm::trace(self.rules, &state, &self.environment, input)
    }

    /// Charges the costs of a rollup, which precede the execution of a transaction.
    fn prepare(&self, transaction: &Transaction) -> Result<Prepared, InvalidTransaction> {
        if !self.has_room(transaction.envelope.gas_limit()) {
            return Err(InvalidTransaction::CallerGasLimitMoreThanBlock);
        }
        let fees = rollup::fees(self.rules, &self.state, &self.environment, transaction);
        let mut state = self.state.clone();
        if let Some(fees) = fees {
            let lacking = InvalidTransaction::LackOfFundForMaxFee {
                fee: Box::new(transaction.cost().saturating_add(fees.maximum())),
                balance: Box::new(state.info(transaction.sender).balance),
            };
            state.take(transaction.sender, fees.maximum()).ok_or(lacking)?;
        }
        self.pay_l1_gas(&mut state, transaction)?;
        let input = rollup::arbitrum_execution(self.rules, transaction, self.environment.basefee);
        Ok(Prepared { state, fees, input })
    }

    /// Moves the L1 costs of a transaction on Arbitrum from the sender to their recipient.
    fn pay_l1_gas(&self, state: &mut EvmState, transaction: &Transaction) -> Result<(), InvalidTransaction> {
        if !self.rules.is_arbitrum() {
            return Ok(());
        }
        let gas = rollup::l1_gas(self.rules, transaction);
        let cost = U256::from(gas) * U256::from(self.environment.basefee);
        let lacking = InvalidTransaction::LackOfFundForMaxFee {
            fee: Box::new(transaction.cost()),
            balance: Box::new(state.info(transaction.sender).balance),
        };
        state.take(transaction.sender, cost).ok_or(lacking)?;
        state.add(rollup::L1_PRICER, cost);
        Ok(())
    }

    fn record(
        &mut self,
        mut state: EvmState,
        pending: &PendingTransaction,
        outcome: Outcome,
        fees: Option<RollupFees>,
    ) {
        let transaction = &pending.transaction;
        let l1_gas = rollup::l1_gas(self.rules, transaction);
        let gas_used = outcome.result.tx_gas_used() + l1_gas;
        state.apply(outcome.changes);
        let rollup = fees.map(|fees| self.settle(&mut state, transaction, gas_used, fees));
        self.state = state;
        self.gas_used += gas_used;
        self.done.push(Included {
            transaction: transaction.clone(),
            seen: pending.seen,
            gas_used,
            l1_gas: self.rules.is_arbitrum().then_some(l1_gas),
            gas_price: transaction.gas_price(self.rules, self.environment.basefee),
            created: created(transaction),
            transfers: outcome.transfers,
            rollup,
            receipt: Receipt {
                status: Eip658Value::Eip658(outcome.result.is_success()),
                cumulative_gas_used: self.gas_used,
                logs: outcome.result.into_logs(),
            },
        });
    }

    /// Refunds the operator fee of unused gas and credits the rest to the fee vaults.
    fn settle(&self, state: &mut EvmState, transaction: &Transaction, gas_used: u64, fees: RollupFees) -> RollupCharge {
        let operator_fee = rollup::operator_fee(self.rules, &self.state, &self.environment, gas_used);
        let unused = fees.operator_at_limit.saturating_sub(operator_fee);
        state.add(transaction.sender, unused);
        rollup::credit(state, fees.l1_fee, operator_fee);
        let setting = |signature| rollup::setting(self.rules, &self.state, &self.environment, signature);
        RollupCharge {
            l1_fee: fees.l1_fee,
            l1_gas_used: fees.l1_gas_used,
            l1_gas_price: setting("l1BaseFee()"),
            operator_fee,
            operator_fee_scalar: setting("operatorFeeScalar()"),
            operator_fee_constant: setting("operatorFeeConstant()"),
        }
    }

    /// Returns the finished block and the state afterwards.
    pub fn finish(mut self) -> (Block, EvmState) {
        let envelopes: Vec<_> = self.done.iter().map(|done| &done.transaction.envelope).collect();
        let receipts: Vec<ReceiptEnvelope> = self.done.iter().map(receipt_envelope).collect();
        let bloom = receipts
            .iter()
            .fold(Bloom::ZERO, |bloom, receipt| bloom | receipt.bloom());
        let header = Header {
            parent_hash: self.parent.map(|parent| parent.hash).unwrap_or_default(),
            beneficiary: self.environment.beneficiary,
            transactions_root: calculate_transaction_root(&envelopes),
            receipts_root: calculate_receipt_root(&receipts),
            logs_bloom: bloom,
            number: self.number,
            gas_limit: self.rules.block_gas(),
            gas_used: self.gas_used,
            timestamp: self.environment.timestamp.saturating_to(),
            base_fee_per_gas: self.rules.has_fee_market.then_some(self.environment.basefee),
            difficulty: U256::ZERO,
            extra_data: self.extra_data,
            ..Header::default()
        };
        let hash = header.hash_slow();
        self.state.add_hash(self.number, hash);
        let block = Block {
            header,
            hash,
            transactions: self.done,
        };
        (block, self.state)
    }
}

/// Returns the address of the contract that a transaction creates; nodes report it for failed transactions too.
fn created(transaction: &Transaction) -> Option<Address> {
    let nonce = transaction.envelope.nonce();
    transaction
        .envelope
        .is_create()
        .then(|| transaction.sender.create(nonce))
}

fn receipt_envelope(included: &Included) -> ReceiptEnvelope {
    let kind = included.transaction.envelope.tx_type();
    ReceiptEnvelope::from_typed(kind, included.receipt.clone())
}
