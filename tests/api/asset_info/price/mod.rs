//! `GET /api/price` and `POST /api/price/history`

mod failures;
mod history;
mod quotes;
mod rejections;
mod server;

pub use server::PriceServer;
