//! The XDR of a requested operation, encoded independently of the service.

use super::values::{Unsupported, account, amount, asset, is_price, lumens, muxed, predicate, signer_key, trusted};
use crate::blockchain_connector_xlm::operation::{Claimant, DataValue, Operation, OperationBody, SetOptions};
use stellar_xdr as xdr;

/// The relation of an operation in a transaction to the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The operation is the requested one.
    Same,
    /// The operation is another one.
    Different,
    /// This version does not encode operations of this type, so the operation was not compared.
    Unknown,
}

/// Compares an operation of a transaction with the requested one.
pub fn compare(requested: &Operation, found: &xdr::Operation) -> Comparison {
    let source = requested.source.as_deref().map(muxed).transpose();
    let same_source = source.is_ok_and(|source| source == found.source_account);
    match body(&requested.body, &found.body) {
        _ if !same_source => Comparison::Different,
        Ok(Some(expected)) if expected == found.body => Comparison::Same,
        Ok(None) if type_name(&found.body) == requested_type(&requested.body) => Comparison::Unknown,
        Ok(_) | Err(Unsupported) => Comparison::Different,
    }
}

/// Returns the XDR of an operation, or `None` for types that this version does not encode. The price is that of the
/// transaction if it equals the requested one.
fn body(requested: &OperationBody, found: &xdr::OperationBody) -> Result<Option<xdr::OperationBody>, Unsupported> {
    use xdr::OperationBody as Body;
    Ok(Some(match requested {
        OperationBody::CreateAccount {
            destination,
            starting_balance,
        } => Body::CreateAccount(xdr::CreateAccountOp {
            destination: account(destination)?,
            starting_balance: lumens(starting_balance)?,
        }),
        OperationBody::Payment {
            destination,
            asset: paid,
            amount: units,
        } => Body::Payment(xdr::PaymentOp {
            destination: muxed(destination)?,
            asset: asset(paid)?,
            amount: amount(units)?,
        }),
        OperationBody::PathPaymentStrictReceive { .. } | OperationBody::PathPaymentStrictSend { .. } => {
            path_payment(requested)?
        }
        OperationBody::ManageSellOffer { .. }
        | OperationBody::ManageBuyOffer { .. }
        | OperationBody::CreatePassiveSellOffer { .. } => offer(requested, found)?,
        OperationBody::SetOptions(options) => Body::SetOptions(set_options(options)?),
        OperationBody::ChangeTrust { asset, limit } => Body::ChangeTrust(xdr::ChangeTrustOp {
            line: trusted(asset)?,
            limit: limit.as_deref().map_or(Ok(i64::MAX), amount)?,
        }),
        OperationBody::AccountMerge { destination } => Body::AccountMerge(muxed(destination)?),
        OperationBody::ManageData { name, value } => Body::ManageData(manage_data(name, value.as_ref())?),
        OperationBody::BumpSequence { bump_to } => Body::BumpSequence(xdr::BumpSequenceOp {
            bump_to: xdr::SequenceNumber(amount(bump_to)?),
        }),
        OperationBody::CreateClaimableBalance {
            asset: set_aside,
            amount: units,
            claimants,
        } => {
            let claimants: Result<Vec<_>, _> = claimants.iter().map(claimant).collect();
            Body::CreateClaimableBalance(xdr::CreateClaimableBalanceOp {
                asset: asset(set_aside)?,
                amount: amount(units)?,
                claimants: claimants?.try_into()?,
            })
        }
        OperationBody::ClaimClaimableBalance { balance_id } => {
            Body::ClaimClaimableBalance(xdr::ClaimClaimableBalanceOp {
                balance_id: super::values::balance_id(balance_id)?,
            })
        }
        OperationBody::BeginSponsoringFutureReserves { sponsored_id } => {
            Body::BeginSponsoringFutureReserves(xdr::BeginSponsoringFutureReservesOp {
                sponsored_id: account(sponsored_id)?,
            })
        }
        OperationBody::EndSponsoringFutureReserves {} => Body::EndSponsoringFutureReserves,
        _ => return Ok(None),
    }))
}

fn path_payment(requested: &OperationBody) -> Result<xdr::OperationBody, Unsupported> {
    match requested {
        OperationBody::PathPaymentStrictReceive {
            send_asset,
            send_max,
            destination,
            dest_asset,
            dest_amount,
            path,
        } => Ok(xdr::OperationBody::PathPaymentStrictReceive(
            xdr::PathPaymentStrictReceiveOp {
                send_asset: asset(send_asset)?,
                send_max: amount(send_max)?,
                destination: muxed(destination)?,
                dest_asset: asset(dest_asset)?,
                dest_amount: amount(dest_amount)?,
                path: path.iter().map(asset).collect::<Result<Vec<_>, _>>()?.try_into()?,
            },
        )),
        OperationBody::PathPaymentStrictSend {
            send_asset,
            send_amount,
            destination,
            dest_asset,
            dest_min,
            path,
        } => Ok(xdr::OperationBody::PathPaymentStrictSend(
            xdr::PathPaymentStrictSendOp {
                send_asset: asset(send_asset)?,
                send_amount: amount(send_amount)?,
                destination: muxed(destination)?,
                dest_asset: asset(dest_asset)?,
                dest_min: amount(dest_min)?,
                path: path.iter().map(asset).collect::<Result<Vec<_>, _>>()?.try_into()?,
            },
        )),
        _ => Err(Unsupported),
    }
}

fn offer(requested: &OperationBody, found: &xdr::OperationBody) -> Result<xdr::OperationBody, Unsupported> {
    use xdr::OperationBody as Body;
    let checked = |text: &str, price: &xdr::Price| is_price(text, price).then(|| price.clone()).ok_or(Unsupported);
    let id = |offer_id: &Option<String>| offer_id.as_deref().map_or(Ok(0), amount);
    match (requested, found) {
        (
            OperationBody::ManageSellOffer {
                selling,
                buying,
                amount: units,
                price,
                offer_id,
            },
            Body::ManageSellOffer(op),
        ) => Ok(Body::ManageSellOffer(xdr::ManageSellOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            amount: amount(units)?,
            price: checked(price, &op.price)?,
            offer_id: id(offer_id)?,
        })),
        (
            OperationBody::ManageBuyOffer {
                selling,
                buying,
                buy_amount,
                price,
                offer_id,
            },
            Body::ManageBuyOffer(op),
        ) => Ok(Body::ManageBuyOffer(xdr::ManageBuyOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            buy_amount: amount(buy_amount)?,
            price: checked(price, &op.price)?,
            offer_id: id(offer_id)?,
        })),
        (
            OperationBody::CreatePassiveSellOffer {
                selling,
                buying,
                amount: units,
                price,
            },
            Body::CreatePassiveSellOffer(op),
        ) => Ok(Body::CreatePassiveSellOffer(xdr::CreatePassiveSellOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            amount: amount(units)?,
            price: checked(price, &op.price)?,
        })),
        _ => Err(Unsupported),
    }
}

fn set_options(options: &SetOptions) -> Result<xdr::SetOptionsOp, Unsupported> {
    let signer = options.signer.as_ref().map(|signer| {
        Ok::<_, Unsupported>(xdr::Signer {
            key: signer_key(signer)?,
            weight: signer.weight.unwrap_or_default(),
        })
    });
    let home_domain = options
        .home_domain
        .as_ref()
        .map(|domain| domain.as_bytes().to_vec().try_into());
    Ok(xdr::SetOptionsOp {
        inflation_dest: options.inflation_dest.as_deref().map(account).transpose()?,
        clear_flags: options.clear_flags,
        set_flags: options.set_flags,
        master_weight: options.master_weight.map(u32::from),
        low_threshold: options.low_threshold.map(u32::from),
        med_threshold: options.med_threshold.map(u32::from),
        high_threshold: options.high_threshold.map(u32::from),
        home_domain: home_domain.transpose()?.map(xdr::String32),
        signer: signer.transpose()?,
    })
}

fn manage_data(name: &str, value: Option<&DataValue>) -> Result<xdr::ManageDataOp, Unsupported> {
    let bytes = match value {
        None => None,
        Some(DataValue::Text(text)) => Some(text.as_bytes().to_vec()),
        Some(DataValue::Bytes { .. }) => return Err(Unsupported),
    };
    Ok(xdr::ManageDataOp {
        data_name: xdr::String64(name.as_bytes().to_vec().try_into()?),
        data_value: bytes.map(xdr::BytesM::try_from).transpose()?.map(xdr::DataValue),
    })
}

fn claimant(claimant: &Claimant) -> Result<xdr::Claimant, Unsupported> {
    let condition = claimant.predicate.as_ref().map(predicate).transpose()?;
    Ok(xdr::Claimant::ClaimantTypeV0(xdr::ClaimantV0 {
        destination: account(&claimant.destination)?,
        predicate: condition.unwrap_or(xdr::ClaimPredicate::Unconditional),
    }))
}

/// Returns the name of an operation type in the protocol.
fn type_name(found: &xdr::OperationBody) -> &'static str {
    found.name()
}

/// Returns the protocol's type name of the operations that this version does not encode.
fn requested_type(requested: &OperationBody) -> &'static str {
    match requested {
        OperationBody::AllowTrust { .. } => "AllowTrust",
        OperationBody::RevokeAccountSponsorship { .. }
        | OperationBody::RevokeTrustlineSponsorship { .. }
        | OperationBody::RevokeOfferSponsorship { .. }
        | OperationBody::RevokeDataSponsorship { .. }
        | OperationBody::RevokeClaimableBalanceSponsorship { .. }
        | OperationBody::RevokeLiquidityPoolSponsorship { .. }
        | OperationBody::RevokeSignerSponsorship { .. } => "RevokeSponsorship",
        OperationBody::Clawback { .. } => "Clawback",
        OperationBody::ClawbackClaimableBalance { .. } => "ClawbackClaimableBalance",
        OperationBody::SetTrustLineFlags { .. } => "SetTrustLineFlags",
        OperationBody::LiquidityPoolDeposit { .. } => "LiquidityPoolDeposit",
        OperationBody::LiquidityPoolWithdraw { .. } => "LiquidityPoolWithdraw",
        _ => "",
    }
}
