//! The operations of a transaction, applied in order until one fails or the effect is unknown.

use super::ledger::Stop::{Fails, Unknown};
use super::ledger::{LedgerView, Step};
use super::{Change, PreviewFacts};
use crate::account::signer::SignerKey;
use crate::operation::{Operation, OperationBody as Body};
use crate::transaction::decoded::DecodedOperation;
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use std::collections::BTreeSet;

/// The state of a preview.
pub(super) struct Run {
    pub(super) ledger: LedgerView,
    /// The source account and the sequence number of the transaction.
    pub(super) source: AccountId,
    pub(super) sequence: i64,
    /// Changes of which only a limit is known.
    pub(super) limits: Vec<Change>,
    /// The facts that the preview lacks.
    pub(super) partial: BTreeSet<&'static str>,
    /// The facts on which the next operation may depend.
    later: BTreeSet<&'static str>,
}

/// The operation that fails, with Horizon's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) index: usize,
    pub(super) code: &'static str,
}

impl Run {
    pub(super) fn new(facts: &PreviewFacts, source: AccountId, sequence: i64) -> Self {
        Self {
            ledger: LedgerView::new(facts),
            source,
            sequence,
            limits: Vec::new(),
            partial: BTreeSet::new(),
            later: BTreeSet::new(),
        }
    }

    /// Records that the effect of the operation depends on facts that were not read.
    pub(super) fn depends_on(&mut self, fact: &'static str) {
        self.partial.insert(fact);
    }

    /// Records that the effects of later operations depend on facts that were not read.
    pub(super) fn later_depends_on(&mut self, fact: &'static str) {
        self.later.insert(fact);
    }

    /// Charges the fee, uses the sequence number, and removes the pre-authorization of the transaction from the signers
    /// of all sources: the part of a transaction that remains if an operation fails.
    pub(super) fn open(&mut self, payer: AccountId, fee: Stroops, hash: [u8; 32], sources: &[AccountId]) -> Step {
        let native = &mut self.ledger.account_mut(payer)?.native;
        native.balance = native.balance.checked_sub(fee).unwrap_or_default();
        self.ledger.account_mut(self.source)?.sequence = self.sequence;
        for source in sources {
            let Some(account) = self.ledger.find(*source)? else {
                continue;
            };
            let signers = account.signers.iter();
            let mut used = signers.filter(|signer| signer.key == SignerKey::PreAuthTx(hash));
            let Some(signer) = used.next_back().cloned() else {
                continue;
            };
            self.ledger.remove_entry(*source, signer.sponsor)?;
            let signers = &mut self.ledger.account_mut(*source)?.signers;
            signers.retain(|other| other.key != signer.key);
        }
        Ok(())
    }

    /// Applies the operations. Returns the first that fails for certain.
    pub(super) fn apply(&mut self, operations: &[DecodedOperation]) -> Result<(), Failed> {
        for (index, operation) in operations.iter().enumerate() {
            self.partial.append(&mut self.later);
            let step = match operation {
                DecodedOperation::Known(operation) => self.operation(index, operation),
                DecodedOperation::Other { name, .. } => Err(Unknown(unsupported(name))),
            };
            match step {
                Ok(()) => {}
                Err(Fails(code)) if self.partial.is_empty() => return Err(Failed { index, code }),
                // An earlier operation has an unknown effect, on which this failure may depend.
                Err(Fails(_)) => return Ok(()),
                Err(Unknown(fact)) => {
                    self.partial.insert(fact);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, index: usize, operation: &Operation) -> Step {
        let source = operation.source_or(self.source);
        if self.ledger.find(source)?.is_none() {
            return Err(Fails("op_no_source_account"));
        }
        match &operation.body {
            Body::CreateAccount(body) => self.create_account(source, body),
            Body::Payment(body) => self.pay(source, body),
            Body::PathPaymentStrictReceive(body) => self.receive_exactly(source, body),
            Body::PathPaymentStrictSend(body) => self.send_exactly(source, body),
            Body::ManageSellOffer(_) | Body::ManageBuyOffer(_) | Body::CreatePassiveSellOffer(_) => {
                self.offer(source, &operation.body)
            }
            Body::SetOptions(body) => self.set_options(source, body),
            Body::ChangeTrust(body) => self.change_trust(source, body),
            Body::AllowTrust(body) => self.allow_trust(source, body),
            Body::AccountMerge(body) => self.merge(source, body.destination.account),
            Body::ManageData(body) => self.manage_data(source, body),
            Body::BumpSequence(body) => self.bump_sequence(source, body),
            Body::CreateClaimableBalance(body) => self.create_balance(source, index, body),
            Body::ClaimClaimableBalance(body) => self.claim(source, &body.balance_id),
            Body::BeginSponsoringFutureReserves(body) => self.begin_sponsoring(source, body.sponsored_id),
            Body::EndSponsoringFutureReserves(_) => self.end_sponsoring(source),
            Body::RevokeAccountSponsorship(body) => self.revoke_account(source, body.account),
            Body::RevokeTrustlineSponsorship(body) => self.revoke_line(source, body.account, body.asset),
            Body::RevokeOfferSponsorship(_) => Err(Unknown("offers")),
            Body::RevokeDataSponsorship(body) => self.revoke_data(source, body.account, &body.name),
            Body::RevokeClaimableBalanceSponsorship(body) => self.revoke_balance(source, &body.balance_id),
            Body::RevokeLiquidityPoolSponsorship(_) => Err(Fails("op_malformed")),
            Body::RevokeSignerSponsorship(body) => self.revoke_signer(source, body.account, &body.signer.0),
            Body::Clawback(body) => self.claw_back(body),
            Body::ClawbackClaimableBalance(body) => self.claw_back_balance(source, &body.balance_id),
            Body::SetTrustLineFlags(body) => self.set_line_flags(source, body),
            Body::LiquidityPoolDeposit(_) | Body::LiquidityPoolWithdraw(_) => Self::pool(),
        }
    }
}

/// Returns the fact that an operation outside of the specification depends on.
fn unsupported(name: &str) -> &'static str {
    match name {
        "invoke_host_function" | "extend_footprint_ttl" | "restore_footprint" => "contracts",
        _ => "operations",
    }
}
