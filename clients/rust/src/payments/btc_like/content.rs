//! The content of a transaction: the spent parts, and the payments.

use crate::payments::content::{Content, Pay};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Script, Transaction, TxOut};
use std::collections::BTreeSet;

/// Returns the content of a signed transaction, `None` for different bytes. Its payments include the change, which is
/// not distinguished.
pub fn of_signed(txdata: &str) -> Option<Content> {
    let transaction: Transaction = deserialize_hex(txdata).ok()?;
    Some(Content {
        spends: spends(&transaction),
        pays: transaction.output.iter().map(pay).collect(),
    })
}

/// Returns the content of a transaction with the payments. Payments to the sender are omitted.
pub fn of_payments(transaction: &Transaction, payments: &[TxOut], sender: &Script, is_all: bool) -> Content {
    let payments = payments.iter().filter(|output| output.script_pubkey != *sender);
    let pays = payments.map(|output| Pay {
        amount: if is_all { None } else { pay(output).amount },
        ..pay(output)
    });
    Content {
        spends: spends(transaction),
        pays: pays.collect(),
    }
}

fn spends(transaction: &Transaction) -> BTreeSet<String> {
    let inputs = transaction.input.iter();
    inputs.map(|input| input.previous_output.to_string()).collect()
}

fn pay(output: &TxOut) -> Pay {
    Pay {
        to: output.script_pubkey.to_hex_string(),
        amount: Some(output.value.to_sat().to_string()),
    }
}
