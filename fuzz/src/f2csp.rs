//! F2CSP reader: no input makes it panic, its result does not depend on buffer sizes, and written problems read back equal.

use std::io::BufReader;

use qedoku_encode::Formula;
use qedoku_encode::csp::f2csp::{self, F2cspStats};
use qedoku_encode::csp::{Csp, CspEncoding};

/// The input is an F2CSP file: read, counted, written and encoded.
pub fn check(data: &[u8]) {
    let printable = |csp: Result<Csp, _>| csp.map_err(|error: f2csp::F2cspError| error.to_string());
    let whole = printable(Csp::read(data));
    let small_buffer = printable(Csp::read(BufReader::with_capacity(1 + data.len() % 7, data)));
    assert_eq!(whole, small_buffer, "the result depends on the buffer size");

    let stats = F2cspStats::of(data);
    let Ok(csp) = whole else { return };
    assert_eq!(stats.map_err(|error| error.to_string()), Ok(csp.stats()));
    let mut written = Vec::new();
    csp.write(&mut written).expect("writing to memory succeeds");
    assert_eq!(printable(Csp::read(&written[..])), Ok(csp.clone()), "the written problem differs");
    if let Ok(encoding) = CspEncoding::new(&csp) {
        assert!(encoding.size().clauses >= csp.variables().len() as u64, "each variable has an at-least-one clause");
    }
    if let Some(puzzle) = csp.as_puzzle() {
        let mut again = Vec::new();
        f2csp::write(&puzzle, &mut again).expect("writing to memory succeeds");
        let again = Csp::read(&again[..]).expect("a written file can be read");
        assert_eq!(again.as_puzzle(), Some(puzzle), "the written puzzle differs");
    }
}
