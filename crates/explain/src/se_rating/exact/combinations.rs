//! Combinations of two to seven of nine elements, in the order of Sudoku Explainer: by increasing binary number.

const fn combinations<const COUNT: usize>(size: u32) -> [u16; COUNT] {
    let mut all = [0; COUNT];
    let (mut mask, mut next) = (0u16, 0);
    while mask < 512 {
        if mask.count_ones() == size {
            all[next] = mask;
            next += 1;
        }
        mask += 1;
    }
    all
}

static PAIRS: [u16; 36] = combinations(2);
static TRIPLES: [u16; 84] = combinations(3);
static QUADS: [u16; 126] = combinations(4);

/// All masks of nine bits with `size` bits set (2 to 4), ascending.
pub(super) fn of_nine(size: usize) -> &'static [u16] {
    match size {
        2 => &PAIRS,
        3 => &TRIPLES,
        _ => &QUADS,
    }
}

/// All masks of `count` bits with `size` bits set, ascending.
pub(super) fn of(size: u32, count: usize) -> impl Iterator<Item = u16> {
    (0..1u16 << count).filter(move |mask| mask.count_ones() == size)
}
