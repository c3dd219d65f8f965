//! F2CSP: no bytes make the reader panic, it reads the same in pieces of any size, and what is written reads the same.

use std::io::BufReader;

use qedoku_encode::Formula;
use qedoku_encode::csp::f2csp::{self, Stats};
use qedoku_encode::csp::{Csp, CspEncoding};

/// Reads, counts, writes and says in clauses.
pub fn check(data: &[u8]) {
    let shown = |csp: Result<Csp, _>| csp.map_err(|error: f2csp::ReadError| error.to_string());
    let whole = shown(Csp::read(data));
    let in_pieces = shown(Csp::read(BufReader::with_capacity(1 + data.len() % 7, data)));
    assert_eq!(whole, in_pieces, "in pieces it is another file");

    let stats = Stats::of(data);
    let Ok(csp) = whole else { return };
    assert_eq!(stats.map_err(|error| error.to_string()), Ok(csp.stats()));
    let mut written = Vec::new();
    csp.write(&mut written).expect("memory can be written");
    assert_eq!(shown(Csp::read(&written[..])), Ok(csp.clone()), "written, it is another problem");
    if let Ok(encoding) = CspEncoding::new(&csp) {
        assert!(encoding.size().clauses >= csp.variables().len() as u64, "each variable has some value");
    }
    if let Some(puzzle) = csp.as_puzzle() {
        let mut again = Vec::new();
        f2csp::write(&puzzle, &mut again).expect("memory can be written");
        let again = Csp::read(&again[..]).expect("our own file can be read");
        assert_eq!(again.as_puzzle(), Some(puzzle), "a puzzle's file is another puzzle");
    }
}
