//! A chain with two Blockbooks that fail in turns: results of the ports and requests to each upstream.

mod fixture;
mod heads;
mod log;
mod reads;
mod sending;
