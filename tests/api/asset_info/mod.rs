//! Asset info over the embedded database, behind a proxy that records operations and can be cut.

mod documents;
mod hostile;
mod item;
mod kind;
mod kind_refusals;
mod line;
mod list;
mod list_caching;
mod outage;
mod races;
mod refusals;
mod survival;
mod world;

pub use world::App;
