//! What the faucet pays with: the account that has everything.

use super::codec;
use super::genesis::{root, root_key};
use super::node::SubmitError;
use super::rules::{BASE_FEE, BASE_RESERVE};
use super::transaction::Transaction;
use super::world::World;
use ed25519_dalek::Signer as _;
use stellar_xdr::{
    Asset, CreateAccountOp, DecoratedSignature, Memo, MuxedAccount, Operation, OperationBody, PaymentOp, Preconditions,
    SequenceNumber, Signature, SignatureHint, Transaction as Inner, TransactionEnvelope, TransactionExt,
    TransactionV1Envelope, VecM,
};

/// The most that one call gives, in stroops.
const MAXIMUM: i64 = 100_000 * 10_000_000;
/// The least that an account begins with, in stroops.
const MINIMUM: i64 = 2 * BASE_RESERVE;

/// Why the faucet does not pay.
#[derive(Debug, thiserror::Error)]
pub enum PayError {
    /// Less than a new account needs, or nothing.
    #[error("the least amount for this address is {minimum}")]
    BelowMinimum {
        /// The least amount, in stroops.
        minimum: i64,
    },
    /// The amount is more than one call gives.
    #[error("the faucet pays at most {maximum} in one call")]
    AboveMaximum {
        /// The largest amount, in stroops.
        maximum: i64,
    },
    /// One of many users of an account that does not exist.
    #[error("the account behind the address does not exist")]
    NoAccount,
    /// The payment does not wait.
    #[error(transparent)]
    Submit(#[from] SubmitError),
}

/// The signed transaction that pays, or makes an account that does not exist.
pub fn transaction(world: &World, to: &MuxedAccount, amount: i64) -> Result<Transaction, PayError> {
    let account = to.clone().account_id();
    let exists = world.account(&account).is_some();
    let minimum = if exists { 1 } else { MINIMUM };
    if amount < minimum {
        return Err(PayError::BelowMinimum { minimum });
    }
    if amount > MAXIMUM {
        return Err(PayError::AboveMaximum { maximum: MAXIMUM });
    }
    let body = match to {
        _ if exists => OperationBody::Payment(PaymentOp {
            destination: to.clone(),
            asset: Asset::Native,
            amount,
        }),
        MuxedAccount::Ed25519(_) => OperationBody::CreateAccount(CreateAccountOp {
            destination: account,
            starting_balance: amount,
        }),
        MuxedAccount::MuxedEd25519(_) => return Err(PayError::NoAccount),
    };
    let sequence = world.account(&root()).map_or(0, |account| account.sequence);
    Ok(sign(Inner {
        source_account: root().into(),
        fee: u32::try_from(BASE_FEE).unwrap_or(u32::MAX),
        seq_num: SequenceNumber(sequence + 1),
        cond: Preconditions::None,
        memo: Memo::None,
        operations: codec::list(vec![Operation {
            source_account: None,
            body,
        }]),
        ext: TransactionExt::V0,
    }))
}

fn sign(tx: Inner) -> Transaction {
    let unsigned = Transaction::new(TransactionEnvelope::Tx(TransactionV1Envelope {
        tx: tx.clone(),
        signatures: VecM::default(),
    }));
    let key = root_key();
    let public_key = key.verifying_key().to_bytes();
    let signature = DecoratedSignature {
        hint: SignatureHint(std::array::from_fn(|place| public_key[28 + place])),
        signature: Signature(
            key.sign(&unsigned.hash)
                .to_bytes()
                .into_iter()
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or_default(),
        ),
    };
    Transaction::new(TransactionEnvelope::Tx(TransactionV1Envelope {
        tx,
        signatures: codec::list(vec![signature]),
    }))
}
