//! Settings of the function, besides the settings of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | the table of subscriptions, events and connections; required |
//! | `WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE` | the URL of the queue of the due deliveries, which carries the announcements; required |
//! | `WALLET_CLOUD_NOTIFY_CONNECTIONS_URL` | the URL of the stage of the WebSocket API, which sends messages to clients; required |

use std::sync::Arc;
use wallet_compose::Base;
use wallet_deliver::LogReader;
use wallet_deliver::gateway::GatewaySockets;
use wallet_deliver::socket::SocketPorts;
use wallet_http::env;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{self, DynamoNotifications};
use wallet_store::gateway::SignedGateway;
use wallet_store::queue::{self, SqsQueue};

/// Returns the sockets. The error contains the name of the missing or invalid variable.
pub async fn sockets() -> anyhow::Result<GatewaySockets> {
    let table = env::required_var("WALLET_CLOUD_NOTIFICATIONS_TABLE")?;
    let queue = env::required_var("WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE")?;
    let gateway = env::required_var("WALLET_CLOUD_NOTIFY_CONNECTIONS_URL")?;
    let base = Base::without_upstreams().await?;
    let settings = AwsSettings::from_settings(env::var);
    let aws = settings.load()?;
    let database = Arc::new(DynamoNotifications::new(dynamodb::Client::new(&aws), table));
    Ok(GatewaySockets {
        sockets: SocketPorts {
            authorizer: base.authorizer,
            subscriptions: database.clone(),
            log: LogReader::polling(database.clone(), Arc::clone(&base.clock)),
        },
        connections: database,
        gateway: Arc::new(SignedGateway::new(settings, gateway)),
        queue: Arc::new(SqsQueue::new(queue::Client::new(&aws), queue)),
        clock: base.clock,
    })
}
