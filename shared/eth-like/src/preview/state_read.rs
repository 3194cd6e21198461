//! The balances and approvals that are read before and after a call.

use super::logs::{self, Event};
use super::revert::selector;
use super::{ApprovalId, ApprovalKind, Asset, Execution, PERMIT2, events};
use crate::calls::{CallKind, NamedCall, word};
use crate::transaction::Call;
use crate::value::{Address, Amount};

/// Maximum number of balances and approvals that are read before and after the call: with 150,000 gas each, they and
/// the call fit into a block of 30 million.
pub(super) const MAX_READS: usize = 40;

/// Read of the state of a contract, before and after the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateRead {
    /// A balance of ERC-20, or the number of tokens of ERC-721.
    Balance(Address, Address),
    /// A balance of ERC-1155: contract, id, holder.
    BalanceOfId(Address, Amount, Address),
    /// The value of an approval.
    Approval(ApprovalId),
}

impl StateRead {
    /// Returns the contract and the calldata of the read.
    pub fn call(&self) -> (Address, Vec<u8>) {
        let of = |signature: &str, words: &[[u8; 32]]| [&selector(signature)[..], &words.concat()].concat();
        match *self {
            Self::Balance(contract, holder) => (contract, of("balanceOf(address)", &[padded(holder)])),
            Self::BalanceOfId(contract, id, holder) => {
                let words = [padded(holder), id.to_be_bytes()];
                (contract, of("balanceOf(address,uint256)", &words))
            }
            Self::Approval(ApprovalId {
                kind,
                token,
                owner,
                spender,
            }) => {
                let both = [padded(owner), padded(spender)];
                match kind {
                    ApprovalKind::Erc20 => (token, of("allowance(address,address)", &both)),
                    ApprovalKind::Operator => (token, of("isApprovedForAll(address,address)", &both)),
                    ApprovalKind::Erc721(id) => (token, of("getApproved(uint256)", &[id.to_be_bytes()])),
                    ApprovalKind::Permit2 => {
                        let words = [padded(owner), padded(token), padded(spender)];
                        (PERMIT2, of("allowance(address,address,address)", &words))
                    }
                }
            }
        }
    }

    /// Returns the value in the return data, or `None` if it is shorter than a word.
    pub fn value(&self, returned: &[u8]) -> Option<Amount> {
        if returned.len() < 32 {
            return None;
        }
        let first = word(returned, 0);
        match self {
            Self::Approval(ApprovalId {
                kind: ApprovalKind::Erc721(_),
                spender,
                ..
            }) => Some(u64::from(logs::address_of(first) == *spender).into()),
            _ => Some(Amount::from_be_bytes(first)),
        }
    }
}

pub(super) fn padded(address: Address) -> [u8; 32] {
    let mut word = [0; 32];
    word[12..].copy_from_slice(&address.to_bytes());
    word
}

/// Returns the balances and approvals to read before and after a call, at most `MAX_READS`: of the holders in the logs,
/// of the sender at each token, and of the arguments of the calldata, which a token without logs has changed.
pub fn reads(call: &Call, execution: &Execution) -> Vec<StateRead> {
    let sender = call.from.unwrap_or(Address::ZERO);
    let mut found = Vec::new();
    let mut add = |read: StateRead| {
        if found.len() < MAX_READS && !found.contains(&read) {
            found.push(read);
        }
    };
    for event in events(execution) {
        match event {
            Event::Transfer { asset, from, to, .. } => {
                for holder in [sender, from, to] {
                    if let Some(read) = balance_read(asset, holder).filter(|_| holder != Address::ZERO) {
                        add(read);
                    }
                }
            }
            Event::Approval { id, .. } => add(StateRead::Approval(id)),
        }
    }
    let named = call.to.map(|to| NamedCall::of(to, &call.data)).unwrap_or_default();
    for named in named {
        let token = named.token_contract();
        let holders = [Some(sender), named.from, named.token_recipient()];
        if named.token_recipient().is_some() {
            holders
                .into_iter()
                .flatten()
                .for_each(|holder| add(StateRead::Balance(token, holder)));
        }
        if let Some(spender) = named
            .to
            .filter(|_| named.kind == CallKind::Approve && named.token.is_none())
        {
            let (kind, owner) = (ApprovalKind::Erc20, sender);
            add(StateRead::Approval(ApprovalId {
                kind,
                token,
                owner,
                spender,
            }));
        }
    }
    if let Some(to) = call.to.filter(|_| !call.data.is_empty()) {
        add(StateRead::Balance(to, sender));
    }
    found
}

pub(super) fn balance_read(asset: Asset, holder: Address) -> Option<StateRead> {
    match asset {
        Asset::Coin => None,
        Asset::Erc20(contract) | Asset::Erc721(contract, _) => Some(StateRead::Balance(contract, holder)),
        Asset::Erc1155(contract, id) => Some(StateRead::BalanceOfId(contract, id, holder)),
    }
}
