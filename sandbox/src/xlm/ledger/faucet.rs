//! The first ledger with the root account that owns all lumens, as on every network, and the faucet, which pays from
//! it. The key is the hash of the network passphrase and therefore public.

use super::{Closed, Ledger, closing};
use crate::chain::PayError;
use crate::xlm::codec;
use crate::xlm::rules::{BASE_FEE, BASE_RESERVE, FIRST_CLOSE, TOTAL_COINS, network_id};
use crate::xlm::state::account::Account;
use crate::xlm::state::{Body, Entry, LedgerContext, LedgerState};
use crate::xlm::transaction::Transaction;
use ed25519_dalek::{Signer as _, SigningKey};
use stellar_xdr::{
    AccountId, Asset, CreateAccountOp, DecoratedSignature, Memo, MuxedAccount, Operation, OperationBody, PaymentOp,
    Preconditions, PublicKey, SequenceNumber, Signature, SignatureHint, Transaction as Inner, TransactionEnvelope,
    TransactionExt, TransactionResultSet, TransactionV1Envelope, Uint256, VecM,
};

/// The maximum amount of a payment in stroops.
const MAXIMUM: i64 = 100_000 * 10_000_000;
/// The minimum starting balance of an account in stroops.
const MINIMUM: i64 = 2 * BASE_RESERVE;

/// Returns the signed payment, or the signed creation of an account that does not exist.
pub fn transaction(state: &LedgerState, to: &MuxedAccount, amount: i64) -> Result<Transaction, PayError> {
    let account = to.clone().account_id();
    let exists = state.account(&account).is_some();
    let minimum = if exists { 1 } else { MINIMUM };
    if amount < minimum {
        return Err(PayError::below_minimum(&minimum));
    }
    if amount > MAXIMUM {
        return Err(PayError::above_maximum(&MAXIMUM));
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
    let sequence = state.account(&root()).map_or(0, |account| account.sequence);
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
        hint: SignatureHint(std::array::from_fn(|index| public_key[28 + index])),
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

/// Returns the key of the root account.
pub fn root_key() -> SigningKey {
    SigningKey::from_bytes(&network_id())
}

/// Returns the id of the root account.
pub fn root() -> AccountId {
    let key = root_key().verifying_key().to_bytes();
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key)))
}

/// Returns a chain that contains only the first ledger.
pub fn genesis() -> Ledger {
    let (closed, state) = first();
    Ledger::new(closed, state)
}

/// Returns the first ledger and the state afterwards.
fn first() -> (Closed, LedgerState) {
    let context = LedgerContext {
        ledger: 1,
        close_time: FIRST_CLOSE,
    };
    let mut state = LedgerState::default();
    state.begin(context);
    state.insert(Entry::new(Body::Account(Account::new(root(), TOTAL_COINS, 0))));
    let results = TransactionResultSet {
        results: codec::list(Vec::new()),
    };
    let header = closing::header(context, [0; 32], 0, &results);
    let closed = Closed {
        hash: codec::hash(&header),
        header,
        transactions: Vec::new(),
    };
    (closed, state)
}
