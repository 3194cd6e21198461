//! Amounts as nodes print them.

/// Base units per coin.
pub const COIN: u64 = 100_000_000;

/// Formats base units as coins with eight decimals, as in JSON and in fee rates.
pub fn in_coins(amount: u64) -> String {
    format!("{}.{:08}", amount / COIN, amount % COIN)
}

/// Formats base units as coins with at least two decimals and no further zeros at the end (`FormatMoney`), as in
/// messages.
pub fn format_money(amount: u64) -> String {
    let mut text = in_coins(amount);
    let shortest = text.len() - 6;
    let digits = text.trim_end_matches('0').len();
    text.truncate(digits.max(shortest));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_messages_have_two_to_eight_decimals() {
        for (amount, text) in [
            (0, "0.00"),
            (1, "0.00000001"),
            (100, "0.000001"),
            (50_000_000, "0.50"),
            (100_000_000, "1.00"),
            (12_345_000_000, "123.45"),
            (12_345_600_000, "123.456"),
        ] {
            assert_eq!(format_money(amount), text);
        }
    }
}
