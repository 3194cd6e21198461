//! Behaviour shared by all services, tested through mounted routers.

mod authorize;
mod conventions;
mod fixture;
mod health;
mod upstream_budget;
