//! Trials of the promises of the notifications with the real processes: the server is killed again and again, while the chains of
//! a sandbox in the test's process are paid, mined and reorganised, and the log and the webhooks are compared with the truth.
//!
//! `WALLET_TEST_TRIAL` selects a long trial instead of the sample (docs/contributing.md#trials-of-the-notifications).

mod check;
mod network;
mod world;

use super::client::client;
use super::notifications::{Caller, confirmations};
use super::program::program;
use super::{ephemeral, evm_chains};
use network::{Receiver, Traffic, slow_proxy};
use serde_json::json;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wallet_client::Client;
use wallet_cloud::serve::Running;
use wallet_http::env;
use wallet_notifications::delivery::WebhookSecret;
use wallet_upstream::config::setting_name;
use world::Watched;

const KEY: &str = "wck_shop_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

/// Random numbers that are reproducible from a seed: `SplitMix64`.
pub struct Random(u64);

impl Random {
    /// Returns a number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn millis(&mut self, end: u64) -> Duration {
        Duration::from_millis(self.below(end))
    }
}

/// The extent of a trial.
struct Trial {
    chains: Vec<&'static str>,
    /// The number of lives of the server that end with `SIGKILL`; 0 for one life without a kill.
    kills: u32,
    /// The maximum time of a life, exact if the kills do not follow the traffic.
    life: Duration,
    /// True if a kill follows a random event of the traffic.
    follows_traffic: bool,
    /// The maximum pause between two changes of the chains in milliseconds.
    pause: u64,
    /// The maximum delay of an upstream.
    delay: Duration,
    /// True if a third upstream of each chain is on a fork with other blocks.
    has_liar: bool,
}

impl Trial {
    /// Returns the trial that the environment selects, by default the sample.
    fn selected() -> Self {
        let sample = Self {
            chains: vec!["btc", "bsc", "xlm"],
            kills: 10,
            life: Duration::from_millis(1200),
            follows_traffic: true,
            pause: 100,
            delay: Duration::from_millis(10),
            has_liar: false,
        };
        let all = [&["btc", "ltc", "bch", "doge"][..], &evm_chains(), &["xlm"]].concat();
        let selected = env::var("WALLET_TEST_TRIAL");
        let selected = selected
            .as_deref()
            .map(|text| text.split_once(':').unwrap_or((text, "1000")));
        match selected {
            Some(("kills", count)) => Self {
                chains: vec!["btc", "ltc", "doge", "bsc", "avax", "xlm"],
                kills: count.parse().unwrap(),
                pause: 400,
                delay: Duration::from_millis(4),
                ..sample
            },
            Some(("slow", _)) => Self {
                chains: all,
                kills: 30,
                life: Duration::from_secs(10),
                follows_traffic: false,
                delay: Duration::from_secs(1),
                has_liar: true,
                ..sample
            },
            Some(("latency", _)) => Self {
                chains: all,
                kills: 0,
                life: Duration::from_mins(3),
                follows_traffic: false,
                pause: 300,
                delay: Duration::ZERO,
                ..sample
            },
            Some((other, _)) => panic!("WALLET_TEST_TRIAL is {other}; use kills, kills:COUNT, slow or latency"),
            None => sample,
        }
    }
}

/// A running program, which ends with the test.
struct Process(Child);

impl Process {
    /// Ends the program by `SIGKILL`.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process has ended already if the test succeeded.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The killed server, from outside.
struct Server {
    listen: String,
    settings: Vec<(String, String)>,
}

impl Server {
    /// Starts the program without waiting.
    fn spawn(&self, data: &Path) -> Process {
        let mut command: Command = program();
        command
            .args(["--listen", &self.listen, "--sandbox-port", "0", "--data"])
            .arg(data)
            .env("WALLET_CLOUD_DEV_MERCHANT_KEY", KEY)
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null());
        if env::var("WALLET_TEST_TRIAL").is_none() {
            command.stderr(Stdio::null());
        }
        Process(command.spawn().unwrap())
    }

    /// Waits until the server accepts connections, and returns a caller.
    async fn caller(&self) -> Caller {
        while TcpStream::connect(&self.listen).is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Caller::new(&format!("http://{}", self.listen), KEY).await
    }
}

/// The situations in which the server was killed.
#[derive(Debug, Default)]
struct Kills {
    /// Before the first request to an upstream.
    starting: u32,
    /// With a request to an upstream without response.
    reading: u32,
    /// With a webhook without response.
    delivering: u32,
    /// Otherwise: matching, writing, or between ticks.
    between: u32,
}

/// A trial with its processes.
struct Stage {
    trial: Trial,
    random: Random,
    sandbox: Running,
    liar: Option<Running>,
    receiver: Receiver,
    upstreams: Arc<Traffic>,
    server: Server,
    kills: Kills,
}

impl Stage {
    async fn new(trial: Trial, seed: u64) -> Self {
        let sandbox = ephemeral().await;
        let liar = if trial.has_liar { Some(ephemeral().await) } else { None };
        let upstreams = Arc::<Traffic>::default();
        let mut origins = Vec::new();
        for running in [Some(&sandbox), Some(&sandbox), liar.as_ref()].into_iter().flatten() {
            let url = &running.sandbox[0].url;
            let origin = url.rsplit_once('/').unwrap().0.to_owned();
            origins.push(slow_proxy(origin, trial.delay, Arc::clone(&upstreams)).await);
        }
        let settings = trial.chains.iter().enumerate().map(|(index, chain)| {
            // The liar is the first upstream of some chains.
            origins.rotate_left(index % 2);
            let kind = match *chain {
                "xlm" => "horizon",
                "btc" | "ltc" | "bch" | "doge" => "blockbook",
                _ => "jsonrpc",
            };
            let urls: Vec<_> = origins
                .iter()
                .map(|origin| format!("{kind}+{origin}/{chain}"))
                .collect();
            (
                setting_name(chain, wallet_core::model::Network::Testnet),
                urls.join(","),
            )
        });
        let free: SocketAddr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = Server {
            settings: settings.collect(),
            listen: free.to_string(),
        };
        Self {
            trial,
            random: Random(seed),
            sandbox,
            liar,
            receiver: Receiver::start().await,
            upstreams,
            server,
            kills: Kills::default(),
        }
    }

    /// Creates the subscriptions, and returns their ids and the secrets.
    async fn subscribe(&self, world: &[Watched]) -> Vec<(String, WebhookSecret)> {
        let caller = self.server.caller().await;
        let mut created = Vec::new();
        for watched in world {
            let (field, set) = &watched.set;
            let url = format!("{}/{}", self.receiver.origin, watched.chain);
            let body = json!({
                "chain": watched.chain, "network": "testnet", *field: set, "webhook": { "url": url },
            });
            let subscription = caller.post("/notifications/v1/api/subscription", &body).await;
            let text = |name: &str| subscription[name].as_str().unwrap().to_owned();
            created.push((text("id"), WebhookSecret::parse(&text("secret")).unwrap()));
        }
        created
    }

    /// Waits for the time of the next kill, and kills the server.
    fn kill_later(&mut self, mut process: Process) -> tokio::task::JoinHandle<Kills> {
        let (upstreams, webhooks) = (Arc::clone(&self.upstreams), Arc::clone(&self.receiver.traffic));
        let (begun, received) = (upstreams.begun(), webhooks.begun());
        let limit = self.trial.life;
        let kind = if self.trial.follows_traffic {
            self.random.below(3)
        } else {
            3
        };
        let time = self.random.millis(u64::try_from(limit.as_millis()).unwrap());
        let (count, delay) = (self.random.below(40), self.random.millis(30));
        tokio::spawn(async move {
            let start = Instant::now();
            let is_due = || match kind {
                0 => start.elapsed() >= time,
                1 => upstreams.ended() > begun + count,
                2 => webhooks.begun() > received + count % 4,
                _ => false,
            };
            while start.elapsed() < limit && !is_due() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(delay).await;
            let mut kills = Kills::default();
            let situation = match (webhooks.is_open(), upstreams.is_open()) {
                (true, _) => &mut kills.delivering,
                (false, true) => &mut kills.reading,
                (false, false) if upstreams.begun() == begun => &mut kills.starting,
                (false, false) => &mut kills.between,
            };
            *situation += 1;
            process.kill();
            kills
        })
    }

    /// Changes random chains until the task ends.
    async fn change<T>(&mut self, world: &mut [Watched], client: &Client, task: &tokio::task::JoinHandle<T>) {
        let caller = Caller::new(&self.sandbox.base_url, &self.sandbox.merchant_key).await;
        let liar = match &self.liar {
            Some(liar) => Some(Caller::new(&liar.base_url, &liar.merchant_key).await),
            None => None,
        };
        while !task.is_finished() {
            let index = usize::try_from(self.random.below(world.len() as u64)).unwrap();
            world[index].change(&caller, client, &mut self.random).await;
            if let Some(liar) = &liar {
                let chain = world[index].chain;
                if self.random.below(3) == 0 {
                    let txid = liar.pay(chain, &world[index].addresses[0], "50000000").await;
                    world[index].foreign.insert(txid);
                }
                if chain != "xlm" {
                    liar.mine(chain, u32::from(self.random.below(2) == 0)).await;
                }
            }
            tokio::time::sleep(self.random.millis(self.trial.pause)).await;
        }
    }

    /// Lives and kills, or one life without a kill.
    async fn play(&mut self, data: &Path, world: &mut [Watched], client: &Client, mut process: Process) -> Process {
        if self.trial.kills == 0 {
            let life = tokio::spawn(tokio::time::sleep(self.trial.life));
            self.change(world, client, &life).await;
            return process;
        }
        for _ in 0..self.trial.kills {
            let killed = self.kill_later(process);
            self.change(world, client, &killed).await;
            let Kills {
                starting,
                reading,
                delivering,
                between,
            } = killed.await.unwrap();
            self.kills.starting += starting;
            self.kills.reading += reading;
            self.kills.delivering += delivering;
            self.kills.between += between;
            process = self.server.spawn(data);
        }
        process
    }

    /// Mines until all transactions are final.
    async fn settle(&self, world: &mut [Watched]) {
        let caller = Caller::new(&self.sandbox.base_url, &self.sandbox.merchant_key).await;
        for watched in world {
            for _ in 0..=confirmations(&caller, watched.chain).await {
                watched.mine(&caller).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_server_reports_the_truth_about_all_chains() {
    let folder = tempfile::tempdir().unwrap();
    let seed = 26;
    let mut stage = Stage::new(Trial::selected(), seed).await;
    let client = client(&stage.sandbox).await;
    let mut world = Vec::new();
    for chain in stage.trial.chains.clone() {
        world.push(Watched::new(&client, chain).await);
    }
    let process = stage.server.spawn(folder.path());
    let subscriptions = stage.subscribe(&world).await;
    let start = Instant::now();
    let mut process = stage.play(folder.path(), &mut world, &client, process).await;
    println!("{:?} in {} s", stage.kills, start.elapsed().as_secs());
    stage.settle(&mut world).await;
    let mut latencies = Vec::new();
    for (watched, (id, secret)) in world.iter().zip(&subscriptions) {
        // A token is valid for 15 minutes, and the logs of all slow chains take longer.
        let caller = stage.server.caller().await;
        let events = check::log(&caller, watched, id).await;
        latencies.extend(check::deliveries(&stage.receiver, watched, secret, &events).await);
        check::balances(&client, watched, &events).await;
    }
    check::print_latencies(latencies);
    process.kill();
    stage.sandbox.shutdown().await.unwrap();
    if let Some(liar) = stage.liar {
        liar.shutdown().await.unwrap();
    }
}
