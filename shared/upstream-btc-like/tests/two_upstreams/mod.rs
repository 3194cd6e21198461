//! A chain with two Blockbooks that fail in turns: results of the ports and requests to each upstream.

mod heads;
mod log;
mod reads;
mod sending;
mod world;
