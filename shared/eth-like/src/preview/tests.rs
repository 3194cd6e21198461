//! Tests of the rules with logs as the standards define them.

use super::state_read::{MAX_READS, padded};
use super::*;

fn address(byte: u8) -> Address {
    Address::from_bytes([byte; 20])
}

fn topic(address: Address) -> Hash {
    Hash(padded(address))
}

const SENDER: u8 = 1;
const RECIPIENT: u8 = 2;
const TOKEN: u8 = 3;

fn call() -> Call {
    Call {
        from: Some(address(SENDER)),
        to: Some(address(TOKEN)),
        value: Amount::ZERO,
        data: vec![1, 2, 3, 4],
    }
}

fn simulated(logs: Vec<Log>, states: &[(StateRead, u64, u64)]) -> Simulated {
    let state = |(read, before, after): &(StateRead, u64, u64)| StateChange {
        read: *read,
        before: Some((*before).into()),
        after: Some((*after).into()),
    };
    Simulated {
        upstream: "jsonrpc",
        block: 7,
        execution: Execution {
            ending: Ending::Success,
            gas_used: 21_000,
            logs,
            movements: Vec::new(),
            created: None,
        },
        states: states.iter().map(state).collect(),
    }
}

fn transfer(amount: u64) -> Log {
    Log {
        address: address(TOKEN),
        topics: vec![
            Hash::of("Transfer(address,address,uint256)"),
            topic(address(SENDER)),
            topic(address(RECIPIENT)),
        ],
        data: Amount::from(amount).to_be_bytes().to_vec(),
    }
}

fn balance(holder: u8, before: u64, after: u64) -> (StateRead, u64, u64) {
    (StateRead::Balance(address(TOKEN), address(holder)), before, after)
}

fn shown(preview: &Preview) -> Vec<(Address, bool, Amount)> {
    let changes = preview.changes.iter();
    changes
        .map(|change| (change.address, change.delta.is_negative, change.delta.amount))
        .collect()
}

#[test]
fn honest_transfer_changes_both_balances_of_the_sender_first() {
    let states = [balance(RECIPIENT, 0, 5), balance(SENDER, 9, 4)];
    let preview = Preview::of(&call(), &simulated(vec![transfer(5)], &states));
    let expected = [
        (address(SENDER), true, 5_u64.into()),
        (address(RECIPIENT), false, 5_u64.into()),
    ];
    assert_eq!(shown(&preview), expected);
    assert!(!preview.has_mismatch && !preview.lacks_balances);
}

#[test]
fn token_that_moves_another_amount_than_logged_is_a_mismatch() {
    let states = [balance(SENDER, 9, 0), balance(RECIPIENT, 0, 5)];
    let preview = Preview::of(&call(), &simulated(vec![transfer(5)], &states));
    assert!(preview.has_mismatch);
    assert_eq!(shown(&preview)[0], (address(SENDER), true, 9_u64.into()));
}

#[test]
fn token_without_logs_is_a_mismatch() {
    let preview = Preview::of(&call(), &simulated(Vec::new(), &[balance(SENDER, 9, 1)]));
    assert!(preview.has_mismatch);
    assert_eq!(shown(&preview), [(address(SENDER), true, 8_u64.into())]);
}

#[test]
fn balances_that_no_contract_returns_are_named() {
    let preview = Preview::of(&call(), &simulated(vec![transfer(5)], &[]));
    assert!(preview.lacks_balances && !preview.has_mismatch);
    assert_eq!(preview.changes.len(), 2);
}

#[test]
fn approval_has_the_values_of_the_contract() {
    let log = Log {
        topics: vec![
            Hash::of("Approval(address,address,uint256)"),
            topic(address(SENDER)),
            topic(address(RECIPIENT)),
        ],
        ..transfer(5)
    };
    let id = ApprovalId {
        kind: ApprovalKind::Erc20,
        token: address(TOKEN),
        owner: address(SENDER),
        spender: address(RECIPIENT),
    };
    let preview = Preview::of(
        &call(),
        &simulated(vec![log], &[(StateRead::Approval(id), 1, u64::MAX)]),
    );
    let expected = Approval {
        id,
        before: Some(1_u64.into()),
        after: u64::MAX.into(),
    };
    assert_eq!(preview.approvals, [expected]);
    assert!(!preview.approvals[0].is_unlimited() && !preview.lacks_approvals);
}

#[test]
fn batch_with_lengths_beyond_the_data_is_read_within_bounds() {
    let log = Log {
        address: address(TOKEN),
        topics: vec![
            Hash::of("TransferBatch(address,address,address,uint256[],uint256[])"),
            topic(address(SENDER)),
            topic(address(SENDER)),
            topic(address(RECIPIENT)),
        ],
        data: vec![0xff; 96],
    };
    let preview = Preview::of(&call(), &simulated(vec![log], &[]));
    assert!(preview.changes.is_empty());
}

#[test]
fn reads_are_bounded() {
    let logs = (0..100).map(|number| Log {
        address: address(number),
        ..transfer(1)
    });
    let simulated = simulated(logs.collect(), &[]);
    assert_eq!(reads(&call(), &simulated.execution).len(), MAX_READS);
}

#[test]
fn reverted_call_changes_nothing() {
    let mut simulated = simulated(vec![transfer(5)], &[]);
    simulated.execution.ending = Ending::Reverted(Vec::new());
    assert!(Preview::of(&call(), &simulated).changes.is_empty());
}
