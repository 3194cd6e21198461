//! Changes of holdings that the history omits, by lists of a single row
//! (docs/decisions/evm-history.md#omitted-changes-of-holdings).
//!
//! The requests are optional: they take no time from the lists of the history, and their failures have no effect on
//! required requests. The results are cached by address.

use super::Etherscan;
use super::envelope::is_unknown_action;
use futures::future::join_all;
use lru::LruCache;
use serde_json::Value;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_eth_like::Address;
use wallet_eth_like::history::OmittedChange;
use wallet_upstream::{ClockReading, Clocks, Deadline, Topic, within};

/// Lists of changes that the history omits, with their actions.
const LISTS: [(OmittedChange, &str); 2] = [
    (OmittedChange::Withdrawals, "txsBeaconWithdrawal"),
    (OmittedChange::BlockRewards, "getminedblocks"),
];

/// Maximum number of cached addresses.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(2_000).expect("more than none");

/// Time for all requests about an address.
const TIME: Duration = Duration::from_millis(1500);

/// Time for which a list counts as empty. A list that has a row is never empty again.
const EMPTY_TIME: Duration = Duration::from_mins(10);

/// Cached state of the lists of an address.
type Checked = [Option<Check>; LISTS.len()];

/// State of a list.
#[derive(Clone, Copy, Debug)]
enum Check {
    HasRows,
    EmptyAt(ClockReading),
}

/// Lists of a server.
pub(super) struct OmittedLists {
    clocks: Clocks,
    checked: Mutex<LruCache<Address, Checked>>,
    /// True for the lists that the server has reported not to have.
    unsupported: [AtomicBool; LISTS.len()],
}

impl OmittedLists {
    pub(super) fn new(clocks: Clocks) -> Self {
        Self {
            clocks,
            checked: Mutex::new(LruCache::new(CACHE_SIZE)),
            unsupported: Default::default(),
        }
    }

    fn cache(&self) -> MutexGuard<'_, LruCache<Address, Checked>> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn checked(&self, address: Address) -> Checked {
        self.cache().get(&address).copied().unwrap_or_default()
    }

    fn store(&self, address: Address, list: usize, check: Check) {
        self.cache().get_or_insert_mut(address, Checked::default)[list] = Some(check);
    }

    /// Returns true if a list has to be requested.
    fn is_due(&self, list: usize, check: Option<Check>, now: ClockReading) -> bool {
        let is_unsupported = self.unsupported[list].load(Ordering::Relaxed);
        !is_unsupported
            && match check {
                None => true,
                Some(Check::HasRows) => false,
                Some(Check::EmptyAt(at)) => at.age(now) > EMPTY_TIME,
            }
    }

    /// Returns the changes of which a list has rows, as far as known.
    fn found(&self, address: Address) -> BTreeSet<OmittedChange> {
        let lists = LISTS.iter().zip(self.checked(address));
        let with_rows = lists.filter(|(_, check)| matches!(check, Some(Check::HasRows)));
        with_rows.map(|((change, _), _)| *change).collect()
    }
}

impl Etherscan {
    /// Returns the changes of the holdings of an address that the server lists and the history omits. With
    /// `requests`, lists of unknown state are requested; lists without a timely response remain unknown.
    pub(super) async fn omitted_changes(
        &self,
        address: Address,
        requests: bool,
        deadline: Deadline,
    ) -> BTreeSet<OmittedChange> {
        if requests {
            let now = self.omitted.clocks.now();
            let checked = self.omitted.checked(address);
            let due = (0..LISTS.len()).filter(|list| self.omitted.is_due(*list, checked[*list], now));
            let deadline = within(deadline, TIME);
            join_all(due.map(|list| self.check_list(list, address, deadline))).await;
        }
        self.omitted.found(address)
    }

    async fn check_list(&self, list: usize, address: Address, deadline: Deadline) {
        let address_text = address.to_string();
        let query = [
            ("module", "account"),
            ("action", LISTS[list].1),
            ("address", &*address_text),
            ("page", "1"),
            ("offset", "1"),
            ("sort", "desc"),
            // Required by the list of blocks; ignored elsewhere.
            ("blocktype", "blocks"),
        ];
        let response = self.call_optional(Topic::Lists, &query, deadline).await;
        match response.and_then(|envelope| envelope.rows::<Value>()) {
            Ok(rows) if rows.is_empty() => {
                let now = self.omitted.clocks.now();
                self.omitted.store(address, list, Check::EmptyAt(now));
            }
            Ok(_) => self.omitted.store(address, list, Check::HasRows),
            Err(failure) if is_unknown_action(&failure) => {
                self.omitted.unsupported[list].store(true, Ordering::Relaxed);
            }
            Err(failure) => tracing::debug!(%failure, "optional list of an address is missing"),
        }
    }
}
