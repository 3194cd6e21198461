//! Checks that sponsorships start and end as the network requires (CAP-33).

use super::OperationBody;
use super::fields::FieldError;
use crate::address::AccountId;

/// The open sponsorships at one point of a transaction.
#[derive(Clone, Debug, Default)]
pub struct Sponsorships {
    /// The sponsorships without an end so far, in the order of their start.
    open: Vec<Sponsorship>,
}

/// A sponsorship: one account pays the reserves of entries that another account creates.
#[derive(Clone, Copy, Debug)]
struct Sponsorship {
    sponsored: AccountId,
    sponsor: AccountId,
    /// The index of the operation that started it.
    start: usize,
}

impl Sponsorships {
    /// Returns true if the reserves of this account are currently sponsored.
    pub fn covers(&self, account: AccountId) -> bool {
        self.open.iter().any(|open| open.sponsored == account)
    }

    /// Updates the sponsorships with the operation at this index and checks it.
    pub fn follow(&mut self, index: usize, body: &OperationBody, source: AccountId) -> Result<(), FieldError> {
        match body {
            OperationBody::BeginSponsoringFutureReserves(begin) => self.begin(Sponsorship {
                sponsored: begin.sponsored_id,
                sponsor: source,
                start: index,
            }),
            OperationBody::EndSponsoringFutureReserves(_) => self.end(source),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, begin: Sponsorship) -> Result<(), FieldError> {
        if self.covers(begin.sponsored) {
            return Err(FieldError::limit("reserves of this account are already sponsored").at("sponsoredId"));
        }
        let pays = |account| self.open.iter().any(|open| open.sponsor == account);
        if self.covers(begin.sponsor) || pays(begin.sponsored) {
            return Err(FieldError::limit("sponsored account must not sponsor another account"));
        }
        self.open.push(begin);
        Ok(())
    }

    fn end(&mut self, sponsored: AccountId) -> Result<(), FieldError> {
        if !self.covers(sponsored) {
            let not_sponsored =
                "source account is not sponsored here; beginSponsoringFutureReserves must precede this operation";
            return Err(FieldError::limit(not_sponsored));
        }
        self.open.retain(|open| open.sponsored != sponsored);
        Ok(())
    }

    /// Returns the index of the first `beginSponsoringFutureReserves` without an end.
    pub fn first_open(&self) -> Option<usize> {
        self.open.first().map(|open| open.start)
    }
}
