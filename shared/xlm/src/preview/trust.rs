//! Trustlines, the authorization by issuers, and clawbacks.

use super::ledger::Step;
use super::ledger::Stop::{Fails, Unknown};
use super::ledger::line_mut;
use super::run::Run;
use crate::account::state::{Account, Holding, TrustLine, TrustlineAsset};
use crate::operation::{AllowTrust, ChangeTrust, Clawback, SetTrustLineFlags, TrustlineTarget};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::Credit;

impl Run {
    pub(super) fn change_trust(&mut self, source: AccountId, change: &ChangeTrust) -> Step {
        let TrustlineTarget::Credit(credit) = change.asset else {
            return Self::pool();
        };
        let account = self.ledger.account(source)?;
        let Some(line) = account.line(&credit).cloned() else {
            return self.add_line(source, credit, change.limit);
        };
        let taken = line.holding.balance.checked_add(line.holding.buying_liabilities);
        if taken.is_none_or(|taken| change.limit < taken) {
            return Err(Fails("op_invalid_limit"));
        }
        if change.limit > Stroops::default() {
            if self.ledger.find(credit.issuer)?.is_none() {
                return Err(Fails("op_no_issuer"));
            }
            if let Some(line) = line_mut(self.ledger.account_mut(source)?, credit) {
                line.limit = change.limit;
            }
            return Ok(());
        }
        // A trustline that a pool of the account uses cannot be deleted (CAP-38), and no index lists the assets of pools.
        if has_pool_shares(account) {
            return Err(Unknown("pools"));
        }
        self.ledger.remove_entry(source, line.sponsor)?;
        let lines = &mut self.ledger.account_mut(source)?.lines;
        lines.retain(|other| other.asset != line.asset);
        Ok(())
    }

    fn add_line(&mut self, source: AccountId, credit: Credit, limit: Stroops) -> Step {
        if limit == Stroops::default() {
            return Err(Fails("op_invalid_limit"));
        }
        let issuer = self.ledger.find(credit.issuer)?.ok_or(Fails("op_no_issuer"))?;
        let flags = issuer.settings.flags;
        let sponsor = self.ledger.add_entry(source)?;
        self.ledger.account_mut(source)?.lines.push(TrustLine {
            asset: TrustlineAsset::Credit(credit),
            holding: Holding::default(),
            limit,
            is_authorized: !flags.required,
            may_maintain_liabilities: !flags.required,
            has_clawback: flags.clawback_enabled,
            sponsor,
        });
        Ok(())
    }

    pub(super) fn allow_trust(&mut self, source: AccountId, allow: &AllowTrust) -> Step {
        let credit = Credit {
            code: allow.asset_code,
            issuer: source,
        };
        let may_revoke = self.ledger.account(source)?.settings.flags.revocable;
        if !may_revoke && allow.authorize == 0 {
            return Err(Fails("op_cant_revoke"));
        }
        let line = self.line_of(allow.trustor, credit, "op_no_trust")?;
        if !may_revoke && line.is_authorized && allow.authorize == 2 {
            return Err(Fails("op_cant_revoke"));
        }
        let (authorized, may_maintain) = (allow.authorize == 1, allow.authorize != 0);
        self.authorize(allow.trustor, credit, authorized, may_maintain)
    }

    pub(super) fn set_line_flags(&mut self, source: AccountId, change: &SetTrustLineFlags) -> Step {
        let flags = change.flags;
        let clears = flags.authorized == Some(false) || flags.authorized_to_maintain_liabilities == Some(false);
        let may_revoke = self.ledger.account(source)?.settings.flags.revocable;
        if !may_revoke && clears && flags.authorized != Some(true) {
            return Err(Fails("op_cant_revoke"));
        }
        let line = self.line_of(change.trustor, change.asset, "op_no_trust")?;
        let only_maintains = line.may_maintain_liabilities && !line.is_authorized;
        let authorized = flags.authorized.unwrap_or(line.is_authorized);
        let maintains = flags.authorized_to_maintain_liabilities.unwrap_or(only_maintains);
        if authorized && maintains {
            return Err(Fails("op_invalid_state"));
        }
        if !may_revoke && line.is_authorized && !authorized {
            return Err(Fails("op_cant_revoke"));
        }
        if flags.clawback_enabled == Some(false)
            && let Some(line) = line_mut(self.ledger.account_mut(change.trustor)?, change.asset)
        {
            line.has_clawback = false;
        }
        self.authorize(change.trustor, change.asset, authorized, authorized || maintains)
    }

    /// Returns the trustline of a holder, or the failure with this code.
    fn line_of(&self, holder: AccountId, credit: Credit, missing: &'static str) -> Step<TrustLine> {
        let line = self.ledger.find(holder)?.and_then(|account| account.line(&credit));
        line.cloned().ok_or(Fails(missing))
    }

    /// Sets the authorization. Without any, offers of the holder in the asset end and shares of pools are redeemed
    /// (CAP-18, CAP-38).
    fn authorize(&mut self, holder: AccountId, credit: Credit, authorized: bool, may_maintain: bool) -> Step {
        let account = self.ledger.account_mut(holder)?;
        let has_pools = has_pool_shares(account);
        let Some(line) = line_mut(account, credit) else {
            return Ok(());
        };
        let ends = line.may_maintain_liabilities && !may_maintain;
        let is_offered = line.holding.buying_liabilities > Stroops::default()
            || line.holding.selling_liabilities > Stroops::default();
        line.is_authorized = authorized;
        line.may_maintain_liabilities = may_maintain;
        if ends && has_pools {
            return Err(Unknown("pools"));
        }
        if ends && is_offered {
            // The offers end without a change of a balance; the reserves and liabilities of later operations depend on
            // the number of offers.
            self.later_depends_on("offers");
        }
        Ok(())
    }

    pub(super) fn claw_back(&mut self, clawback: &Clawback) -> Step {
        let from = clawback.from.account;
        let account = self.ledger.find(from)?.ok_or(Fails("op_no_trust"))?;
        let line = account.line(&clawback.asset).ok_or(Fails("op_no_trust"))?;
        if !line.has_clawback {
            return Err(Fails("op_not_clawback_enabled"));
        }
        let amount = Stroops::new(clawback.amount.get()).unwrap_or(Stroops::MAX);
        if line.holding.free() < amount {
            return Err(Fails("op_underfunded"));
        }
        if let Some(line) = line_mut(self.ledger.account_mut(from)?, clawback.asset) {
            line.holding.balance = line.holding.balance.checked_sub(amount).unwrap_or_default();
        }
        Ok(())
    }
}

/// Returns true if the account has pool shares, or may have unlisted pool shares.
fn has_pool_shares(account: &Account) -> bool {
    let mut lines = account.lines.iter();
    account.lacks_lines() || lines.any(|line| matches!(line.asset, TrustlineAsset::PoolShares(_)))
}
