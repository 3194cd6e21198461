//! Rights of spenders as the contracts report the rights now, and names of contracts.

use super::JsonRpc;
use super::multicall::{
    DECIMALS, GET_BLOCK_TIMESTAMP, MULTICALL, NAME, Read, Returned, SYMBOL, address_word, first_word, word,
    word_arguments,
};
use wallet_eth_like::{
    Address, Amount, ApprovalKey, ApprovalKind, ContractLabel, Granted, GrantedApprovals, PERMIT2, plausible_decimals,
};
use wallet_upstream::{Deadline, Failure, Kind, Topic};

/// The call `allowance(address,address)` of ERC-20.
const ALLOWANCE: [u8; 4] = [0xdd, 0x62, 0xed, 0x3e];
/// `isApprovedForAll(address,address)` of ERC-721 and ERC-1155.
const IS_APPROVED_FOR_ALL: [u8; 4] = [0xe9, 0x85, 0xe9, 0xc5];
/// The call `allowance(address,address,address)` of Permit2.
const PERMIT2_ALLOWANCE: [u8; 4] = [0x92, 0x7d, 0xa1, 0x05];

impl JsonRpc {
    /// Returns the rights as the contracts report the rights now.
    pub(crate) async fn granted_approvals(
        &self,
        owner: Address,
        keys: &[ApprovalKey],
        deadline: Deadline,
    ) -> Result<GrantedApprovals, Failure> {
        let multicall = MULTICALL.parse().expect("a valid address");
        let time = Read::Call(multicall, GET_BLOCK_TIMESTAMP.to_vec());
        let rights = keys.iter().map(|key| right(owner, *key));
        let reads: Vec<_> = [time].into_iter().chain(rights).collect();
        let confirmed = self.confirmed_reads(&reads, deadline).await?;
        let (time, rights) = confirmed.values.split_first().ok_or_else(no_results)?;
        let rights = keys.iter().zip(rights);
        Ok(GrantedApprovals {
            upstream: Kind::JsonRpc.name(),
            block: confirmed.block,
            time: first_word(time).and_then(Amount::as_u64),
            rights: rights.map(|(key, returned)| granted(*key, returned)).collect(),
            is_partial: confirmed.is_partial,
        })
    }

    /// Returns the names of contracts, in order.
    pub(crate) async fn contract_labels(
        &self,
        contracts: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<ContractLabel>, Failure> {
        let functions = [NAME, SYMBOL, DECIMALS];
        let reads = contracts
            .iter()
            .flat_map(|contract| functions.map(|function| Read::Call(*contract, function.to_vec())));
        let reads: Vec<_> = reads.collect();
        let values = self.optional_reads(Topic::Contracts, &reads, deadline).await?;
        if values.len() != reads.len() {
            return Err(no_results());
        }
        let data = |returned: &Returned| returned.clone().unwrap_or_default();
        let labels = values.chunks(functions.len()).map(|values| match values {
            [name, symbol, decimals] => {
                let decimals = first_word(decimals).and_then(plausible_decimals);
                ContractLabel::from_return_data(&data(name), &data(symbol), decimals)
            }
            _ => ContractLabel::default(),
        });
        Ok(labels.collect())
    }
}

pub(super) fn no_results() -> Failure {
    Failure::unusable("no results of reads")
}

/// Returns the read of a right.
fn right(owner: Address, key: ApprovalKey) -> Read {
    let [owner, token, spender] = [owner, key.token, key.spender].map(address_word);
    match key.kind {
        ApprovalKind::Erc20 => Read::Call(key.token, word_arguments(ALLOWANCE, &[owner, spender])),
        ApprovalKind::Operator => Read::Call(key.token, word_arguments(IS_APPROVED_FOR_ALL, &[owner, spender])),
        ApprovalKind::Permit2 => Read::Call(PERMIT2, word_arguments(PERMIT2_ALLOWANCE, &[owner, token, spender])),
    }
}

/// Reads the return data of a right.
fn granted(key: ApprovalKey, returned: &Returned) -> Option<Granted> {
    let first = first_word(returned)?;
    Some(match key.kind {
        ApprovalKind::Erc20 => Granted {
            amount: first,
            expires: None,
        },
        ApprovalKind::Operator => Granted {
            amount: Amount::from(u64::from(first != Amount::ZERO)),
            expires: None,
        },
        // The second word is the end, the third the nonce.
        ApprovalKind::Permit2 => Granted {
            amount: first,
            expires: Some(word(returned.as_deref()?, 32)?.as_u64()?),
        },
    })
}
