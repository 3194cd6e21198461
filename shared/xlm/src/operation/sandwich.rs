//! Whether sponsorships begin and end as the network demands (CAP-33).

use super::OperationBody;
use super::fields::FieldError;
use crate::address::AccountId;

/// The accounts whose reserves are being paid at some point of a transaction, and by whom.
#[derive(Clone, Debug, Default)]
pub struct Sponsorships {
    /// Those that nothing has ended yet, in the order in which they began.
    open: Vec<Sponsorship>,
}

/// One account pays the reserves of what another makes.
#[derive(Clone, Copy, Debug)]
struct Sponsorship {
    sponsored: AccountId,
    sponsor: AccountId,
    /// The place of the operation that began it.
    begun: usize,
}

impl Sponsorships {
    /// Whether somebody pays the reserves of this account now.
    pub fn covers(&self, account: AccountId) -> bool {
        self.open.iter().any(|open| open.sponsored == account)
    }

    /// Takes note of the operation of this source account at this place.
    pub fn follow(&mut self, place: usize, body: &OperationBody, source: AccountId) -> Result<(), FieldError> {
        match body {
            OperationBody::BeginSponsoringFutureReserves(begin) => self.begin(Sponsorship {
                sponsored: begin.sponsored_id,
                sponsor: source,
                begun: place,
            }),
            OperationBody::EndSponsoringFutureReserves(_) => self.end(source),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, begin: Sponsorship) -> Result<(), FieldError> {
        if self.covers(begin.sponsored) {
            return Err(FieldError::limit("the reserves of this account are already being paid").at("sponsoredId"));
        }
        let pays = |account| self.open.iter().any(|open| open.sponsor == account);
        if self.covers(begin.sponsor) || pays(begin.sponsored) {
            return Err(FieldError::limit(
                "an account whose reserves are being paid cannot pay those of another",
            ));
        }
        self.open.push(begin);
        Ok(())
    }

    fn end(&mut self, sponsored: AccountId) -> Result<(), FieldError> {
        if !self.covers(sponsored) {
            let nobody = "nobody pays the reserves of the source account here; beginSponsoringFutureReserves must stand before this";
            return Err(FieldError::limit(nobody));
        }
        self.open.retain(|open| open.sponsored != sponsored);
        Ok(())
    }

    /// The place of the first `beginSponsoringFutureReserves` that nothing has ended, if there is one.
    pub fn unended(&self) -> Option<usize> {
        self.open.first().map(|open| open.begun)
    }
}
