//! The data of an address from one upstream: balance, page of the history, and the part that is not spendable.

use crate::source::{AddressBalance, BtcLikeSource, SourceFacts};
use crate::unavailable;
use futures::stream::{self, StreamExt};
use wallet_btc_like::Address;
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position, Unavailable};
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
    Ok(without_history(source, balance, unavailable))
}

/// Returns the balances of addresses in their order, without histories. The unspent outputs of those with a balance are
/// requested in a second round.
pub(super) async fn balances(
    source: &dyn BtcLikeSource,
    addresses: &[Address],
    deadline: Deadline,
) -> Result<Vec<Result<AddressFacts, Failure>>, Failure> {
    let balances = source.balances(addresses, deadline).await?;
    let mut facts = Vec::with_capacity(addresses.len());
    for (address, balance) in addresses.iter().zip(balances) {
        facts.push(async move {
            let balance = balance?;
            let unavailable = match balance.funds.total() {
                0 => Some(Unavailable::default()),
                _ => unavailable::of_outputs(source, address, deadline).await,
            };
            Ok(without_history(source, balance, unavailable))
        });
    }
    Ok(stream::iter(facts)
        .buffered(source.concurrent_addresses())
        .collect()
        .await)
}

fn without_history(
    source: &dyn BtcLikeSource,
    balance: AddressBalance,
    unavailable: Option<Unavailable>,
) -> AddressFacts {
    AddressFacts {
        upstream: source.kind().name(),
        tip: balance.tip,
        funds: balance.funds,
        unavailable,
        history: Some(HistoryPage::default()),
    }
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
    let history = available(source, history);
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

/// Returns the history if it is available, and otherwise logs the reason.
pub(super) fn available(source: &dyn BtcLikeSource, history: Result<HistoryPage, Failure>) -> Option<HistoryPage> {
    let history = history.inspect_err(
        |failure| tracing::warn!(kind = source.kind().name(), %failure, "history unavailable, balance available"),
    );
    history.ok()
}
