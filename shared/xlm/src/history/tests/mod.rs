//! Tests of transaction records from the view of an account.

mod actions;
mod effects;
mod net;
mod recorded;
mod set;
mod tokens;
mod value;

use super::{Body, Entry, Operation, TransactionEffects};
use crate::{AccountId, Asset, Memo, MuxedAccount, Stroops};

/// The requested and further accounts.
const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
/// The requested account with a user id.
const OWN_MUXED: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAE4DUGF2O";

fn id(text: &str) -> AccountId {
    text.parse().unwrap()
}

fn account(text: &str) -> MuxedAccount {
    text.parse().unwrap()
}

fn stroops(number: i64) -> Stroops {
    Stroops::new(number).unwrap()
}

fn credit() -> Asset {
    format!("USD:{ISSUER}").parse().unwrap()
}

/// Returns a transaction of the account with the operations.
fn entry(bodies: Vec<Body>, effects: TransactionEffects) -> Entry {
    let operations = bodies.into_iter().enumerate().map(|(index, body)| Operation {
        index,
        source: account(OWN),
        body,
    });
    Entry {
        hash: [7; 32],
        ledger: 170,
        time: 1_700_000_000,
        succeeded: true,
        source: account(OWN),
        fee: stroops(200),
        fee_payer: id(OWN),
        memo: Memo::NONE,
        operations: operations.collect(),
        effects,
    }
}
