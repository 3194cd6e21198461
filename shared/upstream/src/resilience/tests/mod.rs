//! The layer as a whole on the runtime's paused clock, over upstreams that do what the test says.

mod heads;
mod reads;
mod searches;
mod world;
