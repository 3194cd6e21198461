//! Amounts in requests.

/// Returns true if the string has the form of an amount: decimal digits of any length without a leading zero.
pub fn is_amount(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}
