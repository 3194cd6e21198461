//! Addresses that look alike (docs/decisions/utxo-history.md#flags-of-transactions), and the transactions of a page with a
//! counterparty that looks like a second counterparty.

use super::{Action, Flag, Movement, Transaction};
use std::collections::{HashMap, HashSet};

/// The number of characters at the start and at the end of an address that users compare.
const COMPARED: usize = 4;

/// An action with a sender and a recipient.
pub trait Sides {
    /// Returns sender and recipient, empty if there is none.
    fn sides(&self) -> Option<(&str, &str)>;
}

impl Sides for Action {
    fn sides(&self) -> Option<(&str, &str)> {
        let Self::Transfer { from, to, .. } = self;
        Some((from, to))
    }
}

impl Sides for Movement {
    fn sides(&self) -> Option<(&str, &str)> {
        Some((&self.from, &self.to))
    }
}

/// Flags the transactions of a page with a counterparty that looks like a second counterparty. `is_own` returns true
/// for an address of the request as it appears in the transactions, and `distinctive` returns an address without the
/// prefix that all addresses have.
pub fn flag_look_alikes<'a, A: Sides + 'a>(
    page: impl IntoIterator<Item = &'a mut Transaction<A>>,
    is_own: impl Fn(&str) -> bool,
    distinctive: impl Fn(&str) -> &str,
) {
    let mut page: Vec<_> = page.into_iter().collect();
    let parties: Vec<Vec<ComparedAddress>> = page
        .iter()
        .map(|row| {
            counterparties(row, &is_own)
                .filter_map(|text| ComparedAddress::of(distinctive(text)))
                .collect()
        })
        .collect();
    let mut by_ends: HashMap<&str, HashSet<&str>> = HashMap::new();
    for party in parties.iter().flatten() {
        by_ends.entry(&party.ends).or_default().insert(&party.text);
    }
    let is_ambiguous = |party: &ComparedAddress| {
        by_ends
            .get(party.ends.as_str())
            .is_some_and(|parties| parties.len() > 1)
    };
    for (row, parties) in page.iter_mut().zip(&parties) {
        if parties.iter().any(is_ambiguous) {
            row.flags.push(Flag::LookAlikeAddress);
        }
    }
}

/// An address without the prefix that all addresses have, and without differences in case, which users do not notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedAddress {
    text: String,
    /// The first and the last characters.
    ends: String,
}

impl ComparedAddress {
    /// Returns `None` for a text without characters between the two ends.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let start = text.get(..COMPARED)?;
        let end = text.get(text.len().checked_sub(COMPARED)?..)?;
        (text.len() > 2 * COMPARED).then(|| Self {
            ends: format!("{start}{end}"),
            text: text.clone(),
        })
    }

    /// Returns true for a different address with the same ends.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.ends == other.ends && self.text != other.text
    }
}

/// Returns the counterparties of the movements from and to the own addresses.
pub(crate) fn counterparties<'a, A: Sides>(
    row: &'a Transaction<A>,
    is_own: &impl Fn(&str) -> bool,
) -> impl Iterator<Item = &'a str> {
    let actions = row.actions.iter().filter_map(Sides::sides);
    let sides = actions.chain([(row.from.as_str(), row.to.as_str())]);
    let other = move |(from, to): (&'a str, &'a str)| match (is_own(from), is_own(to)) {
        (true, false) => Some(to),
        (false, true) => Some(from),
        _ => None,
    };
    sides.filter_map(other).filter(|other| !other.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Asset, AssetValue, Direction, Status};

    const OWN: &str = "0xOWN";

    fn row(from: &str, to: &str, moved: &[(&str, &str)]) -> Transaction<Movement> {
        let value = || AssetValue::new(1, 18);
        let actions = moved.iter().map(|(from, to)| {
            let coin = Asset::Coin { chain: "eth" };
            Movement::new(coin, value(), (*from).to_owned(), (*to).to_owned())
        });
        Transaction {
            txid: String::new(),
            block: String::new(),
            date: 0,
            fee: value(),
            value: value(),
            net: value(),
            direction: Direction::Out,
            confirmations: 0,
            from: from.to_owned(),
            to: to.to_owned(),
            status: Status::Confirmed,
            actions: actions.collect(),
            flags: Vec::new(),
        }
    }

    /// Returns the numbers of the flagged rows.
    fn flagged(mut rows: Vec<Transaction<Movement>>) -> Vec<usize> {
        flag_look_alikes(
            &mut rows,
            |text| text == OWN,
            |text| text.strip_prefix("0x").unwrap_or(text),
        );
        let flagged = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.flags == [Flag::LookAlikeAddress]);
        flagged.map(|(index, _)| index).collect()
    }

    #[test]
    fn counterparties_with_the_same_ends_are_flagged() {
        let (shop, fake) = (
            "0xAb5801a7D398351b8bE11C439e05C5B3259aec9B",
            "0xab58000000000000000000000000000000EC9b",
        );
        let other = "0xAb5801a7D398351b8bE11C439e05C5B3259aec9C";
        let rows = || vec![row(OWN, shop, &[]), row(other, OWN, &[])];
        assert_eq!(flagged(rows()), [0; 0]);
        // Addresses are equal in either case.
        let again = row(OWN, &shop.to_lowercase(), &[]);
        assert_eq!(flagged([rows(), vec![again]].concat()), [0; 0]);
        // The contract of a token is called by a third address; the transfer of 0 names the fake one.
        let poisoned = row("0xcaller", "0xtoken", &[(OWN, fake)]);
        assert_eq!(flagged([rows(), vec![poisoned]].concat()), [0, 2]);
        let foreign = row("0xcaller", "0xtoken", &[("0xcaller", fake)]);
        assert_eq!(flagged([rows(), vec![foreign]].concat()), [0; 0]);
    }

    #[test]
    fn parties_without_a_middle_are_not_compared() {
        for text in ["", "0x", "0x12345678", "ä0000000000"] {
            let mut other = text.to_owned();
            other.push('1');
            let rows = vec![row(OWN, text, &[]), row(OWN, &other, &[])];
            assert_eq!(flagged(rows), [0; 0], "{text}");
        }
        assert_eq!(
            flagged(vec![row(OWN, "123455678", &[]), row(OWN, "123465678", &[])]),
            [0, 1]
        );
    }

    #[test]
    fn names_match_the_specification() {
        let flags = [Flag::UnlistedToken, Flag::LookAlikeAddress, Flag::Dust];
        let names = serde_json::to_value(flags).unwrap();
        assert_eq!(
            names,
            serde_json::json!(["unlisted-token", "look-alike-address", "dust"])
        );
    }
}
