//! A log in memory.

use std::io;
use std::sync::{Arc, Mutex};
use tracing::level_filters::LevelFilter;
use tracing::{Dispatch, subscriber::DefaultGuard};

/// A writer that collects log lines.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Collects lines until it is dropped.
pub struct Collecting {
    _first: DefaultGuard,
    _second: Dispatch,
}

impl Lines {
    /// Collects the lines of all levels that the current thread writes from now on.
    pub fn collect_from_this_thread(&self) -> Collecting {
        let writer = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(LevelFilter::TRACE)
            .with_writer(move || writer.clone())
            .finish();
        // With a single subscriber, the first thread to reach a call site decides if it is enabled. That thread may have
        // no subscriber, and the disabled state is then cached for all threads. With two subscribers, both are queried.
        let second = Dispatch::new(tracing_subscriber::fmt().with_writer(io::sink).finish());
        Collecting {
            _first: tracing::subscriber::set_default(subscriber),
            _second: second,
        }
    }

    /// Returns all lines so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}
