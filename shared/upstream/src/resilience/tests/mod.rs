//! The whole layer on the runtime's paused clock, over scripted upstreams.

mod chains;
mod fixture;
mod heads;
mod reads;
mod searches;
