//! The operations of a transaction: each as it stands in JSON, and as the network takes it.
//!
//! Every variant of the specification is a type of its own, in the file of its subject. It is read field by field and
//! checked against the limits of the protocol ([`Operations::read`]), becomes XDR, and is read back from XDR into the JSON
//! that it came from.

mod account;
mod assets;
mod claimable_balance;
mod fields;
mod liquidity_pool;
mod notes;
mod offer;
mod options;
mod payment;
mod pays;
mod predicate;
mod read_back;
mod sandwich;
pub mod schema;
mod sponsorship;
mod starting_balance;
mod trust;
mod values;

pub use account::{AccountMerge, BumpSequence, CreateAccount, DataText, ManageData};
pub use assets::{Line, Pool, SponsoredLine};
pub use claimable_balance::{ClaimClaimableBalance, Claimant, ClawbackClaimableBalance, CreateClaimableBalance};
pub use fields::{FieldError, Problem};
pub use liquidity_pool::{LiquidityPoolDeposit, LiquidityPoolWithdraw};
pub use notes::Note;
pub use offer::{CreatePassiveSellOffer, ManageBuyOffer, ManageSellOffer};
pub use options::{SetOptions, Signer};
pub use payment::{Path, PathPaymentStrictReceive, PathPaymentStrictSend, Payment};
pub use pays::{MemoRequiredError, Paid, check_memo};
pub use predicate::Predicate;
#[cfg(test)]
pub(super) use predicate::predicate_of;
pub use sandwich::Sponsorships;
pub use sponsorship::{
    BeginSponsoringFutureReserves, EndSponsoringFutureReserves, RevokeAccountSponsorship,
    RevokeClaimableBalanceSponsorship, RevokeDataSponsorship, RevokeLiquidityPoolSponsorship, RevokeOfferSponsorship,
    RevokeSignerSponsorship, RevokeTrustlineSponsorship, SponsoredSigner,
};
pub use starting_balance::StartingBalanceError;
pub use trust::{AllowTrust, ChangeTrust, Clawback, SetTrustLineFlags, TrustLineFlags};
pub use values::{DataName, HomeDomain, Lumens, Number, PositiveStroops};

use super::address::{AccountId, MuxedAccount};
use fields::Fields;
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// What an operation does, whoever it is of.
trait Body: Sized {
    /// Reads the fields beside `type` and `source`, in the order of the specification.
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError>;

    /// The limits that depend on the account whose operation it is.
    fn check(&self, _source: AccountId) -> Result<(), FieldError> {
        Ok(())
    }

    /// As the network takes it.
    fn to_xdr(&self) -> xdr::OperationBody;
}

/// Declares the variants with their names in JSON. A name is a `tt`: utoipa does not see through a `literal`.
macro_rules! variants {
    ($($variant:ident $name:tt,)*) => {
        /// What an operation does.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(tag = "type")]
        #[schema(as = XlmNativeOperationBody)]
        pub enum OperationBody {$(
            #[doc = concat!("`", $name, "`")]
            #[serde(rename = $name)]
            $variant($variant),
        )*}

        impl OperationBody {
            /// The name of every variant, in the order of the specification.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Reads the fields of the variant with this name, `None` when there is no such variant.
            fn read(name: &str, fields: &mut Fields<'_>) -> Option<Result<Self, FieldError>> {
                match name {
                    $($name => Some(<$variant as Body>::read(fields).map(Self::$variant)),)*
                    _ => None,
                }
            }

            fn check(&self, source: AccountId) -> Result<(), FieldError> {
                match self { $(Self::$variant(body) => body.check(source),)* }
            }

            fn to_xdr(&self) -> xdr::OperationBody {
                match self { $(Self::$variant(body) => body.to_xdr(),)* }
            }

            /// The variant's name in JSON.
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

/// An operation of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmNativeOperation)]
pub struct Operation {
    /// What it does.
    #[serde(flatten)]
    pub body: OperationBody,
    /// Whose operation it is: G… or M…; that of the transaction's source account when it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub source: Option<MuxedAccount>,
}

impl Operation {
    /// An operation of the transaction's source account.
    pub const fn of_source(body: OperationBody) -> Self {
        Self { body, source: None }
    }

    fn read(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let name: String = fields.required("type")?;
        let source = fields.optional("source")?;
        let body = OperationBody::read(&name, &mut fields);
        let body = body.unwrap_or_else(|| Err(FieldError::limit("no operation is of this type").at("type")))?;
        fields.end()?;
        Ok(Self { body, source })
    }

    /// The account whose operation it is in a transaction of this account.
    pub fn source_or(&self, transaction: AccountId) -> AccountId {
        self.source.map_or(transaction, |source| source.account)
    }

    pub(super) fn to_xdr(&self) -> xdr::Operation {
        xdr::Operation {
            source_account: self.source.map(MuxedAccount::to_xdr),
            body: self.body.to_xdr(),
        }
    }

    /// `None` for operations that the specification does not know, and for values that validators refuse.
    pub(super) fn from_xdr(operation: &xdr::Operation) -> Option<Self> {
        Some(Self {
            body: read_back::body(&operation.body)?,
            source: operation.source_account.as_ref().map(MuxedAccount::from_xdr),
        })
    }

    /// Whether its JSON would make exactly this XDR. What would make another operation, or none, must not be shown to
    /// whoever signs.
    pub(super) fn is_told_by_its_json(&self, operation: &xdr::Operation) -> bool {
        let again = serde_json::to_value(self).ok().map(|json| Self::read(&json));
        matches!(again, Some(Ok(again)) if again.to_xdr() == *operation)
    }
}

/// The operations of a transaction: 1 to 100, checked against the limits of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operations(Vec<Operation>);

/// The most operations in a transaction.
pub const MAX_OPERATIONS: usize = 100;

impl Operations {
    /// One operation of ours.
    pub fn one(operation: Operation) -> Self {
        Self(vec![operation])
    }

    /// Reads the operations of a transaction of this account. The path of an error begins with the place: `[3].amount`.
    ///
    /// What depends on the network is left to [`Operations::check_starting_balances`] and [`check_memo`].
    pub fn read(values: &[Value], source: AccountId) -> Result<Self, FieldError> {
        fields::ensure(
            (1..=MAX_OPERATIONS).contains(&values.len()),
            "a transaction has 1 to 100 operations",
        )?;
        let mut sponsorships = Sponsorships::default();
        let mut read = |place: usize, value: &Value| {
            let operation = Operation::read(value)?;
            let own = operation.source_or(source);
            operation.body.check(own)?;
            sponsorships.follow(place, &operation.body, own)?;
            Ok(operation)
        };
        let numbered = values.iter().enumerate();
        let operations = numbered
            .map(|(place, value)| read(place, value).map_err(|error: FieldError| error.at(format!("[{place}]"))));
        let operations = operations.collect::<Result<Vec<_>, _>>()?;
        if let Some(place) = sponsorships.unended() {
            let missing =
                "nothing ends this sponsorship; the sponsored account ends it with endSponsoringFutureReserves";
            return Err(FieldError::limit(missing).at(format!("[{place}]")));
        }
        Ok(Self(operations))
    }

    /// The operations in their order.
    pub fn as_slice(&self) -> &[Operation] {
        &self.0
    }

    pub(super) fn to_xdr(&self) -> xdr::VecM<xdr::Operation, 100> {
        // There are at most 100.
        let operations: Vec<_> = self.0.iter().map(Operation::to_xdr).collect();
        operations.try_into().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
