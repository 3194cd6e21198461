//! What there is to know of an address beside its transactions.

use super::Horizon;
use crate::client::Deadline;
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::try_join3;
use wallet_core::xlm::AccountId;
use wallet_core::xlm::history::AddressFacts;

impl Horizon {
    /// The account, what it may claim and the newest ledger, all asked for at the same time.
    pub(crate) async fn address_facts(&self, id: AccountId, deadline: Deadline) -> Result<AddressFacts, Failure> {
        let ledger = self.ledger(deadline);
        let account = self.account(id, deadline);
        let claimable = self.claimable(id, deadline);
        let (ledger, account, (claimable, has_more_claimable)) = try_join3(ledger, account, claimable).await?;
        Ok(AddressFacts {
            upstream: Kind::Horizon.name(),
            ledger,
            account,
            claimable,
            has_more_claimable,
        })
    }
}
