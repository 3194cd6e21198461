//! The whole layer on the runtime's paused clock, over scripted upstreams.

mod heads;
mod reads;
mod searches;
mod world;
