//! Whether sponsorships begin and end as the network demands (CAP-33).

use super::fields::FieldError;
use super::{Operation, OperationBody};
use crate::xlm::address::AccountId;

/// The accounts whose reserves are being paid at some point of a transaction, and by whom.
#[derive(Clone, Debug, Default)]
pub struct Sponsorships {
    /// Sponsored account and sponsor.
    open: Vec<(AccountId, AccountId)>,
}

impl Sponsorships {
    /// Whether somebody pays the reserves of this account now.
    pub fn covers(&self, account: AccountId) -> bool {
        self.sponsor_of(account).is_some()
    }

    fn sponsor_of(&self, account: AccountId) -> Option<AccountId> {
        let mut open = self.open.iter();
        open.find(|(sponsored, _)| *sponsored == account)
            .map(|(_, sponsor)| *sponsor)
    }

    /// Takes note of an operation of this source account.
    pub fn follow(&mut self, body: &OperationBody, source: AccountId) -> Result<(), FieldError> {
        match body {
            OperationBody::BeginSponsoringFutureReserves(begin) => self.begin(begin.sponsored_id, source),
            OperationBody::EndSponsoringFutureReserves(_) => {
                let before = self.open.len();
                self.open.retain(|(sponsored, _)| *sponsored != source);
                if self.open.len() == before {
                    let nobody = "nobody pays the reserves of the source account here; beginSponsoringFutureReserves must \
                                  stand before this";
                    return Err(FieldError::limit(nobody));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, sponsored: AccountId, sponsor: AccountId) -> Result<(), FieldError> {
        if self.covers(sponsored) {
            return Err(FieldError::limit("the reserves of this account are already being paid").at("sponsoredId"));
        }
        let pays = |account| self.open.iter().any(|(_, sponsor)| *sponsor == account);
        if self.covers(sponsor) || pays(sponsored) {
            return Err(FieldError::limit(
                "an account whose reserves are being paid cannot pay those of another",
            ));
        }
        self.open.push((sponsored, sponsor));
        Ok(())
    }

    /// Whether every sponsorship has ended.
    pub fn is_closed(&self) -> bool {
        self.open.is_empty()
    }
}

/// The place of the `beginSponsoringFutureReserves` that nothing ends, if there is one.
pub(super) fn unended(operations: &[Operation], source: AccountId) -> Option<usize> {
    let mut open: Vec<(AccountId, usize)> = Vec::new();
    for (place, operation) in operations.iter().enumerate() {
        match &operation.body {
            OperationBody::BeginSponsoringFutureReserves(begin) => open.push((begin.sponsored_id, place)),
            OperationBody::EndSponsoringFutureReserves(_) => {
                let source = operation.source_or(source);
                open.retain(|(sponsored, _)| *sponsored != source);
            }
            _ => {}
        }
    }
    open.first().map(|(_, place)| *place)
}
