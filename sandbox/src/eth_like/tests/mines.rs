//! Tests of mining.

use super::*;
use crate::eth_like::evm::{self, rollup};
use crate::eth_like::ledger::Ledger;
use crate::journal::JournalError;
use std::fs;

#[test]
fn nonces_are_mined_in_order_and_gaps_stay_pending() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let third = node.submit(&wallet.sign(payment(&node, 2))).unwrap();
    let first = node.submit(&wallet.sign(payment(&node, 0))).unwrap();
    let next = || node.read(|ledger| ledger.pool().next_nonce(wallet.address(), ledger.state()));
    assert_eq!(next(), 1);
    assert_eq!(mine(&node), [first]);
    assert!(mine(&node).is_empty());
    node.mine_if_ready().unwrap();
    assert_eq!(node.read(Ledger::height), 3, "a nonce gap triggers no block");
    let second = node.submit(&wallet.sign(payment(&node, 1))).unwrap();
    assert_eq!(next(), 3);
    assert_eq!(mine(&node), [second, third]);
}

#[test]
fn higher_tips_are_mined_first() {
    let node = node("eth");
    let wallets = [1, 2, 3].map(|seed| TestWallet::funded(&node, seed));
    let tips = [2, 5, 3].map(|tip| tip * GWEI);
    let sent: Vec<_> = wallets
        .iter()
        .zip(tips)
        .map(|(wallet, tip)| {
            let unsigned = TxEip1559 {
                max_priority_fee_per_gas: tip,
                ..payment(&node, 0)
            };
            node.submit(&wallet.sign(unsigned)).unwrap()
        })
        .collect();
    assert_eq!(mine(&node), [sent[1], sent[2], sent[0]]);
}

#[test]
fn base_fee_follows_gas_usage() {
    let node = node("eth");
    let base_fee = || node.read(|ledger| ledger.tip().unwrap().header.base_fee_per_gas.unwrap());
    assert_eq!(base_fee(), 1_000_000_000);
    mine(&node);
    // An empty block lowers the base fee by an eighth (EIP-1559).
    assert_eq!(base_fee(), 875_000_000);
    let rich = TestWallet(SecretKey::from_slice(&[9; 32]).unwrap());
    pay(&node, rich.address(), 10 * COIN, None);
    mine(&node);
    // Initcode with an infinite loop burns all of the gas.
    let burn = |nonce| TxEip1559 {
        to: TxKind::Create,
        input: hex::decode("5b600056").unwrap().into(),
        gas_limit: 10_000_000,
        max_fee_per_gas: 10 * GWEI,
        max_priority_fee_per_gas: GWEI,
        ..payment(&node, nonce)
    };
    for nonce in 0..3 {
        node.submit(&rich.sign(burn(nonce))).unwrap();
    }
    let before = base_fee();
    assert_eq!(mine(&node).len(), 3);
    mine(&node);
    let during = before - before / 8 + 21_000 * before / 15_000_000 / 8;
    // A full block raises the base fee by an eighth.
    assert!(
        base_fee() > during && base_fee() <= during + during / 8 + 1,
        "{before} {during} {}",
        base_fee()
    );
}

#[test]
fn reverted_transaction_is_mined_and_paid_for() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let unsigned = call(&node, 0, contracts::REFUSING_TOKEN, transfer_data(TO, 1));
    let hash = node.submit(&wallet.sign(unsigned)).unwrap();
    assert_eq!(mine(&node), [hash]);
    let (succeeded, paid) = node.read(|ledger| {
        let (block, index) = ledger.mined(hash).unwrap();
        let done = &block.transactions[index];
        (done.succeeded(), U256::from(done.gas_used) * U256::from(done.gas_price))
    });
    assert!(!succeeded);
    assert_eq!(balance(&node, wallet.address()), U256::from(COIN) - paid);
}

#[test]
fn tokens_with_and_without_return_values_are_transferred() {
    let node = node("bsc");
    let wallet = TestWallet::funded(&node, 1);
    for (nonce, token) in (0..).zip([LISTED_TOKEN, contracts::SILENT_TOKEN]) {
        pay(&node, wallet.address(), 500, Some(token));
        mine(&node);
        let unsigned = call(&node, nonce, token, transfer_data(TO, 200));
        node.submit(&wallet.sign(unsigned)).unwrap();
        mine(&node);
        let token_balance = |who| {
            let data = Contract::named("Token").call("balanceOf(address)", &[Argument::Address(who)]);
            node.read(|ledger| {
                let block = ledger.next_environment(node.rules(), 0);
                evm::call_number(node.rules(), ledger.state(), &block, token, data)
            })
        };
        assert_eq!(
            (token_balance(wallet.address()), token_balance(TO)),
            (U256::from(300), U256::from(200)),
            "{token}"
        );
    }
}

#[test]
fn rollup_charges_the_fees_of_its_oracle() {
    let node = node("op");
    let wallet = TestWallet::funded(&node, 1);
    let hash = node.submit(&wallet.sign(payment(&node, 0))).unwrap();
    mine(&node);
    let (charge, gas) = node.read(|ledger| {
        let (block, index) = ledger.mined(hash).unwrap();
        let done = &block.transactions[index];
        (
            done.rollup.unwrap(),
            U256::from(done.gas_used) * U256::from(done.gas_price),
        )
    });
    // 21,000 gas × 2 wei + 50,000 wei, as the contract defines.
    assert_eq!(charge.operator_fee, U256::from(92_000));
    assert!(charge.l1_fee > U256::from(100 * GWEI), "{}", charge.l1_fee);
    let remaining = U256::from(COIN) - U256::from(1) - gas - charge.l1_fee - charge.operator_fee;
    assert_eq!(balance(&node, wallet.address()), remaining);
}

/// The gas of a payment of 21 000 gas, and of the data: 16 gas per byte at an L1 price of ten times the base fee.
#[test]
fn arbitrum_charges_l1_gas_and_no_tip() {
    let node = node("arb");
    let wallet = TestWallet::funded(&node, 1);
    let raw = wallet.sign(TxEip1559 {
        gas_limit: 60_000,
        ..payment(&node, 0)
    });
    let hash = node.submit(&raw).unwrap();
    assert_eq!(mine(&node), [hash]);
    let (gas, l1_gas, price) = node.read(|ledger| {
        let (block, index) = ledger.mined(hash).unwrap();
        let done = &block.transactions[index];
        (done.gas_used, done.l1_gas.unwrap(), done.gas_price)
    });
    let bytes = (raw.len() - 2) as u64 / 2;
    assert_eq!((gas, l1_gas, price), (21_000 + 160 * bytes, 160 * bytes, 20_000_000));
    let paid = U256::from(u128::from(gas) * price);
    assert_eq!(balance(&node, wallet.address()), U256::from(COIN - 1) - paid);
    let l1_paid = balance(&node, rollup::L1_PRICER);
    assert!(l1_paid >= U256::from(u128::from(l1_gas) * price), "{l1_paid}");
}

#[test]
fn gas_limit_on_arbitrum_must_cover_the_l1_gas() {
    let node = node("arb");
    let wallet = TestWallet::funded(&node, 1);
    let with = |gas_limit| {
        wallet.sign(TxEip1559 {
            gas_limit,
            ..payment(&node, 0)
        })
    };
    let bytes = (with(40_000).len() - 2) as u64 / 2;
    let needed = 21_000 + 160 * bytes;
    let message = rejection_message(&node, &with(needed - 1));
    assert_eq!(
        message,
        format!("intrinsic gas too low: gas {}, minimum needed {needed}", needed - 1)
    );
    node.submit(&with(needed)).unwrap();
    assert_eq!(mine(&node).len(), 1);
}

#[test]
fn arbitrum_takes_transactions_in_the_order_of_their_arrival() {
    let node = node("arb");
    let sent: Vec<_> = [(1, 0), (2, 9), (3, 4)]
        .into_iter()
        .map(|(seed, tip)| {
            let unsigned = TxEip1559 {
                gas_limit: 60_000,
                max_priority_fee_per_gas: tip * GWEI,
                ..payment(&node, 0)
            };
            (TestWallet::funded(&node, seed), unsigned)
        })
        .collect();
    let sent: Vec<_> = sent
        .into_iter()
        .map(|(wallet, unsigned)| node.submit(&wallet.sign(unsigned)).unwrap())
        .collect();
    assert_eq!(mine(&node), sent);
}

#[test]
fn every_chain_starts_with_its_contracts() {
    for rules in &CHAINS {
        let chain = rules.name;
        let node = node(chain);
        let has = |address| node.read(|ledger| ledger.state().has_code(address));
        assert_eq!(has(contracts::MULTICALL3), rules.has_multicall, "{chain}");
        assert_eq!(has(contracts::GAS_PRICE_ORACLE), rules.is_op_stack(), "{chain}");
        assert_eq!(has(rollup::ARB_SYS), rules.is_arbitrum(), "{chain}");
        assert_eq!(has(LISTED_TOKEN), chain == "bsc", "{chain}");
    }
}

#[test]
fn chain_state_and_mempool_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in ["eth", "etc", "op"] {
        let file = folder.path().join(chain);
        let first = open(chain, Some(&file));
        let wallet = TestWallet(SecretKey::from_slice(&[1; 32]).unwrap());
        pay(&first, wallet.address(), COIN, None);
        mine(&first);
        let pending = pay(&first, TO, 5, Some(contracts::SILENT_TOKEN));
        let tip = |node: &Node| node.read(|ledger| ledger.tip().unwrap().hash);
        let before = tip(&first);
        drop(first);

        let second = open(chain, Some(&file));
        assert_eq!(tip(&second), before);
        assert_eq!(balance(&second, wallet.address()), U256::from(COIN));
        assert_eq!(mine(&second), [pending]);
    }
}

#[test]
fn modified_journal_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eth.jsonl");
    let node = open("eth", Some(&file));
    TestWallet::funded(&node, 1);
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for (damaged, line) in [
        (text.replace("\"hash\":\"0x", "\"hash\":\"0xff"), 2),
        (format!("{}\n", lines[1]), 1),
        (format!("{}\n{}\n", lines[0], lines[0]), 2),
        (text.replace("timestamp\":18", "timestamp\":19"), 2),
    ] {
        fs::write(&file, damaged).unwrap();
        let opened = Node::open(rules("eth"), &tokens(), clock(), Some(&file));
        let Err(JournalError::Damaged { number, .. }) = opened else {
            panic!("damaged line {line} was accepted")
        };
        assert_eq!(number, line);
    }
}
