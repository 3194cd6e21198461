//! Rights of spenders to move the assets of an owner: allowances of ERC-20 tokens, operators of ERC-721 and ERC-1155
//! collections, and allowances within Permit2.
//!
//! A right is found by the event that granted or changed the right, and confirmed by a call of the contract: a contract
//! can log anything, and a used allowance logs nothing.

use crate::{Address, Amount, Hash};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash as HashKey;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// Permit2, which has the same address on every chain (Uniswap/permit2).
pub const PERMIT2: Address = Address::from_bytes([
    0x00, 0x00, 0x00, 0x00, 0x00, 0x22, 0xd4, 0x73, 0x03, 0x0f, 0x11, 0x6d, 0xde, 0xe9, 0xf6, 0xb4, 0x3a, 0xc7, 0x8b,
    0xa3,
]);

/// Maximum number of different rights of a page: two calls of Multicall3.
pub const MAX_APPROVALS: usize = 1000;

/// Kind of a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ApprovalKind {
    /// The allowance of an ERC-20 token.
    Erc20,
    /// The operator of all tokens of an ERC-721 or ERC-1155 contract.
    Operator,
    /// The allowance of a token within Permit2.
    Permit2,
}

impl ApprovalKind {
    /// Returns the name in responses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Erc20 => "erc20",
            Self::Operator => "operator",
            Self::Permit2 => "permit2",
        }
    }
}

/// A right without the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApprovalKey {
    /// The kind of the approval.
    pub kind: ApprovalKind,
    /// The contract of the token or of the collection.
    pub token: Address,
    /// The spender or the operator.
    pub spender: Address,
}

/// Event that grants or changes a right. The owner is the first indexed argument of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalEvent {
    /// `Approval` of ERC-20. The event of an ERC-721 contract has the same signature and a fourth topic.
    Allowance,
    /// `ApprovalForAll` of ERC-721 and ERC-1155.
    Operator,
    /// The event `Approval` of Permit2.
    Permit2Approval,
    /// The event `Permit` of Permit2.
    Permit2Permit,
}

impl ApprovalEvent {
    /// All events of approvals.
    pub const ALL: [Self; 4] = [
        Self::Allowance,
        Self::Operator,
        Self::Permit2Approval,
        Self::Permit2Permit,
    ];

    /// Returns the first topic of the logs.
    pub fn topic(self) -> Hash {
        Hash::of(match self {
            Self::Allowance => "Approval(address,address,uint256)",
            Self::Operator => "ApprovalForAll(address,address,bool)",
            Self::Permit2Approval => "Approval(address,address,address,uint160,uint48)",
            Self::Permit2Permit => "Permit(address,address,address,uint160,uint48,uint48)",
        })
    }

    /// Returns the only contract whose logs count, `None` if every contract may log the event.
    pub const fn contract(self) -> Option<Address> {
        match self {
            Self::Allowance | Self::Operator => None,
            Self::Permit2Approval | Self::Permit2Permit => Some(PERMIT2),
        }
    }

    fn of(topic: Hash) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.topic() == topic)
    }
}

/// Position of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedAt {
    /// The height of the block.
    pub block: u64,
    /// The transaction of the log.
    pub txid: Hash,
    /// The block time in Unix seconds, `None` if the upstream does not report the time.
    pub time: Option<u64>,
}

/// A right that a log names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedApproval {
    /// The right of the spender.
    pub key: ApprovalKey,
    /// The position of the log.
    pub at: LoggedAt,
}

impl LoggedApproval {
    /// Reads the right of an owner in the log of a contract, `None` if the log is of a different event or owner, or has
    /// fewer or more topics than the event.
    pub fn read(owner: Address, contract: Address, topics: &[Hash], at: LoggedAt) -> Option<Self> {
        let event = ApprovalEvent::of(*topics.first()?)?;
        let is_own = topics.get(1).copied().and_then(party) == Some(owner);
        let is_of_contract = event.contract().is_none_or(|expected| expected == contract);
        let key = match (event, topics) {
            (ApprovalEvent::Allowance, [_, _, spender]) => ApprovalKey {
                kind: ApprovalKind::Erc20,
                token: contract,
                spender: party(*spender)?,
            },
            (ApprovalEvent::Operator, [_, _, operator]) => ApprovalKey {
                kind: ApprovalKind::Operator,
                token: contract,
                spender: party(*operator)?,
            },
            (ApprovalEvent::Permit2Approval | ApprovalEvent::Permit2Permit, [_, _, token, spender]) => ApprovalKey {
                kind: ApprovalKind::Permit2,
                token: party(*token)?,
                spender: party(*spender)?,
            },
            _ => return None,
        };
        (is_own && is_of_contract).then_some(Self { key, at })
    }
}

/// Returns the address in a topic, `None` unless the first 12 bytes are zero.
fn party(Hash(word): Hash) -> Option<Address> {
    let (padding, address) = word.split_first_chunk::<12>()?;
    (*padding == [0; 12]).then_some(Address::from_bytes(*address.first_chunk()?))
}

/// Logs of an owner from a block upwards, as far as an upstream lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalLogs {
    /// The rights in the logs, oldest first.
    pub rows: Vec<LoggedApproval>,
    /// The block at which the next page starts, `None` at the head of the chain.
    pub next: Option<u64>,
    /// True if logs may be missing before the next page.
    pub is_partial: bool,
}

impl ApprovalLogs {
    /// Returns the rights of a page with the latest log of each, latest first.
    #[must_use]
    pub fn page(mut self) -> Self {
        self.rows.sort_by_key(|row| row.at.block);
        let cut = cut(self.rows, MAX_APPROVALS, |row| row.key, |row| row.at.block);
        let next = match cut.resume {
            Some(block) if cut.is_partial => Some(block.saturating_add(1)),
            resume => resume.or(self.next),
        };
        let latest: HashMap<_, _> = cut.rows.into_iter().map(|row| (row.key, row)).collect();
        let mut rows: Vec<_> = latest.into_values().collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.at.block), row.key));
        Self {
            rows,
            next,
            is_partial: self.is_partial || cut.is_partial,
        }
    }
}

/// Rows of a page, and the block from which the next page reads.
pub(super) struct Cut<T> {
    pub(super) rows: Vec<T>,
    /// The block at which the next page starts, or if rows are missing the block of which only a part is returned.
    pub(super) resume: Option<u64>,
    /// True if a single block has more different keys than a page.
    pub(super) is_partial: bool,
}

/// Cuts rows in the order of blocks before the block with more different keys than a page has room for.
pub(super) fn cut<T, K: Eq + HashKey>(
    mut rows: Vec<T>,
    maximum: usize,
    key: impl Fn(&T) -> K,
    block: impl Fn(&T) -> u64,
) -> Cut<T> {
    let mut keys = HashSet::new();
    let too_many = rows.iter().position(|row| {
        keys.insert(key(row));
        keys.len() > maximum
    });
    let Some(too_many) = too_many else {
        return Cut {
            rows,
            resume: None,
            is_partial: false,
        };
    };
    let resume = block(&rows[too_many]);
    let whole = rows.iter().take_while(|row| block(row) != resume).count();
    rows.truncate(if whole == 0 { too_many } else { whole });
    Cut {
        rows,
        resume: Some(resume),
        is_partial: whole == 0,
    }
}

/// A right as the contract reports the right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The amount in base units; of an operator 1, or 0 if revoked.
    pub amount: Amount,
    /// The time in Unix seconds until which an allowance within Permit2 is valid.
    pub expires: Option<u64>,
}

impl Granted {
    /// Returns true if the right can be used at a time in Unix seconds; an unknown time expires nothing. Permit2 accepts
    /// an allowance also in the second of the end.
    pub fn is_in_force(&self, now: Option<u64>) -> bool {
        let has_expired = self.expires.zip(now).is_some_and(|(expires, now)| expires < now);
        self.amount > Amount::ZERO && !has_expired
    }
}

/// Rights as the contracts report them at a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedApprovals {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The height of the block.
    pub block: u64,
    /// The block time in Unix seconds, `None` if the node does not execute the call.
    pub time: Option<u64>,
    /// The rights in the order of the request, `None` if the contract reports none.
    pub rights: Vec<Option<Granted>>,
    /// True if some rights could not be read.
    pub is_partial: bool,
}

/// String form of the block at which a page starts, opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockCursor(pub u64);

impl fmt::Display for BlockCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_cursor(self.0.to_be_bytes()))
    }
}

impl FromStr for BlockCursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?.try_into().map_err(|_| CursorError)?;
        Ok(Self(u64::from_be_bytes(bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OWNER: Address = Address::from_bytes([1; 20]);
    const TOKEN: Address = Address::from_bytes([2; 20]);
    const SPENDER: Address = Address::from_bytes([3; 20]);

    fn topic(address: Address) -> Hash {
        let mut word = [0; 32];
        word[12..].copy_from_slice(&address.to_bytes());
        Hash(word)
    }

    fn at(block: u64) -> LoggedAt {
        LoggedAt {
            block,
            txid: Hash([7; 32]),
            time: None,
        }
    }

    /// The topics as explorers show them for the contracts on Ethereum.
    #[test]
    fn topics_are_those_of_deployed_contracts() {
        let topics = ApprovalEvent::ALL.map(|event| event.topic().to_string());
        assert_eq!(
            topics,
            [
                "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
                "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31",
                "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b",
                "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec",
            ]
        );
        assert_eq!(PERMIT2.to_string(), "0x000000000022D473030F116dDEE9F6B43aC78BA3");
    }

    #[test]
    fn logs_of_other_owners_events_and_contracts_are_ignored() {
        let read = |contract, topics: &[Hash]| LoggedApproval::read(OWNER, contract, topics, at(5)).map(|row| row.key);
        let [allowance, operator, approval, permit] = ApprovalEvent::ALL.map(ApprovalEvent::topic);
        let (owner, token, spender) = (topic(OWNER), topic(TOKEN), topic(SPENDER));
        let key = |kind| ApprovalKey {
            kind,
            token: TOKEN,
            spender: SPENDER,
        };
        assert_eq!(
            read(TOKEN, &[allowance, owner, spender]),
            Some(key(ApprovalKind::Erc20))
        );
        assert_eq!(
            read(TOKEN, &[operator, owner, spender]),
            Some(key(ApprovalKind::Operator))
        );
        for event in [approval, permit] {
            let topics = [event, owner, token, spender];
            assert_eq!(read(PERMIT2, &topics), Some(key(ApprovalKind::Permit2)));
            assert_eq!(read(TOKEN, &topics), None, "a different contract");
        }
        // The approval of a single ERC-721 token, and tokens without indexed arguments.
        assert_eq!(read(TOKEN, &[allowance, owner, spender, Hash([9; 32])]), None);
        assert_eq!(read(TOKEN, &[allowance]), None);
        assert_eq!(read(TOKEN, &[allowance, spender, spender]), None);
        assert_eq!(read(TOKEN, &[allowance, owner, Hash([3; 32])]), None, "not an address");
        assert_eq!(read(TOKEN, &[]), None);
    }

    #[test]
    fn expired_and_used_rights_are_not_in_force() {
        let granted = |amount: u64, expires| Granted {
            amount: amount.into(),
            expires,
        };
        assert!(granted(1, None).is_in_force(Some(5)));
        assert!(!granted(0, None).is_in_force(Some(5)));
        assert!(granted(1, Some(5)).is_in_force(Some(5)));
        assert!(!granted(1, Some(4)).is_in_force(Some(5)));
        assert!(granted(1, Some(4)).is_in_force(None));
    }

    fn row(number: u64, block: u64) -> LoggedApproval {
        let mut spender = [0; 20];
        spender[12..].copy_from_slice(&number.to_be_bytes());
        LoggedApproval {
            key: ApprovalKey {
                kind: ApprovalKind::Erc20,
                token: TOKEN,
                spender: Address::from_bytes(spender),
            },
            at: at(block),
        }
    }

    #[test]
    fn block_with_more_rights_than_a_page_is_partial() {
        let rows: Vec<_> = (0..=MAX_APPROVALS as u64).map(|number| row(number, 4)).collect();
        let page = ApprovalLogs {
            rows,
            ..ApprovalLogs::default()
        }
        .page();
        assert_eq!(
            (page.rows.len(), page.next, page.is_partial),
            (MAX_APPROVALS, Some(5), true)
        );
    }

    proptest! {
        /// Reading all pages returns every right once with the latest log, or once more if the right changed on a later
        /// page.
        #[test]
        fn pages_have_every_right(rows in prop::collection::vec((0_u64..3000, 0_u64..2500), 0..4000)) {
            let mut rows: Vec<_> = rows.into_iter().map(|(number, block)| row(number, block)).collect();
            rows.sort_by_key(|row| row.at.block);
            let mut found = HashMap::new();
            let mut from = Some(0);
            while let Some(first) = from {
                let rest = rows.iter().filter(|row| row.at.block >= first).copied().collect();
                let page = ApprovalLogs { rows: rest, ..ApprovalLogs::default() }.page();
                prop_assert!(page.rows.len() <= MAX_APPROVALS && !page.is_partial);
                prop_assert!(page.next.is_none_or(|next| next > first));
                found.extend(page.rows.into_iter().map(|row| (row.key, row.at.block)));
                from = page.next;
            }
            let expected: HashMap<_, _> = rows.iter().map(|row| (row.key, row.at.block)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn block_cursors_round_trip(block: u64) {
            prop_assert_eq!(BlockCursor(block).to_string().parse(), Ok(BlockCursor(block)));
        }
    }

    #[test]
    fn invalid_block_cursors_are_rejected() {
        for text in ["", "!", "AAAA", "AAAAAAAAAAAAAA"] {
            assert_eq!(text.parse::<BlockCursor>(), Err(CursorError), "{text}");
        }
    }
}
