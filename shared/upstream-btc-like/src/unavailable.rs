//! The part of a balance that is not spendable, from one upstream
//! (docs/decisions/utxo-history.md#spendable-balance-of-utxo-chains).

use crate::source::{BtcLikeSource, MAX_PENDING, SourceFacts, history_deadline};
use wallet_btc_like::Address;
use wallet_btc_like::history::{Entry, HistoryPage, Position, Unavailable};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Returns the part of the balance that is not spendable: from the first page of the history if it is sufficient,
/// otherwise from the unspent outputs. Returns `None` if the upstream does not report it.
pub(crate) async fn of_page(
    source: &dyn BtcLikeSource,
    address: &Address,
    page: Option<&HistoryPage>,
    tip: u32,
    deadline: Deadline,
) -> Option<Unavailable> {
    match page.and_then(|page| Unavailable::of_page(page, address, tip)) {
        Some(found) => Some(found),
        None => of_outputs(source, address, deadline).await,
    }
}

/// Returns the part of the balance that is not spendable, from the unspent outputs and, if some are pending, from the
/// pending transactions.
pub(crate) async fn of_outputs(
    source: &dyn BtcLikeSource,
    address: &Address,
    deadline: Deadline,
) -> Option<Unavailable> {
    let found = async {
        let deadline = history_deadline(deadline);
        let outputs = source.unspent(address, deadline).await?;
        let pending = if outputs.iter().any(|output| output.confirmations == 0) {
            pending(source, address, deadline).await?
        } else {
            Vec::new()
        };
        Ok::<_, Failure>({
            let is_own = |owner: &Address| owner == address;
            Unavailable::of_outputs(&outputs, &pending, address.params(), is_own)
        })
    };
    found.await.unwrap_or_else(|failure| {
        tracing::info!(kind = source.kind().name(), %failure, "unspent outputs unavailable, spendable balance unknown");
        None
    })
}

/// Returns the latest pending transactions of an address.
async fn pending(source: &dyn BtcLikeSource, address: &Address, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
    let facts = source.address_facts(address, Position::default(), MAX_PENDING, deadline);
    let SourceFacts { history, .. } = facts.await?;
    let entries = history?.entries.into_iter();
    Ok(entries.filter(|entry| entry.height.is_none()).collect())
}
