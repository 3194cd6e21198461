//! Claimable balances: creation, claim and clawback (CAP-23, CAP-35).

use super::StoredBalance;
use super::ledger::Step;
use super::ledger::Stop::Fails;
use super::run::Run;
use crate::account::claim_window::{ClaimStatus, claim_status};
use crate::chain::BalanceId;
use crate::operation::CreateClaimableBalance;
use crate::value::address::AccountId;
use crate::value::asset::Asset;

impl Run {
    pub(super) fn create_balance(&mut self, source: AccountId, index: usize, create: &CreateClaimableBalance) -> Step {
        let amount = create.amount.get();
        let spent = self.ledger.spend(source, create.asset, amount)?;
        spent.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_underfunded"))?;
        let has_clawback = match create.asset {
            Asset::Native => false,
            Asset::Credit(credit) if credit.issuer == source => {
                self.ledger.account(source)?.settings.flags.clawback_enabled
            }
            Asset::Credit(credit) => {
                let line = self.ledger.account(source)?.line(&credit);
                line.is_some_and(|line| line.has_clawback)
            }
        };
        // A claimable balance always has a sponsor, by default the creator.
        let sponsor = self.ledger.sponsors.get(&source).copied().unwrap_or(source);
        let reserves = u32::try_from(create.claimants.len()).unwrap_or(u32::MAX);
        self.ledger.hold(sponsor, reserves)?;
        let balance = StoredBalance {
            asset: create.asset,
            amount,
            claimants: create.claimants.clone(),
            made: self.ledger.now,
            sponsor: Some(sponsor),
            has_clawback,
        };
        let id = BalanceId::created(self.source, self.sequence, index);
        self.ledger.set_balance(id, Some(balance));
        Ok(())
    }

    pub(super) fn claim(&mut self, source: AccountId, id: &BalanceId) -> Step {
        let balance = self.ledger.balance(id)?.cloned().ok_or(Fails("op_does_not_exist"))?;
        let now = self.ledger.now;
        let may_claim = balance.claimants.iter().any(|claimant| {
            claimant.destination == source
                && matches!(
                    claim_status(&claimant.predicate, balance.made, now),
                    ClaimStatus::Claimable(_)
                )
        });
        if !may_claim {
            return Err(Fails("op_cannot_claim"));
        }
        let received = self.ledger.receive(source, balance.asset, balance.amount)?;
        received.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_line_full"))?;
        self.delete_balance(id, &balance);
        Ok(())
    }

    pub(super) fn claw_back_balance(&mut self, source: AccountId, id: &BalanceId) -> Step {
        let balance = self.ledger.balance(id)?.cloned().ok_or(Fails("op_does_not_exist"))?;
        if !matches!(balance.asset, Asset::Credit(credit) if credit.issuer == source) {
            return Err(Fails("op_no_issuer"));
        }
        if !balance.has_clawback {
            return Err(Fails("op_not_clawback_enabled"));
        }
        self.delete_balance(id, &balance);
        Ok(())
    }

    fn delete_balance(&mut self, id: &BalanceId, balance: &StoredBalance) {
        if let Some(sponsor) = balance.sponsor {
            self.ledger.release(sponsor, balance.reserves());
        }
        self.ledger.set_balance(*id, None);
    }
}
