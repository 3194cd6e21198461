//! The checks of a transaction before the operations: preconditions, fee, sequence number and signatures.

use super::ledger::available;
use super::{PreviewFacts, Reason};
use crate::account::signer::SignerKey;
use crate::account::state::Account;
use crate::operation::{Operation, OperationBody as Body, SetOptions};
use crate::transaction::decoded::DecodedOperation;
use crate::transaction::envelope::{Envelope, time_bounds};
use crate::transaction::signature::{PublicKey, Signature, hint};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use stellar_xdr as xdr;
use wallet_core::model::Network;

/// A transaction under validation.
pub(super) struct Checked<'a> {
    pub(super) facts: &'a PreviewFacts,
    pub(super) envelope: &'a Envelope,
    pub(super) network: Network,
    pub(super) transaction: &'a xdr::Transaction,
    pub(super) operations: &'a [DecodedOperation],
    pub(super) payer: AccountId,
    /// The maximum fee, and the fee at the minimum rate of the network.
    pub(super) max_fee: Stroops,
    pub(super) min_fee: Stroops,
}

impl Checked<'_> {
    /// Checks the transaction. Returns the facts that are missing for a check.
    pub(super) fn check(&self) -> Result<BTreeSet<&'static str>, Reason> {
        let mut missing = BTreeSet::new();
        self.check_time()?;
        if self.max_fee < self.min_fee {
            return Err(Reason::of_transaction("tx_insufficient_fee"));
        }
        let source = MuxedAccount::from_xdr(&self.transaction.source_account).account;
        let mut existing = |id: AccountId| match self.facts.accounts.get(&id) {
            Some(Some(account)) => Ok(Some(account)),
            Some(None) => Err(Reason::of_transaction("tx_no_source_account")),
            None => {
                missing.insert("accounts");
                Ok(None)
            }
        };
        let (payer, source) = (existing(self.payer)?, existing(source)?);
        if let Some(account) = source {
            self.check_sequence(account)?;
            if !self.check_age(account)? {
                missing.insert("preconditions");
            }
            if !self.check_signatures(account, payer)? {
                missing.insert("signatures");
            }
        }
        if let Some(payer) = payer
            && available(payer, self.facts.ledger.base_reserve) < self.max_fee.get()
        {
            return Err(Reason::of_transaction("tx_insufficient_balance"));
        }
        self.check_operations()?;
        Ok(missing)
    }

    fn conditions(&self) -> Option<&xdr::PreconditionsV2> {
        match &self.transaction.cond {
            xdr::Preconditions::V2(conditions) => Some(conditions),
            xdr::Preconditions::None | xdr::Preconditions::Time(_) => None,
        }
    }

    /// Checks the bounds of time and of ledgers (CAP-21).
    fn check_time(&self) -> Result<(), Reason> {
        let (now, next) = (self.facts.now, self.facts.ledger.sequence.saturating_add(1));
        let bounds = self
            .conditions()
            .and_then(|conditions| conditions.ledger_bounds.as_ref());
        let time = time_bounds(&self.transaction.cond);
        let is_early =
            time.is_some_and(|time| time.min_time.0 > now) || bounds.is_some_and(|bounds| bounds.min_ledger > next);
        if is_early {
            return Err(Reason::of_transaction("tx_too_early"));
        }
        let is_late = time.is_some_and(|time| time.max_time.0 != 0 && time.max_time.0 < now)
            || bounds.is_some_and(|bounds| bounds.max_ledger != 0 && bounds.max_ledger <= next);
        if is_late {
            return Err(Reason::of_transaction("tx_too_late"));
        }
        Ok(())
    }

    fn check_sequence(&self, account: &Account) -> Result<(), Reason> {
        let number = self.transaction.seq_num.0;
        let minimum = self.conditions().and_then(|conditions| conditions.min_seq_num.as_ref());
        let follows = match minimum {
            Some(minimum) => account.sequence >= minimum.0 && account.sequence < number,
            None => account.sequence.checked_add(1) == Some(number),
        };
        follows.then_some(()).ok_or(Reason::of_transaction("tx_bad_seq"))
    }

    /// Checks the age of the sequence number. Returns false if the age is required and unknown.
    fn check_age(&self, account: &Account) -> Result<bool, Reason> {
        let Some(conditions) = self.conditions() else {
            return Ok(true);
        };
        let (age, gap) = (conditions.min_seq_age.0, conditions.min_seq_ledger_gap);
        if age == 0 && gap == 0 {
            return Ok(true);
        }
        let Some((ledger, time)) = account.settings.sequence_set else {
            return Ok(false);
        };
        let next = self.facts.ledger.sequence.saturating_add(1);
        if self.facts.now.saturating_sub(time) < age || next.saturating_sub(ledger) < gap {
            return Err(Reason::of_transaction("tx_bad_minseq_age_or_gap"));
        }
        Ok(true)
    }

    /// Checks the operations independently of the ledger.
    fn check_operations(&self) -> Result<(), Reason> {
        let source = MuxedAccount::from_xdr(&self.transaction.source_account).account;
        for (index, operation) in self.operations.iter().enumerate() {
            let DecodedOperation::Known(operation) = operation else {
                continue;
            };
            if operation.body.check(operation.source_or(source)).is_err() {
                let code = match operation.body {
                    Body::SetOptions(_) => "op_bad_signer",
                    _ => "op_malformed",
                };
                return Err(Reason::of_operation(index, operation.body.name(), code));
            }
        }
        Ok(())
    }

    /// Checks the signatures, if there are any: an unsigned transaction can be signed later. Returns false if the
    /// transaction requires extra signers (CAP-21), whose signatures are not checked.
    fn check_signatures(&self, source: &Account, payer: Option<&Account>) -> Result<bool, Reason> {
        let inner = self.envelope.inner();
        if let (Some(_), Some(payer)) = (&inner, payer)
            && !self.envelope.signatures().is_empty()
        {
            let mut outer = Signatures::new(self.envelope, self.network);
            check_reach(&mut outer, payer, payer.settings.thresholds.low)?;
            outer.check_used()?;
        }
        let signed = inner.as_ref().unwrap_or(self.envelope);
        let has_extra = self
            .conditions()
            .is_some_and(|conditions| !conditions.extra_signers.is_empty());
        if signed.signatures().is_empty() {
            return Ok(true);
        }
        if has_extra {
            return Ok(false);
        }
        let mut signatures = Signatures::new(signed, self.network);
        check_reach(&mut signatures, source, source.settings.thresholds.low)?;
        for (index, operation) in self.operations.iter().enumerate() {
            let DecodedOperation::Known(operation) = operation else {
                return Ok(true);
            };
            if !self.is_authorized(&mut signatures, operation, source.id) {
                return Err(Reason::of_operation(index, operation.body.name(), "op_bad_auth"));
            }
        }
        signatures.check_used()?;
        Ok(true)
    }

    /// Returns true if the signatures reach the threshold of the operation. An account that an earlier operation
    /// creates signs with the master key.
    fn is_authorized(&self, signatures: &mut Signatures, operation: &Operation, source: AccountId) -> bool {
        let id = operation.source_or(source);
        match self.facts.accounts.get(&id) {
            None => true,
            Some(None) => signatures.weigh(vec![(SignerKey::Ed25519(id.0), 1)], 0),
            Some(Some(account)) => {
                let thresholds = account.settings.thresholds;
                let needed = match &operation.body {
                    Body::AllowTrust(_)
                    | Body::SetTrustLineFlags(_)
                    | Body::BumpSequence(_)
                    | Body::ClaimClaimableBalance(_) => thresholds.low,
                    Body::AccountMerge(_) => thresholds.high,
                    Body::SetOptions(options) if changes_signers(options) => thresholds.high,
                    _ => thresholds.medium,
                };
                signatures.reach(account, needed)
            }
        }
    }
}

fn check_reach(signatures: &mut Signatures, account: &Account, needed: u8) -> Result<(), Reason> {
    let reached = signatures.reach(account, needed);
    reached.then_some(()).ok_or(Reason::of_transaction("tx_bad_auth"))
}

const fn changes_signers(options: &SetOptions) -> bool {
    options.signer.is_some()
        || options.master_weight.is_some()
        || options.low_threshold.is_some()
        || options.med_threshold.is_some()
        || options.high_threshold.is_some()
}

/// The signatures over a hash, with a record of those that a check required.
struct Signatures {
    hash: [u8; 32],
    decorated: Vec<(xdr::DecoratedSignature, bool)>,
    /// True if the signers of an account are incomplete, so that signatures may be by unknown signers.
    lacks_signers: bool,
}

impl Signatures {
    fn new(envelope: &Envelope, network: Network) -> Self {
        let signatures = envelope.signatures().iter();
        Self {
            hash: envelope.hash(network),
            decorated: signatures.map(|signature| (signature.clone(), false)).collect(),
            lacks_signers: false,
        }
    }

    fn reach(&mut self, account: &Account, needed: u8) -> bool {
        if account.settings.lacks_entries {
            self.lacks_signers = true;
            return true;
        }
        let signers = account.signers.iter().filter(|signer| signer.weight > 0);
        let signers = signers.map(|signer| (signer.key.clone(), signer.weight)).collect();
        self.weigh(signers, needed.into())
    }

    /// Adds the weights of the signers until `needed` is reached. At least one signer is required.
    fn weigh(&mut self, mut signers: Vec<(SignerKey, u32)>, needed: u32) -> bool {
        let mut total = 0;
        for (key, weight) in &signers {
            if *key == SignerKey::PreAuthTx(self.hash) {
                total += (*weight).min(255);
                if total >= needed {
                    return true;
                }
            }
        }
        for kind in [is_hash, is_key, is_payload] {
            for (signature, used) in &mut self.decorated {
                let found = signers
                    .iter()
                    .position(|(key, _)| kind(key) && signs(key, signature, &self.hash));
                let Some(found) = found else { continue };
                *used = true;
                total += signers.remove(found).1.min(255);
                if total >= needed {
                    return true;
                }
            }
        }
        false
    }

    /// Checks that no signature is superfluous.
    fn check_used(&self) -> Result<(), Reason> {
        if self.lacks_signers || self.decorated.iter().all(|(_, used)| *used) {
            return Ok(());
        }
        Err(Reason::of_transaction("tx_bad_auth_extra"))
    }
}

const fn is_hash(key: &SignerKey) -> bool {
    matches!(key, SignerKey::HashX(_))
}

const fn is_key(key: &SignerKey) -> bool {
    matches!(key, SignerKey::Ed25519(_))
}

const fn is_payload(key: &SignerKey) -> bool {
    matches!(key, SignerKey::SignedPayload { .. })
}

fn signs(key: &SignerKey, decorated: &xdr::DecoratedSignature, hash: &[u8; 32]) -> bool {
    let signature = decorated.signature.0.as_slice();
    let by = |key: &[u8; 32], message: &[u8]| {
        let key = PublicKey::of(AccountId(*key));
        let signature = Signature::from_slice(signature);
        key.zip(signature)
            .is_some_and(|(key, signature)| key.verifies(message, &signature))
    };
    match key {
        SignerKey::Ed25519(key) => decorated.hint.0 == hint(key) && by(key, hash),
        SignerKey::HashX(expected) => {
            decorated.hint.0 == hint(expected) && Sha256::digest(signature).as_slice() == expected
        }
        SignerKey::SignedPayload { key, payload } => by(key, payload.as_slice()),
        SignerKey::PreAuthTx(_) => false,
    }
}
