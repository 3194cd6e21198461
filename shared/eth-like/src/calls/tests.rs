//! Calldata, encoded by a different library, and calldata that contracts execute although they are not the exact encoding
//! of their arguments.

use super::{CallKind, NamedCall};
use crate::{Address, Amount, erc20};
use ethers_core::abi::{self, Token};
use ethers_core::types::U256;
use proptest::prelude::*;

const CONTRACT: Address = Address::from_bytes([1; 20]);
const OWNER: Address = Address::from_bytes([2; 20]);
const OTHER: Address = Address::from_bytes([3; 20]);

fn address(address: Address) -> Token {
    Token::Address(address.0)
}

fn number(number: u64) -> Token {
    Token::Uint(U256::from(number))
}

fn call(signature: &str, arguments: &[Token]) -> Vec<u8> {
    let selector = ethers_core::utils::id(signature);
    [&selector[..], &abi::encode(arguments)].concat()
}

fn single(data: &[u8]) -> NamedCall {
    let [call] = &NamedCall::of(CONTRACT, data)[..] else {
        panic!("one call")
    };
    call.clone()
}

fn multicall(calls: Vec<Vec<u8>>) -> Vec<u8> {
    let calls = calls.into_iter().map(Token::Bytes).collect();
    call("multicall(bytes[])", &[Token::Array(calls)])
}

fn approval() -> Vec<u8> {
    erc20::approve_data(OTHER, Amount::MAX).unwrap()
}

#[test]
fn token_calls_are_named() {
    let transfer = single(&erc20::transfer_data(OTHER, Amount::from(7_u64)).unwrap());
    assert_eq!((transfer.kind, transfer.to), (CallKind::Transfer, Some(OTHER)));
    assert_eq!(transfer.selector, Some([0xa9, 0x05, 0x9c, 0xbb]));
    let arguments = [address(OWNER), address(OTHER), number(7)];
    for (signature, kind) in [
        ("transferFrom(address,address,uint256)", CallKind::TransferFrom),
        ("safeTransferFrom(address,address,uint256)", CallKind::SafeTransferFrom),
    ] {
        let named = single(&call(signature, &arguments));
        assert_eq!((named.kind, named.from, named.to), (kind, Some(OWNER), Some(OTHER)));
        assert_eq!(named.token_recipient(), Some(OTHER));
    }
}

#[test]
fn approvals_without_limit_are_recognised() {
    assert!(single(&approval()).is_unlimited_approval());
    let limited = erc20::approve_data(OTHER, Amount::from(u128::MAX >> 1)).unwrap();
    assert!(!single(&limited).is_unlimited_approval());
    let transfer = erc20::transfer_data(OTHER, Amount::MAX).unwrap();
    assert!(!single(&transfer).is_unlimited_approval());
    let revoked = call(
        "approve(address,uint256)",
        &[address(Address::ZERO), Token::Uint(U256::MAX)],
    );
    assert_eq!(single(&revoked).kind, CallKind::Approve);
    assert!(!single(&revoked).is_unlimited_approval());
    for approved in [true, false] {
        let data = call(
            "setApprovalForAll(address,bool)",
            &[address(OTHER), Token::Bool(approved)],
        );
        assert_eq!(single(&data).is_unlimited_approval(), approved);
    }
    let data = call(
        "increaseAllowance(address,uint256)",
        &[address(OTHER), Token::Uint(U256::MAX)],
    );
    assert!(single(&data).is_unlimited_approval());
}

#[test]
fn permits_have_an_owner_and_a_deadline() {
    let word = || Token::FixedBytes(vec![5; 32]);
    let (owner, spender) = (address(OWNER), address(OTHER));
    let arguments = [
        owner.clone(),
        spender.clone(),
        number(9),
        number(8),
        number(27),
        word(),
        word(),
    ];
    let permit = single(&call(
        "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
        &arguments,
    ));
    assert_eq!((permit.kind, permit.from), (CallKind::Permit, Some(OWNER)));
    assert_eq!(
        (permit.amount, permit.deadline),
        (Some(9_u64.into()), Some(8_u64.into()))
    );
    let arguments = [
        owner,
        spender,
        number(0),
        number(0),
        Token::Bool(true),
        number(27),
        word(),
        word(),
    ];
    let dai = single(&call(
        "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
        &arguments,
    ));
    assert!(dai.is_unlimited_approval() && dai.deadline.is_none());
}

#[test]
fn batches_have_their_tokens() {
    let list = |items: [u64; 2]| Token::Array(items.map(number).to_vec());
    let arguments = |amounts| {
        [
            address(OWNER),
            address(OTHER),
            list([4, 5]),
            amounts,
            Token::Bytes(vec![1; 33]),
        ]
    };
    let signature = "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)";
    let batch = single(&call(signature, &arguments(list([6, 7]))));
    let tokens: Vec<_> = batch.tokens.iter().map(|token| (token.id, token.amount)).collect();
    assert_eq!(tokens, [(4_u64.into(), 6_u64.into()), (5_u64.into(), 7_u64.into())]);
    let unequal = Token::Array(vec![number(6)]);
    assert_eq!(NamedCall::of(CONTRACT, &call(signature, &arguments(unequal))), []);
}

#[test]
fn every_call_of_a_wrapper_is_returned() {
    let data = Token::Array(vec![Token::Bytes(approval()), Token::Bytes(vec![1, 2, 3])]);
    let calls = NamedCall::of(CONTRACT, &call("multicall(bytes[])", &[data]));
    assert_eq!(
        calls.iter().map(|call| call.kind).collect::<Vec<_>>(),
        [CallKind::Approve, CallKind::Unknown]
    );
    assert!(
        calls
            .iter()
            .all(|call| (call.contract, call.wrapper) == (CONTRACT, Some("multicall")))
    );
    let inner = |data: Vec<u8>| Token::Tuple(vec![address(OWNER), Token::Bool(true), Token::Bytes(data)]);
    let nested = multicall(vec![approval()]);
    let data = call(
        "aggregate3((address,bool,bytes)[])",
        &[Token::Array(vec![inner(vec![1, 2, 3, 4]), inner(nested)])],
    );
    let calls = NamedCall::of(CONTRACT, &data);
    assert_eq!(
        calls
            .iter()
            .map(|call| (call.kind, call.contract, call.wrapper))
            .collect::<Vec<_>>(),
        [
            (CallKind::Unknown, OWNER, Some("aggregate3")),
            (CallKind::Approve, OWNER, Some("multicall")),
        ]
    );
}

proptest! {
    #[test]
    fn reader_never_panics(choice in 0_usize..6, data in proptest::collection::vec(any::<u8>(), 0..400)) {
        let signatures = [
            "multicall(bytes[])",
            "aggregate3((address,bool,bytes)[])",
            "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
            "approve(address,uint256)",
            "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
            "permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)",
        ];
        let _ = NamedCall::of(CONTRACT, &[&ethers_core::utils::id(signatures[choice])[..], &data].concat());
    }
}

fn word(number: u64) -> Vec<u8> {
    Amount::from(number).to_be_bytes().to_vec()
}

/// Returns a negative number in two's complement.
fn minus(number: u64) -> Vec<u8> {
    let mut word = vec![0xff; 24];
    word.extend(number.wrapping_neg().to_be_bytes());
    word
}

fn calldata(signature: &str, words: &[Vec<u8>]) -> Vec<u8> {
    [&ethers_core::utils::id(signature)[..], &words.concat()].concat()
}

/// Checks that the calldata are a single call to approve everything.
fn check_approval(data: &[u8], is_exact: bool) {
    let calls = NamedCall::of(CONTRACT, data);
    assert_eq!(calls.len(), 1, "{}", hex::encode(data));
    let call = &calls[0];
    assert_eq!((call.kind, call.to), (CallKind::Approve, Some(OTHER)));
    assert!(call.is_unlimited_approval());
    assert_eq!(call.has_trailing_data, !is_exact, "{}", hex::encode(data));
}

#[test]
fn further_bytes_hide_no_call() {
    check_approval(&approval(), true);
    check_approval(&multicall(vec![approval()]), true);
    for bytes in [&[0][..], &[1, 2, 3], &[0; 32], &[0xff; 100]] {
        let extended = [&approval()[..], bytes].concat();
        check_approval(&extended, false);
        check_approval(&multicall(vec![extended]), false);
        check_approval(&[&multicall(vec![approval()])[..], bytes].concat(), false);
    }
}

#[test]
fn every_known_function_allows_further_bytes() {
    let word = || Token::FixedBytes(vec![5; 32]);
    let (owner, other) = (|| address(OWNER), || address(OTHER));
    let bytes = || Token::Bytes(vec![1; 33]);
    let list = || Token::Array(vec![number(4), number(5)]);
    for (signature, arguments) in [
        ("transfer(address,uint256)", vec![other(), number(7)]),
        (
            "transferFrom(address,address,uint256)",
            vec![owner(), other(), number(7)],
        ),
        ("increaseAllowance(address,uint256)", vec![other(), number(7)]),
        ("decreaseAllowance(address,uint256)", vec![other(), number(7)]),
        ("setApprovalForAll(address,bool)", vec![other(), Token::Bool(true)]),
        (
            "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
            vec![owner(), other(), number(7), number(8), number(27), word(), word()],
        ),
        (
            "safeTransferFrom(address,address,uint256,bytes)",
            vec![owner(), other(), number(7), bytes()],
        ),
        (
            "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
            vec![owner(), other(), list(), list(), bytes()],
        ),
    ] {
        let data = call(signature, &arguments);
        let exact = single(&data);
        assert!(!exact.has_trailing_data, "{signature}");
        let expected = NamedCall {
            has_trailing_data: true,
            ..exact
        };
        assert_eq!(single(&[&data[..], &[0]].concat()), expected, "{signature}");
    }
}

#[test]
fn lockdown_of_permit2_names_every_pair() {
    let pair = |token, spender| Token::Tuple(vec![address(token), address(spender)]);
    let pairs = Token::Array(vec![pair(OWNER, OTHER), pair(OTHER, OWNER)]);
    let calls = NamedCall::of(CONTRACT, &call("lockdown((address,address)[])", &[pairs]));
    let read = calls.iter().map(|call| (call.kind, call.token, call.to, call.amount));
    let expected = |token, spender| (CallKind::Lockdown, Some(token), Some(spender), Some(Amount::ZERO));
    assert!(read.eq([expected(OWNER, OTHER), expected(OTHER, OWNER)]), "{calls:?}");
    assert!(!calls.iter().any(NamedCall::is_unlimited_approval));
    let one = crate::nft_calls::lockdown_data(OWNER, OTHER);
    assert!(!single(&one).has_trailing_data);
}

/// Contracts of solc before 0.8 mask the bits that an address does not have, and interpret each number above 0 as true.
#[test]
fn bits_beyond_a_type_are_ignored() {
    let mut padded = approval();
    padded[4] = 1;
    check_approval(&padded, false);
    check_approval(&multicall(vec![padded]), false);
    let mut operator = call("setApprovalForAll(address,bool)", &[address(OTHER), Token::Bool(true)]);
    operator[36] = 1;
    let named = single(&operator);
    assert!(named.is_unlimited_approval() && named.has_trailing_data);
    operator[67] = 0;
    assert!(single(&operator).is_unlimited_approval());
    let uint160 = |amount: U256| {
        call(
            "approve(address,address,uint160,uint48)",
            &[address(OWNER), address(OTHER), Token::Uint(amount), number(0)],
        )
    };
    let named = single(&uint160(U256::MAX));
    assert_eq!(named.amount, Some(Amount((U256::one() << 160) - 1)));
    assert!(named.has_trailing_data);
}

/// Contracts of solc before 0.5 read missing bytes as zeros.
#[test]
fn missing_bytes_are_zeros() {
    let short = &approval()[..60];
    let named = single(short);
    assert!(named.is_unlimited_approval() && named.has_trailing_data);
    assert_eq!(
        named.amount.map(Amount::to_be_bytes),
        Some([[0xff; 24].as_slice(), &[0; 8]].concat().try_into().unwrap())
    );
    let data = multicall(vec![short.to_vec()]);
    assert!(single(&data).is_unlimited_approval());
    let unpadded = &multicall(vec![approval()])[..4 + 4 * 32 + 68];
    check_approval(unpadded, false);
}

#[test]
fn unusual_offsets_are_followed() {
    let element = [word(68), approval(), vec![0; 28]].concat();
    // The list is behind a gap.
    let gap = [word(64), word(9), word(1), word(32), element.clone()];
    check_approval(&calldata("multicall(bytes[])", &gap), false);
    // The element is before the list, at a negative offset.
    let words = [word(32 + 128), element.clone(), word(1), minus(32 + 128)];
    check_approval(&calldata("multicall(bytes[])", &words), false);
    // The argument that needs no offset does not change the offset.
    let words = [word(5), word(64), word(1), word(32), element.clone()];
    check_approval(&calldata("multicall(bytes32,bytes[])", &words), true);
    check_approval(&calldata("multicall(uint256,bytes[])", &words), true);
    // Two elements share their bytes.
    let words = [word(32), word(2), word(64), word(64), element];
    let calls = NamedCall::of(CONTRACT, &calldata("multicall(bytes[])", &words));
    assert_eq!(calls.len(), 2);
    assert!(
        calls
            .iter()
            .all(|call| call.is_unlimited_approval() && call.has_trailing_data)
    );
}

/// A signature with an offset out of the calldata, which contracts of solc before 0.5 read as empty.
#[test]
fn unreadable_bytes_hide_no_call() {
    let signature = "safeTransferFrom(address,address,uint256,bytes)";
    let mut data = call(
        signature,
        &[address(OWNER), address(OTHER), number(7), Token::Bytes(vec![])],
    );
    data[4 + 96] = 0x7f;
    let named = single(&data);
    assert_eq!((named.kind, named.to), (CallKind::SafeTransferFrom, Some(OTHER)));
    assert!(named.has_trailing_data);
}

#[test]
fn lists_beyond_the_calldata_are_unknown_with_a_warning() {
    for words in [
        vec![word(32), word(2), word(64)],
        vec![word(32), vec![0xff; 32]],
        vec![vec![0x7f; 32]],
        vec![word(1 << 40)],
    ] {
        let outer = calldata("multicall(bytes[])", &words);
        for data in [outer.clone(), multicall(vec![outer])] {
            let calls = NamedCall::of(CONTRACT, &data);
            let kinds: Vec<_> = calls
                .iter()
                .map(|call| (call.kind, call.is_unlimited_approval()))
                .collect();
            assert_eq!(kinds, [(CallKind::Unknown, true)]);
        }
    }
}

/// 4,000 elements that share a batch of 4,000 tokens would be 16 million.
#[test]
fn shared_elements_have_a_limit_with_a_warning() {
    let amounts = Token::Array((0..1000).map(number).collect());
    let batch = call(
        "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
        &[
            address(OWNER),
            address(OTHER),
            amounts.clone(),
            amounts,
            Token::Bytes(vec![]),
        ],
    );
    let count = 1000;
    let mut words = vec![word(32), word(count)];
    words.extend((0..count).map(|_| word(count * 32)));
    words.push(word(batch.len() as u64));
    words.push(batch);
    let calls = NamedCall::of(CONTRACT, &calldata("multicall(bytes[])", &words));
    assert_eq!(calls.len() as u64, count);
    assert_eq!(calls[0].tokens.len(), 1000);
    let tokens: usize = calls.iter().map(|call| call.tokens.len()).sum();
    assert!(tokens < 5000, "{tokens}");
    let last = calls.last().unwrap();
    assert_eq!(last.kind, CallKind::Unknown);
    assert!(last.is_unlimited_approval());
}

#[test]
fn wrappers_that_are_too_deep_warn() {
    let nested = |levels: usize| (0..levels).fold(approval(), |data, _| multicall(vec![data]));
    check_approval(&nested(8), true);
    let calls = NamedCall::of(CONTRACT, &nested(9));
    let kinds: Vec<_> = calls
        .iter()
        .map(|call| (call.kind, call.is_unlimited_approval()))
        .collect();
    assert_eq!(kinds, [(CallKind::Unknown, true)]);
}
