//! Asset info over the embedded database, behind a proxy that records operations and can be cut.

mod chain;
mod documents;
pub mod fixture;
mod hostile;
mod icon;
mod item;
mod kind;
mod kind_rejections;
mod list;
mod list_caching;
mod misleading;
mod outage;
pub mod price;
mod races;
mod rejections;
mod survival;
mod xlm_asset;

pub use fixture::App;
