//! `cargo lambda watch` as a child process.

use crate::tool::root;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long it may take to listen, and to end when told.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running emulator; ended with its functions when dropped.
pub struct Watch {
    process: Child,
    port: u16,
}

impl Watch {
    /// Starts it in the workspace, its functions with these variables and none of AWS's own.
    pub fn start(cargo_lambda: &Path, port: u16, variables: &[(String, String)]) -> Self {
        let process = Command::new(cargo_lambda)
            .args(["lambda", "watch", "--ignore-changes", "--disable-cors"])
            .args(["--invoke-address", "127.0.0.1", "--invoke-port", &port.to_string()])
            .current_dir(root())
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .spawn()
            .expect("cargo-lambda starts");
        let watch = Self { process, port };
        watch.wait_until_it_listens();
        watch
    }

    /// Where it is reached.
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn wait_until_it_listens(&self) {
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "cargo lambda watch does not listen");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Watch {
    /// Asks first: killed, it would leave its functions behind.
    fn drop(&mut self) {
        let asked = Command::new("kill")
            .args(["-TERM", &self.process.id().to_string()])
            .status();
        let start = Instant::now();
        while asked.is_ok() && start.elapsed() < PATIENCE {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // Nothing more can be done for it in a destructor.
        let _ = self.process.kill();
    }
}

/// A port that is free now. cargo-lambda cannot be asked which one it took.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has free ports");
    listener.local_addr().expect("a bound listener has an address").port()
}
