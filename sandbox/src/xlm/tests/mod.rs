//! Tests of the node. A test wallet with its own code builds and signs the transactions. The tests of the
//! workspace (`tests/nodes/sandbox`) validate the wallet's transactions with a third-party library.

mod exchange;
mod keeps;
mod play;
mod refuses;
mod shows;
mod trades;

use super::ledger::Included;
use super::node::{Node, SubmitError};
use super::rules::network_id;
use super::transaction::Transaction;
use super::{codec, codes::Codes};
use ed25519_dalek::{Signer as _, SigningKey};
use std::path::Path;
use std::sync::Arc;
use stellar_xdr::{
    AccountId, AlphaNum4, Asset, AssetCode4, BumpSequenceOp, DecoratedSignature, Memo, MuxedAccount, Operation,
    OperationBody, PaymentOp, Preconditions, PublicKey, SequenceNumber, Signature, SignatureHint, Transaction as Inner,
    TransactionEnvelope, TransactionExt, TransactionV1Envelope, Uint256,
};
use wallet_core::ports::system::{Clock, Timestamp};

const COIN: i64 = 10_000_000;

/// A clock with a fixed time.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(1_800_000_000)
    }
}

fn open(file: Option<&Path>) -> Node {
    Node::open(Arc::new(Stopped), file).unwrap()
}

/// A test wallet with one key.
struct Purse(SigningKey);

impl Purse {
    fn new(seed: u8) -> Self {
        Self(SigningKey::from_bytes(&[seed; 32]))
    }

    /// Returns a wallet with an account of one hundred lumens.
    fn funded(node: &Node, seed: u8) -> Self {
        let wallet = Self::new(seed);
        node.pay(&wallet.account(), 100 * COIN).unwrap();
        node.close(|_| ()).unwrap();
        wallet
    }

    fn id(&self) -> AccountId {
        AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(
            self.0.verifying_key().to_bytes(),
        )))
    }

    fn account(&self) -> MuxedAccount {
        self.id().into()
    }

    /// Returns the issued asset with a code of four letters.
    fn asset(&self, code: &str) -> Asset {
        Asset::CreditAlphanum4(AlphaNum4 {
            asset_code: AssetCode4(code.as_bytes().try_into().unwrap()),
            issuer: self.id(),
        })
    }

    fn balance(&self, node: &Node) -> i64 {
        node.read(|ledger| ledger.world().account(&self.id()).unwrap().balance)
    }

    /// Returns the next transaction of the account, signed by itself.
    fn sign(&self, node: &Node, fee: u32, body: OperationBody) -> String {
        self.seal(node, fee, vec![by_source(body)], &[self])
    }

    /// Returns the next transaction of the account, signed by these wallets.
    fn seal(&self, node: &Node, fee: u32, operations: Vec<Operation>, signers: &[&Self]) -> String {
        let sequence = node.read(|ledger| ledger.world().account(&self.id()).unwrap().sequence);
        let tx = Inner {
            source_account: self.account(),
            fee,
            seq_num: SequenceNumber(sequence + 1),
            cond: Preconditions::None,
            memo: Memo::None,
            operations: codec::list(operations),
            ext: TransactionExt::V0,
        };
        let hash = tx.hash(network_id()).unwrap();
        let signatures = signers.iter().map(|signer| signer.signature(&hash));
        codec::base64(&TransactionEnvelope::Tx(TransactionV1Envelope {
            tx,
            signatures: codec::list(signatures.collect()),
        }))
    }

    fn signature(&self, hash: &[u8; 32]) -> DecoratedSignature {
        let key = self.0.verifying_key().to_bytes();
        DecoratedSignature {
            hint: SignatureHint(key[28..].try_into().unwrap()),
            signature: Signature(self.0.sign(hash).to_bytes().try_into().unwrap()),
        }
    }

    /// Returns an operation with this account as source, for a transaction of another account.
    fn by(&self, body: OperationBody) -> Operation {
        Operation {
            source_account: Some(self.account()),
            body,
        }
    }

    /// Applies an operation and checks its success.
    #[track_caller]
    fn does(&self, node: &Node, body: OperationBody) -> Arc<Included> {
        let included = node.settle(&self.sign(node, 100, body)).unwrap();
        assert!(included.is_success, "{:?}", included.result);
        included
    }

    fn pay(&self, node: &Node, to: &Self, amount: i64) -> String {
        let operation = PaymentOp {
            destination: to.account(),
            asset: Asset::Native,
            amount,
        };
        self.sign(node, 100, OperationBody::Payment(operation))
    }
}

/// Returns an operation without effect.
fn nothing() -> OperationBody {
    OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(0),
    })
}

/// Returns an operation with the source of its transaction.
fn by_source(body: OperationBody) -> Operation {
    Operation {
        source_account: None,
        body,
    }
}

/// Returns the codes with which a submission is rejected.
#[track_caller]
fn refusal(node: &Node, envelope: &str) -> (String, Vec<String>) {
    match node.submit(envelope) {
        Err(SubmitError::Rejected { result, .. }) => {
            let codes = Codes::of(&result);
            (codes.transaction, codes.operations)
        }
        other => panic!("not rejected: {other:?}"),
    }
}
