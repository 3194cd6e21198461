//! Balance and history of an address.

use super::Esplora;
use super::pages::Stitched;
use super::stats::Stats;
use wallet_btc_like::Address;
use wallet_btc_like::history::{AddressFacts, Entry, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;

impl Esplora {
    /// Balance and history of an address, with the height of the server. One round, and one more for each page beyond
    /// the first (docs/decisions/0451).
    pub(super) async fn facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure> {
        let wanted = limit as usize;
        let text = address.to_string();
        let segments = ["address", text.as_str()];
        let hint = from.height.and(from.last);
        let (stats, newest, waiting, page) = futures::try_join!(
            self.get_json::<Stats>(&segments, deadline),
            self.newest_block(deadline),
            self.waiting_from(address, from, deadline),
            self.page(address, hint, wanted + 1, deadline),
        )?;
        let balance = stats.balance(self.params)?;
        let mut stitched = begin(from, &stats, page)?;
        let mut waiting = stitched.not_among(waiting);
        let more_waiting = waiting.len() > wanted;
        waiting.truncate(wanted);
        let room = wanted - waiting.len();
        let fill = stitched.fill(self, address, room, deadline);
        let (more, ()) = futures::try_join!(fill, async {
            self.date(&mut waiting, deadline).await;
            Ok(())
        })?;
        let mut entries = waiting;
        entries.extend(stitched.entries.into_iter().take(room));
        let next = (more || more_waiting).then(|| from.after(&entries));
        Ok(AddressFacts {
            upstream: Kind::Esplora.name(),
            tip: newest.height,
            balance,
            entries,
            next,
        })
    }

    /// The pending ones from a place on: none when it lies in a block.
    async fn waiting_from(&self, address: &Address, from: Position, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        if from.height.is_some() {
            return Ok(Vec::new());
        }
        let mut waiting = self.waiting(address, deadline).await?;
        waiting.drain(..waiting.len().min(from.skip as usize));
        Ok(waiting)
    }
}

/// The confirmed ones from a place on, as far as the first page has them. When that does not lie behind the transaction
/// named in the cursor, they are read from the start.
fn begin(from: Position, stats: &Stats, page: Vec<Entry>) -> Result<Stitched, Failure> {
    let total = stats.confirmed_transactions();
    let hinted = from.height.filter(|_| from.last.is_some());
    let mut stitched = match (from.height, hinted) {
        (_, Some(height)) if is_at_most(&page, height) => Stitched::default(),
        (_, Some(height)) => return Ok(Stitched::from_start(Some(height), from.skip, total)),
        (Some(height), None) => Stitched::from_start(Some(height), from.skip, total),
        // What is left out is pending.
        (None, None) => Stitched::from_start(None, 0, total),
    };
    stitched.add(page)?;
    Ok(stitched)
}

/// Whether a page has transactions, and none above this height.
fn is_at_most(page: &[Entry], height: u32) -> bool {
    !page.is_empty() && page.iter().all(|entry| entry.height <= Some(height))
}
