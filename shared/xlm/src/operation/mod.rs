//! Operations of a transaction in JSON and XDR.
//!
//! Every variant of the specification is a separate type in the file of the subject, parsed field by field
//! and checked against the limits of the protocol ([`Operations::read`]), converted to XDR, and converted back from
//! XDR to the original JSON.

mod account;
mod assets;
mod claimable_balance;
mod fields;
mod from_xdr;
mod liquidity_pool;
mod notes;
mod offer;
mod options;
mod payment;
mod payment_recipients;
pub mod schema;
mod sponsorship;
mod trust;
mod values;

pub use account::{AccountMerge, BumpSequence, CreateAccount, DataValue, ManageData};
pub use assets::{Pool, SponsoredLine, TrustlineTarget};
pub use claimable_balance::Predicate;
#[cfg(test)]
pub(super) use claimable_balance::predicate_of;
pub use claimable_balance::{ClaimClaimableBalance, Claimant, ClawbackClaimableBalance, CreateClaimableBalance};
pub use fields::{FieldError, Problem};
pub use liquidity_pool::{LiquidityPoolDeposit, LiquidityPoolWithdraw};
pub use notes::Note;
pub use notes::Sponsorships;
pub use offer::{CreatePassiveSellOffer, ManageBuyOffer, ManageSellOffer};
pub use options::{SetOptions, Signer};
pub use payment::{Path, PathPaymentStrictReceive, PathPaymentStrictSend, Payment};
pub use payment_recipients::StartingBalanceError;
pub(crate) use payment_recipients::memo_required;
pub use payment_recipients::{MemoRequiredError, OperationPayment, check_memo, memo_recipients};
pub use sponsorship::{
    BeginSponsoringFutureReserves, EndSponsoringFutureReserves, RevokeAccountSponsorship,
    RevokeClaimableBalanceSponsorship, RevokeDataSponsorship, RevokeLiquidityPoolSponsorship, RevokeOfferSponsorship,
    RevokeSignerSponsorship, RevokeTrustlineSponsorship, SponsoredSigner,
};
pub use trust::{AllowTrust, ChangeTrust, Clawback, SetTrustLineFlags, TrustLineFlags};
pub use values::{DataName, HomeDomain, Lumens, Number, PositiveStroops};

use crate::value::address::{AccountId, MuxedAccount};
use fields::Fields;
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// The content of an operation, without the source account.
trait Body: Sized {
    /// Parses the fields other than `type` and `source`, in the order of the specification.
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError>;

    /// Checks the limits that depend on the source account.
    fn check(&self, _source: AccountId) -> Result<(), FieldError> {
        Ok(())
    }

    /// Converts the operation to XDR.
    fn to_xdr(&self) -> xdr::OperationBody;
}

/// Declares the variants with their JSON names. A name is a `tt` because utoipa cannot process a
/// `literal`.
macro_rules! variants {
    ($($variant:ident $name:tt,)*) => {
        /// The type and content of an operation.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(tag = "type")]
        #[schema(as = XlmNativeOperationBody)]
        pub enum OperationBody {$(
            #[doc = concat!("`", $name, "`")]
            #[serde(rename = $name)]
            $variant($variant),
        )*}

        impl OperationBody {
            /// The names of all variants in the order of the specification.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Parses the fields of the variant with this name. Returns `None` for an unknown name.
            fn read(name: &str, fields: &mut Fields<'_>) -> Option<Result<Self, FieldError>> {
                match name {
                    $($name => Some(<$variant as Body>::read(fields).map(Self::$variant)),)*
                    _ => None,
                }
            }

            /// Checks the limits that depend on the source account.
            pub(crate) fn check(&self, source: AccountId) -> Result<(), FieldError> {
                match self { $(Self::$variant(body) => body.check(source),)* }
            }

            fn to_xdr(&self) -> xdr::OperationBody {
                match self { $(Self::$variant(body) => body.to_xdr(),)* }
            }

            /// Returns the JSON name of the variant.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $name,)* }
            }
        }
    };
}

variants! {
    CreateAccount "createAccount",
    Payment "payment",
    PathPaymentStrictReceive "pathPaymentStrictReceive",
    PathPaymentStrictSend "pathPaymentStrictSend",
    ManageSellOffer "manageSellOffer",
    ManageBuyOffer "manageBuyOffer",
    CreatePassiveSellOffer "createPassiveSellOffer",
    SetOptions "setOptions",
    ChangeTrust "changeTrust",
    AllowTrust "allowTrust",
    AccountMerge "accountMerge",
    ManageData "manageData",
    BumpSequence "bumpSequence",
    CreateClaimableBalance "createClaimableBalance",
    ClaimClaimableBalance "claimClaimableBalance",
    BeginSponsoringFutureReserves "beginSponsoringFutureReserves",
    EndSponsoringFutureReserves "endSponsoringFutureReserves",
    RevokeAccountSponsorship "revokeAccountSponsorship",
    RevokeTrustlineSponsorship "revokeTrustlineSponsorship",
    RevokeOfferSponsorship "revokeOfferSponsorship",
    RevokeDataSponsorship "revokeDataSponsorship",
    RevokeClaimableBalanceSponsorship "revokeClaimableBalanceSponsorship",
    RevokeLiquidityPoolSponsorship "revokeLiquidityPoolSponsorship",
    RevokeSignerSponsorship "revokeSignerSponsorship",
    Clawback "clawback",
    ClawbackClaimableBalance "clawbackClaimableBalance",
    SetTrustLineFlags "setTrustLineFlags",
    LiquidityPoolDeposit "liquidityPoolDeposit",
    LiquidityPoolWithdraw "liquidityPoolWithdraw",
}

/// An operation of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmNativeOperation)]
pub struct Operation {
    /// The type and content of the operation.
    #[serde(flatten)]
    pub body: OperationBody,
    /// The source account: G… or M…. The source account of the transaction if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<MuxedAccount>,
}

impl Operation {
    /// Creates an operation of the transaction's source account.
    pub const fn of_source(body: OperationBody) -> Self {
        Self { body, source: None }
    }

    /// Parses an operation. Limits that depend on the source account or on other operations are not checked.
    pub fn read(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let name: String = fields.required("type")?;
        let source = fields.optional("source")?;
        let body = OperationBody::read(&name, &mut fields);
        let body = body.unwrap_or_else(|| Err(FieldError::limit("unknown type of operation").at("type")))?;
        fields.end()?;
        Ok(Self { body, source })
    }

    /// Returns the source account of the operation, which defaults to that of the transaction.
    pub fn source_or(&self, transaction: AccountId) -> AccountId {
        self.source.map_or(transaction, |source| source.account)
    }

    /// Encodes the operation.
    pub fn to_xdr(&self) -> xdr::Operation {
        xdr::Operation {
            source_account: self.source.map(MuxedAccount::to_xdr),
            body: self.body.to_xdr(),
        }
    }

    /// Returns `None` for operations that the specification does not define and for values that
    /// validators reject.
    pub(super) fn from_xdr(operation: &xdr::Operation) -> Option<Self> {
        Some(Self {
            body: from_xdr::body(&operation.body)?,
            source: operation.source_account.as_ref().map(MuxedAccount::from_xdr),
        })
    }

    /// Returns true if the JSON round-trips to the same XDR. JSON that would yield a different operation,
    /// or none, must not be shown to a signer.
    pub(super) fn json_round_trips(&self, operation: &xdr::Operation) -> bool {
        let reparsed = serde_json::to_value(self).ok().map(|json| Self::read(&json));
        matches!(reparsed, Some(Ok(reparsed)) if reparsed.to_xdr() == *operation)
    }
}

/// The operations of a transaction: 1 to 100, checked against the limits of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operations(Vec<Operation>);

/// The maximum number of operations in a transaction.
pub const MAX_OPERATIONS: usize = 100;

impl Operations {
    /// Creates a list with a single operation.
    pub fn one(operation: Operation) -> Self {
        Self(vec![operation])
    }

    /// Parses the operations of a transaction of this account. The path of an error starts with the
    /// index: `[3].amount`.
    ///
    /// Checks that depend on the network are separate: [`Operations::check_starting_balances`] and
    /// [`check_memo`].
    pub fn read(values: &[Value], source: AccountId) -> Result<Self, FieldError> {
        fields::ensure(
            (1..=MAX_OPERATIONS).contains(&values.len()),
            "transaction must have 1 to 100 operations",
        )?;
        let mut sponsorships = Sponsorships::default();
        let mut read = |index: usize, value: &Value| {
            let operation = Operation::read(value)?;
            let own = operation.source_or(source);
            operation.body.check(own)?;
            sponsorships.follow(index, &operation.body, own)?;
            Ok(operation)
        };
        let numbered = values.iter().enumerate();
        let operations = numbered
            .map(|(index, value)| read(index, value).map_err(|error: FieldError| error.at(format!("[{index}]"))));
        let operations = operations.collect::<Result<Vec<_>, _>>()?;
        if let Some(index) = sponsorships.first_open() {
            let missing = "sponsorship has no end; the sponsored account must end it with endSponsoringFutureReserves";
            return Err(FieldError::limit(missing).at(format!("[{index}]")));
        }
        Ok(Self(operations))
    }

    /// Returns the operations in order.
    pub fn as_slice(&self) -> &[Operation] {
        &self.0
    }

    pub(super) fn to_xdr(&self) -> xdr::VecM<xdr::Operation, 100> {
        // Construction allows at most 100 operations.
        let operations: Vec<_> = self.0.iter().map(Operation::to_xdr).collect();
        operations.try_into().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
