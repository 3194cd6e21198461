//! A production server: requirements, omissions, stop, and backups.

use crate::code;
use crate::program::{program, text};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use uuid::Uuid;
use wallet_client::authorization::LoginTokens;
use wallet_client::authorization::account::{RegisterRequest, register};
use wallet_client::authorization::security_factor::{CredentialsRequest, credentials};
use wallet_client::{CallError, Client, MemoryStore, RetryPolicy, Session, SessionError};

const PASSWORD: &str = "correct horse battery staple";

/// Returns `wallet-cloud serve --production` with valid settings on a data folder.
pub fn production(data: &Path) -> Command {
    let mut command = program();
    command
        .env("WALLET_CLOUD_BASE_URL", "https://wallet.example")
        .env("WALLET_CLOUD_PROXIES", "127.0.0.1")
        .env("WALLET_CLOUD_UPSTREAM_BTC_LIVENET", "blockbook+http://127.0.0.1:1")
        .args(["serve", "--production", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running production server, killed when the test ends.
pub struct Server {
    child: Child,
    url: String,
}

impl Server {
    pub fn start(data: &Path) -> Self {
        Self::of(production(data))
    }

    /// Starts the server of a command.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::inherit()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let serving = lines
            .find(|line| line.contains("\"serving\""))
            .expect("the server starts");
        // The pipe must not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        let serving: Value = serde_json::from_str(&serving).unwrap();
        assert_eq!(serving["base_url"], "https://wallet.example");
        let url = serving["address"].as_str().unwrap().to_owned();
        Self { child, url }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn signal(&self, name: &str) {
        let id = self.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{name}"), &id])
                .status()
                .unwrap()
                .success()
        );
    }

    pub fn stop(mut self) {
        self.signal("TERM");
        assert!(self.child.wait().unwrap().success());
    }

    pub fn client(&self) -> Client {
        Client::new(&self.url).unwrap().with_retries(RetryPolicy::NEVER)
    }

    fn session(&self, token_id: Uuid, permission: &str, store: &Arc<MemoryStore>) -> Session {
        Session::of(&self.client(), token_id, &[permission], Arc::clone(store) as _)
    }

    /// Returns a client with a session of a merchant that may register accounts.
    pub async fn registrar(&self, merchant_key: &str) -> Client {
        let session = self.session(Uuid::new_v4(), "register", &Arc::default());
        session.establish_by_key(merchant_key).await.unwrap();
        self.client().with_session(session)
    }

    async fn register(&self, merchant_key: &str, username: &str) {
        try_register(&self.registrar(merchant_key).await, username)
            .await
            .unwrap();
    }

    pub async fn log_in(&self, username: &str) -> Result<LoginTokens, CallError> {
        let login = CredentialsRequest::builder()
            .username(username.to_owned())
            .password(PASSWORD.to_owned())
            .build();
        credentials(&self.client(), &login).await
    }

    /// Returns the status of an authorized request.
    #[expect(clippy::disallowed_methods, reason = "the test sends a token that a session would replace")]
    async fn status(&self, permission_token: &str) -> u16 {
        let url = format!("{}/blockchain-connector-btc-like/v1/health?deep=true", self.url);
        let client = reqwest::Client::builder().build().unwrap();
        let request = client.get(url).bearer_auth(permission_token);
        request.send().await.unwrap().status().as_u16()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has ended already if the test stopped it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Registers an account.
pub async fn try_register(registrar: &Client, username: &str) -> Result<(), CallError> {
    let account = RegisterRequest::builder()
        .username(username.to_owned())
        .password(PASSWORD.to_owned())
        .build();
    register(registrar, &account).await.map(drop)
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// Runs a command that succeeds and returns the output.
fn succeed(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(arguments);
    assert!(status.success(), "{}", text(&stderr));
    text(&stdout)
}

/// Runs a command that fails and returns the only line.
#[track_caller]
fn fail(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let message = text(&stderr);
    assert!(!status.success() && message.lines().count() == 1, "{message}");
    message
}

/// Returns a path as an argument.
fn argument(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Creates a merchant with the operator's command and returns the key.
pub fn new_merchant(data: &Path) -> String {
    let secrets = data.join("secrets.json");
    let create = [
        "merchant",
        "create",
        "Shop",
        "--permissions",
        "read,register",
        "--secrets",
    ];
    let printed = succeed(&[&create[..], &[argument(&secrets)]].concat());
    let mut words = printed.split_whitespace();
    words.find(|word| word.starts_with("wck_")).unwrap().to_owned()
}

/// Returns the key set in a data folder.
fn key_set(data: &Path) -> Value {
    let secrets: Value = serde_json::from_slice(&fs::read(data.join("secrets.json")).unwrap()).unwrap();
    serde_json::from_str(secrets["wallet-cloud/signing-keys"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn backup_of_a_running_server_is_restored_without_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let [data, restored, backup] = ["data", "restored", "backup"].map(|name| folder.path().join(name));
    let server = Server::start(&data);
    let key = new_merchant(&data);
    server.register(&key, "alice").await;
    let (token_id, store) = (Uuid::new_v4(), Arc::new(MemoryStore::default()));
    let login = server.log_in("alice").await.unwrap();
    let session = server.session(token_id, "read", &store);
    session.establish(&[&login.security_token]).await.unwrap();
    let token = session.permission_token().await.unwrap();
    assert_eq!(server.status(&token).await, 200);
    succeed(&["backup", argument(&backup), "--data", argument(&data)]);
    assert_eq!(mode(&backup), 0o600);
    server.register(&key, "bob").await;
    server.signal("KILL");
    drop(server);

    // Nothing that was confirmed is lost by the kill.
    let server = Server::start(&data);
    server.log_in("alice").await.unwrap();
    server.log_in("bob").await.unwrap();
    server.session(token_id, "read", &store).refresh().await.unwrap();
    drop(server);

    let printed = succeed(&["restore", argument(&backup), "--data", argument(&restored)]);
    assert!(printed.contains("All sessions have ended"), "{printed}");
    let mut names: Vec<_> = fs::read_dir(&restored)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = [
        "dynamodb.sqlite",
        "lock",
        "production",
        "secrets.json",
        "secrets.json.lock",
    ];
    assert_eq!(names, expected);
    let server = Server::start(&restored);
    server.log_in("alice").await.unwrap();
    assert_eq!(code(server.log_in("bob").await), "401 invalid_credentials");
    let ended = server.session(token_id, "read", &store).refresh().await;
    assert!(matches!(ended, Err(SessionError::Ended)), "{ended:?}");
    assert_eq!(server.status(&token).await, 401, "a permission token of the old keys");
    // The merchant has its key.
    server.register(&key, "carol").await;
    // New keys sign tokens; keys that encrypt second factors remain.
    let (old, new) = (key_set(&data), key_set(&restored));
    assert_ne!(old["jwks"], new["jwks"]);
    assert_ne!(old["refreshKeys"], new["refreshKeys"]);
    let factor_key = &old["factorKeys"][0];
    assert!(factor_key.is_object(), "{factor_key}");
    assert!(new["factorKeys"].as_array().unwrap().contains(factor_key));
}

#[tokio::test]
async fn backup_contains_no_session_and_no_signing_key() {
    let folder = tempfile::tempdir().unwrap();
    let [data, backup] = ["data", "backup"].map(|name| folder.path().join(name));
    let server = Server::start(&data);
    let key = new_merchant(&data);
    server.register(&key, "alice").await;
    let token_id = Uuid::new_v4();
    let session = server.session(token_id, "read", &Arc::default());
    session.establish_by_key(&key).await.unwrap();
    succeed(&["backup", argument(&backup), "--data", argument(&data)]);
    drop(server);
    let contains = |bytes: &[u8], wanted: &str| bytes.windows(wanted.len()).any(|window| window == wanted.as_bytes());
    let live: Vec<u8> = ["dynamodb.sqlite", "secrets.json"]
        .iter()
        .chain(
            fs::exists(data.join("dynamodb.sqlite-wal"))
                .unwrap()
                .then_some(&"dynamodb.sqlite-wal"),
        )
        .flat_map(|name| fs::read(data.join(name)).unwrap())
        .collect();
    let copy = fs::read(&backup).unwrap();
    let signing_key = key_set(&data)["jwks"]["keys"][0]["d"].as_str().unwrap().to_owned();
    let token_id = token_id.to_string();
    for absent in [token_id.as_str(), signing_key.as_str()] {
        assert!(contains(&live, absent), "{absent} is in the data folder");
        assert!(!contains(&copy, absent), "{absent}");
    }
    for present in ["alice", "wallet-cloud/merchants/shop"] {
        assert!(contains(&copy, present), "{present}");
    }
}

/// A leaked backup contains no keys that a restored server uses.
#[test]
fn every_restore_has_other_signing_keys() {
    let folder = tempfile::tempdir().unwrap();
    let [data, backup, first, second] = ["data", "backup", "first", "second"].map(|name| folder.path().join(name));
    Server::start(&data).stop();
    succeed(&["backup", argument(&backup), "--data", argument(&data)]);
    let keys = [first, second].map(|restored| {
        succeed(&["restore", argument(&backup), "--data", argument(&restored)]);
        key_set(&restored)
    });
    for name in ["jwks", "refreshKeys"] {
        assert_ne!(keys[0][name], keys[1][name], "{name}");
    }
}

#[test]
fn backups_and_restores_never_overwrite() {
    let folder = tempfile::tempdir().unwrap();
    let [data, backup, other] = ["data", "backup", "other"].map(|name| folder.path().join(name));
    let command = |arguments: &[&str]| {
        let mut command = program();
        command.args(arguments);
        command
    };
    let create = ["backup", argument(&backup), "--data", argument(&data)];
    let message = fail(command(&create));
    assert!(
        message.contains("not the data folder of a production server"),
        "{message}"
    );
    assert!(!data.exists() && !backup.exists());
    drop(Server::start(&data));
    succeed(&create);
    let message = fail(command(&create));
    assert!(message.contains("cannot be created"), "{message}");
    let message = fail(command(&["restore", argument(&backup), "--data", argument(&data)]));
    assert!(message.contains("is not empty; choose a new one"), "{message}");

    let bytes = fs::read(&backup).unwrap();
    fs::write(&backup, &bytes[..bytes.len() - 1]).unwrap();
    let message = fail(command(&["restore", argument(&backup), "--data", argument(&other)]));
    assert!(message.contains("the backup is damaged or incomplete"), "{message}");
    assert!(!other.exists(), "nothing is created from a damaged backup");
}

#[test]
fn start_is_rejected_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut without_url = production(&data);
    without_url.env_remove("WALLET_CLOUD_BASE_URL");
    let mut plain = production(&data);
    plain.env("WALLET_CLOUD_BASE_URL", "http://wallet.example");
    let mut without_proxies = production(&data);
    without_proxies.env_remove("WALLET_CLOUD_PROXIES");
    let mut no_upstream = production(&data);
    no_upstream.env("WALLET_CLOUD_UPSTREAM_BTC_LIVENET", "none");
    let mut metrics = production(&data);
    metrics.env("WALLET_CLOUD_METRICS_LISTEN", "9464");
    let mut with_key = production(&data);
    with_key.env("WALLET_CLOUD_DEV_MERCHANT_KEY", "wck_secret");
    for (command, start) in [
        (without_url, "error: WALLET_CLOUD_BASE_URL is not set"),
        (plain, "error: WALLET_CLOUD_BASE_URL does not start with https://"),
        (without_proxies, "error: WALLET_CLOUD_PROXIES is not set"),
        (no_upstream, "error: no chain has an upstream"),
        (
            metrics,
            "error: the environment variable WALLET_CLOUD_METRICS_LISTEN does not parse",
        ),
        (with_key, "error: WALLET_CLOUD_DEV_MERCHANT_KEY is set"),
    ] {
        let message = fail(command);
        assert!(message.starts_with(start) && !message.contains("secret"), "{message}");
    }
    assert!(!data.exists(), "nothing is created before the settings are valid");
    drop(Server::start(&data));
    for (name, strict) in [("", 0o700), ("secrets.json", 0o600), ("dynamodb.sqlite", 0o600)] {
        let path = data.join(name);
        assert_eq!(mode(&path), strict, "{name}");
        fs::set_permissions(&path, fs::Permissions::from_mode(strict | 0o040)).unwrap();
        let message = fail(production(&data));
        assert!(message.contains(&format!("run chmod {strict:o}")), "{message}");
        fs::set_permissions(&path, fs::Permissions::from_mode(strict)).unwrap();
    }
    let mut development = program();
    development.args(["serve", "--listen", "127.0.0.1:0", "--data", argument(&data)]);
    let message = fail(development);
    assert!(message.contains("belongs to a production server"), "{message}");
}

#[tokio::test]
async fn operator_manages_an_account_of_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data);
    let key = new_merchant(&data);
    server.register(&key, "alice").await;
    let (token_id, store) = (Uuid::new_v4(), Arc::new(MemoryStore::default()));
    let login = server.log_in("alice").await.unwrap();
    let session = server.session(token_id, "read", &store);
    session.establish(&[&login.security_token]).await.unwrap();
    let operator = |arguments: &[&str]| -> Value {
        let printed = succeed(&[arguments, &["--json", "--data", argument(&data)]].concat());
        serde_json::from_str(&printed).unwrap()
    };
    let found = operator(&["accounts", "find", "alice"]);
    assert_eq!((&found["merchant"], &found["sessions"]), (&"shop".into(), &1.into()));
    let listed = operator(&["sessions", "list", "alice"]);
    assert_eq!(listed[0]["tokenId"], token_id.to_string());
    assert_eq!(operator(&["accounts", "disable", "alice"])["disabled"], true);
    assert_eq!(code(server.log_in("alice").await), "401 invalid_credentials");
    let ended = session.refresh().await;
    assert!(matches!(ended, Err(SessionError::Ended)), "{ended:?}");
    operator(&["accounts", "enable", "alice"]);
    server.log_in("alice").await.unwrap();
    let id = found["id"].as_str().unwrap();
    assert_eq!(operator(&["accounts", "delete", "--id", id])["deleted"], true);
    assert_eq!(code(server.log_in("alice").await), "401 invalid_credentials");

    let mut doctor = program();
    doctor.args(["doctor", "--json", "--data", argument(&data), "--base-url", &server.url]);
    let output = doctor.output().unwrap();
    assert!(!output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings: Vec<_> = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|check| check["state"] == "finding")
        .map(|check| check["message"].as_str().unwrap())
        .collect();
    // The environment of the command has no settings; everything else is as required.
    assert!(
        matches!(findings.as_slice(), [message] if message.starts_with("WALLET_CLOUD_BASE_URL is not set")),
        "{report:#}"
    );
}

#[tokio::test]
async fn production_has_no_sandbox_and_no_development_merchant() {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data);
    let status = async |path: &str| {
        reqwest::get(format!("{}{path}", server.url))
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(status("/authorization/v1/health").await, 200);
    for path in ["/sandbox/v1/health", "/wallet", "/"] {
        assert_eq!(status(path).await, 404, "{path}");
    }
    let secrets: Value = serde_json::from_slice(&fs::read(data.join("secrets.json")).unwrap()).unwrap();
    let names: Vec<_> = secrets.as_object().unwrap().keys().collect();
    assert_eq!(names, ["wallet-cloud/delivery-master-key", "wallet-cloud/signing-keys"]);
    assert!(!data.join("merchant-key").exists() && !data.join("sandbox").exists());
}

#[test]
fn running_request_completes_when_the_server_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&folder.path().join("data"));
    let body = r#"{"username":"alice","password":"wrong"}"#;
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    let head = format!(
        "POST /authorization/v1/api/security-factor/credentials HTTP/1.1\r\nhost: x\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server has read the head when a later request on a second connection has a response.
    let mut other = TcpStream::connect(&address).unwrap();
    other
        .write_all(b"GET /authorization/v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    other.read_to_string(&mut String::new()).unwrap();
    server.signal("TERM");
    // The listener is closed first.
    while TcpStream::connect(&address).is_ok() {
        std::thread::sleep(Duration::from_millis(20));
    }
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    assert!(server.child.wait().unwrap().success());
}
