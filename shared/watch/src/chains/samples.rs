//! Samples of transactions, for the events of tests.

use wallet_btc_like::history::{Entry as BtcLikeEntry, Input, Output, Payee};
use wallet_btc_like::{Address as BtcLikeAddress, OutPoint, Params, Script, Txid, parse_txid};
use wallet_eth_like::block::BlockTransaction;
use wallet_eth_like::history::{Entry as EthLikeEntry, HistoryPosition, TopLevelCall};
use wallet_eth_like::{Address as EthLikeAddress, Hash};
use wallet_xlm::history::{Body, Entry as XlmEntry, Operation, Payment as XlmPayment, TransactionEffects};
use wallet_xlm::{AccountId, Asset, LedgerTransaction, Memo, MuxedAccount, Stroops};

/// The bytes of the id of the sample.
const TXID: [u8; 32] = [0xa1; 32];

/// The bytes of the id of the transaction that replaces the sample.
const REPLACEMENT: [u8; 32] = [0xb2; 32];

/// The bytes of the sender.
const FROM: [u8; 32] = [0x11; 32];

/// The bytes of the recipient.
const TO: [u8; 32] = [0x22; 32];

/// A payment, the recipient, and the id of the transaction that replaces the payment.
type Payment<T, A, I> = (T, A, I);

/// Returns a payment of 0.0015 coins with change.
pub(super) fn btc_like(
    params: &'static Params,
    time: u64,
    height: Option<u32>,
) -> Payment<BtcLikeEntry, BtcLikeAddress, Txid> {
    let (from, to) = (p2pkh(params, FROM), p2pkh(params, TO));
    let output = |address: &BtcLikeAddress, value| Output {
        payee: Payee::Address(address.clone()),
        value,
    };
    let entry = BtcLikeEntry {
        txid: txid(TXID),
        height,
        time,
        fee: 1_500,
        inputs: vec![Input {
            owner: Some(from.clone()),
            value: 1_000_000,
            spent: Some(OutPoint::new(txid(FROM), 0)),
        }],
        outputs: vec![output(&to, 150_000), output(&from, 848_500)],
    };
    (entry, to, txid(REPLACEMENT))
}

fn txid(bytes: [u8; 32]) -> Txid {
    parse_txid(&hex::encode(bytes)).expect("32 bytes are an id")
}

/// Returns the address of the hash of a public key without a private key.
fn p2pkh(params: &'static Params, hash: [u8; 32]) -> BtcLikeAddress {
    let script = [&[0x76, 0xa9, 20], &hash[..20], &[0x88, 0xac]].concat();
    BtcLikeAddress::from_script(params, Script::from_bytes(&script)).expect("a standard script has an address")
}

/// Returns a payment of 0.015 coins.
pub(super) fn eth_like(time: u64, height: Option<u64>) -> Payment<BlockTransaction, EthLikeAddress, Hash> {
    let [from, to] = [FROM, TO].map(|bytes| EthLikeAddress::from_bytes([bytes[0]; 20]));
    let (txid, nonce) = (Hash(TXID), 7);
    let position = match height {
        None => HistoryPosition::Pending { nonce, txid },
        Some(block) => HistoryPosition::Mined {
            block,
            index: Some(0),
            txid,
        },
    };
    let entry = EthLikeEntry {
        position,
        time,
        outer: Some(TopLevelCall {
            from,
            to: Some(to),
            value: 15_000_000_000_000_000_u64.into(),
            succeeded: true,
        }),
        fee: Some(21_000_000_000_000_u64.into()),
        lacks_l1_fee: false,
        lacks_gas_fee: false,
        transfers: Vec::new(),
        labels: Vec::new(),
    };
    let transaction = BlockTransaction {
        entry,
        sender: from,
        nonce,
        parties: Vec::new(),
    };
    (transaction, to, Hash(REPLACEMENT))
}

/// Returns a payment of 1.5 lumens.
pub(super) fn xlm(time: u64, ledger: u32) -> Payment<LedgerTransaction, AccountId, [u8; 32]> {
    let [from, to] = [FROM, TO].map(|bytes| MuxedAccount {
        account: AccountId(bytes),
        id: None,
    });
    let payment = XlmPayment {
        asset: Asset::Native,
        amount: Stroops::new(15_000_000).unwrap_or_default(),
        from,
        to,
    };
    let operation = Operation {
        index: 0,
        source: from,
        body: Body::Payment(payment),
    };
    let entry = XlmEntry {
        hash: TXID,
        ledger,
        time,
        succeeded: true,
        source: from,
        fee: Stroops::MIN_FEE,
        fee_payer: from.account,
        memo: Memo::default(),
        operations: vec![operation],
        effects: TransactionEffects::default(),
    };
    (LedgerTransaction { entry, sequence: 7 }, to.account, REPLACEMENT)
}
