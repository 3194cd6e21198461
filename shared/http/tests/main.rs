//! What every service shares, through mounted routers.

mod authorize;
mod conventions;
mod health;
mod world;
