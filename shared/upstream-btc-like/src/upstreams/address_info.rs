//! The data of an address from one upstream: balance, page of the history, and the part that is not spendable.

use crate::source::{BtcLikeSource, SourceFacts};
use crate::unavailable;
use wallet_btc_like::Address;
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Returns the balance without a history.
pub(super) async fn balance(
    source: &dyn BtcLikeSource,
    address: &Address,
    deadline: Deadline,
) -> Result<AddressFacts, Failure> {
    let outputs = async { Ok(unavailable::of_outputs(source, address, deadline).await) };
    let (balance, unavailable) = futures::try_join!(source.balance(address, deadline), outputs)?;
    Ok(AddressFacts {
        upstream: source.kind().name(),
        tip: balance.tip,
        funds: balance.funds,
        unavailable,
        history: Some(HistoryPage::default()),
    })
}

/// Returns the balance and a page of the history.
pub(super) async fn page(
    source: &dyn BtcLikeSource,
    address: &Address,
    from: Position,
    limit: u32,
    deadline: Deadline,
) -> Result<AddressFacts, Failure> {
    let facts = source.address_facts(address, from, limit, deadline);
    let (SourceFacts { balance, history }, outputs) = if from == Position::default() {
        (facts.await?, None)
    } else {
        // Such a page lacks the pending transactions.
        let outputs = async { Ok(unavailable::of_outputs(source, address, deadline).await) };
        let (facts, outputs) = futures::try_join!(facts, outputs)?;
        (facts, Some(outputs))
    };
    let history = history.inspect_err(
        |failure| tracing::warn!(kind = source.kind().name(), %failure, "history unavailable, balance available"),
    );
    let history = history.ok();
    let unavailable = match outputs {
        Some(outputs) => outputs,
        None => unavailable::of_page(source, address, history.as_ref(), balance.tip, deadline).await,
    };
    Ok(AddressFacts {
        upstream: source.kind().name(),
        tip: balance.tip,
        funds: balance.funds,
        unavailable,
        history,
    })
}
