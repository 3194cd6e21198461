//! Payments in steps: estimate, prepare, review, sign, send, watch.
//!
//! Before a signature is requested, the transaction is decoded or built here, independently of the service: recipient,
//! amount, fee and change must be those of the payment, the hash must be that of this transaction, and `parse` of the
//! service must describe the same transaction. Otherwise the payment ends with [`PaymentError::Mismatch`], and
//! the service obtains no signature. After the signature, the signed bytes must contain this transaction and no other.
//!
//! The transaction is only ever sent with the same bytes: an app stores [`Signed`] before it sends, and sends it again
//! if the outcome is unknown.
//!
//! Three facts cannot be verified without another source of data: the nonce or sequence number, the prices (limit the
//! fee), and the values of inputs that their signatures do not contain ([`btc_like::Review::are_values_signed`]).

pub mod btc_like;
pub mod eth_like;
pub mod xlm;

mod amount;
mod check;
mod signed;
mod signer;

pub use amount::{Amount, AmountError, TryFromAmountError};
pub use check::{Mismatch, PaymentError};
pub use signed::{Family, Signed, TransactionStatus, WatchPolicy};
pub use signer::{EcdsaSignature, EcdsaSigner, Ed25519Signer, SignerError};
