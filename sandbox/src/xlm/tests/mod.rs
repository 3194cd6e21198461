//! Tests of the node. The tests of the workspace (`tests/nodes/sandbox`) check it with the adapters of the
//! services and with a third-party library.

mod exchange;
mod persistence;
mod rejections;
mod trades;

use super::node::{Node, SubmitError};
use super::rules::network_id;
use super::test_wallet::{COIN, TestWallet, by_source, nothing};
use super::transaction::Transaction;
use super::{codec, codes::Codes};
use crate::clock::{Clock, Timestamp};
use std::path::Path;
use std::sync::Arc;
use stellar_xdr::{
    Asset, Memo, OperationBody, PaymentOp, Preconditions, SequenceNumber, Signature, Transaction as Inner,
    TransactionEnvelope, TransactionExt, TransactionV1Envelope, Uint256,
};

/// Returns a clock with a fixed time.
fn clock() -> Arc<dyn Clock> {
    Arc::new(|| Timestamp::from_secs(1_800_000_000))
}

fn open(file: Option<&Path>) -> Node {
    Node::open(clock(), file).unwrap()
}

/// Returns the codes with which a submission is rejected.
#[track_caller]
fn rejection_codes(node: &Node, envelope: &str) -> (String, Vec<String>) {
    match node.submit(envelope) {
        Err(SubmitError::Rejected { result, .. }) => {
            let codes = Codes::of(&result);
            (codes.transaction, codes.operations)
        }
        other => panic!("not rejected: {other:?}"),
    }
}
