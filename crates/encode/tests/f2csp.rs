//! Constraint problems as files: written, counted, read, refused, said in clauses.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::io::{BufReader, Read};

use qedoku_encode::csp::f2csp::{self, Stats};
use qedoku_encode::csp::{Assignment, Csp, CspEncoding, Effect};
use qedoku_encode::{Amo, Formula, Lit, Model, Var};
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, Puzzle};

const AUSTRALIA: &str = include_str!("testdata/australia.f2csp");
const HOUSES: &str = include_str!("testdata/houses.f2csp");
const QUEENS: &str = include_str!("testdata/queens6.f2csp");

fn empty(board: Board) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}

fn file_of(puzzle: &Puzzle) -> (String, Stats) {
    let mut file = Vec::new();
    let stats = f2csp::write(puzzle, &mut file).unwrap();
    (String::from_utf8(file).unwrap(), stats)
}

/// Reads a text whole and byte by byte, which must make no difference; what reads must also be counted alike.
fn read(text: &str) -> Result<Csp, String> {
    let whole = Csp::read(text.as_bytes()).map_err(|error| error.to_string());
    let bytes = Csp::read(BufReader::with_capacity(1, text.as_bytes())).map_err(|error| error.to_string());
    assert_eq!(whole, bytes, "{text}");
    if let Ok(csp) = &whole {
        assert_eq!(Stats::of(text.as_bytes()).map_err(|error| error.to_string()), Ok(csp.stats()));
    }
    whole
}

fn refused(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("read: {text}"))
}

/// A problem with one domain of `0 1 2`, the variables `a b c`, and these constraints.
fn small(count: &str, constraints: &str) -> String {
    format!(
        "small\nDomains\n1\nD 0 1 2\nVariables\n3\na D\nb D\nc D\nConstraints\n{count}\n{constraints}Goal\nSatisfy\n"
    )
}

/// Every way to give each variable one of its values.
fn all_assignments(csp: &Csp) -> Vec<Assignment> {
    let mut all: Vec<Vec<(&str, &str)>> = vec![vec![]];
    for variable in csp.variables() {
        let words = || csp.domain_of(variable).values().iter().map(|value| csp.word(*value));
        let longer = |some: &Vec<_>| words().map(|word| [&some[..], &[(variable.name(), word)]].concat()).collect();
        all = all.iter().flat_map(|some| -> Vec<Vec<_>> { longer(some) }).collect();
    }
    all.into_iter().map(|pairs| csp.assignment(pairs).unwrap()).collect()
}

fn solutions(csp: &Csp) -> Vec<Assignment> {
    all_assignments(csp).into_iter().filter(|assignment| csp.check(assignment).is_ok()).collect()
}

/// Unit propagation; false on a conflict.
fn propagate(clauses: &[Vec<Lit>], values: &mut [Option<bool>]) -> bool {
    loop {
        let mut changed = false;
        for clause in clauses {
            let value = |lit: &Lit| values[lit.var().get() as usize].map(|value| value == lit.is_positive());
            if clause.iter().any(|lit| value(lit) == Some(true)) {
                continue;
            }
            let open: Vec<&Lit> = clause.iter().filter(|lit| value(lit).is_none()).collect();
            match open[..] {
                [] => return false,
                [unit] => {
                    values[unit.var().get() as usize] = Some(unit.is_positive());
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return true;
        }
    }
}

/// All models of clauses, by trying.
fn models(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>, found: &mut Vec<Model>) {
    if !propagate(clauses, &mut values) {
        return;
    }
    let lit = |(number, value): (usize, &Option<bool>)| {
        let var = Var::new(number as u32)?;
        value.map(|value| if value { var.positive() } else { !var.positive() })
    };
    match (1..values.len()).find(|var| values[*var].is_none()) {
        None => found.push(Model::new(values.iter().enumerate().filter_map(lit))),
        Some(open) => [false, true].into_iter().for_each(|value| {
            let mut branch = values.clone();
            branch[open] = Some(value);
            models(clauses, branch, found);
        }),
    }
}

fn models_of(encoding: &CspEncoding) -> Vec<Model> {
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let Ok(last) = encoding.send(&mut clauses);
    assert!(clauses.iter().all(|clause| !clause.is_empty()));
    let size = encoding.size();
    assert_eq!((size.variables, size.clauses), (last, clauses.len() as u64));
    let mut found = Vec::new();
    models(&clauses, vec![None; last as usize + 1], &mut found);
    found
}

/// The models of the clauses, by their x's, are the solutions: no more, no less, in every encoding.
fn assert_exact(csp: &Csp, text: &str) {
    let solutions: HashSet<Assignment> = solutions(csp).into_iter().collect();
    for (amo, name) in Amo::ALL {
        let encoding = CspEncoding::with_amo(csp, amo).unwrap();
        let models = models_of(&encoding);
        let decoded: HashSet<Assignment> =
            models.iter().map(|model| encoding.assignment(model).expect("exactly one value each")).collect();
        assert_eq!(decoded, solutions, "{name}: {text}");
        if amo == Amo::Pairwise {
            assert_eq!(models.len(), solutions.len(), "one to one: {text}");
        }
    }
}

/// A small generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

#[test]
fn a_9x9_has_81_variables_810_pairs_and_7290_rejected_tuples() {
    let (file, stats) = file_of(&empty(Board::CLASSIC));
    assert_eq!((stats.domains, stats.variables, stats.constraints), (1, 81, 810));
    assert_eq!((stats.accepted, stats.rejected), (0, 7_290));
    assert_eq!(Stats::of(file.as_bytes()).unwrap(), stats);
    assert!(file.starts_with("Sudoku 9x9\nDomains\n1\nD1 1 2 3 4 5 6 7 8 9\nVariables\n81\nV1-1 D1\nV1-2 D1\n"));
    let first =
        "\nV9-9 D1\nConstraints\n810\nC1\nV1-1 V1-2\nReject\n9\n1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\nC2\n";
    assert!(file.contains(first));
    assert!(file.ends_with("C810\nV9-8 V9-9\nReject\n9\n1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\nGoal\nSatisfy\n"));
}

#[test]
fn counts_are_those_of_the_formula_at_every_size_and_shape() {
    let published = [(4, 56, 224), (9, 810, 7_290), (16, 4_992, 79_872), (36, 61_560, 2_216_160)];
    for (side, pairs, tuples) in published {
        let (_, stats) = file_of(&empty(Board::of_side(side).unwrap()));
        assert_eq!((stats.constraints, stats.rejected), (pairs, tuples));
    }
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2), (3, 4), (4, 4), (2, 10), (5, 5)] {
        let board = Board::new(height, width).unwrap();
        let n = height * width;
        let (file, stats) = file_of(&empty(board));
        let pairs = n * n * (3 * n - height - width - 1) / 2;
        assert_eq!((stats.variables, stats.constraints), ((n * n) as u64, pairs as u64), "{board}");
        assert_eq!(stats.rejected, (pairs * n) as u64);
        assert_eq!(Stats::of(file.as_bytes()).unwrap(), stats);
        assert_eq!(Csp::read(file.as_bytes()).unwrap().stats(), stats);
    }
}

#[test]
fn no_pair_stands_twice_and_all_look_ahead_along_the_row_then_the_column_then_the_box() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
        let board = Board::new(height, width).unwrap();
        let csp = Csp::read(file_of(&empty(board)).0.as_bytes()).unwrap();
        let mut pairs = csp.constraints().map(|constraint| constraint.scope().to_vec());
        for cell in board.cells() {
            let index = |row: usize, column: usize| (row * board.side() + column) as u32;
            let here = index(cell.row(), cell.column());
            let box_end = |place: usize, size: usize| (place / size + 1) * size;
            let row = (cell.column() + 1..board.side()).map(|column| index(cell.row(), column));
            let column = (cell.row() + 1..board.side()).map(|row| index(row, cell.column()));
            let rest = (cell.row() + 1..box_end(cell.row(), height)).flat_map(|row| {
                let columns = box_end(cell.column(), width) - width..box_end(cell.column(), width);
                columns.filter(|column| *column != cell.column()).map(move |column| index(row, column))
            });
            for later in row.chain(column).chain(rest) {
                assert_eq!(pairs.next(), Some(vec![here, later]), "{board}, {cell}");
            }
        }
        assert_eq!(pairs.next(), None);
        let different: BTreeSet<Vec<u32>> = csp.constraints().map(|constraint| constraint.scope().to_vec()).collect();
        assert_eq!(different.len(), csp.constraints().len());
    }
}

#[test]
fn a_given_accepts_one_value_and_a_restricted_cell_those_that_are_left() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let (file, stats) = file_of(&puzzle);
    assert_eq!((stats.constraints, stats.accepted), (59, 3));
    assert!(file.contains("\nConstraints\n59\n"));
    let end = "C57\nV1-1\nAccept\n1\n1\nC58\nV1-3\nAccept\n1\n3\nC59\nV4-3\nAccept\n1\n2\nGoal\nSatisfy\n";
    assert!(file.ends_with(end), "{file}");

    let board = Board::of_side(4).unwrap();
    let mut allowed = vec![DigitSet::all(4); 16];
    allowed[5].remove(Digit::new(2).unwrap());
    allowed[6] = DigitSet::EMPTY;
    let (file, stats) = file_of(&Puzzle::with_candidates(board, allowed));
    assert!(file.ends_with("C57\nV2-2\nAccept\n3\n1\n3\n4\nC58\nV2-3\nAccept\n0\nGoal\nSatisfy\n"), "{file}");
    assert_eq!((stats.constraints, stats.accepted), (58, 3));
    assert_eq!(Stats::of(file.as_bytes()).unwrap(), stats);
}

#[test]
fn the_solutions_of_a_puzzles_file_are_those_of_the_puzzle() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let csp = read(&file_of(&puzzle).0).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let models = models_of(&encoding);
    let grids: BTreeSet<String> = models
        .iter()
        .map(|model| {
            let assignment = encoding.assignment(model).unwrap();
            assert_eq!(csp.check(&assignment), Ok(()));
            let grid = csp.grid(&assignment).unwrap();
            assert_eq!(qedoku_puzzle::referee::check(&puzzle, &grid), Ok(()));
            grid.to_string()
        })
        .collect();
    assert_eq!(grids.len(), models.len());
    let known = read(&file_of(&empty(Board::of_side(4).unwrap())).0).unwrap();
    assert_eq!(models_of(&CspEncoding::new(&known).unwrap()).len(), 288);
}

#[test]
fn known_problems_have_their_known_solutions_by_trying_and_by_clauses() {
    for (text, expected) in [(AUSTRALIA, 18), (QUEENS, 4), (HOUSES, 1)] {
        let csp = read(text).unwrap();
        assert_eq!(solutions(&csp).len(), expected, "{}", csp.title());
        assert_exact(&csp, csp.title());
        assert!(csp.as_puzzle().is_none());
    }
    let csp = read(HOUSES).unwrap();
    let fish = csp.pairs(&solutions(&csp)[0]).find(|(name, _)| *name == "fish").map(|(_, house)| house.to_owned());
    assert_eq!(fish.as_deref(), Some("2"));
    let queens = read(QUEENS).unwrap();
    let first: Vec<String> =
        queens.pairs(&solutions(&queens)[0]).map(|(row, column)| format!("{row} {column}")).collect();
    assert_eq!(first, ["row1 b", "row2 d", "row3 f", "row4 a", "row5 c", "row6 e"]);
}

#[test]
fn truth_tables_of_the_odd_cases() {
    let cases = [
        ("nothing is accepted", "k\na\nAccept\n0\n", 0),
        ("nothing is accepted of two", "k\na b\nAccept\n0\n", 0),
        ("nothing is accepted of three", "k\na b c\nAccept\n0\n", 0),
        ("nothing is rejected", "k\na b\nReject\n0\n", 27),
        ("a variable twice, accepted", "k\na a\nAccept\n3\n0 0\n0 1\n2 2\n", 18),
        ("a variable twice, rejected", "k\na a\nReject\n3\n0 0\n0 1\n2 2\n", 9),
        ("a variable twice among three", "k\na b a\nAccept\n3\n0 1 0\n0 1 1\n2 2 2\n", 6),
        ("a variable three times", "k\na a a\nAccept\n2\n1 1 1\n1 1 2\n", 9),
        ("values outside of the domain, accepted", "k\na b\nAccept\n3\n0 7\nx 1\n1 1\n", 3),
        ("only values outside of the domain", "k\na b c\nAccept\n1\n0 7 1\n", 0),
        ("values outside of the domain, rejected", "k\na b\nReject\n2\n0 7\n1 1\n", 24),
        ("a tuple twice, accepted", "k\na b c\nAccept\n3\n0 1 2\n0 1 2\n1 1 1\n", 2),
        ("a tuple twice, rejected", "k\na b c\nReject\n3\n0 1 2\n0 1 2\n1 1 1\n", 25),
        ("a value twice, accepted", "k\na\nAccept\n2\n1\n1\n", 9),
        ("all are accepted", "k\na\nAccept\n3\n2\n1\n0\n", 27),
        ("all are rejected", "k\na\nReject\n3\n2\n1\n0\n", 0),
    ];
    for (what, constraint, expected) in cases {
        let csp = read(&small("1", constraint)).unwrap();
        assert_eq!(solutions(&csp).len(), expected, "{what}");
        assert_exact(&csp, what);
    }
}

#[test]
fn empty_domains_and_empty_problems_are_problems() {
    let without = read("e\nDomains\n2\nD\nE 1\nVariables\n1\na E\nConstraints\n0\nGoal\nSatisfy\n").unwrap();
    assert_eq!(models_of(&CspEncoding::new(&without).unwrap()).len(), 1);
    let with =
        read("e\nDomains\n2\nD\nE 1\nVariables\n2\na E\nb D\nConstraints\n1\nk\nb a\nAccept\n1\n1 1\nGoal\nSatisfy\n");
    assert_exact(&with.unwrap(), "an empty domain");
    let nothing = read("e\nDomains\n0\nVariables\n0\nConstraints\n0\nGoal\nSatisfy\n").unwrap();
    assert_exact(&nothing, "nothing at all");
    assert_eq!(solutions(&nothing).len(), 1);
}

/// Any small problem: odd scopes, odd values, odd counts.
fn random_problem(random: &mut Random) -> String {
    let domains = ["D1 a b", "D2 1 2 3", "D3 a 1 zz", "D4 b"];
    let variables: Vec<String> = (0..=random.below(3)).map(|number| format!("v{number}")).collect();
    let mut text = format!("random\nDomains\n4\n{}\nVariables\n{}\n", domains.join("\n"), variables.len());
    for name in &variables {
        writeln!(text, "{name} {}", random.pick(&["D1", "D2", "D3", "D4"])).unwrap();
    }
    let count = random.below(4);
    writeln!(text, "Constraints\n{count}").unwrap();
    for number in 0..count {
        let arity = 1 + random.below(4);
        let scope: Vec<&str> = (0..arity).map(|_| &variables[random.below(variables.len())][..]).collect();
        let tuples = random.below(12);
        let effect = random.pick(&["Accept", "Reject"]);
        writeln!(text, "C{number}\n{}\n{effect}\n{tuples}", scope.join(" ")).unwrap();
        for _ in 0..tuples {
            let tuple: Vec<&str> = (0..arity).map(|_| random.pick(&["a", "b", "1", "2", "3", "zz"])).collect();
            writeln!(text, "{}", tuple.join(" ")).unwrap();
        }
    }
    text + "Goal\nSatisfy\n"
}

#[test]
fn truth_tables_of_random_problems() {
    let mut random = Random(20_240_917);
    let mut satisfiable = 0;
    for _ in 0..400 {
        let text = random_problem(&mut random);
        let csp = read(&text).unwrap();
        assert_exact(&csp, &text);
        satisfiable += usize::from(!solutions(&csp).is_empty());
    }
    assert!((50..350).contains(&satisfiable), "some of both: {satisfiable}");
}

#[test]
fn unit_propagation_leaves_the_values_that_some_tuple_supports_and_no_other() {
    let mut random = Random(3);
    for arity in [2, 3] {
        for _ in 0..200 {
            let tuples: BTreeSet<Vec<usize>> =
                (0..8).map(|_| (0..arity).map(|_| random.below(3)).collect::<Vec<_>>()).collect();
            let lines: String = tuples
                .iter()
                .flat_map(|tuple| tuple.iter().map(|value| format!(" {value}")).chain(["\n".into()]))
                .collect();
            let scope = ["a b", "a b c"][arity - 2];
            let csp = read(&small("1", &format!("k\n{scope}\nAccept\n{}\n{lines}", tuples.len()))).unwrap();
            let encoding = CspEncoding::new(&csp).unwrap();
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            let Ok(last) = encoding.send(&mut clauses);
            let mut values = vec![None; last as usize + 1];
            let gone: Vec<usize> = (0..3).map(|_| 1 + random.below(3 * arity)).collect();
            for x in &gone {
                values[*x] = Some(false);
            }
            let holds =
                |tuple: &&Vec<usize>| tuple.iter().enumerate().all(|(at, value)| !gone.contains(&(3 * at + value + 1)));
            let live: Vec<&Vec<usize>> = tuples.iter().filter(holds).collect();
            let consistent = propagate(&clauses, &mut values);
            assert_eq!(consistent, !live.is_empty());
            for x in (1..=3 * arity).filter(|_| consistent) {
                let is_supported = live.iter().any(|tuple| tuple[(x - 1) / 3] == (x - 1) % 3);
                assert_eq!(values[x] != Some(false), is_supported, "x{x} without {gone:?} in {tuples:?}");
            }
        }
    }
}

#[test]
fn what_was_read_is_written_so_that_it_reads_the_same() {
    let mut random = Random(7);
    let texts = (0..100).map(|_| random_problem(&mut random)).chain([AUSTRALIA, QUEENS, HOUSES].map(String::from));
    for text in texts {
        let csp = read(&text).unwrap();
        let mut file = Vec::new();
        csp.write(&mut file).unwrap();
        assert_eq!(read(&String::from_utf8(file).unwrap()).as_ref(), Ok(&csp));
    }
    let (file, _) = file_of(&"1.3. .... .... ..2.".parse().unwrap());
    let mut again = Vec::new();
    read(&file).unwrap().write(&mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), file);
}

#[test]
fn what_has_only_one_meaning_is_read() {
    let plain = small("1", "k\na b\nReject\n2\n0 0\n1 1\n");
    let csp = read(&plain).unwrap();
    let bent = [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\n\n"),
        plain.replace('\n', "\n# 1 1\n"),
        plain.replace('\n', " \n\t"),
        plain.replace(' ', "  \t"),
        plain.to_lowercase().replace("domains", "Domains").replace(" d\n", " D\n").replace("\nd ", "\nD "),
        plain.trim_end().to_owned(),
        format!("\u{feff}{plain}"),
        format!("# a comment\n\n{plain}\n\n# the end"),
    ];
    for text in bent {
        assert_eq!(read(&text).as_ref(), Ok(&csp), "{text}");
    }
    let untitled = read(plain.strip_prefix("small\n").unwrap()).unwrap();
    assert_eq!((untitled.title(), untitled.stats().rejected), ("", 2));
}

#[test]
fn a_comment_within_a_table_does_not_confuse_the_next_one() {
    let with =
        small("3", "k\na b\nReject\n2\n0 0\n# !\n1 1\nl\na b\nReject\n2\n0 0\n1 1\nm\nb c\nReject\n2\n0 0\n1 1\n");
    assert_eq!(read(&with).unwrap().stats().rejected, 6);
    let differ = small("2", "k\na b\nReject\n2\n0 0\n# !\n1 1\nl\na b\nReject\n2\n0 0\n# !\n");
    assert_eq!(refused(&differ), "line 25: expected tuple 2 of 2: 2 values, found 'Goal'");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let cases = [
        (String::new(), "line 1: expected a title, found the end of the file"),
        ("p cnf 1 1\n1 0\n".into(), "line 2: expected Domains, found '1 0'"),
        ("t\nDomains\nD1 1\n".into(), "line 3: expected the number of domains, found 'D1 1'"),
        ("t\nDomains\n-1\n".into(), "line 3: expected the number of domains, found '-1'"),
        (
            "t\nDomains\n99999999999999999999\n".into(),
            "line 3: expected the number of domains, found '99999999999999999999'",
        ),
        (
            "t\nDomains\n2\nD 1\nVariables\n".into(),
            "line 5: expected domain 2 of 2: a name and its values, found 'Variables'",
        ),
        ("t\nDomains\n1\nD 1\nE 2\n".into(), "line 5: expected Variables, found 'E 2'"),
        ("t\nDomains\n2\nD 1\nD 2\n".into(), "line 5: expected a domain of another name than those before, found 'D'"),
        ("t\nDomains\n1\nD 1 2 1\n".into(), "line 4: expected values that differ in domain D, found '1 twice'"),
        ("t\nDomains\n1\nD 1 #2\n".into(), "line 4: expected a word that does not begin with '#', found '#2'"),
        ("t\nDomains\n1\nD 1\nVariables\n1\nx E\n".into(), "line 7: expected the name of a domain, found 'E'"),
        (
            "t\nDomains\n1\nD 1\nVariables\n1\nx\n".into(),
            "line 7: expected variable 1 of 1: a name and its domain, found 'x'",
        ),
        (
            "t\nDomains\n1\nD 1\nVariables\n2\nx D\nx D\n".into(),
            "line 8: expected a variable of another name than those before, found 'x'",
        ),
        (
            small("2", "k\na b\nReject\n1\n0 0\n"),
            "line 17: expected constraint 2 of 2: its name, alone on a line, found 'Goal'",
        ),
        (small("1", "k\na b\nReject\n1\n0 0\nl\na\nReject\n0\n"), "line 17: expected Goal, found 'l'"),
        (small("1", "k\na d\nReject\n1\n0 0\n"), "line 13: expected the name of a variable, found 'd'"),
        (small("1", "k\na b\nForbid\n1\n0 0\n"), "line 14: expected Accept or Reject, found 'Forbid'"),
        (small("1", "k\na b\nReject\n1\n0 0 0\n"), "line 16: expected tuple 1 of 1: 2 values, found '0 0 0'"),
        (small("1", "k\na b\nReject\n2\n0 0\n"), "line 17: expected tuple 2 of 2: 2 values, found 'Goal'"),
        (
            small("1", "k\na b\nReject\n999999999\n0 0\n"),
            "line 17: expected tuple 2 of 999999999: 2 values, found 'Goal'",
        ),
        (small("1", "k\na b\nReject\n1\n0 0\n1 1\n"), "line 17: expected Goal, found '1 1'"),
        (small("0", "").replace("Satisfy", "Minimise"), "line 13: expected the goal: Satisfy, found 'Minimise'"),
        (small("0", "").replace("Goal\nSatisfy\n", ""), "line 12: expected Goal, found the end of the file"),
        (small("0", "") + "more\n", "line 14: expected the end of the file, found 'more'"),
        (
            small("0", "").replace("Goal", &"x".repeat(100)),
            "line 12: expected Goal, found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text), expected, "{text}");
    }
    let latin = b"t\nDomains\n1\nD caf\xe9\n";
    assert_eq!(Csp::read(&latin[..]).unwrap_err().to_string(), "line 4: expected text in UTF-8, found 'D caf\u{fffd}'");
}

#[test]
fn a_count_that_is_only_announced_costs_nothing() {
    for (what, head) in [
        ("domains", "t\nDomains\n4000000000\n"),
        ("variables", "t\nDomains\n1\nD 1\nVariables\n4000000000\nx D\n"),
        ("tuples", "t\nDomains\n1\nD 1\nVariables\n1\nx D\nConstraints\n1\nk\nx\nAccept\n4000000000\n1\n"),
    ] {
        assert!(refused(head).ends_with("found the end of the file"), "{what}");
        assert!(Stats::of(head.as_bytes()).is_err(), "{what}");
    }
}

#[test]
fn a_problem_with_more_variables_than_literals_is_refused_before_it_is_said() {
    let words = |count: usize, begin, end| {
        (0..count).fold(String::new(), |text, number| text + begin + &number.to_string() + end)
    };
    let (values, variables) = (words(100_000, " ", ""), words(30_000, "v", " D\n"));
    let text = format!("big\nDomains\n1\nD{values}\nVariables\n30000\n{variables}Constraints\n0\nGoal\nSatisfy\n");
    let csp = Csp::read(text.as_bytes()).unwrap();
    let error = CspEncoding::new(&csp).unwrap_err().to_string();
    assert_eq!(error, "the problem needs 6000030000 variables in clauses; there are 2147483647");
}

#[test]
fn changed_files_are_read_or_refused_and_never_more() {
    let mut random = Random(42);
    let sudoku = file_of(&"1.3. .... .... ..2.".parse().unwrap()).0;
    let mut read_count = 0;
    for round in 0..4_000 {
        let mut bytes = [AUSTRALIA, HOUSES, QUEENS, &sudoku][round % 4].as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let (at, length) = (random.below(bytes.len()), random.below(30));
            let end = (at + length).min(bytes.len());
            match random.below(4) {
                0 => bytes[at] = b"0123456789 \n#abV-\xff"[random.below(18)],
                1 => drop(bytes.drain(at..end)),
                2 => bytes.insert(at, b"19 \n#xD"[random.below(7)]),
                _ => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            }
            bytes.push(b'\n');
        }
        let stats = Stats::of(&bytes[..]);
        if let Ok(csp) = Csp::read(&bytes[..]) {
            read_count += 1;
            assert_eq!(stats.unwrap(), csp.stats());
            let _ = csp.as_puzzle();
            let encoding = CspEncoding::new(&csp).unwrap();
            assert!(encoding.size().clauses > 0);
        }
    }
    assert!((100..3_000).contains(&read_count), "some of both: {read_count}");
}

#[test]
fn our_own_files_are_recognised_as_the_puzzles_they_are() {
    let board = |height, width| Board::new(height, width).unwrap();
    let mut restricted = vec![DigitSet::all(6); 36];
    restricted[7].remove(Digit::new(6).unwrap());
    restricted[8] = DigitSet::EMPTY;
    restricted[9] = DigitSet::only(Digit::new(3).unwrap());
    let puzzles = [
        empty(Board::CLASSIC),
        empty(board(2, 3)),
        empty(board(3, 2)),
        empty(board(2, 6)),
        empty(board(5, 5)),
        "1.3. .... .... ..2.".parse().unwrap(),
        "11.. .... .... ....".parse().unwrap(),
        Puzzle::with_candidates(board(3, 2), restricted),
    ];
    for puzzle in puzzles {
        let (file, _) = file_of(&puzzle);
        assert_eq!(Csp::read(file.as_bytes()).unwrap().as_puzzle().as_ref(), Some(&puzzle), "{}", puzzle.board());
    }
}

#[test]
fn the_order_and_the_names_of_the_constraints_do_not_matter_for_being_sudoku() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let (file, _) = file_of(&puzzle);
    let again = "more\nV1-2 V1-1\nReject\n4\n4 4\n3 3\n2 2\n1 1\nruled\nV1-3\nReject\n1\n2\nGoal";
    let more = file.replace("\n59\n", "\n61\n").replace("Goal", again);
    assert_eq!(read(&more).unwrap().as_puzzle(), Some(puzzle));
}

#[test]
fn a_problem_that_is_nearly_sudoku_is_not_taken_for_it() {
    let (file, _) = file_of(&"1.3. .... .... ..2.".parse().unwrap());
    let pair = "C7\nV1-1 V2-2\nReject\n4\n1 1\n2 2\n3 3\n4 4\n";
    assert!(file.contains(pair));
    let one_more = |constraint: &str| file.replace("\n59\n", "\n60\n").replace("Goal", &format!("{constraint}Goal"));
    let nearly = [
        ("a pair is missing", file.replace("\n59\n", "\n58\n").replace(pair, "")),
        ("a pair is another", file.replace("V1-1 V2-2\n", "V1-1 V3-3\n")),
        ("a pair more", one_more("k\nV1-1 V4-4\nReject\n4\n1 1\n2 2\n3 3\n4 4\n")),
        ("a tuple is missing", file.replace(pair, "C7\nV1-1 V2-2\nReject\n3\n1 1\n2 2\n3 3\n")),
        ("a tuple more", file.replace(pair, &pair.replace("4 4\n", "4 4\n1 2\n").replace("\n4\n", "\n5\n"))),
        ("a tuple is another", file.replace(pair, &pair.replace("4 4", "3 4"))),
        ("accepted, not rejected", file.replace(pair, &pair.replace("Reject", "Accept"))),
        ("another constraint", one_more("k\nV1-1 V1-2\nReject\n1\n1 2\n")),
        ("a cell with itself", one_more("k\nV1-1 V1-1\nReject\n4\n1 1\n2 2\n3 3\n4 4\n")),
        ("three cells", one_more("k\nV1-1 V1-2 V1-3\nReject\n1\n1 2 3\n")),
        ("a value more", file.replace("D1 1 2 3 4\n", "D1 1 2 3 4 5\n")),
        ("a value less", file.replace("D1 1 2 3 4\n", "D1 1 2 3\n")),
        ("values of other names", file.replace("D1 1 2 3 4\n", "D1 1 2 3 04\n")),
        ("variables of other names", file.replace("V1-1", "V1-01")),
        ("variables in another order", file.replace("V1-1 D1\nV1-2 D1", "V1-2 D1\nV1-1 D1")),
        ("a given out of the domain", file.replace("V1-1\nAccept\n1\n1\n", "V1-1\nAccept\n1\n5\n")),
    ];
    for (what, text) in nearly {
        assert_ne!(text, file, "{what}");
        assert!(read(&text).unwrap().as_puzzle().is_none(), "{what}");
    }
}

#[test]
fn a_grid_is_made_only_of_cells_and_digits() {
    let board = Board::new(3, 2).unwrap();
    let csp = Csp::read(file_of(&empty(board)).0.as_bytes()).unwrap();
    let names: Vec<String> = csp.variables().iter().map(|variable| variable.name().to_owned()).collect();
    let ones = csp.assignment(names.iter().map(|name| (&name[..], "1"))).unwrap();
    let grid = csp.grid(&ones).unwrap();
    assert_eq!((grid.board(), grid.get(Cell::new(5, 5))), (board, Digit::new(1)));
    let violation = csp.check(&ones).unwrap_err().to_string();
    assert_eq!(violation, "the constraint C1 rejects V1-1 = 1, V1-2 = 1");
    let australia = read(AUSTRALIA).unwrap();
    assert_eq!(australia.grid(&solutions(&australia)[0]), None);
}

#[test]
fn the_referee_names_what_is_violated() {
    let csp = read(&small("2", "k\na b\nAccept\n1\n0 1\nl\nc\nReject\n1\n2\n")).unwrap();
    let told = |a, b, c| csp.check(&csp.assignment([("a", a), ("b", b), ("c", c)]).unwrap()).map_err(|v| v.to_string());
    assert_eq!(told("0", "1", "0"), Ok(()));
    assert_eq!(told("1", "1", "0"), Err("the constraint k does not accept a = 1, b = 1".into()));
    assert_eq!(told("0", "1", "2"), Err("the constraint l rejects c = 2".into()));
    let other = read(AUSTRALIA).unwrap();
    assert_eq!(csp.check(&solutions(&other)[0]).unwrap_err().to_string(), "the assignment is for another problem");
    let wrong = |pairs: &[(&'static str, &'static str)]| csp.assignment(pairs.iter().copied()).unwrap_err().to_string();
    assert_eq!(wrong(&[("a", "0"), ("b", "0")]), "c has no value");
    assert_eq!(wrong(&[("a", "0"), ("a", "0")]), "a has two values");
    assert_eq!(wrong(&[("d", "0")]), "there is no variable d");
    assert_eq!(wrong(&[("a", "3")]), "3 is not a value of a");
    assert_eq!(csp.constraints().next().unwrap().effect(), Effect::Accept);
}

#[test]
fn models_are_decoded_even_if_they_are_partial_and_refused_if_they_are_wrong() {
    let csp = read(&small("0", "")).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let decoded = |lits: &[i32]| {
        let model = Model::new(lits.iter().map(|lit| Lit::from_dimacs(*lit).unwrap()));
        let words = |assignment| csp.pairs(&assignment).map(|(_, word)| word.to_owned()).collect::<Vec<_>>().join(" ");
        encoding.assignment(&model).map(words).map_err(|error| error.to_string())
    };
    assert_eq!(decoded(&[-1, 2, -3, 4, -5, -6, -7, -8, 9]), Ok("1 0 2".into()));
    assert_eq!(decoded(&[-1, -3, -5, -6, -7, -8]), Ok("1 0 2".into()));
    assert_eq!(decoded(&[1, 2, 4, 7]), Err("a is both 0 and 1".into()));
    assert_eq!(decoded(&[-1, -2, -3]), Err("a has no value: the model makes all of them false".into()));
    assert_eq!(decoded(&[-1]), Err("a has no value: the model makes none true and leaves 2 open".into()));
    assert!(encoding.is_x(Var::new(9).unwrap()) && !encoding.is_x(Var::new(10).unwrap()));
}

#[test]
fn a_cnf_of_a_problem_says_what_its_variables_mean() {
    let csp = read(HOUSES).unwrap();
    let encoding = CspEncoding::new(&csp).unwrap();
    let size = encoding.size();
    let comments = encoding.comments(&size);
    assert_eq!(comments[0], "c f2csp Three houses");
    assert_eq!(comments[2], "c domain House: 1 2 3");
    assert_eq!(comments[3], "c red = the values of House, from 1");
    assert_eq!(comments[11], "c fish = the values of House, from 25");
    assert!(comments.iter().all(|line| line.starts_with("c ")));
    assert_eq!(encoding.meaning(Var::new(26).unwrap()), Some((8, 1)));
    assert_eq!(size.variables, 27 + 3 * 6 + 2);
}

/// An input that fails after its text.
struct Broken<'t>(&'t [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(into)? {
            0 => Err(std::io::Error::other("the wire was cut")),
            some => Ok(some),
        }
    }
}

#[test]
fn an_input_that_fails_is_told() {
    let error = Csp::read(Broken(b"t\nDomains\n1\n")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read: the wire was cut");
}
