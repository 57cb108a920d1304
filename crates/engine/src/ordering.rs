//! [Move ordering](https://www.chessprogramming.org/Move_Ordering): the earlier the best move
//! comes, the smaller the search tree.

mod picker;
mod see;

pub(crate) use picker::{Buffer, Picker, Wanted};
pub(crate) use see::exchange_value;
pub use see::gains_at_least;
