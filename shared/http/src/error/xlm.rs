//! Stellar errors.

use super::{ApiError, ErrorCode, explained};
use serde_json::json;
use wallet_xlm::history::CursorError;
use wallet_xlm::operation::{FieldError, MemoRequiredError, Problem, StartingBalanceError};
use wallet_xlm::{
    AddressError, AssetCodeError, AttachError, BalanceIdError, EnvelopeError, FeeBumpError, FeeError, MemoError,
    OtherNetworkError, PoolIdError, PriceError, PublicKeyError, ResultCodes, SequenceError, SignatureError,
    SignerKeyError, TransferBlocker, TransferError, TrustError, UnitsError, UnknownMemoTypeError,
};

/// Implements the conversion of errors with a single code.
macro_rules! same_code {
    ($($error:ty => $code:ident,)*) => {$(
        impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                explained(ErrorCode::$code, error)
            }
        }
    )*};
}

same_code! {
    AddressError => InvalidAddress,
    AssetCodeError => InvalidRequest,
    BalanceIdError => InvalidRequest,
    CursorError => InvalidRequest,
    MemoError => InvalidRequest,
    OtherNetworkError => InvalidTransaction,
    PoolIdError => InvalidRequest,
    PriceError => InvalidRequest,
    PublicKeyError => InvalidPublicKey,
    SequenceError => InvalidRequest,
    UnitsError => InvalidAmount,
    UnknownMemoTypeError => InvalidRequest,
}

impl From<SignatureError> for ApiError {
    fn from(error: SignatureError) -> Self {
        explained(ErrorCode::InvalidSignature, error).at(error.part)
    }
}

impl From<SignerKeyError> for ApiError {
    fn from(error: SignerKeyError) -> Self {
        match error {
            SignerKeyError::Ed25519 => explained(ErrorCode::InvalidPublicKey, error),
            SignerKeyError::PreAuthTx | SignerKeyError::HashX | SignerKeyError::SignedPayload => {
                explained(ErrorCode::InvalidRequest, error)
            }
        }
    }
}

impl From<FieldError> for ApiError {
    /// Converts the error and names the field inside the operations.
    fn from(error: FieldError) -> Self {
        let FieldError { path, problem } = error;
        let error = Self::from(problem);
        if path.is_empty() { error } else { error.at(path) }
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Missing | Problem::Type(_) | Problem::Unknown | Problem::Limit(_) => {
                explained(ErrorCode::InvalidRequest, problem)
            }
            Problem::AmountLimit(_) => explained(ErrorCode::InvalidAmount, problem),
            Problem::Amount(error) => error.into(),
            Problem::Units(error) => error.into(),
            Problem::Address(error) => error.into(),
            Problem::AssetCode(error) => error.into(),
            Problem::Price(error) => error.into(),
            Problem::Signer(error) => error.into(),
            Problem::BalanceId(error) => error.into(),
            Problem::PoolId(error) => error.into(),
        }
    }
}

impl From<StartingBalanceError> for ApiError {
    /// Converts the error and names the field inside the operations. The minimum is in XLM, like the field.
    fn from(error: StartingBalanceError) -> Self {
        explained(ErrorCode::InvalidAmount, error)
            .amount("minimum", error.minimum.to_units())
            .at(format!("[{}].startingBalance", error.index))
    }
}

impl From<MemoRequiredError> for ApiError {
    fn from(error: MemoRequiredError) -> Self {
        memo_required(error).detail("destination", error.destination.to_string())
    }
}

fn memo_required(error: impl std::fmt::Display) -> ApiError {
    explained(ErrorCode::InvalidRequest, error)
        .detail("memoRequired", true)
        .at("memo")
}

impl From<FeeError> for ApiError {
    fn from(error: FeeError) -> Self {
        match error {
            FeeError::TooLow { minimum } => explained(ErrorCode::FeeTooLow, error).amount("minimum", minimum),
            FeeError::TooHigh { maximum } => explained(ErrorCode::FeeTooHigh, error).amount("maximum", maximum),
        }
        .at("fee")
    }
}

impl From<FeeBumpError> for ApiError {
    /// Converts the error and names the field of the fee bump request.
    fn from(error: FeeBumpError) -> Self {
        match error {
            FeeBumpError::Nested => explained(ErrorCode::InvalidTransaction, error).at("txdata"),
            FeeBumpError::Unsigned => explained(ErrorCode::InvalidSignature, error).at("txdata"),
            FeeBumpError::Fee(error) => error.into(),
        }
    }
}

impl From<TransferError> for ApiError {
    /// Converts the error and names the field of the transfer request.
    fn from(error: TransferError) -> Self {
        let insufficient_funds = explained(ErrorCode::InsufficientFunds, &error);
        match error {
            TransferError::StartingBalance { minimum } => explained(ErrorCode::InvalidAmount, error)
                .amount("minimum", minimum)
                .at("amount"),
            TransferError::Destination { reason } => destination_unusable(reason).at("to"),
            TransferError::Sender { reason, required } => insufficient_funds
                .amount("available", 0)
                .amount("required", required)
                .detail("reason", reason.name())
                .at("asset"),
            TransferError::InsufficientFunds { available, required } => insufficient_funds
                .amount("available", available)
                .amount("required", required)
                .at("amount"),
            TransferError::MemoRequired => memo_required(error),
        }
    }
}

fn destination_unusable(reason: TransferBlocker) -> ApiError {
    let message = match reason {
        TransferBlocker::AccountMissing => {
            "The destination account does not exist; only a payment of lumens to a G address can create it."
        }
        TransferBlocker::TrustlineMissing => {
            "The destination has no trustline for the asset; its owner must add one first."
        }
        TransferBlocker::NotAuthorized => "The issuer of the asset has not authorized the destination to hold it.",
        TransferBlocker::LimitExceeded => "The payment would exceed the trustline limit of the destination.",
    };
    ApiError::new(ErrorCode::DestinationUnusable, message).detail("reason", reason.name())
}

impl From<TrustError> for ApiError {
    /// Converts the error and names the field of the trustline request.
    fn from(error: TrustError) -> Self {
        match error {
            TrustError::OwnAsset => explained(ErrorCode::InvalidRequest, error).at("asset"),
            TrustError::Missing => explained(ErrorCode::InvalidRequest, error).at("amount"),
            TrustError::LimitBelowBalance { minimum } => explained(ErrorCode::InvalidAmount, error)
                .amount("minimum", minimum)
                .at("amount"),
            TrustError::InsufficientFunds { available, required } => explained(ErrorCode::InsufficientFunds, error)
                .amount("available", available)
                .amount("required", required),
        }
    }
}

impl From<EnvelopeError> for ApiError {
    fn from(error: EnvelopeError) -> Self {
        match error {
            EnvelopeError::Malformed | EnvelopeError::Empty => explained(ErrorCode::InvalidTransaction, error),
            EnvelopeError::Unsigned => explained(ErrorCode::InvalidSignature, error),
        }
    }
}

impl From<AttachError> for ApiError {
    fn from(error: AttachError) -> Self {
        match error {
            AttachError::Invalid => explained(ErrorCode::InvalidSignature, error),
            AttachError::TooMany => explained(ErrorCode::InvalidRequest, error),
        }
    }
}

impl From<ResultCodes> for ApiError {
    /// Creates a 422 with the result codes of the network, a closed set.
    fn from(codes: ResultCodes) -> Self {
        let error = Self::from(codes.reason());
        let ResultCodes {
            transaction,
            inner_transaction,
            operations,
        } = codes;
        let mut details = json!({ "transaction": transaction, "operations": operations });
        if let Some(inner) = inner_transaction {
            details["innerTransaction"] = inner.into();
        }
        error.detail("resultCodes", details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_xlm::Stroops;
    use wallet_xlm::operation::Operations;

    const ALICE: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

    #[track_caller]
    fn check(operation: serde_json::Value, code: ErrorCode, field: &str) {
        let source = ALICE.parse().expect("an address");
        let error = Operations::read(&[operation], source).expect_err("an error");
        let error = ApiError::from(error).at("operations");
        assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{error:?}");
    }

    #[test]
    fn operation_error_has_the_full_path_and_a_specific_code() {
        let claimants = json!([{ "destination": ALICE, "predicate": { "not": {} } }]);
        let create = json!({ "type": "createClaimableBalance", "asset": { "kind": "coin", "chain": "xlm" },
            "amount": "1", "claimants": claimants });
        let not = "operations[0].claimants[0].predicate.not";
        check(create, ErrorCode::InvalidRequest, not);
        let payment = json!({ "type": "payment", "destination": "GA" });
        check(payment, ErrorCode::InvalidAddress, "operations[0].destination");
        let payment = json!({ "type": "payment", "destination": ALICE, "asset": { "kind": "coin", "chain": "xlm" },
            "amount": "1.5" });
        check(payment, ErrorCode::InvalidAmount, "operations[0].amount");
        check(json!({}), ErrorCode::InvalidRequest, "operations[0].type");
    }

    #[test]
    fn minimum_starting_balance_is_in_the_unit_of_its_field() {
        let minimum = Stroops::new(10_000_000).expect("above 0");
        let error = ApiError::from(StartingBalanceError { index: 3, minimum }).at("operations");
        assert_eq!(error.field.as_deref(), Some("operations[3].startingBalance"));
        assert_eq!(error.details["minimum"], "1");
    }

    #[test]
    fn result_codes_of_the_network_are_returned_unchanged() {
        let error = ApiError::from(ResultCodes {
            transaction: "tx_failed".to_owned(),
            inner_transaction: None,
            operations: vec!["op_underfunded".to_owned()],
        });
        assert_eq!(error.code, ErrorCode::TransactionRejected);
        assert_eq!(error.details["reason"], "operation_failed");
        let codes = json!({ "transaction": "tx_failed", "operations": ["op_underfunded"] });
        assert_eq!(error.details["resultCodes"], codes);
    }
}
