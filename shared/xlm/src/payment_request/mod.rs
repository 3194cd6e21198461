//! Payment requests as URIs (SEP-7): `web+stellar:pay` and `web+stellar:tx`.

mod error;
mod origin;

pub use error::PaymentRequestError;
pub use origin::{Origin, OriginError};

use crate::chain::passphrase;
use crate::operation::PositiveStroops;
use crate::transaction::envelope::Envelope;
use crate::transaction::memo::{Memo, MemoType};
use crate::transaction::signature::PublicKey;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, Credit};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use wallet_core::model::Network;
use wallet_core::payment_uri::{MAX_TEXT, Parameters, PaymentUri, scaled, write};

/// The scheme without the colon.
pub(crate) const SCHEME: &str = "web+stellar";

/// Prefix of a callback to a URL, the only kind of SEP-7.
const URL: &str = "url:";

/// A request for a payment or a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The payment, or the transaction to sign.
    pub action: RequestedAction,
    /// The text for the payer.
    pub message: Option<String>,
    /// The URL that receives the signed transaction instead of the network.
    pub callback: Option<String>,
    /// The domain that the request states as its origin.
    pub origin: Option<Origin>,
    /// The names of parameters without effect.
    pub ignored: Vec<String>,
}

/// The action of a request.
#[expect(clippy::large_enum_variant, reason = "a request has one action, which is not stored")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedAction {
    /// A payment to a recipient.
    Pay(RequestedPayment),
    /// The signature of a transaction.
    Sign {
        /// The transaction with its signatures.
        envelope: Envelope,
        /// The account whose key is to sign; any if `None`.
        signer: Option<AccountId>,
    },
}

/// A payment that a URI requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedPayment {
    /// The recipient of the payment.
    pub to: MuxedAccount,
    /// The amount that the recipient receives; `None` if the payer chooses the amount.
    pub amount: Option<PositiveStroops>,
    /// The asset that the recipient receives.
    pub asset: Asset,
    /// The memo of the payment.
    pub memo: Memo,
}

impl PaymentRequest {
    /// Parses a URI. With the key of the origin, the signature of the URI is verified.
    pub fn parse(network: Network, text: &str, key: Option<&PublicKey>) -> Result<Self, PaymentRequestError> {
        let uri = PaymentUri::parse(text)?;
        if !uri.scheme.eq_ignore_ascii_case(SCHEME) {
            return Err(PaymentRequestError::Scheme);
        }
        let mut parameters = uri.parameters;
        check_network(network, parameters.take("network_passphrase")?.as_deref())?;
        let (domain, signature) = (parameters.take("origin_domain")?, parameters.take("signature")?);
        let origin = Origin::read(text, domain, signature, key)?;
        let message = parameters.take("msg")?;
        if message.as_ref().is_some_and(|text| text.chars().count() > MAX_TEXT) {
            return Err(PaymentRequestError::Message);
        }
        let callback = parameters.take("callback")?.map(|text| callback(&text)).transpose()?;
        let action = match uri.path {
            "pay" => RequestedAction::Pay(RequestedPayment::read(&mut parameters)?),
            "tx" => read_transaction(network, &mut parameters)?,
            _ => return Err(PaymentRequestError::Operation),
        };
        Ok(Self {
            action,
            message,
            callback,
            origin,
            ignored: parameters.into_names(),
        })
    }

    /// Returns the URI without the origin, which only its owner can sign.
    pub fn to_uri(&self, network: Network) -> String {
        let (operation, mut parameters) = match &self.action {
            RequestedAction::Pay(payment) => ("pay", payment.parameters()),
            RequestedAction::Sign { envelope, signer } => {
                let signer = signer.map(|signer| signer.to_string());
                ("tx", vec![("xdr", Some(envelope.to_base64())), ("pubkey", signer)])
            }
        };
        let passphrase = match network {
            Network::Livenet => None,
            Network::Testnet => Some(passphrase(network).to_owned()),
        };
        parameters.extend([
            ("callback", self.callback.as_ref().map(|url| format!("{URL}{url}"))),
            ("msg", self.message.clone()),
            ("network_passphrase", passphrase),
        ]);
        let pairs = parameters.iter().map(|(name, value)| (*name, value.as_deref()));
        write(&format!("{SCHEME}:{operation}"), pairs)
    }
}

impl RequestedPayment {
    fn read(parameters: &mut Parameters) -> Result<Self, PaymentRequestError> {
        let to = parameters
            .take("destination")?
            .ok_or(PaymentRequestError::Missing { name: "destination" })?;
        if to.contains('*') {
            return Err(PaymentRequestError::Name);
        }
        let to = to.parse()?;
        let amount = parameters.take("amount")?.map(|units| amount(&units)).transpose()?;
        let asset = match (parameters.take("asset_code")?, parameters.take("asset_issuer")?) {
            (None, None) => Asset::Native,
            (Some(code), None) if code == "XLM" => Asset::Native,
            (Some(code), Some(issuer)) => Asset::Credit(Credit {
                code: code.parse()?,
                issuer: issuer.parse()?,
            }),
            _ => return Err(PaymentRequestError::Asset),
        };
        let memo = memo(parameters.take("memo")?, parameters.take("memo_type")?)?;
        Ok(Self {
            to,
            amount,
            asset,
            memo,
        })
    }

    /// Returns the parameters of the URI in the order of SEP-7.
    fn parameters(&self) -> Vec<(&'static str, Option<String>)> {
        let units = |amount: PositiveStroops| Stroops::new(amount.get()).unwrap_or_default().to_units();
        let credit = match &self.asset {
            Asset::Native => None,
            Asset::Credit(credit) => Some(credit),
        };
        let (memo, kind) = match self.memo.kind() {
            None => (None, None),
            Some(kind) => (
                Some(written_memo(&self.memo, kind)),
                Some(memo_type_name(kind).to_owned()),
            ),
        };
        vec![
            ("destination", Some(self.to.to_string())),
            ("amount", self.amount.map(units)),
            ("asset_code", credit.map(|credit| credit.code.to_string())),
            ("asset_issuer", credit.map(|credit| credit.issuer.to_string())),
            ("memo", memo),
            ("memo_type", kind),
        ]
    }
}

/// Checks the passphrase, which may be absent on livenet only.
fn check_network(network: Network, stated: Option<&str>) -> Result<(), PaymentRequestError> {
    let stated = stated.unwrap_or(passphrase(Network::Livenet));
    if stated == passphrase(network) {
        return Ok(());
    }
    let mut known = Network::ALL.into_iter();
    match known.find(|other| passphrase(*other) == stated) {
        Some(found) => Err(PaymentRequestError::OtherNetwork {
            found,
            expected: network,
        }),
        None => Err(PaymentRequestError::UnknownNetwork),
    }
}

/// Reads the parameter of a callback.
fn callback(text: &str) -> Result<String, PaymentRequestError> {
    check_callback(text.strip_prefix(URL).ok_or(PaymentRequestError::Callback)?)
}

/// Returns the URL of a callback if valid: HTTPS, without whitespace.
///
/// # Errors
/// The URL is invalid.
pub fn check_callback(url: &str) -> Result<String, PaymentRequestError> {
    if !url.starts_with("https://") || url.chars().any(|letter| letter.is_control() || letter.is_whitespace()) {
        return Err(PaymentRequestError::Callback);
    }
    Ok(url.to_owned())
}

fn amount(units: &str) -> Result<PositiveStroops, PaymentRequestError> {
    let stroops = scaled(units, usize::from(crate::DECIMALS)).ok_or(PaymentRequestError::Amount)?;
    let stroops: Stroops = stroops.parse()?;
    PositiveStroops::new(stroops).ok_or(PaymentRequestError::Amount)
}

/// Reads the memo. Without a type the memo is a text, as in the examples of SEP-7.
fn memo(text: Option<String>, kind: Option<String>) -> Result<Memo, PaymentRequestError> {
    let kinds = [MemoType::Text, MemoType::Id, MemoType::Hash, MemoType::Return];
    let kind = match kind {
        None => MemoType::Text,
        Some(name) => kinds
            .into_iter()
            .find(|kind| memo_type_name(*kind) == name)
            .ok_or(PaymentRequestError::MemoType)?,
    };
    let Some(text) = text else {
        return Ok(Memo::NONE);
    };
    match kind {
        MemoType::Text | MemoType::Id => Ok(Memo::parse(kind, &text)?),
        MemoType::Hash | MemoType::Return => {
            let hash = STANDARD.decode(&text).ok().and_then(|bytes| bytes.try_into().ok());
            let hash: [u8; 32] = hash.ok_or(PaymentRequestError::MemoHash)?;
            Ok(if kind == MemoType::Hash {
                Memo::of_hash(hash)
            } else {
                Memo::of_return(hash)
            })
        }
    }
}

/// Returns the content of a memo in the form of SEP-7: hashes are in base64.
fn written_memo(memo: &Memo, kind: MemoType) -> String {
    let text = memo.to_string();
    match kind {
        MemoType::Text | MemoType::Id => text,
        MemoType::Hash | MemoType::Return => STANDARD.encode(hex::decode(&text).unwrap_or_default()),
    }
}

const fn memo_type_name(kind: MemoType) -> &'static str {
    match kind {
        MemoType::Text => "MEMO_TEXT",
        MemoType::Id => "MEMO_ID",
        MemoType::Hash => "MEMO_HASH",
        MemoType::Return => "MEMO_RETURN",
    }
}

/// Reads the transaction to sign, which must be valid on the network. A request with placeholders is rejected: a
/// signature would cover the placeholders.
fn read_transaction(network: Network, parameters: &mut Parameters) -> Result<RequestedAction, PaymentRequestError> {
    let xdr = parameters
        .take("xdr")?
        .ok_or(PaymentRequestError::Missing { name: "xdr" })?;
    if parameters.take("replace")?.is_some() {
        return Err(PaymentRequestError::Placeholders);
    }
    // Some applications omit the padding.
    let bytes = STANDARD_NO_PAD.decode(xdr.trim_end_matches('='));
    let bytes = bytes.map_err(|_| PaymentRequestError::Base64)?;
    let envelope = Envelope::parse(&STANDARD.encode(bytes))?;
    envelope.check_network(network)?;
    let signer = parameters.take("pubkey")?.map(|text| text.parse()).transpose()?;
    Ok(RequestedAction::Sign { envelope, signer })
}
