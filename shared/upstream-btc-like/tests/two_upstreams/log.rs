//! Log lines of failing upstreams: they name the host, and never its path or query, which may contain a key.

use super::fixture::{Fixture, Server, node, status, unspent};
use std::io;
use std::sync::{Arc, Mutex};
use wallet_test_support::stub::Reply;

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
    /// Returns the lines with this host and this part.
    fn lines(&self, host: &str, part: &str) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().expect("no panic while held").clone()).expect("UTF-8");
        assert!(!text.contains("0secret"), "{text}");
        text.lines()
            .filter(|line| line.contains(host) && line.contains(part))
            .map(str::to_owned)
            .collect()
    }
}

#[tokio::test(start_paused = true)]
async fn failed_attempt_opened_breaker_demotion_and_outlier_are_one_line_each() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    // Installed for the whole process: a thread-local subscriber may miss a line first logged by another thread.
    tracing::subscriber::set_global_default(subscriber).expect("the only test with a log");

    let (failing, stale) = (Server::start().await, Server::start().await);
    failing.set_all_replies(&Reply::Reset);
    stale.set_reply("/api/status", status(false, 7, "2023-11-14T22:00:00Z"));
    let [failing_host, stale_host] =
        [&failing, &stale].map(|server| server.stub.url.trim_start_matches("http://").to_owned());
    let [failing, stale] =
        [&failing, &stale].map(|server| format!("blockbook+{}/0secret?key=0secret", server.stub.url));
    let node = node(&format!("{failing},{stale}"));
    for _ in 0..5 {
        assert!(unspent(&node).await.is_err());
    }
    let failed = log.lines(&failing_host, "upstream attempt failed kind=\"blockbook\"");
    assert_eq!(failed.len(), 5, "{failed:?}");
    assert!(failed.iter().all(|line| line.contains("WARN")), "{failed:?}");
    assert_eq!(log.lines(&failing_host, "circuit breaker opened").len(), 1);
    assert_eq!(log.lines(&stale_host, "demoted").len(), 1);

    let fixture = Fixture::new().await;
    fixture
        .second
        .set_reply("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.09000000"}"#));
    for _ in 0..3 {
        assert!(fixture.fee_estimates().await.is_ok());
    }
    let outliers = log.lines("chain=\"btc\" network=\"livenet\"", "differ by more than a factor of 4");
    assert_eq!(outliers.len(), 1, "cached prices are logged once: {outliers:?}");
    assert!(
        outliers
            .iter()
            .all(|line| line.contains("WARN") && !line.contains("127.0.0.1"))
    );
}
