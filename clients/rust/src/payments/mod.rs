//! Payments in steps: estimate, prepare, review, sign, send, watch.
//!
//! Before a signature is requested, the transaction is decoded or built on this device: recipient, amount, fee and
//! change must be those of the payment, the hash must be that of this transaction, and `parse` of the service must
//! describe the same transaction. Otherwise the payment ends with [`PaymentError::Mismatch`], and the service obtains
//! no signature. After the signature, the signed bytes must contain exactly this transaction.
//!
//! The transaction is only ever sent with the same bytes: an app stores [`Signed`] before it sends, and sends it again
//! if the outcome is unknown, which it is after every error of [`Signed::send`]. Until a payment is final, an equal one
//! from the same sender ends with [`PaymentError::Unresolved`], unless at most one of both can be mined:
//! `quote_instead_of` and [`xlm::prepare_instead_of`] spend the same inputs, nonce or sequence number. A
//! [`PaymentStore`] stores the signed payments before the service receives a signature; `Client::unresolved_payments`
//! returns them.
//!
//! The fee is limited by default ([`Fee`]), since the prices cannot be verified. Two more facts cannot be verified
//! without another source of data: the nonce or sequence number, and the values that an app states in
//! [`btc_like::prepare_unverified`].

pub mod btc_like;
pub mod eth_like;
pub mod xlm;

mod attempts;
mod check;
mod content;
mod fee;
mod signed;
mod signer;
mod store;
mod watch;

pub(crate) use attempts::Attempts;
pub use check::{Mismatch, PaymentError};
pub use fee::Fee;
pub use signed::{Family, Signed, TransactionStatus};
pub use signer::{EcdsaSignature, EcdsaSigner, Ed25519Signer, SignerError};
pub use store::{MemoryPaymentStore, PaymentStore, UnresolvedPayment};
pub use wallet_core::model::AmountError;
pub use wallet_eth_like::Amount;
pub use watch::{Settled, WatchPolicy};
