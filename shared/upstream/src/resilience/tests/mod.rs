//! The whole layer on the runtime's paused clock, over scripted upstreams.

mod chains;
mod fan_out;
mod fixture;
mod heads;
mod reads;
mod searches;
