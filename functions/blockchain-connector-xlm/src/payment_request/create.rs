//! POST /api/payment-request/create/{chain}

use crate::wire::AssetObject;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::payment_uri::PayerNote;
use wallet_core::wire::{XlmMemoText, XlmUriText};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, ResultExt};
use wallet_xlm::wire::{AccountField, PositiveUnits, Recipient};
use wallet_xlm::{
    Asset, Chain, Envelope, Memo, MemoType, PaymentRequest, RequestedAction, RequestedPayment, check_callback,
};

wallet_core::request! {
    /// A payment to request, or a transaction to have signed. Either `to` or `unsignedMessage` is required.
    #[schema(as = CreatePaymentRequest, example = json!({ "to": "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI" }))]
    pub struct Request {
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
        /// The recipient: G…, or M… for one user of a multiplexed account.
        to: Field<Recipient>,
        /// The amount that the recipient receives, in stroops; absent if the payer chooses the amount.
        amount: Field<PositiveUnits>,
        /// The asset that the recipient receives. The lumen if absent.
        asset: Field<AssetObject>,
        /// The memo. Empty for no memo. A memo of type text has at most 28 bytes.
        memo: Field<XlmMemoText>,
        /// The type of the memo: text, id, hash or return.
        #[schema(value_type = Option<String>, default = "text", pattern = "^(text|id|hash|return)$", example = "text")]
        memo_type: Field<MemoType>,
        /// The transaction to have signed, instead of a payment.
        unsigned_message: Field<Envelope>,
        /// The account whose key is to sign the transaction.
        public_key: Field<AccountField>,
        /// The URL that is to receive the signed transaction instead of the network: `https://`.
        callback: Field<String>,
        /// The text for the payer.
        message: Field<PayerNote>,
    }
}

/// A payment request as a URI.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatePaymentRequestResponse)]
pub struct Response {
    /// The URI, for a link or a QR code, without the signature of an origin.
    uri: XlmUriText,
}

/// Returns a payment request (SEP-7) as a URI.
///
/// parse returns the same fields for the URI. The endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/payment-request/create/{chain}", operation_id = "createPaymentRequest",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::InvalidTransaction,
    ]))),
)]
pub async fn post(_: Bearer<Read>, _: PathChain<Chain>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let network = request.network.clone().or_default()?;
    let request = request.read(network)?;
    Ok(Data(Response {
        uri: XlmUriText(request.to_uri(network)),
    }))
}

impl Request {
    fn read(self, network: Network) -> Result<PaymentRequest, ApiError> {
        let neither = self.to.error("Send to or unsignedMessage.");
        let both = self
            .unsigned_message
            .error("Send either the fields of a payment, or unsignedMessage and publicKey, not both.");
        let is_payment = !self.to.is_absent();
        let is_transaction = !self.unsigned_message.is_absent() || !self.public_key.is_absent();
        let has_payment_fields = is_payment
            || !self.amount.is_absent()
            || !self.asset.is_absent()
            || !self.memo.is_absent()
            || !self.memo_type.is_absent();
        let action = match (is_payment, is_transaction) {
            (true, false) => {
                let to = self.to.required().get()?;
                let (amount, asset) = (self.amount.get()?, self.asset.get()?.unwrap_or(Asset::Native));
                let (name, memo) = (self.memo.name(), self.memo.get()?.unwrap_or_default());
                let memo = Memo::parse(self.memo_type.or_default()?, &memo).at(name)?;
                RequestedAction::Pay(RequestedPayment {
                    to,
                    amount,
                    asset,
                    memo,
                })
            }
            (false, true) if !has_payment_fields => {
                let name = self.unsigned_message.name();
                let envelope = self.unsigned_message.required().get()?;
                envelope.check_network(network).at(name)?;
                RequestedAction::Sign {
                    envelope,
                    signer: self.public_key.get()?,
                }
            }
            (false, false) => return Err(neither.into()),
            _ => return Err(both.into()),
        };
        let name = self.callback.name();
        let callback = self
            .callback
            .get()?
            .map(|url| check_callback(&url))
            .transpose()
            .at(name)?;
        Ok(PaymentRequest {
            action,
            message: self.message.get()?,
            callback,
            origin: None,
            ignored: Vec::new(),
        })
    }
}
