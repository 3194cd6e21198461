//! Deposits to and withdrawals from liquidity pools (CAP-38).

use super::Body;
use super::fields::{At, FieldError, Fields, ensure};
use super::values::PositiveStroops;
use crate::chain::PoolId;
use crate::value::amount::Stroops;
use crate::value::price::Price;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Deposits both assets of a pool at the pool's current ratio in exchange for pool shares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiquidityPoolDeposit {
    /// The pool id: 64 hex digits, or L….
    pub liquidity_pool_id: PoolId,
    /// The maximum amount of the first asset, in stroops.
    pub max_amount_a: PositiveStroops,
    /// The maximum amount of the second asset, in stroops.
    pub max_amount_b: PositiveStroops,
    /// The minimum price in units of A per unit of B.
    pub min_price: Price,
    /// The maximum price in units of A per unit of B.
    pub max_price: Price,
}

impl Body for LiquidityPoolDeposit {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let deposit = Self {
            liquidity_pool_id: fields.required("liquidityPoolId")?,
            max_amount_a: fields.required("maxAmountA")?,
            max_amount_b: fields.required("maxAmountB")?,
            min_price: fields.required("minPrice")?,
            max_price: fields.required("maxPrice")?,
        };
        let in_order = deposit.min_price.is_at_most(deposit.max_price);
        ensure(in_order, "maxPrice must not be below minPrice").at("maxPrice")?;
        Ok(deposit)
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::LiquidityPoolDeposit(xdr::LiquidityPoolDepositOp {
            liquidity_pool_id: self.liquidity_pool_id.to_xdr(),
            max_amount_a: self.max_amount_a.get(),
            max_amount_b: self.max_amount_b.get(),
            min_price: self.min_price.to_xdr(),
            max_price: self.max_price.to_xdr(),
        })
    }
}

impl LiquidityPoolDeposit {
    pub(super) fn from_xdr(op: &xdr::LiquidityPoolDepositOp) -> Option<Self> {
        Some(Self {
            liquidity_pool_id: PoolId::from_xdr(&op.liquidity_pool_id),
            max_amount_a: PositiveStroops::from_xdr(op.max_amount_a)?,
            max_amount_b: PositiveStroops::from_xdr(op.max_amount_b)?,
            min_price: Price::from_xdr(&op.min_price)?,
            max_price: Price::from_xdr(&op.max_price)?,
        })
    }
}

/// Redeems shares of a pool for both of its assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiquidityPoolWithdraw {
    /// The pool id: 64 hex digits, or L….
    pub liquidity_pool_id: PoolId,
    /// The number of shares, in stroops.
    pub amount: PositiveStroops,
    /// The minimum amount of the first asset, in stroops.
    pub min_amount_a: Stroops,
    /// The minimum amount of the second asset, in stroops.
    pub min_amount_b: Stroops,
}

impl Body for LiquidityPoolWithdraw {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            liquidity_pool_id: fields.required("liquidityPoolId")?,
            amount: fields.required("amount")?,
            min_amount_a: fields.required("minAmountA")?,
            min_amount_b: fields.required("minAmountB")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::LiquidityPoolWithdraw(xdr::LiquidityPoolWithdrawOp {
            liquidity_pool_id: self.liquidity_pool_id.to_xdr(),
            amount: self.amount.get(),
            min_amount_a: self.min_amount_a.get(),
            min_amount_b: self.min_amount_b.get(),
        })
    }
}

impl LiquidityPoolWithdraw {
    pub(super) fn from_xdr(op: &xdr::LiquidityPoolWithdrawOp) -> Option<Self> {
        Some(Self {
            liquidity_pool_id: PoolId::from_xdr(&op.liquidity_pool_id),
            amount: PositiveStroops::from_xdr(op.amount)?,
            min_amount_a: Stroops::new(op.min_amount_a)?,
            min_amount_b: Stroops::new(op.min_amount_b)?,
        })
    }
}
