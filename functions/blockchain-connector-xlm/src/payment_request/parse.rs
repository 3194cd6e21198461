//! POST /api/payment-request/parse/{chain}

use crate::Services;
use crate::resolve_name::stellar_toml;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::PublicFetch;
use wallet_core::wire::{AmountText, NetworkName, XlmAccountText, XlmEnvelopeText, XlmRecipientText, XlmUriText};
use wallet_http::{
    Body, Cost, Data, EntryDeadline, ErrorCode, Field, HandlerResult, PathChain, Required, ResultExt, UpstreamBudget,
};
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::{Asset, Chain, PaymentRequest, PublicKey, RequestedAction, RequestedPayment};

wallet_core::request! {
    /// A payment request as a URI.
    #[schema(as = ParsePaymentRequest)]
    pub struct Request {
        /// The URI with the scheme `web+stellar:`.
        uri: Required<XlmUriText>,
        /// The network: `livenet` or `testnet`. The URI must be for this network.
        network: Field<Network>,
        /// The `URI_REQUEST_SIGNING_KEY` in the `stellar.toml` of the URI's `origin_domain`, if the client has read the file itself.
        /// The signature of the URI is verified with this key instead of the key that the service reads.
        signing_key: Field<PublicKey>,
    }
}

/// Fields for the body of estimate, or a transaction to sign.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParsePaymentRequestResponse)]
pub struct Response {
    /// The operation of the URI: `pay`, or `tx` for a transaction to sign.
    #[schema(pattern = "^(pay|tx)$", example = "pay")]
    operation: &'static str,
    /// The network, as in the request.
    network: NetworkName,
    /// The recipient; present with `pay`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = XlmRecipientText, required = false)]
    to: Option<XlmRecipientText>,
    /// The amount that the recipient receives, in stroops; absent if the payer chooses the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    amount: Option<AmountText>,
    /// The asset that the recipient receives; present with `pay`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyAsset, required = false)]
    asset: Option<Asset>,
    /// The memo for get-hash; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "order 5512")]
    memo: Option<String>,
    /// The type of the memo for get-hash: text, id, hash or return.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^(text|id|hash|return)$", example = "text")]
    memo_type: Option<&'static str>,
    /// The transaction to sign, for parse, preview and attach-signature; present with `tx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = XlmEnvelopeText, required = false)]
    unsigned_message: Option<XlmEnvelopeText>,
    /// The account whose key is to sign the transaction; absent if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = XlmAccountText, required = false)]
    public_key: Option<XlmAccountText>,
    /// The URL that is to receive the signed transaction instead of the network. The service never requests it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://example.com/pay/5512")]
    callback: Option<String>,
    /// The text for the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Order 5512")]
    message: Option<String>,
    /// The origin that a signed URI states; absent for a URI without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OriginRecord, required = false)]
    origin: Option<OriginRecord>,
    /// The names of parameters without effect; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ignored: Vec<String>,
}

/// The origin of a payment request.
#[derive(Debug, Serialize, ToSchema)]
pub struct OriginRecord {
    /// The domain. SEP-7 permits to show it only if verified.
    #[schema(example = "example.com")]
    domain: String,
    /// True if the signature of the URI was verified with the key of the domain, or with `signingKey`.
    #[schema(example = false)]
    verified: bool,
    /// The reason why the signature was not verified: `no_key`, the domain publishes no valid key, or `unavailable`, the file of
    /// the domain cannot be read. Absent if verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^(no_key|unavailable)$", example = "unavailable")]
    reason: Option<&'static str>,
}

/// Parses a payment request (SEP-7) into the fields of estimate.
///
/// With `pay`, the response is a body of estimate when the sender's `address` is added. With `tx`, the response has the transaction
/// to sign. A signature is verified with the `URI_REQUEST_SIGNING_KEY` in the `stellar.toml` of the domain, and a false signature
/// rejected; if the file cannot be read, `origin.verified` is false. A federated address is rejected: resolve-name returns the
/// address of a name.
#[utoipa::path(
    post, path = "/api/payment-request/parse/{chain}", operation_id = "parsePaymentRequest",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount, ErrorCode::InvalidSignature,
        ErrorCode::InvalidTransaction,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let name = request.uri.name();
    let uri = request.uri.get()?;
    let network = request.network.or_default()?;
    let key = request.signing_key.get()?;
    let found = PaymentRequest::parse(network, &uri, key.as_ref()).at(name.clone())?;
    let unverified = found.origin.as_ref().filter(|origin| !origin.is_verified);
    let Some(origin) = unverified else {
        return Ok(Data(Response::new(network, found, None)));
    };
    budget.spend(Cost::requests(1))?;
    match signing_key(&*services.names, &origin.domain, deadline).await {
        Ok(key) => {
            let verified = PaymentRequest::parse(network, &uri, Some(&key)).at(name)?;
            Ok(Data(Response::new(network, verified, None)))
        }
        Err(reason) => Ok(Data(Response::new(network, found, Some(reason)))),
    }
}

/// Returns the key that signs the payment requests of a domain, or the reason why no key is known.
async fn signing_key(names: &dyn PublicFetch, domain: &str, deadline: Deadline) -> Result<PublicKey, &'static str> {
    match stellar_toml(names, domain, deadline).await {
        Ok(file) => file.request_signing_key().ok_or("no_key"),
        Err(NameError::NoServer) => Err("no_key"),
        Err(_) => Err("unavailable"),
    }
}

impl Response {
    fn new(network: Network, found: PaymentRequest, reason: Option<&'static str>) -> Self {
        let of_action = match found.action {
            RequestedAction::Pay(payment) => Self::of_payment(&payment),
            RequestedAction::Sign { envelope, signer } => Self {
                operation: "tx",
                unsigned_message: Some(XlmEnvelopeText(envelope.to_base64())),
                public_key: signer.map(XlmAccountText::of),
                ..Self::default()
            },
        };
        Self {
            network: NetworkName::of(network),
            callback: found.callback,
            message: found.message,
            origin: found.origin.map(|origin| OriginRecord {
                domain: origin.domain,
                verified: origin.is_verified,
                reason,
            }),
            ignored: found.ignored,
            ..of_action
        }
    }

    fn of_payment(payment: &RequestedPayment) -> Self {
        let kind = payment.memo.kind();
        Self {
            operation: "pay",
            to: Some(XlmRecipientText::of(payment.to)),
            amount: payment.amount.map(|amount| AmountText::of(amount.get())),
            asset: Some(payment.asset),
            memo: kind.map(|_| payment.memo.to_string()),
            memo_type: kind.map(wallet_xlm::MemoType::name),
            ..Self::default()
        }
    }
}
