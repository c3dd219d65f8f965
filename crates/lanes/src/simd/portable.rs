//! Vectors for any processor.

use super::{Rotate, Vector, for_each_bit};
use crate::question::bit;

/// Sixteen lanes in an array. The compiler makes of each function what the processor has.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Portable([u16; 16]);

impl Portable {
    #[inline(always)]
    fn map(self, b: Portable, each: impl Fn(u16, u16) -> u16) -> Portable {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = each(self.0[lane], b.0[lane]);
        }
        Portable(lanes)
    }
}

/// All bits or none.
#[inline(always)]
fn full(yes: bool) -> u16 {
    if yes { u16::MAX } else { 0 }
}

impl Vector for Portable {
    const LANES: usize = 16;
    type Mask = Portable;
    type Index = Portable;

    #[inline(always)]
    fn splat(value: u16) -> Portable {
        Portable([value; 16])
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Portable {
        Portable(from[..16].try_into().expect("sixteen lanes"))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..16].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn and(self, b: Portable) -> Portable {
        self.map(b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, b: Portable) -> Portable {
        self.map(b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, b: Portable) -> Portable {
        self.map(b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, b: Portable) -> Portable {
        self.map(b, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, b: Portable) -> Portable {
        self.map(b, u16::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, b: Portable) -> Portable {
        self.map(b, u16::wrapping_sub)
    }
    #[inline(always)]
    fn min(self, b: Portable) -> Portable {
        self.map(b, u16::min)
    }
    #[inline(always)]
    fn ones(self) -> Portable {
        // By sums in groups of two, four and eight bits: many processors count only in general registers.
        self.map(self, |a, _| {
            let pairs = (a & 0x55) + (a >> 1 & 0x55);
            let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
            (fours & 0xf) + (fours >> 4 & 0xf) + (a >> 8 & 1)
        })
    }
    #[inline(always)]
    fn if_single(self, less: Portable) -> Portable {
        self.map(less, |a, less| a & full(a & less == 0))
    }
    #[inline(always)]
    fn only_if_any(self, these: Portable, _: Portable) -> Portable {
        let some = self.and(these);
        some.map(self, |a, b| a | b & full(a == 0))
    }
    #[inline(always)]
    fn own_if_three(self, b: Portable, c: Portable) -> Portable {
        self.and_neither(b, c).map(self, |a, b| {
            let fewer = a & a.wrapping_sub(1);
            a | b & full(fewer & fewer.wrapping_sub(1) == 0)
        })
    }
    #[inline(always)]
    fn equal(self, b: Portable) -> Portable {
        self.map(b, |a, b| full(a == b))
    }
    #[inline(always)]
    fn bits(mask: Portable) -> u32 {
        mask.high_bits()
    }
    #[inline(always)]
    fn select(mask: Portable, a: Portable, b: Portable) -> Portable {
        b.xor(a.xor(b).and(mask))
    }
    #[inline(always)]
    fn where_yes(self, mask: Portable) -> Portable {
        self.and(mask)
    }
    #[inline(always)]
    fn high_bits(self) -> u32 {
        let mut bits = 0;
        for lane in 0..16 {
            bits |= u32::from(self.0[lane] >> 15) << lane;
        }
        bits
    }
    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Portable {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = bit(symbols[lane], zero);
        }
        Portable(lanes)
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        for lane in 0..16 {
            digits[lane] = self.0[lane].trailing_zeros() as u8 + 1;
        }
    }
    #[inline(always)]
    fn mask(bits: u32) -> Portable {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = full(bits >> lane & 1 == 1);
        }
        Portable(lanes)
    }
    #[inline(always)]
    fn gather_index(bits: u32) -> Portable {
        let mut lanes = [0; 16];
        for_each_bit(bits, |number, lane| lanes[number] = lane as u16);
        Portable(lanes)
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> Portable {
        let (from, mut lanes) = (Portable::gather_index(from).0, [0; 16]);
        for_each_bit(to, |number, lane| lanes[lane] = from[number]);
        Portable(lanes)
    }
    #[inline(always)]
    fn permute(self, index: &Portable) -> Portable {
        let mut lanes = [0; 16];
        for lane in 0..16 {
            lanes[lane] = self.0[usize::from(index.0[lane]) & 15];
        }
        Portable(lanes)
    }
}

impl Rotate for Portable {
    #[inline(always)]
    fn next_in_band(self) -> Portable {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.0;
        Portable([b, c, a, d, f, g, e, h, j, k, i, l, m, n, o, p])
    }
    #[inline(always)]
    fn before_in_band(self) -> Portable {
        self.next_in_band().next_in_band()
    }
    #[inline(always)]
    fn before_in_stack(self) -> Portable {
        self.next_in_stack().next_in_stack()
    }
    #[inline(always)]
    fn next_in_stack(self) -> Portable {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.0;
        Portable([e, f, g, h, i, j, k, l, a, b, c, d, m, n, o, p])
    }
    #[inline(always)]
    fn sit(self, _: usize, lanes: &[u16; 16]) -> Portable {
        Portable::load(lanes)
    }
    #[inline(always)]
    fn stand_up(self, _: usize, lanes: &mut [u16; 16]) {
        self.store(lanes);
    }
}
