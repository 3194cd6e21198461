//! Swaps: path payments through the exchange of the network.

use super::request::issued;
use super::{Action, CHAIN, review};
use crate::blockchain_connector_xlm::operation::OperationBody;
use crate::blockchain_connector_xlm::prepare_transaction::{PathsRequest, PaymentPath, paths};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::wire::Asset;
use bon::Builder;
use wallet_core::model::Network;

/// The highest tolerance in basis points.
const MAX_TOLERANCE: u16 = 5000;
/// The number of basis points in one.
const BASIS_POINTS: i128 = 10_000;
/// The maximum number of assets between the two of a swap.
const MAX_PATH: usize = 5;
const ENDPOINT: &str = "paths";

/// A swap of two assets, of which one amount is exact.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Swap {
    /// The recipient: G… or M…. It can be the sender.
    pub to: String,
    /// The sent asset.
    pub send: Asset,
    /// The received asset.
    pub receive: Asset,
    /// The exact amount. The price determines the other one.
    pub exact: Exact,
}

/// The exact amount of a swap in base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exact {
    /// The sent amount.
    Sent(i64),
    /// The received amount.
    Received(i64),
}

/// The limit of the amount that the price determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The accepted deviation from the price of the path in basis points, 0 to 5000.
    Tolerance(u16),
    /// The minimum received or the maximum sent amount in base units. It does not depend on the price, which is a statement
    /// of the service.
    Amount(i64),
}

impl Swap {
    /// Requests the path with the best price. `None` if the exchange has no path for the amount, or the recipient has no
    /// trustline for the received asset.
    ///
    /// # Errors
    ///
    /// [`PaymentError::Mismatch`] if a returned path is not for the exact amount.
    pub async fn best_path(
        &self,
        client: &Client,
        network: Network,
        public_key: [u8; 32],
    ) -> Result<Option<PaymentPath>, PaymentError> {
        let (source_asset, destination_asset) = match self.exact {
            Exact::Sent(_) => (Some(name(&self.send)?), None),
            Exact::Received(_) => (None, Some(name(&self.receive)?)),
        };
        let request = PathsRequest {
            from: review::address(public_key),
            to: Some(self.to.clone()),
            amount: self.amount()?.to_string(),
            source_asset,
            destination_asset,
            network: Some(network),
        };
        let found = paths(client, CHAIN, &request).await?.paths;
        for path in &found {
            self.check_exact_side(path)?;
        }
        // The response also contains the paths to or from the other assets of the account.
        let requested = found
            .into_iter()
            .filter(|path| path.source_asset == self.send && path.destination_asset == self.receive);
        let priced: Result<Vec<_>, _> = requested.map(|path| Ok((self.price(&path)?, path))).collect();
        let priced: Vec<(i64, PaymentPath)> = priced.map_err(|error: PaymentError| error)?;
        let best = match self.exact {
            Exact::Sent(_) => priced.into_iter().max_by_key(|(price, _)| *price),
            Exact::Received(_) => priced.into_iter().min_by_key(|(price, _)| *price),
        };
        Ok(best.map(|(_, path)| path))
    }

    /// Returns the path payment of the swap along a path.
    ///
    /// # Errors
    ///
    /// [`PaymentError::Mismatch`] if the path is for another swap. [`PaymentError::Invalid`] if the path does not reach
    /// the limit, or the limit or an amount is outside of its range.
    pub fn along(&self, path: &PaymentPath, limit: Limit) -> Result<Action, PaymentError> {
        let exact = self.amount()?.to_string();
        let other = self.limit(self.price(path)?, limit)?.to_string();
        let (send_asset, dest_asset) = (self.send.clone(), self.receive.clone());
        let (destination, path) = (self.to.clone(), path.path.clone());
        let payment = match self.exact {
            Exact::Sent(_) => OperationBody::PathPaymentStrictSend {
                send_asset,
                send_amount: exact,
                destination,
                dest_asset,
                dest_min: other,
                path,
            },
            Exact::Received(_) => OperationBody::PathPaymentStrictReceive {
                send_asset,
                send_max: other,
                destination,
                dest_asset,
                dest_amount: exact,
                path,
            },
        };
        Ok(Action::Operations(vec![payment.into()]))
    }

    /// Returns the exact amount.
    fn amount(&self) -> Result<i64, PaymentError> {
        let (Exact::Sent(amount) | Exact::Received(amount)) = self.exact;
        if amount > 0 {
            Ok(amount)
        } else {
            Err(PaymentError::invalid("amount", "it is not positive"))
        }
    }

    fn check_exact_side(&self, path: &PaymentPath) -> Result<(), PaymentError> {
        let amount = self.amount()?.to_string();
        match self.exact {
            Exact::Sent(_) => {
                check(ENDPOINT, "sent asset", &path.source_asset, &self.send)?;
                check(ENDPOINT, "sent amount", &path.source_amount, &amount)
            }
            Exact::Received(_) => {
                check(ENDPOINT, "received asset", &path.destination_asset, &self.receive)?;
                check(ENDPOINT, "received amount", &path.destination_amount, &amount)
            }
        }
    }

    /// Returns the amount that the price determines, after the comparison of the path with the swap.
    fn price(&self, path: &PaymentPath) -> Result<i64, PaymentError> {
        self.check_exact_side(path)?;
        check(ENDPOINT, "sent asset", &path.source_asset, &self.send)?;
        check(ENDPOINT, "received asset", &path.destination_asset, &self.receive)?;
        check(ENDPOINT, "length of the path", &(path.path.len() <= MAX_PATH), &true)?;
        let other = match self.exact {
            Exact::Sent(_) => &path.destination_amount,
            Exact::Received(_) => &path.source_amount,
        };
        let price = other.parse().unwrap_or(0);
        check(ENDPOINT, "possible amount", &(price > 0), &true)?;
        Ok(price)
    }

    /// Returns the guaranteed amount of the side without an exact amount.
    fn limit(&self, price: i64, limit: Limit) -> Result<i64, PaymentError> {
        let is_sent = matches!(self.exact, Exact::Sent(_));
        match limit {
            Limit::Tolerance(tolerance) if tolerance > MAX_TOLERANCE => {
                let problem = format!("it is above {MAX_TOLERANCE} basis points");
                Err(PaymentError::invalid("tolerance", problem))
            }
            Limit::Tolerance(tolerance) => {
                let (price, tolerance) = (i128::from(price), i128::from(tolerance));
                // Rounded so that the deviation is at most the tolerance.
                let worst = if is_sent {
                    (price * (BASIS_POINTS - tolerance) + BASIS_POINTS - 1) / BASIS_POINTS
                } else {
                    price * (BASIS_POINTS + tolerance) / BASIS_POINTS
                };
                Ok(i64::try_from(worst).unwrap_or(i64::MAX))
            }
            Limit::Amount(amount) if amount <= 0 => Err(PaymentError::invalid("limit", "it is not positive")),
            Limit::Amount(amount) => {
                let is_reached = if is_sent { price >= amount } else { price <= amount };
                if is_reached {
                    Ok(amount)
                } else {
                    let problem = format!("the amount of the path is {price}");
                    Err(PaymentError::invalid("limit", problem))
                }
            }
        }
    }
}

/// Returns the most lumens that a path payment sends, in stroops; 0 for other operations.
pub fn sent_lumens(body: &OperationBody) -> u64 {
    let sent = match body {
        OperationBody::PathPaymentStrictSend {
            send_asset: Asset::Coin { .. },
            send_amount,
            ..
        } => send_amount,
        OperationBody::PathPaymentStrictReceive {
            send_asset: Asset::Coin { .. },
            send_max,
            ..
        } => send_max,
        _ => return 0,
    };
    sent.parse().unwrap_or(0)
}

/// Returns the name of an asset: `native` or `CODE:ISSUER`.
fn name(asset: &Asset) -> Result<String, PaymentError> {
    let issued = issued(asset)?;
    Ok(issued.map_or_else(
        || "native".to_owned(),
        |asset| format!("{}:{}", asset.code, asset.issuer),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lumen() -> Asset {
        Asset::Coin {
            chain: CHAIN.to_owned(),
        }
    }

    fn usd() -> Asset {
        Asset::XlmAsset {
            chain: CHAIN.to_owned(),
            code: "USD".to_owned(),
            issuer: review::address([9; 32]),
        }
    }

    fn swap(exact: Exact) -> Swap {
        Swap {
            to: review::address([1; 32]),
            send: lumen(),
            receive: usd(),
            exact,
        }
    }

    fn path(sent: i64, received: i64) -> PaymentPath {
        PaymentPath {
            source_asset: lumen(),
            source_amount: sent.to_string(),
            destination_asset: usd(),
            destination_amount: received.to_string(),
            path: vec![usd()],
        }
    }

    /// Returns the sent and the received amount of the path payment.
    fn amounts(action: Action) -> (String, String) {
        let Action::Operations(operations) = action else {
            panic!("other than operations: {action:?}")
        };
        match &operations[0].body {
            OperationBody::PathPaymentStrictSend {
                send_amount, dest_min, ..
            } => (send_amount.clone(), dest_min.clone()),
            OperationBody::PathPaymentStrictReceive {
                send_max, dest_amount, ..
            } => (send_max.clone(), dest_amount.clone()),
            other => panic!("other than a path payment: {other:?}"),
        }
    }

    #[test]
    fn deviation_is_at_most_the_tolerance() {
        let max = i64::MAX;
        for (exact, path, limit, expected) in [
            (Exact::Sent(70), path(70, 1000), Limit::Tolerance(0), ("70", "1000")),
            (Exact::Sent(70), path(70, 1000), Limit::Tolerance(50), ("70", "995")),
            // 999.995 is rounded up: 0.01 % of less than one stroop cannot be lost.
            (Exact::Sent(70), path(70, 1001), Limit::Tolerance(10), ("70", "1000")),
            (Exact::Sent(70), path(70, 1), Limit::Tolerance(5000), ("70", "1")),
            (Exact::Received(7), path(1000, 7), Limit::Tolerance(50), ("1005", "7")),
            (Exact::Received(7), path(1001, 7), Limit::Tolerance(10), ("1002", "7")),
            (
                Exact::Received(7),
                path(max, 7),
                Limit::Tolerance(1),
                ("9223372036854775807", "7"),
            ),
            (Exact::Sent(70), path(70, 1000), Limit::Amount(1000), ("70", "1000")),
            (Exact::Received(7), path(1000, 7), Limit::Amount(1001), ("1001", "7")),
        ] {
            let found = amounts(swap(exact).along(&path, limit).expect("a swap"));
            assert_eq!(found, (expected.0.to_owned(), expected.1.to_owned()), "{path:?}");
        }
    }

    #[test]
    fn limits_outside_of_the_range_or_of_the_price_are_rejected() {
        for (exact, path, limit, field) in [
            (Exact::Sent(70), path(70, 1000), Limit::Tolerance(5001), "tolerance"),
            (Exact::Sent(70), path(70, 1000), Limit::Amount(1001), "limit"),
            (Exact::Received(7), path(1000, 7), Limit::Amount(999), "limit"),
            (Exact::Sent(70), path(70, 1000), Limit::Amount(0), "limit"),
            (Exact::Sent(0), path(0, 1000), Limit::Tolerance(0), "amount"),
        ] {
            let error = swap(exact).along(&path, limit).expect_err("a rejected swap");
            assert!(
                matches!(&error, PaymentError::Invalid { field: found, .. } if *found == field),
                "{error}"
            );
        }
    }

    #[test]
    fn path_of_another_swap_is_a_mismatch() {
        let fits = path(70, 1000);
        let altered = |alter: fn(&mut PaymentPath)| {
            let mut other = fits.clone();
            alter(&mut other);
            other
        };
        for (other, field) in [
            (altered(|it| it.source_asset = usd()), "sent asset"),
            (altered(|it| it.destination_asset = lumen()), "received asset"),
            (altered(|it| it.source_amount = "71".to_owned()), "sent amount"),
            (altered(|it| it.destination_amount = "0".to_owned()), "possible amount"),
            (altered(|it| it.destination_amount = "-5".to_owned()), "possible amount"),
            (
                altered(|it| it.destination_amount = "9223372036854775808".to_owned()),
                "possible amount",
            ),
            (altered(|it| it.path = vec![lumen(); 6]), "length of the path"),
        ] {
            let error = swap(Exact::Sent(70))
                .along(&other, Limit::Tolerance(50))
                .expect_err(field);
            assert!(
                matches!(&error, PaymentError::Mismatch(mismatch) if mismatch.field == field),
                "{error}"
            );
        }
        let error = swap(Exact::Received(999))
            .along(&fits, Limit::Tolerance(50))
            .expect_err("another amount");
        assert!(matches!(&error, PaymentError::Mismatch(mismatch) if mismatch.field == "received amount"));
    }
}
