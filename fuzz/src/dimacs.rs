//! DIMACS: no bytes make the reader panic, it reads the same in pieces of any size, and what `fix` writes is clean.

use std::io::{BufRead, BufReader};

use qedoku_encode::Lit;
use qedoku_encode::dimacs::fix::{FixOptions, fix};
use qedoku_encode::dimacs::read::{ReadError, Reader, Tolerated};
use qedoku_encode::dimacs::stats::Stats;

/// What a file holds.
type Contents = (Vec<Vec<Lit>>, Vec<Tolerated>);

/// Reads, counts and fixes the input.
pub fn check(data: &[u8]) {
    let whole = read(data);
    let in_pieces = read(BufReader::with_capacity(1 + data.len() % 7, data));
    let shown = |contents: &Result<Contents, ReadError>| match contents {
        Ok(contents) => format!("{contents:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(shown(&whole), shown(&in_pieces), "in pieces it is another file");

    let stats = Stats::of(Reader::new(data));
    let Ok((clauses, _)) = whole else {
        assert!(stats.is_err() && fixed(data, FixOptions::default()).is_none());
        return;
    };
    let stats = stats.expect("what can be read can be counted");
    assert_eq!(stats.clauses, clauses.len() as u64);
    assert_eq!(stats.literals, clauses.iter().map(Vec::len).sum::<usize>() as u64);
    assert_eq!(stats.lengths.iter().map(|(_, count)| count).sum::<u64>(), stats.clauses);
    check_fix(data, &clauses);
}

fn read(input: impl BufRead) -> Result<Contents, ReadError> {
    let mut reader = Reader::new(input);
    let mut clauses = Vec::new();
    while let Some(clause) = reader.next_clause()? {
        clauses.push(clause.to_vec());
    }
    Ok((clauses, reader.tolerated().to_vec()))
}

/// A clean file has the same clauses, nothing to tolerate, and stays as it is when it is fixed again.
fn check_fix(data: &[u8], clauses: &[Vec<Lit>]) {
    let plain = FixOptions { comments: false, tidy: false };
    let clean = fixed(data, plain).expect("what can be read can be fixed");
    let (again, tolerated) = read(&clean[..]).expect("a clean file can be read");
    assert_eq!((&again[..], &tolerated[..]), (clauses, &[][..]));
    assert_eq!(fixed(&clean, plain).as_ref(), Some(&clean));

    let commented = fixed(data, FixOptions::default()).expect("comments are no hindrance");
    assert_eq!(read(&commented[..]).expect("it can be read").0, clauses);
    assert_eq!(fixed(&commented, FixOptions::default()).as_ref(), Some(&commented));

    let tidied = fixed(data, FixOptions { comments: false, tidy: true }).expect("it can be tidied");
    let stats = Stats::of(Reader::new(&tidied[..])).expect("a tidy file can be read");
    assert_eq!((stats.tautologies, stats.repeats, stats.tolerated.len()), (0, 0, 0));
}

fn fixed(data: &[u8], options: FixOptions) -> Option<Vec<u8>> {
    let mut clean = Vec::new();
    fix(|| Ok(data), options, &mut clean).ok().map(|_| clean)
}
