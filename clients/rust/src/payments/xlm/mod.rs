//! Payments and other transactions on Stellar.

mod call;
pub(super) mod content;
mod envelope;
mod operation;
mod request;
mod review;
mod swap;

pub use call::{Call, CallAction, asset_contract, prepare_call, prepare_call_instead_of};
pub use review::{Review, ReviewedCall, address};
pub use swap::{Exact, Limit, Swap};

use super::attempts::reserve;
use super::check::{PaymentError, check};
use super::fee::{Fee, Offered};
use super::signed::{Family, Signed};
use super::signer::Ed25519Signer;
use crate::blockchain_connector_xlm::operation::Operation;
use crate::blockchain_connector_xlm::prepare_transaction::fee_stat;
use crate::blockchain_connector_xlm::transaction::get_hash::{FeeBumpRequest, GetHashResponse, fee_bump};
use crate::blockchain_connector_xlm::transaction::{AttachSignatureRequest, Signature, attach_signature, parse};
use crate::blockchain_connector_xlm::{GetAddressRequest, get_address};
use crate::client::Client;
use crate::wire::{Asset, NetworkRequest, ParseRequest};
use bon::Builder;
use review::Expected;
use stellar_xdr as xdr;
use wallet_core::model::Network;

/// The chain as used in paths.
const CHAIN: &str = "xlm";

/// A memo for the recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Memo {
    /// Text of at most 28 bytes.
    Text(String),
    /// The number of a user at the recipient.
    Id(u64),
    /// A hash.
    Hash([u8; 32]),
    /// The hash of a refunded transaction.
    Return([u8; 32]),
}

/// The fields of a transaction besides its operations.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Terms {
    /// The network.
    pub network: Network,
    /// The public key of the source account.
    pub public_key: [u8; 32],
    /// The maximum fee of the transaction in stroops.
    pub fee: u32,
    /// The limit of `fee`, which usually follows from [`recommended_fee`], a statement of the service.
    #[builder(default)]
    pub max_fee: Fee,
    /// The memo.
    pub memo: Option<Memo>,
    /// The seconds within which a ledger can include the transaction; 600 if absent.
    pub timeout: Option<u64>,
    /// The sequence number; the next one of the account if absent. To build several transactions before the first one
    /// is sent, each has the number after [`Review::sequence`] of the transaction before it.
    pub sequence: Option<i64>,
}

/// The content of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Pays an asset, or creates an account with lumens.
    Transfer {
        /// The recipient: G… or M….
        to: String,
        /// The amount in base units.
        amount: i64,
        /// The asset.
        asset: Asset,
    },
    /// Creates, changes or deletes a trustline.
    Trust {
        /// The asset.
        asset: Asset,
        /// The limit in base units; the maximum if absent. 0 deletes the trustline.
        limit: Option<i64>,
    },
    /// Claims a claimable balance.
    Claim {
        /// The id of the balance.
        id: String,
    },
    /// Any operations, 1 to 100.
    Operations(Vec<Operation>),
}

impl Action {
    /// Returns the transferred lumens, or those that a swap sends, in stroops.
    fn lumens(&self) -> u64 {
        match self {
            Self::Transfer {
                amount,
                asset: Asset::Coin { .. },
                ..
            } => u64::try_from(*amount).unwrap_or(0),
            Self::Operations(operations) => match &**operations {
                [only] => swap::sent_lumens(&only.body),
                _ => 0,
            },
            _ => 0,
        }
    }
}

/// A verified transaction to sign.
#[derive(Clone, Debug)]
pub struct Prepared {
    network: Network,
    unsigned: xdr::TransactionEnvelope,
    unsigned_message: String,
    hash: [u8; 32],
    review: Review,
}

/// Requests the address of a public key, and compares the response with the key.
pub async fn derive(client: &Client, network: Network, public_key: [u8; 32]) -> Result<String, PaymentError> {
    let request = GetAddressRequest {
        public_key: hex::encode(public_key),
        network: Some(network),
        prefix: None,
    };
    let address = get_address(client, CHAIN, &request).await?.address;
    check("get-address", "address", &address, &review::address(public_key))?;
    Ok(address)
}

/// Returns the recommended maximum fee per operation in stroops: the highest fee of the last ledgers plus the base fee.
pub async fn recommended_fee(client: &Client, network: Network) -> Result<u32, PaymentError> {
    let stat = fee_stat(client, CHAIN, &NetworkRequest { network: Some(network) }).await?;
    let number = |text: &str| {
        text.parse::<u32>()
            .map_err(|error| PaymentError::invalid("fee-stat", error))
    };
    Ok(number(&stat.last_ledger_base_fee)?.saturating_add(number(&stat.fee_charged.max)?))
}

/// Requests a transaction and compares it with the action.
pub async fn prepare(client: &Client, terms: &Terms, action: &Action) -> Result<Prepared, PaymentError> {
    let offered = Offered::without_tip(terms.fee.into(), action.lumens());
    terms.max_fee.check(client, (CHAIN, terms.network), &offered).await?;
    let built = request::build(client, terms, action).await?;
    let expected = Expected {
        terms,
        now: client.now(),
    };
    let unsigned = envelope::decode("get-hash", &built.unsigned_message)?;
    let operations = request::expected_operations(action);
    let review = expected.review(&unsigned, &operations, built.warnings.clone())?;
    finish(client, terms.network, built, unsigned, review).await
}

/// Requests another attempt at an unresolved payment. It has the sequence number of the signed transaction, so that at
/// most one of both is in a ledger.
pub async fn prepare_instead_of(
    client: &Client,
    terms: &Terms,
    action: &Action,
    signed: &Signed,
) -> Result<Prepared, PaymentError> {
    let terms = Terms {
        sequence: Some(sequence_of(signed)?),
        ..terms.clone()
    };
    prepare(client, &terms, action).await
}

/// Returns the sequence number of a signed transaction.
fn sequence_of(signed: &Signed) -> Result<i64, PaymentError> {
    let earlier = envelope::decode("signed", &signed.txdata)?;
    let sequence = content::inner(&earlier).map(|earlier| earlier.seq_num.0);
    sequence.ok_or_else(|| PaymentError::invalid("signed", "it is not a transaction of this client"))
}

/// Requests a fee bump of a signed transaction, and checks that it contains this transaction. `fee` is in stroops.
pub async fn prepare_fee_bump(
    client: &Client,
    signed: &Signed,
    public_key: [u8; 32],
    fee: u32,
    max_fee: Fee,
) -> Result<Prepared, PaymentError> {
    let offered = Offered::without_tip(fee.into(), 0);
    max_fee.check(client, (CHAIN, signed.network), &offered).await?;
    let request = FeeBumpRequest {
        public_key: hex::encode(public_key),
        network: Some(signed.network),
        txdata: signed.txdata.clone(),
        fee: fee.to_string(),
    };
    let built = fee_bump(client, CHAIN, &request).await?;
    let unsigned = envelope::decode("get-hash/fee-bump", &built.unsigned_message)?;
    let inner = envelope::decode("signed", &signed.txdata)?;
    let review = review::fee_bump(&unsigned, inner, public_key, fee, built.warnings.clone())?;
    finish(client, signed.network, built, unsigned, review).await
}

/// Compares the hash and the response of `parse` with the transaction.
async fn finish(
    client: &Client,
    network: Network,
    built: GetHashResponse,
    unsigned: xdr::TransactionEnvelope,
    review: Review,
) -> Result<Prepared, PaymentError> {
    let hash = envelope::hash(&unsigned, network)?;
    check("get-hash", "hash", &built.hash, &hex::encode(hash))?;
    let request = ParseRequest {
        unsigned_message: Some(built.unsigned_message.clone()),
        network: Some(network),
        ..ParseRequest::default()
    };
    let parsed = parse(client, CHAIN, &request).await?;
    check("parse", "txid", &parsed.txid, &hex::encode(hash))?;
    check("parse", "source", &parsed.from, &review.source)?;
    check("parse", "fee", &parsed.fee, &review.fee.to_string())?;
    check(
        "parse",
        "operations",
        &parsed.operations.len(),
        &review.operations.len(),
    )?;
    if let Some(reviewed) = &review.call {
        call::compare(parsed.operations.first(), &reviewed.call)?;
    }
    Ok(Prepared {
        network,
        unsigned,
        unsigned_message: built.unsigned_message,
        hash,
        review,
    })
}

impl Prepared {
    /// Returns the facts to show before signing.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// Signs the transaction, and returns it after comparing it with the prepared one.
    pub async fn sign(&self, client: &Client, signer: &dyn Ed25519Signer) -> Result<Signed, PaymentError> {
        self.add_signature(client, self.unsigned_message.clone(), signer).await
    }

    /// Adds the signature of another signer to a signed transaction.
    pub async fn sign_also(
        &self,
        client: &Client,
        payment: &Signed,
        signer: &dyn Ed25519Signer,
    ) -> Result<Signed, PaymentError> {
        self.add_signature(client, payment.txdata.clone(), signer).await
    }

    async fn add_signature(
        &self,
        client: &Client,
        unsigned_message: String,
        signer: &dyn Ed25519Signer,
    ) -> Result<Signed, PaymentError> {
        let (_, count) = envelope::without_signatures(envelope::decode("get-hash", &unsigned_message)?);
        let mut payment = Signed {
            family: Family::Xlm,
            chain: CHAIN.to_owned(),
            network: self.network,
            txdata: unsigned_message.clone(),
            txid: hex::encode(self.hash),
            public_key: content::source(&self.unsigned),
            utxo: Vec::new(),
        };
        let reservation = reserve(client, &payment, &content::of_envelope(&self.unsigned)).await?;
        let signature = signer.sign(self.hash).await.map_err(PaymentError::Signer)?;
        payment.txdata = envelope::with_signature(&unsigned_message, signer.public_key(), signature)?;
        // The service can send the transaction as soon as the signature is known.
        reservation.hold(&payment).await?;
        let request = AttachSignatureRequest {
            public_key: hex::encode(signer.public_key()),
            network: Some(self.network),
            unsigned_message,
            signature: Signature {
                s: hex::encode(&signature[32..]),
                r: hex::encode(&signature[..32]),
            },
        };
        let txdata = attach_signature(client, CHAIN, &request).await?.txdata;
        let completed = envelope::decode("attach-signature", &txdata)?;
        let (stripped, signatures) = envelope::without_signatures(completed);
        check("attach-signature", "transaction", &stripped, &self.unsigned)?;
        check("attach-signature", "number of signatures", &signatures, &(count + 1))?;
        Ok(Signed { txdata, ..payment })
    }
}
