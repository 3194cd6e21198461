//! A chain with two Blockbooks that fail in turns: what the ports answer, and what each upstream saw.

mod heads;
mod log;
mod reads;
mod sending;
mod world;
