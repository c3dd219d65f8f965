//! Bytes of many puzzles by cell, and back.

/// Turns 16 rows of 16 bytes into 16 columns.
#[inline(always)]
pub(super) fn transpose(rows: [[u8; 16]; 16]) -> [[u8; 16]; 16] {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
        // SAFETY: both are 256 bytes; every x86-64 has SSE2.
        let mut rows: [__m128i; 16] = unsafe { std::mem::transmute(rows) };
        // Interleaving the first and the second half of 16 rows moves the address of each byte, row and column together,
        // one bit round. Four times, and rows have become columns.
        for _ in 0..4 {
            let from = rows;
            for i in 0..8 {
                // SAFETY: as above.
                rows[2 * i] = unsafe { _mm_unpacklo_epi8(from[i], from[i + 8]) };
                rows[2 * i + 1] = unsafe { _mm_unpackhi_epi8(from[i], from[i + 8]) };
            }
        }
        // SAFETY: as above.
        unsafe { std::mem::transmute(rows) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let mut columns = [[0; 16]; 16];
        for (i, row) in rows.iter().enumerate() {
            for (column, byte) in columns.iter_mut().zip(row) {
                column[i] = *byte;
            }
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows = [[0; 16]; 16];
        for (number, byte) in rows.as_flattened_mut().iter_mut().enumerate() {
            *byte = number as u8;
        }
        let columns = transpose(rows);
        for i in 0..16 {
            for j in 0..16 {
                assert_eq!(columns[i][j], rows[j][i]);
            }
        }
    }
}
