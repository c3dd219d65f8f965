//! DIMACS reader, statistics and normalisation on well-formed, deviating and malformed files.

use std::io::{self, BufRead, BufReader, Read};

use qedoku_encode::dimacs::normalize::{NormalizeError, NormalizeOptions, normalize};
use qedoku_encode::dimacs::read::{Deviation, DimacsError, DimacsHeader, DimacsReader, Item};
use qedoku_encode::dimacs::stats::{Classification, DimacsStats, MetadataSource};
use qedoku_encode::{ClauseFamily, Encoding, EncodingOptions, Numbering, Repeats, Scheme, VariableMap};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Puzzle};

struct File {
    clauses: Vec<Vec<i32>>,
    header: Option<(u32, u64)>,
    deviations: Vec<Deviation>,
    metadata_lines: Vec<String>,
}

fn read_from(input: impl BufRead) -> Result<File, DimacsError> {
    let mut reader = DimacsReader::new(input);
    let mut clauses = Vec::new();
    while let Some(clause) = reader.next_clause()? {
        clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
    }
    assert!(reader.next_clause()?.is_none(), "the reader stays at the end");
    let header = reader.header().map(|header| (header.variables, header.clauses));
    let (deviations, metadata_lines) = (reader.deviations().to_vec(), reader.metadata_lines().to_vec());
    Ok(File { clauses, header, deviations, metadata_lines })
}

/// Reads a text as one chunk and byte by byte, which must give the same result.
fn read(text: &str) -> Result<File, String> {
    let display_error = |result: Result<File, DimacsError>| result.map_err(|error| error.to_string());
    let whole = display_error(read_from(text.as_bytes()));
    let bytes = display_error(read_from(BufReader::with_capacity(1, text.as_bytes())));
    match (&whole, &bytes) {
        (Ok(a), Ok(b)) => {
            assert_eq!((&a.clauses, &a.deviations, &a.metadata_lines), (&b.clauses, &b.deviations, &b.metadata_lines));
        }
        (a, b) => assert_eq!(a.as_ref().err(), b.as_ref().err(), "{text}"),
    }
    whole
}

/// The clauses of a text that must be accepted, and its deviations.
fn accepted(text: &str) -> (Vec<Vec<i32>>, Vec<Deviation>) {
    let file = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (file.clauses, file.deviations)
}

fn refused(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("accepted: {text}"))
}

#[test]
fn a_well_formed_file_has_no_deviations() {
    let file = read("c hello\nc qedoku 1 x\np cnf 3 3\n1 -2 0\n3 0\n-1 2\n-3 0\n").unwrap();
    assert_eq!(file.clauses, [vec![1, -2], vec![3], vec![-1, 2, -3]]);
    assert_eq!(file.header, Some((3, 3)));
    assert_eq!(file.deviations, []);
    assert_eq!(file.metadata_lines, ["c qedoku 1 x"]);
}

#[test]
fn empty_clauses_and_empty_formulas_are_accepted() {
    assert_eq!(accepted("p cnf 0 1\n0\n"), (vec![vec![]], vec![]));
    assert_eq!(accepted("p cnf 0 0\n"), (vec![], vec![]));
    assert_eq!(accepted("p cnf 0 0"), (vec![], vec![]));
}

#[test]
fn unambiguous_deviations_are_accepted_and_recorded() {
    let two = vec![vec![1, 2], vec![-1]];
    let cases: [(&str, &[Deviation]); 9] = [
        ("p cnf 2 2\r\n1 2 0\r\n-1 0\r\n", &[Deviation::Crlf(1)]),
        ("p cnf 2 2\n1 2 0\n-1", &[Deviation::MissingZero(3)]),
        ("p cnf 2 2\n1 2 0\n-1 0\n%\n0\n\n", &[Deviation::SatlibTrailer(4)]),
        ("p cnf 2 2\n\n1 2 0\n\n-1 0\n", &[Deviation::BlankLine(2)]),
        ("p cnf 2 2\n 1 2 0\n  -1 0\n", &[Deviation::Indented(2)]),
        ("p cnf 2 2\n1\t2 0\n-1 0\n", &[Deviation::Tabs(2)]),
        ("p cnf 2 2\n1\nc why\n2 0 c because\n-1 0\n", &[Deviation::CommentAfterHeader(3)]),
        ("1 2 0\n-1 0\n", &[Deviation::MissingHeader]),
        ("1 2 0\np cnf 2 2\n-1 0\n", &[Deviation::LateHeader(2)]),
    ];
    for (text, deviations) in cases {
        assert_eq!(accepted(text), (two.clone(), deviations.to_vec()), "{text}");
    }
}

#[test]
fn a_wrong_header_is_recorded_with_both_counts() {
    let (_, deviations) = accepted("p cnf 729 999999\n111 999 0\n");
    let wrong = [
        Deviation::VariableCount { declared: 729, highest: 999 },
        Deviation::ClauseCount { declared: 999_999, counted: 1 },
    ];
    assert_eq!(deviations, wrong);
    assert_eq!(accepted("p cnf 999 1\n1 0\n").1, [], "unused variables are no deviation");
}

#[test]
fn concatenated_files_are_one_formula() {
    let second = DimacsHeader { variables: 2, clauses: 1 };
    let rules_then_givens = "p cnf 2 1\n1 2\np cnf 2 1\n-1 0\n";
    let (clauses, deviations) = accepted(rules_then_givens);
    assert_eq!(clauses, [vec![1, 2], vec![-1]]);
    let expected = [
        Deviation::MissingZero(2),
        Deviation::RepeatedHeader(3, second),
        Deviation::ClauseCount { declared: 1, counted: 2 },
    ];
    assert_eq!(deviations, expected);
}

#[test]
fn every_line_is_a_clause_without_header_and_zeros() {
    let (clauses, deviations) = accepted("111 112\n-111 -112\n\n-113");
    assert_eq!(clauses, [vec![111, 112], vec![-111, -112], vec![-113]]);
    assert_eq!(deviations, [Deviation::LinePerClause(1), Deviation::BlankLine(3), Deviation::MissingHeader]);
    assert_eq!(
        refused("1 2\n3 0\n"),
        "line 2: this clause ends in 0, but the one on line 1 does not; end every clause with 0, or put a header before the first"
    );
}

#[test]
fn malformed_files_are_refused_with_a_position() {
    for (text, error) in [
        ("p cnf 2 1\n1 x 0\n", "line 2, column 3: expected a literal or 0, found 'x'"),
        ("p cnf 2 1\n1,2 0\n", "line 2, column 2: expected a digit or a blank, found ','"),
        ("p cnf 2 1\n1 - 0\n", "line 2, column 4: expected a digit, found the byte 0x20"),
        ("p cnf 2 1\n1 -\n", "line 2, column 4: expected a digit, found the end of the line"),
        ("p cnf 2 1\n1 -", "line 2, column 4: expected a digit, found the end of the file"),
        ("p cnf 2 1\n1 \u{e9} 0\n", "line 2, column 3: expected a literal or 0, found the byte 0xc3"),
        ("p cnf 2 1\n1 c 0\n", "line 2, column 3: expected a literal or 0, found 'c'"),
        ("p cnf 2 1\n1 2147483648 0\n", "line 2, column 12: literal larger than 2147483647"),
        ("p wcnf 2 1 5\n", "line 1, column 1: expected 'p cnf VARIABLES CLAUSES', found 'p wcnf 2 1 5'"),
        ("c a\n p cnf 2\n", "line 2, column 2: expected 'p cnf VARIABLES CLAUSES', found 'p cnf 2'"),
        ("p cnf 1 1\n1 0\n%\n0\n2 0\n", "line 5, column 1: expected nothing but 0 after '%', found '2'"),
        ("", "not a DIMACS file: there is no header and no clause"),
        ("c only\nc comments", "not a DIMACS file: there is no header and no clause"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    let long = format!("p cnf 1 1 {}\n", " ".repeat(300));
    assert!(refused(&long).starts_with("line 1, column 1: expected 'p cnf"));
}

#[test]
fn the_largest_literal_is_accepted() {
    assert_eq!(accepted("p cnf 2147483647 1\n-2147483647 0\n"), (vec![vec![-i32::MAX]], vec![]));
}

#[test]
fn comments_are_returned_on_request() {
    let mut reader = DimacsReader::new("c one\r\np cnf 1 1\n1 0\nc two".as_bytes()).with_comments();
    let mut items = Vec::new();
    while let Some(item) = reader.next_item().unwrap() {
        items.push(match item {
            Item::Comment(text) => String::from_utf8(text.to_vec()).unwrap(),
            Item::Clause(clause) => format!("{clause:?}"),
        });
    }
    assert_eq!(items, ["c one", "[1]", "c two"]);
}

#[test]
fn random_bytes_never_panic_and_chunk_size_does_not_matter() {
    const PARTS: [&str; 18] = [
        "1",
        "-2",
        "0",
        " ",
        "\n",
        "\r\n",
        "\t",
        "p cnf 3 2\n",
        "c x\n",
        "c qedoku 1 board\n",
        "%\n",
        "-",
        "9999999999",
        "p",
        "x",
        "\u{feff}",
        "12",
        "\n0\n",
    ];
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed, 0);
        let mut bytes = Vec::new();
        for _ in 0..rng.below(14) {
            match rng.below(12) {
                0 => bytes.push(rng.below(256) as u8),
                _ => bytes.extend_from_slice(PARTS[rng.below(PARTS.len())].as_bytes()),
            }
        }
        let summary = |result: Result<File, DimacsError>| {
            result.map(|file| (file.clauses, file.deviations)).map_err(|error| error.to_string())
        };
        let whole = summary(read_from(&bytes[..]));
        let chunked = summary(read_from(BufReader::with_capacity(1 + rng.below(3), &bytes[..])));
        assert_eq!(whole, chunked, "seed {seed}");
        assert_eq!(DimacsStats::collect(DimacsReader::new(&bytes[..])).is_ok(), whole.is_ok(), "seed {seed}");
        check_normalize(&bytes, whole.ok().map(|(clauses, _)| clauses), seed);
    }
}

/// A readable file can be normalised. The result has the same clauses, and no deviations except inner comments.
fn check_normalize(bytes: &[u8], clauses: Option<Vec<Vec<i32>>>, seed: u64) {
    let mut normalized = Vec::new();
    let result = normalize(|| Ok(bytes), NormalizeOptions::default(), &mut normalized);
    assert_eq!(result.is_ok(), clauses.is_some(), "seed {seed}");
    if let Some(clauses) = clauses {
        let file = read_from(&normalized[..]).unwrap();
        assert_eq!(file.clauses, clauses, "seed {seed}");
        let unexpected = |one: &&Deviation| !matches!(one, Deviation::CommentAfterHeader(_));
        assert_eq!(file.deviations.iter().find(unexpected), None, "seed {seed}");
    }
}

fn stats(text: &str) -> DimacsStats {
    DimacsStats::collect(DimacsReader::new(text.as_bytes())).unwrap()
}

#[test]
fn stats_count_clauses_literals_and_variables() {
    let stats = stats("p cnf 9 9\n1 -1 0\n2 2 0\n3 4 3 -4 0\n0\n7 0\n");
    assert_eq!((stats.clauses, stats.literals, stats.max_var, stats.used_variables), (5, 9, 7, Some(5)));
    assert_eq!((stats.tautologies, stats.duplicates), (2, 2));
    assert_eq!(stats.lengths.iter().collect::<Vec<_>>(), [(0..=0, 1), (1..=1, 1), (2..=2, 2), (4..=4, 1)]);
    assert_eq!(stats.deviations, [Deviation::ClauseCount { declared: 9, counted: 5 }]);
    assert!(stats.classification.is_none());
}

#[test]
fn long_clauses_are_binned_by_powers_of_two() {
    let clause = |length: usize| "1 ".repeat(length) + "0\n";
    let text = format!("p cnf 1 4\n{}{}{}{}", clause(255), clause(256), clause(511), clause(512));
    let lengths: Vec<_> = stats(&text).lengths.iter().collect();
    assert_eq!(lengths, [(255..=255, 1), (256..=511, 2), (512..=1023, 1)]);
    assert_eq!(stats(&text).lengths.exactly(255), 1);
}

#[test]
fn used_variables_are_not_counted_above_the_limit() {
    assert_eq!(stats("p cnf 2147483647 1\n1 2147483647 0\n").used_variables, None);
}

fn puzzle() -> Puzzle {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap()
}

fn encoded(options: EncodingOptions) -> (Vec<u8>, qedoku_encode::FormulaSize) {
    let puzzle = puzzle();
    let mut file = Vec::new();
    let size = Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
    (file, size)
}

#[test]
fn our_files_are_classified_by_their_metadata() {
    let lists = ["cell-some,row-some,box-some,house-once", "cell-once,row-some,column-some,box-once", "box-once"];
    let lists = lists.map(|text| text.parse::<Scheme>().unwrap());
    for scheme in Scheme::ALL.into_iter().map(|(scheme, _)| scheme).chain(lists) {
        for (numbering, repeats) in [
            (Numbering::RowMajor, Repeats::Keep),
            (Numbering::RowMajor, Repeats::Drop),
            (Numbering::Base, Repeats::Keep),
        ] {
            let (file, size) = encoded(EncodingOptions { scheme, numbering, repeats, ..EncodingOptions::default() });
            let stats = DimacsStats::collect(DimacsReader::new(&file[..])).unwrap();
            let classification = stats.classification.unwrap();
            assert_eq!(
                (classification.source, classification.variables.numbering()),
                (MetadataSource::Comments, numbering)
            );
            assert_eq!((stats.clauses, stats.literals), (size.clauses, size.literals));
            assert_eq!(classification.by_family, size.by_family, "{scheme}");
            assert_eq!((classification.auxiliary, classification.other), (0, 0), "{scheme}");
            assert_eq!(stats.deviations, []);
        }
    }
}

/// Some rules of `reduced` have one literal left. They are not givens.
#[test]
fn the_unit_clauses_of_reduced_rules_are_not_givens() {
    let puzzle: Puzzle =
        "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..".parse().unwrap();
    for numbering in [Numbering::RowMajor, Numbering::Base, Numbering::Open] {
        let encoding = Encoding::new(&puzzle, EncodingOptions { numbering, ..EncodingOptions::default() }).unwrap();
        let mut file = Vec::new();
        let size = encoding.write_dimacs(&mut file).unwrap();
        let stats = DimacsStats::collect(DimacsReader::new(&file[..])).unwrap();
        let classification = stats.classification.unwrap();
        assert_eq!(classification.by_family, size.by_family, "{numbering}");
        let givens = if numbering == Numbering::Open { 0 } else { 29 };
        assert_eq!(classification.count(ClauseFamily::Given), givens);
        assert!(stats.lengths.exactly(1) > givens + classification.count(ClauseFamily::Eliminated), "{numbering}");
    }
}

/// The same without the comments that name the puzzle: the eliminated candidates tell givens and rules apart.
#[test]
fn the_givens_of_reduced_files_without_metadata_are_counted() {
    let puzzles = [
        "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "98.7.....6.....97...7.....5.4.9...........1.....36.4..7.......6..84..5......2...3",
        "4...3..2...4..2.",
    ];
    for text in puzzles {
        let puzzle: Puzzle = text.parse().unwrap();
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            let encoding = Encoding::new(&puzzle, EncodingOptions { numbering, ..EncodingOptions::default() }).unwrap();
            let mut file = Vec::new();
            let size = encoding.write_dimacs(&mut file).unwrap();
            let file = String::from_utf8(file).unwrap();
            let clauses: String =
                file.lines().filter(|line| !line.starts_with('c')).flat_map(|line| [line, "\n"]).collect();
            let classification = stats(&clauses).classification.unwrap();
            assert_eq!(classification.source, MetadataSource::Inferred);
            let count = |family| (family, classification.count(family), size.by_family[family as usize]);
            for (family, found, written) in [ClauseFamily::Given, ClauseFamily::Eliminated].map(count) {
                assert_eq!(found, written, "{family:?} of {text}, {numbering}");
            }
        }
    }
    // In other schemes a unit clause is a given, whatever else is eliminated.
    let rules = stats("p cnf 64 5\n1 2 3 4 0\n1 0\n-2 0\n-3 0\n-4 0\n").classification.unwrap();
    assert_eq!((rules.count(ClauseFamily::Given), rules.count(ClauseFamily::Eliminated)), (1, 3));
}

#[test]
fn clauses_with_auxiliary_variables_are_auxiliary() {
    let amo = qedoku_encode::Amo::Sequential;
    let (file, _) = encoded(EncodingOptions { scheme: Scheme::EFFICIENT, amo, ..EncodingOptions::default() });
    let classification = DimacsStats::collect(DimacsReader::new(&file[..])).unwrap().classification.unwrap();
    assert!(classification.auxiliary > 0 && classification.other == 0);
    assert_eq!(classification.count(ClauseFamily::CellAtLeastOne), 81);
}

/// Classification of the rules in a foreign file: another header, no metadata.
fn foreign(numbering: Numbering, header: &str) -> Option<Classification> {
    let (file, _) = encoded(EncodingOptions { scheme: Scheme::EXTENDED, numbering, ..EncodingOptions::default() });
    let text = String::from_utf8(file).unwrap();
    let clauses = &text[text.find("p cnf").unwrap()..];
    let clauses = &clauses[clauses.find('\n').unwrap() + 1..];
    stats(&format!("{header}{clauses}")).classification
}

#[test]
fn foreign_files_are_classified_by_header_and_first_clause() {
    for (numbering, header) in [
        (Numbering::RowMajor, "p cnf 729 12018\n"),
        (Numbering::RowMajor, ""),
        (Numbering::Base, "p cnf 999 12016\n"),
        (Numbering::Base, "p cnf 729 12018\n"),
        (Numbering::Base, ""),
    ] {
        let classification = foreign(numbering, header).unwrap_or_else(|| panic!("{numbering}, {header}"));
        assert_eq!(
            (classification.source, classification.variables.numbering()),
            (MetadataSource::Inferred, numbering)
        );
        assert_eq!(classification.variables.board(), Board::CLASSIC);
        assert_eq!(
            (
                classification.count(ClauseFamily::RowAtMostOne),
                classification.count(ClauseFamily::BoxAtMostOne),
                classification.count(ClauseFamily::Given),
                classification.other
            ),
            (2916, 2916, 30, 0)
        );
    }
    assert!(foreign(Numbering::RowMajor, "p cnf 730 1\n").is_none());
}

#[test]
fn other_formulas_are_not_classified() {
    assert!(stats("p cnf 64 4\n1 0\n1 30 60 0\n-5 -20 9 0\n7 -60 0\n").classification.is_none());
}

#[test]
fn variables_from_the_caller_are_used() {
    let variables = VariableMap::for_board(Board::of_side(6).unwrap(), Numbering::Base);
    let reader = DimacsReader::new("-111 -121 0\n-111 -231 0\n-111 -411 0\n1 0\n".as_bytes());
    let classification = DimacsStats::collect_with(reader, variables).unwrap().classification.unwrap();
    let Classification { source, other, .. } = classification;
    // The first pair shares a row and a box, and no other clause states a rule of rows.
    let counts = [ClauseFamily::RowAtMostOne, ClauseFamily::ColumnAtMostOne, ClauseFamily::BoxAtMostOne]
        .map(|family| classification.count(family));
    assert_eq!((source, counts, other), (MetadataSource::Caller, [0, 1, 2], 1));
}

fn normalized(text: &str, options: NormalizeOptions) -> String {
    let mut out = Vec::new();
    normalize(|| Ok(text.as_bytes()), options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn deviations_are_normalized() {
    let text = "c a\r\np cnf 9 9\r\n 1\t2 0 3\r\n-1 0\r\nc b\r\np cnf 2 1\r\n4\r\n%\r\n";
    let text = &text[..text.len() - 3];
    let kept = "c a\np cnf 9 3\n1 2 0\n3 -1 0\nc b\n4 0\n";
    assert_eq!(normalized(text, NormalizeOptions::default()), kept);
    let without_comments = NormalizeOptions { comments: false, remove_redundancy: false };
    assert_eq!(normalized(text, without_comments), "p cnf 9 3\n1 2 0\n3 -1 0\n4 0\n");
}

#[test]
fn redundancy_is_removed_on_request() {
    let text = "p cnf 3 3\n1 2 -1 0\n3 1 3 2 1 0\n-2 0\n";
    assert_eq!(normalized(text, NormalizeOptions::default()), text);
    let without_redundancy = NormalizeOptions { remove_redundancy: true, ..NormalizeOptions::default() };
    assert_eq!(normalized(text, without_redundancy), "p cnf 3 2\n3 1 2 0\n-2 0\n");
}

#[test]
fn our_files_are_already_normalized() {
    let (file, _) = encoded(EncodingOptions::default());
    let mut out = Vec::new();
    let report = normalize(|| Ok(&file[..]), NormalizeOptions::default(), &mut out).unwrap();
    assert_eq!((out, report.deviations), (file, vec![]));
}

#[test]
fn input_that_changes_between_the_passes_is_refused() {
    let mut texts = ["1 0\n", "1 0\n2 0\n"].into_iter();
    let result = normalize(|| Ok(texts.next().unwrap().as_bytes()), NormalizeOptions::default(), io::sink());
    assert!(matches!(result, Err(NormalizeError::InputChanged)));
}

#[test]
fn an_endless_clause_is_refused_at_the_limit() {
    struct Ones;
    impl Read for Ones {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let pairs = buffer.len() / 2;
            buffer[..2 * pairs].chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(b"1 "));
            Ok(2 * pairs)
        }
    }
    let mut reader = DimacsReader::new(BufReader::new(b"p cnf 1 1\n".chain(Ones)));
    assert!(matches!(reader.next_clause(), Err(DimacsError::ClauseTooLong { line: 2 })));
}
