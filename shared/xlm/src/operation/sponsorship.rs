//! Sponsorship of reserves by a second account (CAP-33).

use super::Body;
use super::assets::SponsoredLine;
use super::fields::{At, FieldError, Fields, FromJson, ensure};
use super::options::{signer_field, signer_key};
use super::schema::{SignerKeyRecord, SponsoredTrustline};
use super::values::{DataName, Number};
use crate::account::signer::SignerKey;
use crate::chain::{BalanceId, PoolId};
use crate::value::address::AccountId;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Starts a sponsorship: the source account pays the reserves of entries that the sponsored account
/// creates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeginSponsoringFutureReserves {
    /// The address of the sponsored account.
    pub sponsored_id: AccountId,
}

impl Body for BeginSponsoringFutureReserves {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            sponsored_id: fields.required("sponsoredId")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(self.sponsored_id != source, "account must not sponsor itself").at("sponsoredId")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::BeginSponsoringFutureReserves(xdr::BeginSponsoringFutureReservesOp {
            sponsored_id: self.sponsored_id.to_xdr(),
        })
    }
}

/// Ends the sponsorship of the source account, which must be the sponsored account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EndSponsoringFutureReserves {}

impl Body for EndSponsoringFutureReserves {
    fn read(_: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {})
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::EndSponsoringFutureReserves
    }
}

/// Builds the operation that ends or transfers the sponsorship of a ledger entry.
const fn revoke(key: xdr::LedgerKey) -> xdr::OperationBody {
    xdr::OperationBody::RevokeSponsorship(xdr::RevokeSponsorshipOp::LedgerEntry(key))
}

/// Ends or transfers the sponsorship of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RevokeAccountSponsorship {
    /// The address of the account.
    pub account: AccountId,
}

impl Body for RevokeAccountSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            account: fields.required("account")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
            account_id: self.account.to_xdr(),
        }))
    }
}

/// Ends or transfers the sponsorship of a trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RevokeTrustlineSponsorship {
    /// The account of the trustline.
    pub account: AccountId,
    /// The asset of the trustline: an issued asset or the shares of a pool.
    #[schema(value_type = SponsoredTrustline)]
    pub asset: SponsoredLine,
}

impl Body for RevokeTrustlineSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (account, asset) = (fields.required("account")?, fields.required("asset")?);
        let is_own = matches!(asset, SponsoredLine::Credit(credit) if credit.issuer == account);
        ensure(!is_own, "issuer cannot have a trustline for its own asset").at("asset")?;
        Ok(Self { account, asset })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::Trustline(xdr::LedgerKeyTrustLine {
            account_id: self.account.to_xdr(),
            asset: self.asset.to_xdr(),
        }))
    }
}

/// Ends or transfers the sponsorship of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeOfferSponsorship {
    /// The account of the offer.
    pub seller: AccountId,
    /// The id of the offer.
    pub offer_id: Number,
}

impl Body for RevokeOfferSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (seller, offer_id) = (fields.required("seller")?, fields.required("offerId")?);
        ensure(offer_id != Number::default(), "offer id must not be 0").at("offerId")?;
        Ok(Self { seller, offer_id })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::Offer(xdr::LedgerKeyOffer {
            seller_id: self.seller.to_xdr(),
            offer_id: self.offer_id.get(),
        }))
    }
}

/// Ends or transfers the sponsorship of a data entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RevokeDataSponsorship {
    /// The account of the data entry.
    pub account: AccountId,
    /// The name of the entry.
    pub name: DataName,
}

impl Body for RevokeDataSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            account: fields.required("account")?,
            name: fields.required("name")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::Data(xdr::LedgerKeyData {
            account_id: self.account.to_xdr(),
            data_name: xdr::String64(self.name.to_xdr()),
        }))
    }
}

/// Ends or transfers the sponsorship of a claimable balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeClaimableBalanceSponsorship {
    /// The balance id: 72 hex digits, or B….
    pub balance_id: BalanceId,
}

impl Body for RevokeClaimableBalanceSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            balance_id: fields.required("balanceId")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::ClaimableBalance(xdr::LedgerKeyClaimableBalance {
            balance_id: self.balance_id.to_xdr(),
        }))
    }
}

/// Ends or transfers the sponsorship of a liquidity pool. The network rejects this operation, since a
/// pool has no sponsor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeLiquidityPoolSponsorship {
    /// The pool id: 64 hex digits, or L….
    pub liquidity_pool_id: PoolId,
}

impl Body for RevokeLiquidityPoolSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            liquidity_pool_id: fields.required("liquidityPoolId")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        revoke(xdr::LedgerKey::LiquidityPool(xdr::LedgerKeyLiquidityPool {
            liquidity_pool_id: self.liquidity_pool_id.to_xdr(),
        }))
    }
}

/// Ends or transfers the sponsorship of a signer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RevokeSignerSponsorship {
    /// The account of the signer.
    pub account: AccountId,
    /// The signer.
    #[schema(value_type = SignerKeyRecord)]
    pub signer: SponsoredSigner,
}

/// A sponsored signer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SponsoredSigner(pub SignerKey);

impl FromJson for SponsoredSigner {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let key = signer_key(&mut fields)?;
        fields.end()?;
        Ok(Self(key))
    }
}

impl Serialize for SponsoredSigner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, text) = signer_field(&self.0);
        let mut record = serializer.serialize_map(Some(1))?;
        record.serialize_entry(name, &text)?;
        record.end()
    }
}

impl Body for RevokeSignerSponsorship {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            account: fields.required("account")?,
            signer: fields.required("signer")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        let signer = xdr::RevokeSponsorshipOpSigner {
            account_id: self.account.to_xdr(),
            signer_key: self.signer.0.to_xdr(),
        };
        xdr::OperationBody::RevokeSponsorship(xdr::RevokeSponsorshipOp::Signer(signer))
    }
}
