//! In which order moves are looked at: the sooner the best one comes, the less is searched.

mod picker;
mod see;

pub(crate) use picker::{Buffer, Picker, Wanted};
pub(crate) use see::exchange_value;
pub use see::gains_at_least;
