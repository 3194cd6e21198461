//! The output of the demo: titles and a line per step with a tick or cross.

use crate::payments::{Failure, Observer};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// Column width of a step name.
const NAME_WIDTH: usize = 10;

/// The output of the demo.
pub struct Screen {
    out: Mutex<Box<dyn Write + Send>>,
    colour: bool,
    /// The first failed step of a payment.
    failure: Mutex<Option<Failure>>,
}

impl Screen {
    /// Returns a screen on standard output, in colour if that is a terminal.
    pub fn terminal() -> Self {
        Self {
            colour: io::stdout().is_terminal(),
            ..Self::plain(Box::new(io::stdout()))
        }
    }

    /// Returns a screen without colour on any writer.
    pub fn plain(out: Box<dyn Write + Send>) -> Self {
        Self {
            out: Mutex::new(out),
            colour: false,
            failure: Mutex::default(),
        }
    }

    /// Prints a line.
    pub fn line(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed pipe (`demo | head`) cannot show errors; the demo continues.
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }

    /// Prints the title of a part after an empty line.
    pub fn title(&self, text: &str) {
        self.line(&format!("\n{}", self.paint("1", text)));
    }

    /// Prints a successful step.
    pub fn step(&self, name: &str, text: &str) {
        let tick = self.paint("32", "✓");
        self.line(&format!("  {tick} {name:NAME_WIDTH$} {text}"));
    }

    /// Returns the first failed step of the payments since the last call.
    pub fn take_failure(&self) -> Option<Failure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Prints a failed step.
    pub fn failed_step(&self, failure: &Failure) {
        let cross = self.paint("31", "✗");
        let Failure { step, problem } = failure;
        self.line(&format!("  {cross} {step:NAME_WIDTH$} {problem}"));
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

impl Observer for Screen {
    fn begin(&self, title: &str) {
        self.line(&format!("  {title}"));
    }

    fn done(&self, step: &str, text: &str) {
        self.step(step, text);
    }

    fn failed(&self, _chain: &str, failure: &Failure) {
        self.failed_step(failure);
        let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| failure.clone());
    }
}
