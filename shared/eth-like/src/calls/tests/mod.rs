//! Calldata, encoded by a different library.

mod encodings;

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
