//! A production server on a full disk: writes are rejected, nothing is lost, and the server recovers with the space.
//!
//! The limit of the size of a file simulates the disk: beyond the limit, a write fails as on a full disk, with a
//! different error number.

use crate::code;
use crate::production::{Server, new_merchant, production, try_register};
use std::path::Path;
use std::process::{Command, Stdio};
use wallet_client::address_info_btc_like;
use wallet_client::wire::HealthRequest;

/// The largest size of a file in KiB: that of the log of the database after a few registrations.
const LIMIT: u32 = 512;

/// More registrations than fit.
const MAX_REGISTRATIONS: usize = 60;

/// Returns the command of a server whose files cannot grow beyond the limit. The signal of the limit is ignored, so
/// that the write fails instead.
fn limited(data: &Path) -> Command {
    let server = production(data);
    let script = format!("trap '' XFSZ; ulimit -S -f {LIMIT}; exec \"$@\"");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script, "bash"])
        .arg(server.get_program())
        .args(server.get_args());
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdout(Stdio::piped());
    command
}

/// Lifts the limit of a running server.
fn add_space(server: &Server) {
    let id = server.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &id, "--fsize=unlimited"])
        .status();
    assert!(lifted.unwrap().success());
}

#[tokio::test]
async fn full_disk_rejects_writes_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    // A server that stops leaves no log.
    Server::start(&data).stop();
    let key = new_merchant(&data);
    let server = Server::of(limited(&data));
    let registrar = server.registrar(&key).await;
    let mut confirmed = Vec::new();
    let rejected = loop {
        assert!(confirmed.len() < MAX_REGISTRATIONS, "the disk is not full");
        let name = format!("user-{}", confirmed.len());
        match try_register(&registrar, &name).await {
            Ok(()) => confirmed.push(name),
            error => {
                assert_eq!(code(error), "503 service_unavailable");
                break name;
            }
        }
    };
    assert!(!confirmed.is_empty());
    // A login counts the attempt, which is a write; different requests need none.
    assert_eq!(code(server.log_in(&confirmed[0]).await), "503 service_unavailable");
    let request = HealthRequest::default();
    address_info_btc_like::health(&server.client(), &request).await.unwrap();

    add_space(&server);
    server.assert_confirmed(&key, &confirmed, &rejected).await;
    drop(server);
    let server = Server::start(&data);
    server.assert_confirmed(&key, &confirmed, &rejected).await;
}

impl Server {
    /// Requires that all confirmed users can log in, and that the rejected user is registered, or can be.
    async fn assert_confirmed(&self, key: &str, confirmed: &[String], rejected: &str) {
        for name in confirmed {
            self.log_in(name).await.unwrap();
        }
        let again = try_register(&self.registrar(key).await, rejected).await;
        assert!(again.is_ok() || code(again) == "409 username_taken");
        self.log_in(rejected).await.unwrap();
    }
}
