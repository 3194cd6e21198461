//! Rules that the balances of accounts and of trustlines share.

/// An amount of an asset that an account holds.
pub trait Balance {
    /// Returns the spendable amount.
    fn available(&self) -> i64;

    /// Returns the amount that can still be received.
    fn room(&self) -> i64;

    /// Returns the amount for a change.
    fn amount_mut(&mut self) -> &mut i64;

    /// Adds to the balance. Returns false without a change if the amount exceeds the room.
    #[must_use]
    fn receive(&mut self, amount: i64) -> bool {
        let fits = self.room() >= amount;
        if fits {
            *self.amount_mut() += amount;
        }
        fits
    }

    /// Subtracts from the balance. Returns false without a change if the spendable amount is too low.
    #[must_use]
    fn spend(&mut self, amount: i64) -> bool {
        let sufficient = self.available() >= amount;
        if sufficient {
            *self.amount_mut() -= amount;
        }
        sufficient
    }
}
