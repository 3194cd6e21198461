//! The program: start-up text, errors and termination.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wallet-cloud"));
    command.env_remove("WALLET_CLOUD_DEV_MERCHANT_KEY").stdin(Stdio::null());
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A running program, killed when the test ends.
pub struct Server {
    child: Child,
    banner: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::start_at("127.0.0.1:0", arguments)
    }

    fn start_at(listen: &str, arguments: &[&str]) -> Self {
        Self::spawn(program(), listen, arguments)
    }

    /// Starts the program with a fixed merchant key.
    pub fn start_with(listen: &str, arguments: &[&str], merchant_key: &str) -> Self {
        let mut command = program();
        command.env("WALLET_CLOUD_DEV_MERCHANT_KEY", merchant_key);
        Self::spawn(command, listen, arguments)
    }

    fn spawn(mut command: Command, listen: &str, arguments: &[&str]) -> Self {
        command
            .args(["--listen", listen])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.as_mut().unwrap());
        let lines = out.lines().map(Result::unwrap);
        let banner: Vec<_> = lines
            .take_while(|line| !line.contains("Ctrl-C stops the server"))
            .collect();
        Self {
            child,
            banner: banner.join("\n"),
        }
    }

    /// Sends a signal by name and waits for the process to end.
    pub fn end(mut self, signal: &str) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{signal}"), &id])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has ended already if the test succeeded.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn printed_request_works_when_pasted() {
    let server = Server::start(&["--ephemeral"]);
    let (_, request) = server.banner.split_once("  curl").unwrap();
    let shell = Command::new("sh")
        .args(["-c", &format!("curl{request}")])
        .output()
        .unwrap();
    let response: serde_json::Value = serde_json::from_slice(&shell.stdout).unwrap();
    assert!(
        response["data"]["permissionToken"]["permissionToken"].is_string(),
        "{response}"
    );
    assert!(server.end("TERM").success());
}

#[test]
fn merchant_key_is_stable_and_may_be_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let data = ["--data", folder.path().to_str().unwrap()];
    let key = |server: &Server| {
        server
            .banner
            .lines()
            .find(|line| line.contains("Merchant key"))
            .unwrap()
            .to_owned()
    };
    let first = Server::start(&data);
    let printed = key(&first);
    assert!(first.end("INT").success());
    let second = Server::start(&data);
    assert_eq!(key(&second), printed);
    assert!(second.end("TERM").success());
}

#[test]
fn port_in_use_is_reported_on_one_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let Output { status, stderr, .. } = program().args(["--ephemeral", "--listen", &address]).output().unwrap();
    let message = text(&stderr);
    assert!(!status.success());
    assert!(message.starts_with(&format!("error: {address} is in use")), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn unknown_settings_and_invalid_log_filters_stop_every_command() {
    let unknown = "the environment variable WALLET_CLOUD_UPSTREAM_BTC_LIVNET is not a setting; the nearest setting is \
                   WALLET_CLOUD_UPSTREAM_BTC_LIVENET";
    let filter = "the environment variable WALLET_CLOUD_LOG does not parse";
    let serve = ["serve", "--ephemeral", "--listen", "127.0.0.1:0"];
    for (name, arguments, expected) in [
        ("WALLET_CLOUD_UPSTREAM_BTC_LIVNET", &serve[..], unknown),
        ("WALLET_CLOUD_UPSTREAM_BTC_LIVNET", &["demo"][..], unknown),
        (
            "WALLET_CLOUD_UPSTREAM_BTC_LIVNET",
            &["accounts", "find", "alice"][..],
            unknown,
        ),
        // The merchant key is required, and the misspelt setting is the reason for the missing key.
        (
            "WALLET_CLOUD_UPSTREAM_BTC_LIVNET",
            &["check", "http://127.0.0.1:1"][..],
            unknown,
        ),
        ("WALLET_CLOUD_LOG", &serve[..], filter),
    ] {
        let Output { status, stderr, .. } = program().args(arguments).env(name, "inf").output().unwrap();
        let message = text(&stderr);
        assert!(
            !status.success() && message.contains(expected),
            "{arguments:?}: {message}"
        );
        assert!(!message.contains("inf,") && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn sandbox_port_in_use_is_reported_with_its_setting() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let arguments = ["--ephemeral", "--listen", "127.0.0.1:0", "--sandbox-port", &port];
    let Output { status, stderr, .. } = program().args(arguments).output().unwrap();
    let message = text(&stderr);
    assert!(!status.success());
    let expected = format!("error: 127.0.0.1:{port}, the port of the sandbox, is in use");
    assert!(
        message.starts_with(&expected) && message.contains("--sandbox-port "),
        "{message}"
    );
}

#[test]
fn sandbox_port_is_that_of_the_option() {
    // A program may take a port between the choice and the start.
    let free = || {
        std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
    };
    let json_rpc = |port| format!("    eth   JSON-RPC  http://127.0.0.1:{port}/eth  chain id 11155111");
    let port = free().port();
    let server = Server::start(&["--ephemeral", "--sandbox-port", &port.to_string()]);
    assert!(server.banner.contains(&json_rpc(port)), "{}", server.banner);
}

#[test]
fn sandbox_has_the_port_after_that_of_a_fixed_address() {
    let bind = |port| std::net::TcpListener::bind(("127.0.0.1", port));
    let pair = || {
        let port = bind(0).ok()?.local_addr().ok()?.port();
        let next = port.checked_add(1)?;
        bind(next).is_ok().then_some((port, next))
    };
    let (port, next) = std::iter::repeat_with(pair).take(100).flatten().next().unwrap();
    let server = Server::start_at(&format!("127.0.0.1:{port}"), &["--ephemeral"]);
    let json_rpc = format!("    eth   JSON-RPC  http://127.0.0.1:{next}/eth  chain id 11155111");
    assert!(server.banner.contains(&json_rpc), "{}", server.banner);
}

#[test]
fn demo_exits_with_zero_only_on_success() {
    let Output { status, stdout, stderr } = program().arg("demo").output().unwrap();
    assert!(status.success(), "{}{}", text(&stdout), text(&stderr));
    assert!(text(&stdout).contains("28 transactions"), "{}", text(&stdout));
    let unreachable = ["demo", "--base-url", "http://127.0.0.1:1", "--merchant-key", "wck"];
    let Output { status, stderr, .. } = program().args(unreachable).output().unwrap();
    assert!(!status.success());
    assert!(
        text(&stderr).starts_with("error: the demo failed at account: merchant: no response"),
        "{}",
        text(&stderr)
    );
}

#[test]
fn assets_are_listed_while_the_server_runs_and_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&["--data", data]);
    let list = || {
        let arguments = ["assets", "list", "--kind", "coin", "--assets", data];
        program().args(arguments).output().unwrap()
    };
    let assert_listed = || {
        let Output { status, stdout, .. } = list();
        assert!(
            status.success() && text(&stdout).ends_with("15 assets.\n"),
            "{}",
            text(&stdout)
        );
    };
    assert_listed();
    assert!(server.end("TERM").success());
    assert_listed();
}
