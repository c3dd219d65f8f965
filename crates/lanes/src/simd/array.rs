//! Array vectors: 16 lanes in an array, without `unsafe`. The compiler vectorises each function for its target.

use super::{BlockLanes, NodeLanes, Vector, for_each_bit};
use crate::input::digit_bit;

/// 16 lanes, aligned like a 256-bit register.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct ArrayLanes([u16; 16]);

impl ArrayLanes {
    #[inline(always)]
    fn map(self, b: ArrayLanes, each: impl Fn(u16, u16) -> u16) -> ArrayLanes {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = each(self.0[lane], b.0[lane]);
        }
        ArrayLanes(lanes)
    }
}

/// A lane of a mask: all bits set, or none.
#[inline(always)]
fn full(yes: bool) -> u16 {
    if yes { u16::MAX } else { 0 }
}

impl Vector for ArrayLanes {
    const LANES: usize = 16;
    type Mask = ArrayLanes;

    #[inline(always)]
    fn splat(value: u16) -> ArrayLanes {
        ArrayLanes([value; 16])
    }
    #[inline(always)]
    fn load(from: &[u16]) -> ArrayLanes {
        ArrayLanes(from[..16].try_into().expect("a slice of 16 lanes"))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..16].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn and(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn and_not(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, u16::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, u16::wrapping_sub)
    }
    #[inline(always)]
    fn min(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, u16::min)
    }
    #[inline(always)]
    fn count_ones(self) -> ArrayLanes {
        // Sums in groups of two, four and eight bits: most instruction sets count bits in general registers only.
        self.map(self, |a, _| {
            let pairs = (a & 0x55) + (a >> 1 & 0x55);
            let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
            (fours & 0xf) + (fours >> 4 & 0xf) + (a >> 8 & 1)
        })
    }
    #[inline(always)]
    fn keep_single(self, minus_one: ArrayLanes) -> ArrayLanes {
        self.map(minus_one, |a, minus_one| a & full(a & minus_one == 0))
    }
    #[inline(always)]
    fn restrict_if_any(self, set: ArrayLanes, _: ArrayLanes) -> ArrayLanes {
        let some = self.and(set);
        some.map(self, |a, b| a | b & full(a == 0))
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: ArrayLanes, c: ArrayLanes) -> ArrayLanes {
        self.and_nor(b, c).map(self, |a, b| {
            let fewer = a & a.wrapping_sub(1);
            a | b & full(fewer & fewer.wrapping_sub(1) == 0)
        })
    }
    #[inline(always)]
    fn equal(self, b: ArrayLanes) -> ArrayLanes {
        self.map(b, |a, b| full(a == b))
    }
    #[inline(always)]
    fn mask_bits(mask: ArrayLanes) -> u32 {
        mask.sign_bits()
    }
    #[inline(always)]
    fn select(mask: ArrayLanes, a: ArrayLanes, b: ArrayLanes) -> ArrayLanes {
        b.xor(a.xor(b).and(mask))
    }
    #[inline(always)]
    fn zero_unless(self, mask: ArrayLanes) -> ArrayLanes {
        self.and(mask)
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        let mut bits = 0;
        for lane in 0..16 {
            bits |= u32::from(self.0[lane] >> 15) << lane;
        }
        bits
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        for lane in 0..16 {
            digits[lane] = self.0[lane].trailing_zeros() as u8 + 1;
        }
    }
    #[inline(always)]
    fn mask_from_bits(bits: u32) -> ArrayLanes {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = full(bits >> lane & 1 == 1);
        }
        ArrayLanes(lanes)
    }
}

impl NodeLanes for ArrayLanes {
    type Index = ArrayLanes;

    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> ArrayLanes {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = digit_bit(symbols[lane], zero);
        }
        ArrayLanes(lanes)
    }
    #[inline(always)]
    fn halve(self) -> ArrayLanes {
        self.map(self, |a, _| a / 2)
    }
    #[inline(always)]
    fn compress_index(bits: u32) -> ArrayLanes {
        let mut lanes = [0; 16];
        for_each_bit(bits, |rank, lane| lanes[rank] = lane as u16);
        ArrayLanes(lanes)
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> ArrayLanes {
        let (from, mut lanes) = (ArrayLanes::compress_index(from).0, [0; 16]);
        for_each_bit(to, |rank, lane| lanes[lane] = from[rank]);
        ArrayLanes(lanes)
    }
    #[inline(always)]
    fn permute(self, index: &ArrayLanes) -> ArrayLanes {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = self.0[usize::from(index.0[lane]) & 15];
        }
        ArrayLanes(lanes)
    }
}

impl BlockLanes for ArrayLanes {
    #[inline(always)]
    fn next_in_band(self) -> ArrayLanes {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.0;
        ArrayLanes([b, c, a, d, f, g, e, h, j, k, i, l, m, n, o, p])
    }
    #[inline(always)]
    fn previous_in_band(self) -> ArrayLanes {
        self.next_in_band().next_in_band()
    }
    #[inline(always)]
    fn previous_in_stack(self) -> ArrayLanes {
        self.next_in_stack().next_in_stack()
    }
    #[inline(always)]
    fn next_in_stack(self) -> ArrayLanes {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.0;
        ArrayLanes([e, f, g, h, i, j, k, l, a, b, c, d, m, n, o, p])
    }
}
