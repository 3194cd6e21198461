//! The output of the demo: titles and one line per step with a tick or cross.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::iter;

/// Column width of a step name.
const NAME_WIDTH: usize = 11;

/// The output of the demo.
pub struct Screen {
    out: Box<dyn Write + Send>,
    colour: bool,
}

impl Screen {
    /// Returns a screen on standard output, in colour if that is a terminal.
    pub fn terminal() -> Self {
        Self {
            out: Box::new(io::stdout()),
            colour: io::stdout().is_terminal(),
        }
    }

    /// Returns a screen without colour on any writer.
    pub fn plain(out: Box<dyn Write + Send>) -> Self {
        Self { out, colour: false }
    }

    /// Prints a line.
    pub fn line(&mut self, text: &str) {
        self.write(text);
    }

    /// Prints the title of a demo run.
    pub fn title(&mut self, text: &str) {
        self.write("");
        let text = self.paint("1", text);
        self.write(&text);
    }

    /// Prints a successful step.
    pub fn done(&mut self, name: &str, text: &str) {
        let tick = self.paint("32", "✓");
        self.write(&format!("  {tick} {name:NAME_WIDTH$}{text}"));
    }

    /// Prints a failed step with all causes of its error.
    pub fn failed(&mut self, name: &str, error: &(dyn Error + 'static)) {
        let causes = iter::successors(Some(error), |&error| error.source());
        let text = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        let cross = self.paint("31", "✗");
        self.write(&format!("  {cross} {name:NAME_WIDTH$}{text}"));
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    fn write(&mut self, text: &str) {
        // A closed pipe (`demo | head`) cannot show errors; the demo continues.
        let _ = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
    }
}

/// Formats base units of a coin with eight decimals: `0.05 BTC`.
pub fn coins(amount: u64, ticker: &str) -> String {
    units(amount.into(), 8, ticker)
}

/// Formats base units without trailing zeros: `0.05 BTC`.
pub fn units(amount: u128, decimals: u8, ticker: &str) -> String {
    let one = 10_u128.pow(decimals.into());
    let width = usize::from(decimals);
    let text = format!("{}.{:0width$}", amount / one, amount % one);
    format!("{} {ticker}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Shortens a long string to both ends: `1b2c3d4e…5f60`.
pub fn short(text: &str) -> String {
    match (text.get(..8), text.get(text.len().saturating_sub(4)..)) {
        (Some(start), Some(end)) if text.len() > 16 => format!("{start}…{end}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_formatted_without_trailing_zeros() {
        assert_eq!(coins(5_000_000, "BTC"), "0.05 BTC");
        assert_eq!(coins(30_000_000_000, "DOGE"), "300 DOGE");
        assert_eq!(coins(1, "LTC"), "0.00000001 LTC");
        assert_eq!(units(1_500_000_000_000_000_000, 18, "ETH"), "1.5 ETH");
        assert_eq!(units(20, 0, "PCS"), "20 PCS");
    }

    #[test]
    fn long_strings_are_shortened_to_both_ends() {
        assert_eq!(short("0123456789abcdef0123"), "01234567…0123");
        assert_eq!(short("0123456789abcdef"), "0123456789abcdef");
    }
}
