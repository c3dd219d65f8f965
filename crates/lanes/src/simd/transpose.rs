//! Transposition of a 16x16 byte matrix: puzzles by cells to cells by puzzles, and back.

/// Transposes 16 rows of 16 bytes.
#[inline(always)]
pub(super) fn transpose(rows: [[u8; 16]; 16]) -> [[u8; 16]; 16] {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
        // SAFETY: both types are 256 bytes of plain integers, valid for every bit pattern.
        let mut rows: [__m128i; 16] = unsafe { std::mem::transmute(rows) };
        // A byte has an 8-bit address: 4 bits of row, 4 bits of column. Interleaving the first eight rows with the last
        // eight rotates the address of every byte by one bit. Four rotations exchange row and column.
        for _ in 0..4 {
            let from = rows;
            for i in 0..8 {
                // SAFETY: SSE2 is part of the x86-64 baseline; the operations are on registers.
                [rows[2 * i], rows[2 * i + 1]] =
                    unsafe { [_mm_unpacklo_epi8(from[i], from[i + 8]), _mm_unpackhi_epi8(from[i], from[i + 8])] };
            }
        }
        // SAFETY: as for the transmutation above, in the other direction.
        unsafe { std::mem::transmute(rows) }
    }
    #[cfg(target_arch = "aarch64")]
    {
        use std::arch::aarch64::{uint8x16_t, vzip1q_u8, vzip2q_u8};
        // SAFETY: both types are 256 bytes of plain integers, valid for every bit pattern.
        let mut rows: [uint8x16_t; 16] = unsafe { std::mem::transmute(rows) };
        // As above.
        for _ in 0..4 {
            let from = rows;
            for i in 0..8 {
                // SAFETY: every AArch64 processor has NEON; the operations are on registers.
                [rows[2 * i], rows[2 * i + 1]] =
                    unsafe { [vzip1q_u8(from[i], from[i + 8]), vzip2q_u8(from[i], from[i + 8])] };
            }
        }
        // SAFETY: as for the transmutation above, in the other direction.
        unsafe { std::mem::transmute(rows) }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
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
