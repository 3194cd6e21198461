//! The reservation of a payment before the signature.

use super::{Attempt, Attempts};
use crate::client::Client;
use crate::payments::check::PaymentError;
use crate::payments::content::Content;
use crate::payments::signed::Signed;
use crate::payments::store::UnresolvedPayment;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Attempts {
    /// Reserves a payment unless the payment repeats an unfinished payment, which is then returned.
    fn try_reserve(
        &self,
        unsigned: &Signed,
        content: &Content,
        finished: &BTreeSet<String>,
    ) -> Result<u64, Box<Attempt>> {
        let mut list = self.list();
        let repeated = list.iter().find(|it| {
            let is_finished = it.signed().is_some_and(|signed| finished.contains(&signed.txid));
            !is_finished && it.is_repeated_by(unsigned, content)
        });
        if let Some(repeated) = repeated {
            return Err(Box::new(repeated.clone()));
        }
        let number = self.reservations.fetch_add(1, Ordering::Relaxed);
        list.push(Attempt {
            payment: UnresolvedPayment {
                signed: unsigned.clone(),
                is_sent: false,
            },
            content: content.clone(),
            reservation: Some(number),
        });
        Ok(number)
    }
}

/// A payment that is being signed. Until the end, no equal payment is signed.
pub struct Reservation {
    attempts: Arc<Attempts>,
    number: u64,
}

impl Reservation {
    /// Stores the signed payment, and ends the reservation.
    pub async fn hold(self, signed: &Signed) -> Result<(), PaymentError> {
        self.attempts.hold(signed, Some(self.number)).await
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.attempts.list().retain(|it| it.reservation != Some(self.number));
    }
}

/// Reserves a payment before its signature. `unsigned` has no bytes yet. Fails if it repeats one whose outcome is
/// unknown. An earlier payment that was sent and is final does not count: the new one is another payment.
pub async fn reserve(client: &Client, unsigned: &Signed, content: &Content) -> Result<Reservation, PaymentError> {
    let attempts = client.attempts();
    drop(attempts.load().await.map_err(PaymentError::Store)?);
    let mut finished = BTreeSet::new();
    loop {
        let earlier = match attempts.try_reserve(unsigned, content, &finished) {
            Ok(number) => {
                let attempts = Arc::clone(attempts);
                return Ok(Reservation { attempts, number });
            }
            Err(earlier) => earlier,
        };
        let Some(signed) = earlier.signed().cloned() else {
            return Err(PaymentError::InProgress);
        };
        let is_finished =
            earlier.payment.is_sent && signed.is_final(client).await || signed.has_expired(client).await?;
        if !is_finished {
            return Err(PaymentError::Unresolved(Box::new(signed)));
        }
        finished.insert(signed.txid);
    }
}
