//! A wallet for tests, with separate code to build and sign transactions, public for the tests of the
//! workspace, which run the wallet against the adapters of the services.

#![expect(clippy::missing_panics_doc, reason = "a failure here fails the calling test")]

use super::codec;
use super::ledger::Included;
use super::node::Node;
use super::rules::network_id;
use super::transaction::Transaction;
use ed25519_dalek::{Signer as _, SigningKey};
use std::sync::Arc;
use stellar_xdr::{
    AccountId, AlphaNum4, Asset, AssetCode4, BumpSequenceOp, DecoratedSignature, FeeBumpTransaction,
    FeeBumpTransactionEnvelope, FeeBumpTransactionExt, FeeBumpTransactionInnerTx, Memo, MuxedAccount, Operation,
    OperationBody, PaymentOp, Preconditions, PublicKey, SequenceNumber, Signature, SignatureHint, Transaction as Inner,
    TransactionEnvelope, TransactionExt, TransactionV1Envelope, Uint256,
};

/// Stroops per lumen.
pub const COIN: i64 = 10_000_000;

/// A test wallet with a single key.
pub struct TestWallet(SigningKey);

impl TestWallet {
    pub fn new(seed: u8) -> Self {
        Self(SigningKey::from_bytes(&[seed; 32]))
    }

    /// Returns a wallet with an account of one hundred lumens.
    pub fn funded(node: &Node, seed: u8) -> Self {
        let wallet = Self::new(seed);
        node.pay(&wallet.account(), 100 * COIN).unwrap();
        node.close(|_| ()).unwrap();
        wallet
    }

    pub fn id(&self) -> AccountId {
        AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(self.public_key())))
    }

    pub fn public_key(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    pub fn account(&self) -> MuxedAccount {
        self.id().into()
    }

    /// Returns the issued asset with a code of four letters.
    pub fn asset(&self, code: &str) -> Asset {
        Asset::CreditAlphanum4(AlphaNum4 {
            asset_code: AssetCode4(code.as_bytes().try_into().unwrap()),
            issuer: self.id(),
        })
    }

    pub fn balance(&self, node: &Node) -> i64 {
        node.read(|ledger| ledger.state().account(&self.id()).unwrap().balance)
    }

    /// Returns the next transaction of the account, signed by itself.
    pub fn sign(&self, node: &Node, fee: u32, body: OperationBody) -> String {
        self.seal(node, fee, vec![by_source(body)], &[self])
    }

    /// Returns the next transaction of the account, signed by the wallets.
    pub fn seal(&self, node: &Node, fee: u32, operations: Vec<Operation>, signers: &[&Self]) -> String {
        let tx = self.unsigned(node, fee, Memo::None, operations);
        Self::signed(tx, signers)
    }

    /// Returns the next transaction of the account with a memo, signed by itself.
    pub fn seal_with(&self, node: &Node, memo: Memo, operations: Vec<Operation>) -> String {
        Self::signed(self.unsigned(node, 100, memo, operations), &[self])
    }

    fn unsigned(&self, node: &Node, fee: u32, memo: Memo, operations: Vec<Operation>) -> Inner {
        let sequence = node.read(|ledger| ledger.state().account(&self.id()).unwrap().sequence);
        Inner {
            source_account: self.account(),
            fee,
            seq_num: SequenceNumber(sequence + 1),
            cond: Preconditions::None,
            memo,
            operations: codec::list(operations),
            ext: TransactionExt::V0,
        }
    }

    fn signed(tx: Inner, signers: &[&Self]) -> String {
        let hash = tx.hash(network_id()).unwrap();
        let signatures = signers.iter().map(|signer| signer.signature(&hash));
        codec::base64(&TransactionEnvelope::Tx(TransactionV1Envelope {
            tx,
            signatures: codec::list(signatures.collect()),
        }))
    }

    /// Returns a fee bump around an envelope, paid by this account and signed by the wallets.
    pub fn bump(&self, fee: i64, inner: &str, signers: &[&Self]) -> String {
        let TransactionEnvelope::Tx(inner) = Transaction::decode(inner).unwrap().envelope else {
            panic!("another version")
        };
        let tx = FeeBumpTransaction {
            fee_source: self.account(),
            fee,
            inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
            ext: FeeBumpTransactionExt::V0,
        };
        let unsigned = FeeBumpTransactionEnvelope {
            tx: tx.clone(),
            signatures: codec::list(Vec::new()),
        };
        let hash = Transaction::new(TransactionEnvelope::TxFeeBump(unsigned)).hash;
        let signatures = signers.iter().map(|signer| signer.signature(&hash)).collect();
        codec::base64(&TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope {
            tx,
            signatures: codec::list(signatures),
        }))
    }

    pub fn signature(&self, hash: &[u8; 32]) -> DecoratedSignature {
        let key = self.public_key();
        DecoratedSignature {
            hint: SignatureHint(key[28..].try_into().unwrap()),
            signature: Signature(self.0.sign(hash).to_bytes().try_into().unwrap()),
        }
    }

    /// Returns an operation with this account as source, for a transaction of a different account.
    pub fn by(&self, body: OperationBody) -> Operation {
        Operation {
            source_account: Some(self.account()),
            body,
        }
    }

    /// Applies an operation and checks the success.
    #[track_caller]
    pub fn does(&self, node: &Node, body: OperationBody) -> Arc<Included> {
        let included = node.settle(&self.sign(node, 100, body)).unwrap();
        assert!(included.is_success, "{:?}", included.result);
        included
    }

    pub fn pay(&self, node: &Node, to: &Self, amount: i64) -> String {
        let operation = PaymentOp {
            destination: to.account(),
            asset: Asset::Native,
            amount,
        };
        self.sign(node, 100, OperationBody::Payment(operation))
    }
}

/// Returns an operation without effect.
pub fn nothing() -> OperationBody {
    OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(0),
    })
}

/// Returns an operation with the source of the transaction.
pub fn by_source(body: OperationBody) -> Operation {
    Operation {
        source_account: None,
        body,
    }
}
