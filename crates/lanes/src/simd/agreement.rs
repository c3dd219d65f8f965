//! Every operation of the portable vectors (SSE2, NEON) compared with arrays.

use super::array::ArrayLanes;
use super::{BlockLanes, NodeLanes, PortableLanes, Vector};

/// Lanes of vectors that differ in many bits: xorshift (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 2003).
fn random_lanes(state: &mut u64) -> [u16; 16] {
    std::array::from_fn(|_| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        // Sets of digits: few bits, many bits, none.
        (*state >> 20) as u16 & (*state >> 40) as u16 & 0x1ff
    })
}

fn array<V: Vector>(vector: V) -> [u16; 16] {
    let mut lanes = [0; 16];
    vector.store(&mut lanes);
    lanes
}

/// The results of all operations that yield a vector.
fn results<V: NodeLanes + BlockLanes<Mask = V>>(a: [u16; 16], b: [u16; 16], c: [u16; 16], bits: u32) -> Vec<[u16; 16]> {
    let symbols = c.map(|lane| b'0' + (lane % 12) as u8);
    let (a, b, c, one) = (V::load(&a), V::load(&b), V::load(&c), V::splat(1));
    // Rotations may move the unused lanes too.
    let blocks = V::load(&[511, 511, 511, 0, 511, 511, 511, 0, 511, 511, 511, 0, 0, 0, 0, 0]);
    let (compress, copy) = (V::compress_index(bits), V::copy_index(bits, bits.rotate_left(5) & 0xffff | bits));
    let (mut digits, nonzero) = ([0; 16], a.or(V::splat(0x100)));
    let single = nonzero.and_not(nonzero.sub(one));
    single.to_digits(&mut digits);
    let vectors = [
        a.and(b),
        a.or(b),
        a.xor(b),
        a.and_not(b),
        a.add(b),
        a.sub(b),
        a.min(b),
        a.halve(),
        a.xor3(b, c),
        a.majority(b, c),
        a.count_ones(),
        V::sum_count_ones(&[a, b, c]),
        a.keep_single(a.sub(one)),
        a.restrict_if_any(b, V::splat(0x1ff).and_not(b)),
        a.restrict_to_hidden_triple(b.and(c), b),
        a.equal(b),
        a.equal(a),
        V::select(a.equal(b), b, c),
        a.zero_unless(b.equal(c)),
        V::mask_from_bits(bits),
        V::from_symbols(&symbols, b'0'),
        a.permute(&compress),
        a.permute(&copy),
        a.next_in_band().and(blocks),
        a.previous_in_band().and(blocks),
        a.next_in_stack().and(blocks),
        a.previous_in_stack().and(blocks),
    ];
    let mut results: Vec<_> = vectors.into_iter().map(array).collect();
    results.push(digits.map(u16::from));
    let masks = [a.equal(b), V::mask_from_bits(bits)].map(|mask| V::mask_bits(mask) as u16);
    results.push(std::array::from_fn(|i| if i < 2 { masks[i] } else { a.sub(b).sign_bits() as u16 }));
    results
}

#[test]
fn every_operation_agrees_with_arrays() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..2_000 {
        let [a, b, c] = std::array::from_fn(|_| random_lanes(&mut state));
        let bits = u32::from(random_lanes(&mut state)[0]) << 7 & 0xffff | u32::from(a[1]);
        let (portable, arrays) = (results::<PortableLanes>(a, b, c, bits), results::<ArrayLanes>(a, b, c, bits));
        for (operation, (portable, array)) in portable.iter().zip(&arrays).enumerate() {
            assert_eq!(portable, array, "operation {operation} of {a:?} {b:?} {c:?}");
        }
    }
}
