//! Operations that transfer an amount.

use crate::blockchain_connector_xlm::operation::{Claimant, OperationBody};
use crate::payments::xlm::values::{InvalidValue, account, amount, asset, lumens, muxed, predicate};
use crate::wire::Asset;
use stellar_xdr as xdr;
use xdr::OperationBody as Body;

/// Encodes payments, the creation of accounts and of claimable balances.
pub fn body(requested: &OperationBody) -> Result<Body, InvalidValue> {
    Ok(match requested {
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
        OperationBody::CreateClaimableBalance {
            asset: set_aside,
            amount: units,
            claimants,
        } => Body::CreateClaimableBalance(xdr::CreateClaimableBalanceOp {
            asset: asset(set_aside)?,
            amount: amount(units)?,
            claimants: claimants
                .iter()
                .map(claimant)
                .collect::<Result<Vec<_>, _>>()?
                .try_into()?,
        }),
        _ => path_payment(requested)?,
    })
}

fn path_payment(requested: &OperationBody) -> Result<Body, InvalidValue> {
    Ok(match requested {
        OperationBody::PathPaymentStrictReceive {
            send_asset,
            send_max,
            destination,
            dest_asset,
            dest_amount,
            path,
        } => Body::PathPaymentStrictReceive(xdr::PathPaymentStrictReceiveOp {
            send_asset: asset(send_asset)?,
            send_max: amount(send_max)?,
            destination: muxed(destination)?,
            dest_asset: asset(dest_asset)?,
            dest_amount: amount(dest_amount)?,
            path: assets(path)?,
        }),
        OperationBody::PathPaymentStrictSend {
            send_asset,
            send_amount,
            destination,
            dest_asset,
            dest_min,
            path,
        } => Body::PathPaymentStrictSend(xdr::PathPaymentStrictSendOp {
            send_asset: asset(send_asset)?,
            send_amount: amount(send_amount)?,
            destination: muxed(destination)?,
            dest_asset: asset(dest_asset)?,
            dest_min: amount(dest_min)?,
            path: assets(path)?,
        }),
        _ => return Err(InvalidValue),
    })
}

fn assets(path: &[Asset]) -> Result<xdr::VecM<xdr::Asset, 5>, InvalidValue> {
    let path: Result<Vec<_>, _> = path.iter().map(asset).collect();
    Ok(path?.try_into()?)
}

fn claimant(claimant: &Claimant) -> Result<xdr::Claimant, InvalidValue> {
    let condition = claimant.predicate.as_ref().map(predicate).transpose()?;
    Ok(xdr::Claimant::ClaimantTypeV0(xdr::ClaimantV0 {
        destination: account(&claimant.destination)?,
        predicate: condition.unwrap_or(xdr::ClaimPredicate::Unconditional),
    }))
}
