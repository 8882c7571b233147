//! What Longtable's fuzz targets hold, one file a target; `fuzz_targets/` hands them the bytes.
//!
//! A law that does not hold panics. [`luck`] turns bytes into choices; [`setups`] and [`moves`] are what people may
//! send, [`room`] a table that is played by it.

pub mod decide;
pub mod decode;
pub mod notation;
pub mod record;

mod luck;
mod moves;
mod room;
mod setups;
