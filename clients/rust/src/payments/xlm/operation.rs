//! The comparison of requested operations with those of a transaction.

use crate::blockchain_connector_xlm::operation::Operation;
use stellar_xdr as xdr;
use xdr::OperationBody as Body;

/// Returns true if an operation of a transaction is the requested one. Prices are compared as numbers, because the service
/// chooses the fraction of a decimal price.
pub fn is_requested(requested: &Operation, found: &xdr::Operation) -> bool {
    let Ok(mut json) = serde_json::to_value(requested) else {
        return false;
    };
    for (field, price) in prices(&found.body) {
        if json[field].as_str().is_some_and(|text| is_price(text, price)) {
            json[field] = format!("{}/{}", price.n, price.d).into();
        }
    }
    wallet_xlm::operation::Operation::read(&json).is_ok_and(|expected| expected.to_xdr() == *found)
}

/// Returns the prices of an operation by the name of their field.
fn prices(body: &Body) -> Vec<(&'static str, &xdr::Price)> {
    match body {
        Body::ManageSellOffer(op) => vec![("price", &op.price)],
        Body::ManageBuyOffer(op) => vec![("price", &op.price)],
        Body::CreatePassiveSellOffer(op) => vec![("price", &op.price)],
        Body::LiquidityPoolDeposit(op) => vec![("minPrice", &op.min_price), ("maxPrice", &op.max_price)],
        _ => Vec::new(),
    }
}

/// Returns true if a fraction is the requested price: exactly for `n/d`, within 10^-9 of a decimal one. The best
/// fraction of two 31-bit numbers is closer than this to every decimal number in their range.
fn is_price(text: &str, price: &xdr::Price) -> bool {
    let (Ok(n), Ok(d)) = (u128::try_from(price.n), u128::try_from(price.d)) else {
        return false;
    };
    if let Some((numerator, denominator)) = text.split_once('/') {
        return (numerator.parse(), denominator.parse()) == (Ok(price.n), Ok(price.d));
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{decimals}").parse::<u128>().ok();
    let power = u32::try_from(decimals.len())
        .ok()
        .and_then(|places| 10_u128.checked_pow(places));
    let products = digits
        .zip(power)
        .and_then(|(digits, power)| n.checked_mul(power).zip(digits.checked_mul(d)));
    products.is_some_and(|(found, expected)| expected > 0 && found.abs_diff(expected) <= expected / 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_compared_as_fractions() {
        let price = |n, d| xdr::Price { n, d };
        assert!(is_price("0.25", &price(1, 4)));
        assert!(is_price("1/4", &price(1, 4)));
        assert!(!is_price("1/4", &price(2, 8)), "a fraction is kept");
        assert!(is_price("3.141592653", &price(103_993, 33_102)));
        assert!(!is_price("0.25", &price(4, 1)));
        assert!(!is_price("0.25", &price(26, 100)));
        assert!(!is_price("0", &price(0, 1)));
        assert!(!is_price("", &price(1, 4)));
        assert!(!is_price("1", &price(-1, -1)));
    }

    #[test]
    fn prices_far_from_one_are_compared_as_well() {
        let price = |n, d| xdr::Price { n, d };
        assert!(is_price("2147483646.999999999999", &price(i32::MAX, 1)));
        assert!(is_price("0.000000000931322575", &price(1, 1_073_741_824)));
        assert!(!is_price("1000000", &price(1_000_001, 1)));
        assert!(!is_price("0.1", &price(100_000_001, 1_000_000_000)));
    }
}
