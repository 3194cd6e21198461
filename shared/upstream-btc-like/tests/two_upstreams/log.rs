//! What the log says of failing upstreams: which one, and never its path or query, which may hold a key.

use super::world::{Server, node, status, unspent};
use crate::support::Reply;
use std::io;
use std::sync::{Arc, Mutex};

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic while held").write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The lines about this host with this in it.
    fn lines(&self, host: &str, part: &str) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().expect("no panic while held").clone()).expect("UTF-8");
        assert!(!text.contains("0secret"), "{text}");
        text.lines()
            .filter(|line| line.contains(host) && line.contains(part))
            .map(str::to_owned)
            .collect()
    }
}

#[tokio::test]
async fn each_failed_attempt_an_opened_breaker_and_a_demotion_are_one_line_each() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    // For the whole process: one for a thread only may miss what another thread logged first from the same line of code.
    tracing::subscriber::set_global_default(subscriber).expect("the only test with a log");

    let (dead, stale) = (Server::start().await, Server::start().await);
    dead.answers_all(&Reply::Reset);
    stale.answers("/api/status", status(false, 7, "2023-11-14T22:00:00Z"));
    let [dead_host, stale_host] =
        [&dead, &stale].map(|server| server.stub.url.trim_start_matches("http://").to_owned());
    let [dead, stale] = [&dead, &stale].map(|server| format!("blockbook+{}/0secret?key=0secret", server.stub.url));
    let node = node(&format!("{dead},{stale}"));
    for _ in 0..5 {
        assert!(unspent(&node).await.is_err());
    }
    let failed = log.lines(&dead_host, "upstream attempt failed kind=\"blockbook\"");
    assert_eq!(failed.len(), 5, "{failed:?}");
    assert!(failed.iter().all(|line| line.contains("WARN")), "{failed:?}");
    assert_eq!(log.lines(&dead_host, "circuit breaker opened").len(), 1);
    assert_eq!(log.lines(&stale_host, "demoted").len(), 1);
}
