//! Behaviour shared by all services, tested through mounted routers.

mod authorize;
mod conventions;
mod edge;
mod fixture;
mod health;
mod upstream_budget;
