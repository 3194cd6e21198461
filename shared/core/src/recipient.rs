//! Facts about the recipient of a payment: earlier payments, and addresses that look like the recipient
//! (docs/decisions/utxo-history.md#recipients).

use crate::lists::ListEntry;
use crate::model::{ComparedAddress, Sides, Status, Transaction, counterparties};
use crate::wire::Warning;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use utoipa::ToSchema;

/// The number of transactions that are searched for the recipient, the latest ones.
pub const SEARCHED: u32 = 200;

/// The name of unreadable lists in `source.partial`.
const NO_LISTS: &str = "lists";

/// A counterparty in a transaction of the payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterparty {
    /// The canonical address of the counterparty.
    pub address: String,
    /// The time of the transaction in Unix seconds.
    pub at: u64,
    /// True if the transaction pays the counterparty.
    pub is_paid: bool,
}

/// The latest transactions of the payer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchedHistory {
    /// The counterparties, each once per transaction.
    pub counterparties: Vec<Counterparty>,
    /// The missing parts, for `source.partial`.
    pub missing: Vec<&'static str>,
}

/// Earlier payments to a recipient, and addresses that look like the recipient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecipientResponse)]
pub struct RecipientRecord {
    /// The number of transactions among the latest 200 of the payer that pay the recipient. Absent without the history.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false, minimum = 0, maximum = 200, example = 2)]
    pub paid_before: Option<usize>,
    /// The time of the latest such payment in Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_798_761_600_u64)]
    pub last_at: Option<u64>,
    /// Different addresses with the first four and the last four characters of the recipient, without regard to case.
    /// Prefixes are not counted: `0x`, that of a bech32 address up to `1`, and that of bch up to the colon.
    pub look_alikes: Vec<LookAlike>,
    /// True if the recipient is an address of the payer.
    #[schema(example = false)]
    pub own: bool,
    /// The lists of the operator that contain the recipient.
    pub lists: Vec<ListEntry>,
    /// Warnings about the recipient; absent without any. `own_address`: the recipient is an address of the payer; an own
    /// address has no other warning but `listed_address`. `look_alike_address`: `lookAlikes` has an entry. `first_payment`:
    /// `paidBefore` is 0. `listed_address`: `lists` has an entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
    /// The missing parts of the response.
    pub source: RecipientSource,
}

/// An address that looks like the recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LookAlike {
    /// The address in its canonical form; of a muxed account the address of the account.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    pub address: String,
    /// `counterparty` for an address in the history, `own` for an address of the payer.
    #[schema(value_type = String, pattern = "^(counterparty|own)$", example = "counterparty")]
    pub kind: &'static str,
    /// The time of the latest transaction with the counterparty in Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_798_761_600_u64)]
    pub at: Option<u64>,
}

/// The parts that no upstream has returned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecipientSource {
    /// `history`: no upstream returns the transactions. `rows`: some of the transactions are unreadable. `older`: there are
    /// older transactions than those that were searched. `addresses`: the extended key has more addresses than
    /// were searched. `lists`: the lists of the operator cannot be read. Absent if nothing is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<String>, required = false, example = json!(["older"]))]
    pub partial: Vec<&'static str>,
}

/// Returns the counterparties of transactions. `canonical` returns the address by which a party is compared, `is_own` is
/// true for a canonical address of the payer, and `proves_payment` for an action that only the payer can cause.
pub fn counterparties_of<'a, A: Sides + 'a>(
    rows: impl IntoIterator<Item = &'a Transaction<A>>,
    canonical: impl Fn(&str) -> String,
    is_own: impl Fn(&str) -> bool,
    proves_payment: impl Fn(&A) -> bool,
) -> Vec<Counterparty> {
    let is_own_text = |text: &str| is_own(&canonical(text));
    let mut found = Vec::new();
    for row in rows {
        let others: BTreeSet<_> = counterparties(row, &is_own_text).map(&canonical).collect();
        let succeeded = row.status != Status::Rejected;
        let paid = row.actions.iter().filter(|action| succeeded && proves_payment(action));
        let paid = paid.filter_map(Sides::sides).filter(|(from, _)| is_own_text(from));
        let paid: HashSet<_> = paid.map(|(_, to)| canonical(to)).collect();
        found.extend(others.into_iter().map(|address| Counterparty {
            is_paid: paid.contains(&address),
            at: row.date,
            address,
        }));
    }
    found
}

/// Returns the record of a recipient. `to` and `own` are canonical addresses, `distinctive` returns an address without the
/// prefix that all addresses have; the history is `None` if no upstream returns the history, `listed` if the lists of the
/// operator cannot be read.
pub fn assess(
    to: &str,
    own: &[String],
    history: Option<SearchedHistory>,
    listed: Option<Vec<ListEntry>>,
    distinctive: impl for<'a> Fn(&'a str) -> &'a str,
    missing: impl IntoIterator<Item = &'static str>,
) -> RecipientRecord {
    let is_own = own.iter().any(|address| address == to);
    let has_history = history.is_some();
    let SearchedHistory {
        counterparties,
        missing: of_history,
    } = history.unwrap_or_default();
    let payments = counterparties
        .iter()
        .filter(|other| other.is_paid && other.address == to);
    let times: Vec<_> = payments.map(|payment| payment.at).collect();
    let look_alikes = if is_own {
        Vec::new()
    } else {
        look_alikes(to, own, &counterparties, distinctive)
    };
    let is_first = has_history && times.is_empty();
    let without_lists = listed.is_none().then_some(NO_LISTS);
    let lists = listed.unwrap_or_default();
    let warnings = [
        (!lists.is_empty(), Warning::LISTED_ADDRESS),
        (is_own, Warning::OWN_ADDRESS),
        (!look_alikes.is_empty(), Warning::LOOK_ALIKE_ADDRESS),
        (!is_own && is_first, Warning::FIRST_PAYMENT),
    ];
    RecipientRecord {
        paid_before: has_history.then_some(times.len()),
        last_at: times.into_iter().max(),
        look_alikes,
        own: is_own,
        lists,
        warnings: warnings
            .into_iter()
            .filter_map(|(applies, warning)| applies.then_some(warning))
            .collect(),
        source: RecipientSource {
            partial: of_history.into_iter().chain(missing).chain(without_lists).collect(),
        },
    }
}

/// Returns the addresses that look like the recipient: own addresses first, then counterparties, the latest first.
fn look_alikes(
    to: &str,
    own: &[String],
    counterparties: &[Counterparty],
    distinctive: impl for<'a> Fn(&'a str) -> &'a str,
) -> Vec<LookAlike> {
    let Some(compared) = ComparedAddress::of(distinctive(to)) else {
        return Vec::new();
    };
    let is_similar = |address: &str| {
        let other = ComparedAddress::of(distinctive(address));
        other.is_some_and(|other| other.looks_like(&compared))
    };
    let similar_own = own.iter().filter(|address| is_similar(address));
    let mut found: Vec<_> = similar_own
        .map(|address| LookAlike {
            address: address.clone(),
            kind: "own",
            at: None,
        })
        .collect();
    let mut latest: BTreeMap<&str, u64> = BTreeMap::new();
    for other in counterparties {
        let at = latest.entry(&other.address).or_default();
        *at = other.at.max(*at);
    }
    let mut others: Vec<_> = latest.into_iter().filter(|(address, _)| is_similar(address)).collect();
    others.sort_by_key(|(_, at)| std::cmp::Reverse(*at));
    found.extend(others.into_iter().map(|(address, at)| LookAlike {
        address: address.to_owned(),
        kind: "counterparty",
        at: Some(at),
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::ListAction;
    use crate::wire::WarningCode;

    const OWN: &str = "0x00000000000000000000000000000000000000aa";

    fn met(address: &str, at: u64, is_paid: bool) -> Counterparty {
        Counterparty {
            address: address.to_owned(),
            at,
            is_paid,
        }
    }

    fn assessed(to: &str, counterparties: Vec<Counterparty>) -> RecipientRecord {
        let history = SearchedHistory {
            counterparties,
            missing: Vec::new(),
        };
        let prefix = |address: &'_ str| address.len().min(2);
        let own = [OWN.to_owned()];
        assess(
            to,
            &own,
            Some(history),
            Some(Vec::new()),
            |text| &text[prefix(text)..],
            [],
        )
    }

    fn codes(record: &RecipientRecord) -> Vec<WarningCode> {
        record.warnings.iter().map(|warning| warning.code).collect()
    }

    /// Returns an address with the number between the first and the last four characters.
    fn numbered(number: u64) -> String {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!("0xab58{mixed:016x}{number:016x}ec9b")
    }

    #[test]
    fn all_look_alikes_of_a_generated_set_are_found() {
        let genuine = numbered(0);
        let history = || vec![met(&genuine, 7, true), met(&numbered(5000), 3, true)];
        for number in 1..=1000 {
            let fake = assessed(&numbered(number).to_uppercase().replacen("0X", "0x", 1), history());
            assert_eq!(fake.look_alikes.len(), 2, "{number}");
            assert_eq!(fake.look_alikes[0].address, genuine);
            assert_eq!(codes(&fake), [WarningCode::LookAlikeAddress, WarningCode::FirstPayment]);
        }
    }

    #[test]
    fn a_changed_end_is_no_look_alike() {
        let genuine = numbered(0);
        for position in (2..6).chain(38..42) {
            let mut other = numbered(1);
            other.replace_range(position..=position, "f");
            let record = assessed(&other, vec![met(&genuine, 7, true)]);
            assert_eq!(record.look_alikes, [], "{other}");
        }
    }

    #[test]
    fn only_payments_to_the_recipient_count() {
        let (shop, other) = (numbered(0), OWN.replace("aa", "bb"));
        let history = vec![
            met(&shop, 9, false),
            met(&shop, 8, true),
            met(&shop, 5, true),
            met(&other, 4, true),
        ];
        let record = assessed(&shop, history);
        assert_eq!((record.paid_before, record.last_at), (Some(2), Some(8)));
        assert_eq!(codes(&record), []);
    }

    #[test]
    fn own_addresses_have_one_warning_and_are_compared_with_no_other() {
        let similar = OWN.replacen("0000000000", "0000111111", 1);
        let to_own = assessed(OWN, vec![met(&similar, 1, true)]);
        assert_eq!((to_own.own, codes(&to_own)), (true, vec![WarningCode::OwnAddress]));
        let to_similar = assessed(&similar, Vec::new());
        let own = LookAlike {
            address: OWN.to_owned(),
            kind: "own",
            at: None,
        };
        assert_eq!(to_similar.look_alikes, [own]);
    }

    #[test]
    fn without_the_history_nothing_is_guessed() {
        let record = assess(&numbered(0), &[], None, None, |text| text, ["history"]);
        assert_eq!((record.paid_before, record.last_at), (None, None));
        assert_eq!(
            (codes(&record), record.source.partial),
            (vec![], vec!["history", "lists"])
        );
    }

    #[test]
    fn listed_addresses_have_a_warning_also_if_they_are_own() {
        let entry = |action| ListEntry {
            name: "sanctions".parse().unwrap(),
            action,
        };
        let entries = [ListAction::Warn, ListAction::Reject].map(entry).to_vec();
        let record = assess(OWN, &[OWN.to_owned()], None, Some(entries.clone()), |text| text, []);
        assert_eq!(record.lists, entries);
        assert_eq!(codes(&record), [WarningCode::ListedAddress, WarningCode::OwnAddress]);
        assert_eq!(record.source.partial, Vec::<&str>::new());
    }
}
