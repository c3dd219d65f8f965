//! DIMACS reader: no input makes it panic, its result does not depend on buffer sizes, and normalised files are well-formed.

use std::io::{BufRead, BufReader};

use qedoku_encode::Lit;
use qedoku_encode::dimacs::CnfFormula;
use qedoku_encode::dimacs::normalize::{NormalizeOptions, normalize};
use qedoku_encode::dimacs::read::{Deviation, DimacsError, DimacsReader};
use qedoku_encode::dimacs::stats::DimacsStats;

/// The clauses of a file and its deviations from the format.
type Contents = (Vec<Vec<Lit>>, Vec<Deviation>);

/// The input is a DIMACS file.
pub fn check(data: &[u8]) {
    let whole = read(data);
    let small_buffer = read(BufReader::with_capacity(1 + data.len() % 7, data));
    let printable = |contents: &Result<Contents, DimacsError>| match contents {
        Ok(contents) => format!("{contents:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(printable(&whole), printable(&small_buffer), "the result depends on the buffer size");

    let stats = DimacsStats::collect(DimacsReader::new(data));
    let Ok((clauses, _)) = whole else {
        assert!(stats.is_err() && normalized(data, NormalizeOptions::default()).is_none());
        return;
    };
    let stats = stats.expect("statistics of a readable file");
    assert_eq!(stats.clauses, clauses.len() as u64);
    assert_eq!(stats.literals, clauses.iter().map(Vec::len).sum::<usize>() as u64);
    assert_eq!(stats.lengths.iter().map(|(_, count)| count).sum::<u64>(), stats.clauses);
    if let Some(classification) = &stats.classification {
        let classified = classification.by_family.iter().sum::<u64>() + classification.auxiliary + classification.other;
        assert_eq!(classified, stats.clauses);
    }
    let formula = CnfFormula::read(data).expect("a readable file");
    assert!(formula.clauses().eq(clauses.iter().map(|clause| &clause[..])));
    // A Sudoku is recognised by its clauses or by comments. Without comments, the same clauses must give the same puzzle or none.
    if let Some(puzzle) = formula.as_puzzle() {
        let bare = normalized(data, NormalizeOptions { comments: false, remove_redundancy: false });
        let bare = CnfFormula::read(&bare.expect("a readable file can be normalised")[..]).expect("a readable file");
        assert!(bare.as_puzzle().is_none_or(|other| other == puzzle));
    }
    check_normalize(data, &clauses);
}

fn read(input: impl BufRead) -> Result<Contents, DimacsError> {
    let mut reader = DimacsReader::new(input);
    let mut clauses = Vec::new();
    while let Some(clause) = reader.next_clause()? {
        clauses.push(clause.to_vec());
    }
    Ok((clauses, reader.deviations().to_vec()))
}

/// Normalising keeps the clauses, leaves no deviation from the format, and is idempotent.
fn check_normalize(data: &[u8], clauses: &[Vec<Lit>]) {
    let plain = NormalizeOptions { comments: false, remove_redundancy: false };
    let normal = normalized(data, plain).expect("a readable file can be normalised");
    let (again, tolerated) = read(&normal[..]).expect("a normalised file can be read");
    assert_eq!((&again[..], &tolerated[..]), (clauses, &[][..]));
    assert_eq!(normalized(&normal, plain).as_ref(), Some(&normal));

    let commented =
        normalized(data, NormalizeOptions::default()).expect("a readable file can be normalised with its comments");
    assert_eq!(read(&commented[..]).expect("a normalised file can be read").0, clauses);
    assert_eq!(normalized(&commented, NormalizeOptions::default()).as_ref(), Some(&commented));

    let irredundant = normalized(data, NormalizeOptions { comments: false, remove_redundancy: true })
        .expect("redundant clauses can be removed");
    let stats = DimacsStats::collect(DimacsReader::new(&irredundant[..])).expect("a normalised file can be read");
    assert_eq!((stats.tautologies, stats.duplicates, stats.deviations.len()), (0, 0, 0));
}

fn normalized(data: &[u8], options: NormalizeOptions) -> Option<Vec<u8>> {
    let mut normal = Vec::new();
    normalize(|| Ok(data), options, &mut normal).ok().map(|_| normal)
}
