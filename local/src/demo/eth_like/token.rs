//! The token of the demo run.

use crate::demo::screen::units;

/// A listed token.
pub struct Token {
    pub ticker: String,
    pub contract: String,
    pub decimals: u8,
}

impl Token {
    /// Converts whole tokens to base units.
    pub fn units(&self, whole: u128) -> u128 {
        whole * 10_u128.pow(self.decimals.into())
    }

    /// Formats an amount for display.
    pub fn text(&self, amount: u128) -> String {
        units(amount, self.decimals, &self.ticker)
    }
}
