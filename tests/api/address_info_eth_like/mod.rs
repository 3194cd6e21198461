//! Address info of the EVM chains, with a scripted node and a scripted index behind it, each real HTTP in the shapes of the
//! real ones.

mod blockbook;
mod blockscout;
mod documents;
mod faults;
mod health;
mod history;
mod index;
mod node;
mod paging;
mod refusals;
mod rounds;
mod rows;
mod world;

pub use world::App;
