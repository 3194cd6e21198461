//! `GET /api/price`

mod failures;
mod quotes;
mod rejections;
mod server;

pub use server::PriceServer;
