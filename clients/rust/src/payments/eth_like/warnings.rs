//! Warnings that the client derives from what is signed, so that no service can omit them
//! (docs/decisions/evm-payments.md#calldata-as-contracts-read-them,
//! docs/decisions/evm-payments.md#unknown-authorisations).

use super::call::is_unlimited;
use crate::payments::amount::Amount;
use crate::warning::{Warning, WarningCode};

/// Words of a call that hold the spender and the amount.
struct ApprovalForm {
    selector: [u8; 4],
    spender: usize,
    amount: usize,
    /// Number of bits of the amount; `None` for a truth value.
    bits: Option<usize>,
}

const fn form(selector: u32, spender: usize, amount: usize, bits: Option<usize>) -> ApprovalForm {
    ApprovalForm {
        selector: selector.to_be_bytes(),
        spender,
        amount,
        bits,
    }
}

/// The calls that let a spender withdraw tokens.
const APPROVALS: [ApprovalForm; 8] = [
    // approve, increaseAllowance and setApprovalForAll of tokens.
    form(0x095e_a7b3, 0, 1, Some(256)),
    form(0x3950_9351, 0, 1, Some(256)),
    form(0xa22c_b465, 0, 1, None),
    // permit of EIP-2612, with a signature in three parts or in bytes, and of DAI.
    form(0xd505_accf, 1, 2, Some(256)),
    form(0x9fd5_a6cf, 1, 2, Some(256)),
    form(0x8fcb_af0c, 1, 4, None),
    // approve and permit of Permit2.
    form(0x8751_7c45, 1, 2, Some(160)),
    form(0x2b67_b570, 5, 2, Some(160)),
];

/// Selectors of `multicall` of routers, and of the functions of Multicall3.
const WRAPPERS: [u32; 9] = [
    0xac96_50d8,
    0x5ae4_01dc,
    0x1f04_64d1,
    0x252d_ba42,
    0xc307_7fa9,
    0xbce3_8bd7,
    0x3995_42e9,
    0x82ad_56cb,
    0x174d_ea71,
];

/// Number of bytes of a word, and of the address at its end.
const WORD: usize = 32;
const ADDRESS: usize = 20;

/// Returns true if calldata grant an approval without an effective limit, by themselves or anywhere in a known wrapper. It
/// follows no offsets, so that no encoding hides a call. An approval of the zero address grants nothing.
pub fn has_unlimited_approval(data: &[u8]) -> bool {
    let is_wrapper = data
        .first_chunk()
        .is_some_and(|selector| WRAPPERS.contains(&u32::from_be_bytes(*selector)));
    let starts = if is_wrapper { data.len() } else { 1 };
    (0..starts).any(|start| grants_unlimited(data.get(start..).unwrap_or_default()))
}

fn grants_unlimited(data: &[u8]) -> bool {
    let Some((selector, words)) = data.split_first_chunk() else {
        return false;
    };
    let Some(form) = APPROVALS.iter().find(|form| form.selector == *selector) else {
        return false;
    };
    let mut amount = word(words, form.amount);
    let is_granted = match form.bits {
        None => amount != [0; WORD],
        Some(bits) => {
            amount[..WORD - bits / 8].fill(0);
            is_unlimited(Amount::from_be_bytes(amount))
        }
    };
    let spender = word(words, form.spender);
    is_granted && spender[WORD - ADDRESS..] != [0; ADDRESS]
}

/// Returns a word, in which missing bytes are zeros.
fn word(words: &[u8], index: usize) -> [u8; WORD] {
    let mut word = [0; WORD];
    let bytes = words.get(index * WORD..).unwrap_or_default();
    for (byte, found) in word.iter_mut().zip(bytes) {
        *byte = *found;
    }
    word
}

/// Returns the warning about an approval or a permit without an effective limit.
pub fn unlimited_approval() -> Warning {
    Warning {
        code: WarningCode::UnlimitedApproval,
        message: "The spender may withdraw all tokens, without a limit.".to_owned(),
    }
}

/// Returns the warning about an authorisation of an unknown form.
pub fn unknown_authorisation() -> Warning {
    Warning {
        code: WarningCode::UnknownAuthorisation,
        message: "The message looks like an authorisation to withdraw tokens, in a form that is not known.".to_owned(),
    }
}

/// Returns the first warning of each kind.
pub fn merged(warnings: impl IntoIterator<Item = Warning>) -> Vec<Warning> {
    let mut merged: Vec<Warning> = Vec::new();
    for warning in warnings {
        if merged.iter().all(|known| known.code != warning.code) {
            merged.push(warning);
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::super::address::keccak;
    use super::*;

    fn words(selector: u32, words: &[[u8; WORD]]) -> Vec<u8> {
        [&selector.to_be_bytes()[..], &words.concat()].concat()
    }

    fn spender() -> [u8; WORD] {
        let mut word = [0; WORD];
        word[31] = 7;
        word
    }

    fn approval() -> Vec<u8> {
        words(0x095e_a7b3, &[spender(), [0xff; WORD]])
    }

    /// Calldata that execute as an approval are recognised in any encoding, also in a wrapper in a wrapper.
    #[test]
    fn unlimited_approvals_are_recognised() {
        let bytes = |data: &[u8]| {
            let mut list = words(0xac96_50d8, &[[0; WORD], [0; WORD]]);
            list.extend(data);
            list
        };
        let owner = [9; WORD];
        for data in [
            approval(),
            [&approval()[..], &[0]].concat(),
            approval()[..60].to_vec(),
            words(0x3950_9351, &[spender(), [0xff; WORD]]),
            words(0xa22c_b465, &[spender(), spender()]),
            words(0xd505_accf, &[owner, spender(), [0xff; WORD]]),
            words(0x8751_7c45, &[owner, spender(), [0xff; WORD]]),
            words(0x2b67_b570, &[owner, owner, [0xff; WORD], owner, owner, spender()]),
            words(0x8fcb_af0c, &[owner, spender(), owner, owner, spender()]),
        ] {
            assert!(has_unlimited_approval(&data), "{}", hex::encode(&data));
            for wrapped in [
                bytes(&data),
                bytes(&[&[1, 2, 3], &data[..]].concat()),
                bytes(&bytes(&data)),
            ] {
                assert!(has_unlimited_approval(&wrapped), "{}", hex::encode(&wrapped));
            }
        }
    }

    #[test]
    fn other_calls_are_not() {
        let limited = words(0x095e_a7b3, &[spender(), spender()]);
        let revoked = words(0xa22c_b465, &[spender(), [0; WORD]]);
        let of_the_zero_address = words(0x095e_a7b3, &[[0; WORD], [0xff; WORD]]);
        let unknown = words(0x1234_5678, &[]);
        for data in [
            vec![],
            vec![9, 5],
            limited,
            revoked,
            of_the_zero_address,
            [unknown, approval()].concat(),
        ] {
            assert!(!has_unlimited_approval(&data), "{}", hex::encode(&data));
        }
    }

    #[test]
    fn selectors_are_those_of_their_signatures() {
        let selector = |signature: &&str| keccak(signature.as_bytes())[..4].to_vec();
        let approvals = [
            "approve(address,uint256)",
            "increaseAllowance(address,uint256)",
            "setApprovalForAll(address,bool)",
            "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
            "permit(address,address,uint256,uint256,bytes)",
            "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
            "approve(address,address,uint160,uint48)",
            "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
        ];
        let found: Vec<_> = approvals.iter().map(selector).collect();
        assert_eq!(found, APPROVALS.each_ref().map(|form| form.selector.to_vec()));
        let wrappers = [
            "multicall(bytes[])",
            "multicall(uint256,bytes[])",
            "multicall(bytes32,bytes[])",
            "aggregate((address,bytes)[])",
            "blockAndAggregate((address,bytes)[])",
            "tryAggregate(bool,(address,bytes)[])",
            "tryBlockAndAggregate(bool,(address,bytes)[])",
            "aggregate3((address,bool,bytes)[])",
            "aggregate3Value((address,bool,uint256,bytes)[])",
        ];
        let found: Vec<_> = wrappers.iter().map(selector).collect();
        assert_eq!(found, WRAPPERS.map(|wrapper| wrapper.to_be_bytes().to_vec()));
    }
}
