//! Operations of liquidity pools.

use super::fields::Fields;
use wallet_upstream::failure::Failure;
use wallet_xlm::history::Body;
use wallet_xlm::{Asset, Stroops};

pub(super) fn pool_deposit(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    Ok(Body::PoolDeposit {
        pool: fields.read("liquidity_pool_id")?,
        min_price: fields.decimal("min_price")?,
        max_price: fields.decimal("max_price")?,
        shares: fields.amount("shares_received")?,
        reserves: reserves(fields, "reserves_deposited", succeeded)?,
        intended: intended(fields, succeeded)?,
    })
}

pub(super) fn pool_withdraw(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    Ok(Body::PoolWithdraw {
        pool: fields.read("liquidity_pool_id")?,
        shares: fields.amount("shares")?,
        reserves: reserves(fields, "reserves_received", succeeded)?,
    })
}

/// Reads the maximum amounts of a deposit that failed.
fn intended(fields: Fields<'_>, succeeded: bool) -> Result<Vec<Stroops>, Failure> {
    if succeeded {
        return Ok(Vec::new());
    }
    let reserves = fields.objects("reserves_max")?.into_iter();
    reserves.map(|reserve| reserve.amount("amount")).collect()
}

/// Reads the moved reserves. Horizon omits their assets in failed transactions, which move none.
fn reserves(fields: Fields<'_>, name: &str, succeeded: bool) -> Result<Vec<(Asset, Stroops)>, Failure> {
    if !succeeded {
        return Ok(Vec::new());
    }
    let reserves = fields.objects(name)?.into_iter();
    let reserves = reserves.map(|reserve| Ok((reserve.read("asset")?, reserve.amount("amount")?)));
    reserves.collect()
}
