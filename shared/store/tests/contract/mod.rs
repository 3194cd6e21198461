//! Contracts of the ports, for every implementation.

mod accounts;
mod assets;
mod broadcasts;
mod connections;
mod deliveries;
mod events;
mod lists;
mod notifications;
mod prices;
mod queue;
mod secret_store;
mod sessions;
mod signed_reader;
mod throttle;

/// Runs test functions that take a [`Database`](crate::support::database::Database) on each database.
macro_rules! on_each_database {
    ($($test:ident),+ $(,)?) => {
        mod on_dynoxide {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(crate::support::database::Database::dynoxide().await).await;
            })+
        }
        mod on_moto {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                if let Some(database) = crate::support::database::Database::moto().await {
                    super::$test(database).await;
                }
            })+
        }
    };
}
use on_each_database;
