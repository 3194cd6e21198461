//! `cargo lambda watch` as a child process.

use crate::tool::root;
use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Timeout for the start and the termination.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A running emulator, which ends with all functions when this value is dropped.
pub struct Watch {
    process: Child,
    port: u16,
}

impl Watch {
    /// Starts the emulator in the workspace. The functions have `variables` and no further AWS variables, and
    /// everything that they print goes to `output`.
    pub fn start(cargo_lambda: &Path, port: u16, variables: &[(String, String)], output: &File) -> Self {
        let printed = || Stdio::from(output.try_clone().expect("an open file"));
        let process = Command::new(cargo_lambda)
            .args(["lambda", "watch", "--ignore-changes", "--disable-cors"])
            .args(["--invoke-address", "127.0.0.1", "--invoke-port", &port.to_string()])
            .current_dir(root())
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(printed())
            .stderr(printed())
            .spawn()
            .expect("cargo-lambda starts");
        let watch = Self { process, port };
        watch.wait_until_listening();
        watch
    }

    /// Returns the base URL.
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn wait_until_listening(&self) {
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < TIMEOUT, "cargo lambda watch does not listen");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Watch {
    /// Sends SIGTERM first: if killed, cargo-lambda would leave the functions running.
    fn drop(&mut self) {
        let terminated = Command::new("kill")
            .args(["-TERM", &self.process.id().to_string()])
            .status();
        let start = Instant::now();
        while terminated.is_ok() && start.elapsed() < TIMEOUT {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // A destructor cannot handle a failure.
        let _ = self.process.kill();
    }
}

/// Returns a currently free port: cargo-lambda cannot report an automatically chosen port.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has free ports");
    listener.local_addr().expect("a bound listener has an address").port()
}
