//! Logs of tokens and approvals, as ERC-20, ERC-721, ERC-1155, WETH9 and Permit2 emit them.

use super::{ApprovalId, ApprovalKind, Asset, Log};
use crate::account::nfts;
use crate::calls::word;
use crate::value::{Address, Amount, Hash};

/// The contract Permit2, which has one address on all chains.
pub const PERMIT2: Address = Address::from_bytes([
    0x00, 0x00, 0x00, 0x00, 0x00, 0x22, 0xd4, 0x73, 0x03, 0x0f, 0x11, 0x6d, 0xde, 0xe9, 0xf6, 0xb4, 0x3a, 0xc7, 0x8b,
    0xa3,
]);

/// Maximum number of tokens of a batch of ERC-1155 that are read.
const MAX_BATCH: usize = 256;

/// Fact that a log states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Tokens leave and reach an address; the zero address of a mint or burn included.
    Transfer {
        asset: Asset,
        from: Address,
        to: Address,
        amount: Amount,
    },
    /// An approval, with the stated value if the log has it.
    Approval { id: ApprovalId, stated: Option<Amount> },
}

/// Returns the facts that a log states; none for an unknown log or one of a different form.
pub(super) fn read(log: &Log) -> Vec<Event> {
    let contract = log.address;
    let is = |signature: &str| log.topics.first() == Some(&Hash::of(signature));
    let topic = |at: usize| log.topics.get(at).map(|topic| topic.0);
    let address = |at: usize| topic(at).map(address_of);
    let data = |at: usize| Amount::from_be_bytes(word(&log.data, 32 * at));
    let (topics, words) = (log.topics.len(), log.data.len() / 32);
    let event = if is("Transfer(address,address,uint256)") {
        transfer(log, words)
    } else if is("Deposit(address,uint256)") && (topics, words) == (2, 1) {
        address(1).map(|to| moved(Asset::Erc20(contract), Address::ZERO, to, data(0)))
    } else if is("Withdrawal(address,uint256)") && (topics, words) == (2, 1) {
        address(1).map(|from| moved(Asset::Erc20(contract), from, Address::ZERO, data(0)))
    } else if is("TransferSingle(address,address,address,uint256,uint256)") && (topics, words) == (4, 2) {
        let asset = Asset::Erc1155(contract, data(0));
        address(2)
            .zip(address(3))
            .map(|(from, to)| moved(asset, from, to, data(1)))
    } else if is("TransferBatch(address,address,address,uint256[],uint256[])") && topics == 4 {
        return address(2)
            .zip(address(3))
            .map(|(from, to)| batch(log, from, to))
            .unwrap_or_default();
    } else {
        approval(log)
    };
    event.into_iter().collect()
}

fn moved(asset: Asset, from: Address, to: Address, amount: Amount) -> Event {
    Event::Transfer {
        asset,
        from,
        to,
        amount,
    }
}

fn transfer(log: &Log, words: usize) -> Option<Event> {
    let (from, to) = (address_of(log.topics.get(1)?.0), address_of(log.topics.get(2)?.0));
    match (log.topics.get(3), words) {
        (None, 1) => {
            let amount = Amount::from_be_bytes(word(&log.data, 0));
            Some(moved(Asset::Erc20(log.address), from, to, amount))
        }
        (Some(id), 0) => {
            let asset = Asset::Erc721(log.address, Amount::from_be_bytes(id.0));
            Some(moved(asset, from, to, 1_u64.into()))
        }
        _ => None,
    }
}

fn batch(log: &Log, from: Address, to: Address) -> Vec<Event> {
    let tokens = nfts::batch(&log.data).unwrap_or_default().into_iter();
    tokens
        .take(MAX_BATCH)
        .map(|(id, amount)| moved(Asset::Erc1155(log.address, id), from, to, amount))
        .collect()
}

fn approval(log: &Log) -> Option<Event> {
    let (id, stated) = if log.address == PERMIT2 {
        permit2_approval(log).or_else(|| token_approval(log))?
    } else {
        token_approval(log)?
    };
    Some(Event::Approval { id, stated })
}

fn is_event(log: &Log, signature: &str) -> bool {
    log.topics.first() == Some(&Hash::of(signature))
}

fn topic_address(log: &Log, at: usize) -> Option<Address> {
    log.topics.get(at).map(|topic| address_of(topic.0))
}

/// Reads an approval by an ERC-20, ERC-721 or ERC-1155 contract.
fn token_approval(log: &Log) -> Option<(ApprovalId, Option<Amount>)> {
    let first = Amount::from_be_bytes(word(&log.data, 0));
    let (kind, stated) = match (log.topics.len(), log.data.len() / 32) {
        (3, 1) if is_event(log, "Approval(address,address,uint256)") => (ApprovalKind::Erc20, first),
        (4, 0) if is_event(log, "Approval(address,address,uint256)") => {
            let id = Amount::from_be_bytes(log.topics.get(3)?.0);
            (ApprovalKind::Erc721(id), 1_u64.into())
        }
        (3, 1) if is_event(log, "ApprovalForAll(address,address,bool)") => {
            (ApprovalKind::Operator, u64::from(first != Amount::ZERO).into())
        }
        _ => return None,
    };
    let id = ApprovalId {
        kind,
        token: log.address,
        owner: topic_address(log, 1)?,
        spender: topic_address(log, 2)?,
    };
    Some((id, Some(stated)))
}

/// Reads an approval by Permit2.
fn permit2_approval(log: &Log) -> Option<(ApprovalId, Option<Amount>)> {
    let owner = topic_address(log, 1)?;
    let id = |token, spender| ApprovalId {
        kind: ApprovalKind::Permit2,
        token,
        owner,
        spender,
    };
    if is_event(log, "Approval(address,address,address,uint160,uint48)")
        || is_event(log, "Permit(address,address,address,uint160,uint48,uint48)")
    {
        let stated = Amount::from_be_bytes(word(&log.data, 0));
        return Some((id(topic_address(log, 2)?, topic_address(log, 3)?), Some(stated)));
    }
    if is_event(log, "Lockdown(address,address,address)") && log.topics.len() == 2 {
        let (token, spender) = (address_of(word(&log.data, 0)), address_of(word(&log.data, 32)));
        return Some((id(token, spender), Some(Amount::ZERO)));
    }
    None
}

/// Returns the address in a word.
pub(super) fn address_of(word: [u8; 32]) -> Address {
    let mut address = [0; 20];
    address.copy_from_slice(&word[12..]);
    Address::from_bytes(address)
}
