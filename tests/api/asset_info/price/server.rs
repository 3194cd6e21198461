//! A price source on loopback with scripted responses.

use crate::asset_info::App;
use crate::asset_info::fixture::prices;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// The scripted responses of a server, and the requests.
#[derive(Clone)]
pub struct PriceServer {
    pub address: String,
    script: Arc<Mutex<Script>>,
}

struct Script {
    status: u16,
    body: String,
    /// The bodies of single paths.
    bodies: Vec<(String, String)>,
    delay: Duration,
    requests: Vec<String>,
}

impl PriceServer {
    /// Starts a server that responds with this body.
    pub async fn start(body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let script = Script {
            status: 200,
            body: body.to_owned(),
            bodies: Vec::new(),
            delay: Duration::ZERO,
            requests: Vec::new(),
        };
        let server = Self {
            address,
            script: Arc::new(Mutex::new(script)),
        };
        let app = Router::new().fallback(respond).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        server
    }

    /// Sets the next responses.
    pub fn respond(&self, status: u16, body: &str) {
        let mut script = self.script.lock().expect("no panic");
        script.status = status;
        body.clone_into(&mut script.body);
    }

    /// Sets the next responses to requests whose path and query contain a text.
    pub fn respond_to(&self, text: &str, body: &str) {
        let mut script = self.script.lock().expect("no panic");
        script.bodies.push((text.to_owned(), body.to_owned()));
    }

    /// Delays the next responses.
    pub fn delay(&self, delay: Duration) {
        self.script.lock().expect("no panic").delay = delay;
    }

    /// Returns the paths and queries of the requests since the last call.
    pub fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.script.lock().expect("no panic").requests)
    }

    /// Returns the setting for this server, with a path and a query parameter.
    pub fn setting(&self) -> String {
        format!("coingecko+http://{}/api/v3?fixed=1", self.address)
    }

    /// Returns the service with this price source of the livenet.
    pub async fn app(&self) -> App {
        let setting = self.setting();
        let livenet = move |name: &str| (name == "WALLET_CLOUD_UPSTREAM_PRICES").then(|| setting.clone());
        let app = App::new().await;
        let prices = prices(app.clock.clone(), livenet);
        app.with_prices(prices)
    }
}

async fn respond(State(server): State<PriceServer>, request: Request) -> Response {
    let (status, body, delay) = {
        let mut script = server.script.lock().expect("no panic");
        let uri = request.uri().to_string();
        let single = script.bodies.iter().find(|(text, _)| uri.contains(text));
        let body = single.map_or_else(|| script.body.clone(), |(_, body)| body.clone());
        script.requests.push(uri);
        (script.status, body, script.delay)
    };
    tokio::time::sleep(delay).await;
    let status = StatusCode::from_u16(status).expect("a status");
    (status, [("content-type", "application/json; charset=utf-8")], body).into_response()
}
