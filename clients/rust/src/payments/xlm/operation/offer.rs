//! Operations with prices: offers and liquidity pools.

use crate::blockchain_connector_xlm::operation::OperationBody;
use crate::payments::xlm::values::{InvalidValue, amount, asset, pool_id, price};
use stellar_xdr as xdr;
use xdr::OperationBody as Body;

/// Encodes offers, deposits and withdrawals. The prices are those of `found` if they equal the requested ones.
pub fn body(requested: &OperationBody, found: &Body) -> Result<Body, InvalidValue> {
    Ok(match (requested, found) {
        (
            OperationBody::ManageSellOffer {
                selling,
                buying,
                amount: units,
                price: text,
                offer_id,
            },
            Body::ManageSellOffer(op),
        ) => Body::ManageSellOffer(xdr::ManageSellOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            amount: amount(units)?,
            price: price(text, &op.price)?,
            offer_id: id(offer_id.as_deref())?,
        }),
        (
            OperationBody::ManageBuyOffer {
                selling,
                buying,
                buy_amount,
                price: text,
                offer_id,
            },
            Body::ManageBuyOffer(op),
        ) => Body::ManageBuyOffer(xdr::ManageBuyOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            buy_amount: amount(buy_amount)?,
            price: price(text, &op.price)?,
            offer_id: id(offer_id.as_deref())?,
        }),
        (
            OperationBody::CreatePassiveSellOffer {
                selling,
                buying,
                amount: units,
                price: text,
            },
            Body::CreatePassiveSellOffer(op),
        ) => Body::CreatePassiveSellOffer(xdr::CreatePassiveSellOfferOp {
            selling: asset(selling)?,
            buying: asset(buying)?,
            amount: amount(units)?,
            price: price(text, &op.price)?,
        }),
        (_, found) => pool(requested, found)?,
    })
}

/// Encodes the id of an offer; 0, a new offer, if absent.
fn id(offer_id: Option<&str>) -> Result<i64, InvalidValue> {
    offer_id.map_or(Ok(0), amount)
}

fn pool(requested: &OperationBody, found: &Body) -> Result<Body, InvalidValue> {
    Ok(match (requested, found) {
        (
            OperationBody::LiquidityPoolDeposit {
                liquidity_pool_id,
                max_amount_a,
                max_amount_b,
                min_price,
                max_price,
            },
            Body::LiquidityPoolDeposit(op),
        ) => Body::LiquidityPoolDeposit(xdr::LiquidityPoolDepositOp {
            liquidity_pool_id: pool_id(liquidity_pool_id)?,
            max_amount_a: amount(max_amount_a)?,
            max_amount_b: amount(max_amount_b)?,
            min_price: price(min_price, &op.min_price)?,
            max_price: price(max_price, &op.max_price)?,
        }),
        (
            OperationBody::LiquidityPoolWithdraw {
                liquidity_pool_id,
                amount: shares,
                min_amount_a,
                min_amount_b,
            },
            _,
        ) => Body::LiquidityPoolWithdraw(xdr::LiquidityPoolWithdrawOp {
            liquidity_pool_id: pool_id(liquidity_pool_id)?,
            amount: amount(shares)?,
            min_amount_a: amount(min_amount_a)?,
            min_amount_b: amount(min_amount_b)?,
        }),
        _ => return Err(InvalidValue),
    })
}
