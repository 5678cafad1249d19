//! The reference: backtracking row by row, with bit masks for what is attacked.
//!
//! It is short so that it can be seen to be right. Plain boards are counted by it.

/// How many ways there are to put a queen in each of these rows of a plain board.
///
/// `rows` holds the columns where a queen may stand, bit c for column c; the other masks say which
/// columns of the first row are attacked: along columns, along diagonals (which move one column to
/// the right with each row) and along antidiagonals (one to the left).
pub fn count_rows(rows: &[u64], columns: u64, diagonals: u64, antidiagonals: u64) -> u64 {
    let [row, below @ ..] = rows else {
        return 1;
    };
    let mut free = row & !(columns | diagonals | antidiagonals);
    let mut count = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        count += count_rows(
            below,
            columns | queen,
            (diagonals | queen) << 1,
            (antidiagonals | queen) >> 1,
        );
    }
    count
}
