//! Recorded facts of real networks, sent to the services through their real routers.
//!
//! Each data file names the repository and the licence of the facts.

mod assets;
mod btc_like;
mod differences;
mod eth_like;
mod facts;
mod xlm;
