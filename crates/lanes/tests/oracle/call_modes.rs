//! Call modes: batches of every size, one puzzle per call, counting, enumeration, true candidates, parallel and streaming calls.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use qedoku_lanes::{
    ALL_DIGITS, BatchAnswer, CellCandidates, CellDigits, LanesSolver, PuzzleInput, PuzzleLine, SearchStats, SimdLevel,
    SolutionIter, solve_parallel, solve_stream,
};
use qedoku_puzzle::oracle;
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::{is_long, seed};

use crate::cases::{
    OracleCase, TestInput, are_peers, bit, candidates, digits, filled, full_grid, line, puzzle_family, sample, thinned,
};
use crate::solvers;

/// Limits of the searches.
const LIMITS: [u32; 4] = [1, 2, 5, 100];
/// Solutions that the oracle searches for: one more than the highest limit.
const ORACLE_LIMIT: usize = 101;

const EMPTY: CellDigits = [0; 81];
const TWO: &str = "..3456789456789123789123456..4365897365897214897214365531642978642978531978531642";

/// A call mode, to be tested with every form of input.
trait CallMode {
    /// Asserts that the answers to the inputs agree with the oracle.
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str);
}

/// Tests a mode with puzzles as digits, as lines with various bytes for open cells, and as candidates.
fn in_every_form(cases: &[OracleCase], mode: &mut impl CallMode) {
    let with_givens: Vec<&OracleCase> = cases.iter().filter(|case| case.input.givens.is_some()).collect();
    let givens: Vec<CellDigits> = with_givens.iter().filter_map(|case| case.input.givens).collect();
    mode.check(&givens, &with_givens, "digits");
    let symbols = b".0x-_*/: ,\0\xff";
    let lines: Vec<[u8; 81]> = givens
        .iter()
        .enumerate()
        .map(|(i, givens)| line(givens).map(|byte| if byte == b'.' { symbols[i % symbols.len()] } else { byte }))
        .collect();
    mode.check(&lines.iter().map(PuzzleLine).collect::<Vec<_>>(), &with_givens, "lines");
    let candidates: Vec<CellCandidates> = cases.iter().map(|case| case.input.candidates).collect();
    mode.check(&candidates, &cases.iter().collect::<Vec<_>>(), "candidates");
}

/// Extreme puzzles.
fn corner_cases() -> Vec<TestInput> {
    let grid = full_grid(&mut Rng::new(3, 0));
    let with = |from: &CellDigits, changes: &[(usize, u8)]| {
        let mut changed = *from;
        changes.iter().for_each(|(cell, digit)| changed[*cell] = *digit);
        changed
    };
    let mut corners: Vec<TestInput> = vec![EMPTY.into(), grid.into(), digits(TWO).into(), [5u8; 81].into()];
    // One open cell: with the right digit in it, a wrong one, none, and the right one eliminated.
    for hole in [0, 40, 80] {
        let right = grid[hole];
        let wrong = right % 9 + 1;
        let holed = with(&grid, &[(hole, 0)]);
        corners.extend([holed.into(), with(&grid, &[(hole, wrong)]).into()]);
        for allowed in [ALL_DIGITS, bit(right), bit(wrong), 0, ALL_DIGITS & !bit(right)] {
            let mut holed = candidates(&holed);
            holed[hole] = allowed;
            corners.push(holed.into());
        }
    }
    // A digit twice in a row, a column, a box; in adjacent and distant cells; among some givens and in a full grid.
    let some = thinned(&grid, 24, &mut Rng::new(3, 0));
    for (a, b) in [(0, 8), (0, 1), (0, 72), (0, 9), (0, 20), (60, 80), (44, 53), (4, 3), (77, 80)] {
        corners.push(with(&some, &[(a, 7), (b, 7)]).into());
        corners.push(with(&grid, &[(a, grid[b])]).into());
    }
    // A cell without candidates, two cells with the same single candidate, four cells for three digits, a house without a digit.
    let allow = |from: &CellCandidates, changes: &[(usize, u16)]| {
        let mut changed = *from;
        changes.iter().for_each(|(cell, allowed)| changed[*cell] = *allowed);
        TestInput::from(changed)
    };
    let all = [ALL_DIGITS; 81];
    for everywhere in [ALL_DIGITS, 0, 1, 3] {
        corners.push([everywhere; 81].into());
    }
    corners.extend([allow(&all, &[(80, 0)]), allow(&all, &[(0, bit(4)), (8, bit(4))])]);
    let half = candidates(&thinned(&grid, 40, &mut Rng::new(3, 0)));
    for house in [|i| i, |i| 9 * i + 4, |i| 60 + 9 * (i / 3) + i % 3] as [fn(usize) -> usize; 3] {
        corners.push(allow(&half, &[(house(0), 7), (house(3), 7), (house(5), 7), (house(8), 7)]));
        let lacking: Vec<(usize, u16)> = (0..9).map(|i| (house(i), half[house(i)] & !bit(9))).collect();
        corners.push(allow(&half, &lacking));
    }
    corners.push(candidates(&grid).into());
    corners
}

/// Puzzles of all kinds with their solutions by the oracle.
fn oracle_cases(families: usize) -> Vec<OracleCase> {
    let seed = seed(2);
    let mut all: Vec<OracleCase> =
        corner_cases().into_iter().map(|corner| OracleCase::new(corner, ORACLE_LIMIT)).collect();
    for number in 0..if is_long() { 10 * families } else { families } {
        all.extend(puzzle_family(&mut Rng::new(seed, number as u64), ORACLE_LIMIT));
    }
    // Only one of these: the oracle takes half a second for it.
    all.push(OracleCase::new(sample("17_clue.txt", 1)[0], ORACLE_LIMIT));
    all
}

/// [`LanesSolver::solve`] in batches of one size.
struct Batches {
    solver: LanesSolver,
    size: usize,
    limit: u32,
}

impl CallMode for Batches {
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str) {
        let who = format!("{}, {form}, {} at a time", self.solver.level().name(), self.size);
        // Earlier contents of the answers must not matter.
        let mut answers = vec![BatchAnswer { count: 77, solution: [77; 81] }; self.size];
        for (inputs, cases) in inputs.chunks(self.size).zip(cases.chunks(self.size)) {
            let answers = &mut answers[..inputs.len()];
            self.solver.solve(inputs, self.limit, answers);
            cases.iter().zip(answers).for_each(|(case, answer)| case.check(answer, self.limit, &who));
        }
    }
}

#[test]
fn batches_of_every_size_agree_with_the_oracle() {
    let cases = oracle_cases(6);
    for mut solver in solvers() {
        for (number, size) in [2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 100, cases.len()].into_iter().enumerate() {
            let mut mode = Batches { solver, size, limit: LIMITS[number % 4] };
            in_every_form(&cases, &mut mode);
            solver = mode.solver;
        }
        for (size, limit) in [1, 32, cases.len()].into_iter().flat_map(|size| LIMITS.map(|limit| (size, limit))) {
            let mut mode = Batches { solver, size, limit };
            in_every_form(&cases, &mut mode);
            solver = mode.solver;
        }
    }
}

/// [`LanesSolver::solve_ordered`] in batches of one size.
struct OrderedBatches {
    solver: LanesSolver,
    size: usize,
    limit: u32,
}

impl CallMode for OrderedBatches {
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str) {
        let level = self.solver.level();
        let who = format!("{}, {form}, ordered, {} at a time", level.name(), self.size);
        let mut answers = vec![BatchAnswer { count: 77, solution: [77; 81] }; self.size];
        for (inputs, cases) in inputs.chunks(self.size).zip(cases.chunks(self.size)) {
            let answers = &mut answers[..inputs.len()];
            self.solver.solve_ordered(inputs, self.limit, answers);
            for ((input, case), answer) in inputs.iter().zip(cases).zip(answers) {
                case.check(answer, self.limit, &who);
                let first = SolutionIter::with_level(level, input).next();
                assert_eq!((answer.count > 0).then_some(answer.solution), first, "{who}, limit {}", self.limit);
            }
        }
    }
}

#[test]
fn an_ordered_batch_finds_the_first_solution_of_the_enumeration() {
    let mut cases = oracle_cases(4);
    // So few givens that the first solution lies deeper than 15 branchings, several times in a batch.
    cases.extend((0..6).map(|_| OracleCase::new(EMPTY, ORACLE_LIMIT)));
    for mut solver in solvers() {
        for (number, size) in [1, 4, 5, 16, 33, 100, cases.len()].into_iter().enumerate() {
            let mut mode = OrderedBatches { solver, size, limit: LIMITS[number % 4] };
            in_every_form(&cases, &mut mode);
            solver = mode.solver;
        }
    }
}

#[test]
fn an_ordered_batch_of_ambiguous_puzzles_finds_the_first_solutions_too() {
    let puzzles = sample("serg_multi.txt", 300);
    let lines: Vec<[u8; 81]> = puzzles.iter().map(line).collect();
    let lines: Vec<PuzzleLine> = lines.iter().map(PuzzleLine).collect();
    for mut solver in solvers() {
        let level = solver.level();
        let first: Vec<CellDigits> =
            lines.iter().map(|line| SolutionIter::with_level(level, line).next().expect("a solution")).collect();
        // The first call expects unique puzzles, the second one ambiguous ones.
        for call in 0..2 {
            let mut answers = vec![BatchAnswer::default(); lines.len()];
            solver.solve_ordered(&lines, 2, &mut answers);
            assert!(answers.iter().all(|answer| answer.count == 2), "call {call} at level {}", level.name());
            assert!(answers.iter().map(|answer| answer.solution).eq(first.iter().copied()), "call {call}, {level}");
        }
    }
}

/// More puzzles than ids of a batch, in an order in which neighbours differ.
#[test]
fn a_call_with_more_puzzles_than_ids_agrees_with_the_oracle() {
    let cases = oracle_cases(2);
    let mut order: Vec<usize> = (0..cases.len()).cycle().take(70_000).collect();
    Rng::new(seed(3), 0).shuffle(&mut order);
    let inputs: Vec<CellCandidates> = order.iter().map(|i| cases[*i].input.candidates).collect();
    for mut solver in solvers() {
        let mut answers = vec![BatchAnswer::default(); inputs.len()];
        solver.solve(&inputs, 2, &mut answers);
        for (i, answer) in order.iter().zip(&answers) {
            cases[*i].check(answer, 2, solver.level().name());
        }
    }
}

#[test]
fn an_empty_batch_takes_no_work() {
    for mut solver in solvers() {
        assert_eq!(solver.solve::<CellDigits>(&[], 2, &mut []), SearchStats::default());
    }
}

/// [`LanesSolver::solve_one`] and [`LanesSolver::count`].
struct OneByOne(LanesSolver);

impl CallMode for OneByOne {
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str) {
        let who = format!("{}, {form}, one by one", self.0.level().name());
        for (input, case) in inputs.iter().zip(cases) {
            for limit in LIMITS {
                case.check(&self.0.solve_one(input, limit), limit, &who);
                let expected = case.solutions.len().min(limit as usize);
                let count = count(&mut self.0, input, limit.into());
                assert_eq!(count, expected as u64, "{who}, limit {limit}: {}", case.input.text());
            }
            if case.is_complete() {
                let count = count(&mut self.0, input, u64::MAX);
                assert_eq!(count, case.solutions.len() as u64, "{who}: {}", case.input.text());
            }
        }
    }
}

fn count(solver: &mut LanesSolver, input: &impl PuzzleInput, limit: u64) -> u64 {
    count_with_progress(solver, input, limit, &mut |_| ControlFlow::Continue(()))
}

/// [`LanesSolver::count`], compiled once for all callbacks.
fn count_with_progress(
    solver: &mut LanesSolver,
    input: &impl PuzzleInput,
    limit: u64,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> u64 {
    solver.count(input, limit, progress)
}

#[test]
fn solving_and_counting_one_puzzle_agree_with_the_oracle() {
    let cases = oracle_cases(6);
    solvers().into_iter().for_each(|solver| in_every_form(&cases, &mut OneByOne(solver)));
}

#[test]
fn counts_of_thousands_of_solutions_agree_with_the_oracle() {
    let mut rng = Rng::new(seed(4), 0);
    let mut tested = 0;
    while tested < if is_long() { 20 } else { 3 } {
        let givens = 24 + rng.below(6);
        let puzzle = thinned(&full_grid(&mut rng), givens, &mut rng);
        let expected = oracle::count(&TestInput::from(puzzle).puzzle(), 20_000);
        if (2_000..20_000).contains(&expected) {
            tested += 1;
            for mut solver in solvers() {
                assert_eq!(count(&mut solver, &puzzle, u64::MAX), expected, "{}", TestInput::from(puzzle).text());
                assert_eq!(count(&mut solver, &candidates(&puzzle), u64::MAX), expected);
                assert_eq!(count(&mut solver, &puzzle, expected), expected);
                assert_eq!(count(&mut solver, &puzzle, expected - 1), expected - 1);
                let answer = solver.solve_one(&puzzle, 1_000_000);
                assert_eq!(u64::from(answer.count), expected);
                assert_eq!(SolutionIter::with_level(solver.level(), &puzzle).count() as u64, expected);
            }
        }
    }
}

#[test]
fn counting_the_empty_board_ends_at_the_limit_or_when_progress_breaks() {
    for mut solver in solvers() {
        for limit in [1, 2, 3, 1000, 65_535, 65_536, 65_537, 200_000] {
            let mut reported = Vec::new();
            let count = count_with_progress(&mut solver, &EMPTY, limit, &mut |count| {
                reported.push(count);
                ControlFlow::Continue(())
            });
            assert_eq!(count, limit);
            assert!(
                reported.is_sorted_by(|a, b| a < b) && reported.iter().all(|count| *count <= limit),
                "{reported:?}"
            );
        }
        for breaks in 1..=3 {
            let mut reported = Vec::new();
            let count = count_with_progress(&mut solver, &EMPTY, u64::MAX, &mut |count| {
                reported.push(count);
                if reported.len() == breaks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((reported.len(), reported.last()), (breaks, Some(&count)), "counting continued after the break");
            assert!(reported.is_sorted_by(|a, b| a < b), "{reported:?}");
        }
        // An interrupted count leaves nothing behind.
        assert_eq!(count(&mut solver, &digits(TWO), u64::MAX), 2);
        assert_eq!(solver.solve_one(&digits(TWO), 100).count, 2);
    }
}

#[test]
fn a_count_with_limit_0_is_0() {
    for mut solver in solvers() {
        assert_eq!(count(&mut solver, &EMPTY, 0), 0);
        assert_eq!(count(&mut solver, &digits(TWO), 0), 0);
    }
}

#[test]
fn any_two_conflicting_givens_leave_no_solution() {
    let with_two =
        |a: usize, b: usize| -> CellDigits { std::array::from_fn(|cell| if cell == a || cell == b { 7 } else { 0 }) };
    let pairs = (0..81).flat_map(|a| (0..a).map(move |b| (a, b)));
    let (conflicting, compatible): (Vec<_>, Vec<_>) = pairs.partition(|(a, b)| are_peers(*a, *b));
    for mut solver in solvers() {
        for (pairs, count) in [(&conflicting, 0), (&compatible, 1)] {
            let inputs: Vec<CellDigits> = pairs.iter().map(|(a, b)| with_two(*a, *b)).collect();
            let mut answers = vec![BatchAnswer::default(); inputs.len()];
            solver.solve(&inputs, 1, &mut answers);
            for (input, answer) in inputs.iter().zip(&answers) {
                assert_eq!(answer.count, count, "{}", TestInput::from(*input).text());
                assert_eq!(solver.solve_one(input, 1).count, count, "{}", TestInput::from(*input).text());
            }
        }
    }
}

/// Cells of one house with fewer candidates than cells, on a board without givens.
#[test]
fn too_few_candidates_for_some_cells_of_a_house_leave_no_solution() {
    let row = |i: usize| i;
    let column = |i: usize| 9 * i + 4;
    let block = |i: usize| 60 + 9 * (i / 3) + i % 3;
    for house in [row, column, block] as [fn(usize) -> usize; 3] {
        for (cells, allowed) in
            [(&[0, 1][..], 1), (&[0, 1, 2], 3), (&[0, 3, 8], 3), (&[0, 3, 5, 8], 7), (&[0, 2, 4, 6, 8], 15)]
        {
            let mut few = [ALL_DIGITS; 81];
            cells.iter().for_each(|i| few[house(*i)] = allowed);
            let case = OracleCase::new(few, 1);
            assert!(case.solutions.is_empty());
            for mut solver in solvers() {
                case.check(&solver.solve_one(&case.input.candidates, 1), 1, solver.level().name());
            }
        }
    }
}

/// [`SolutionIter`] at every SIMD level.
struct Enumeration;

impl CallMode for Enumeration {
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str) {
        for (input, case) in inputs.iter().zip(cases) {
            let list = |level| SolutionIter::with_level(level, input).take(ORACLE_LIMIT).collect::<Vec<CellDigits>>();
            let first = list(SimdLevel::Portable);
            assert_eq!(first.len(), case.solutions.len(), "{form}: {}", case.input.text());
            first.iter().for_each(|solution| case.check_solution(solution, form));
            let distinct: HashSet<&CellDigits> = first.iter().collect();
            assert_eq!(distinct.len(), first.len(), "{form}, a solution occurs twice: {}", case.input.text());
            for level in SimdLevel::available() {
                assert_eq!(list(level), first, "{level}, {form}, another order: {}", case.input.text());
            }
            assert_eq!(SolutionIter::new(input).take(ORACLE_LIMIT).collect::<Vec<_>>(), first);
        }
    }
}

#[test]
fn enumeration_yields_every_solution_once_in_the_same_order_at_every_level() {
    in_every_form(&oracle_cases(6), &mut Enumeration);
}

/// Without the flag, the search would count for years.
#[test]
fn a_stop_flag_ends_a_search_and_the_solver_can_be_used_again() {
    let flag = Arc::new(AtomicBool::new(true));
    for mut solver in solvers() {
        solver.set_stop_flag(Some(Arc::clone(&flag)));
        let mut go_on = |_| ControlFlow::Continue(());
        assert!(solver.count(&EMPTY, u64::MAX, &mut go_on) > 0);
        solver.set_stop_flag(None);
        assert_eq!(solver.count(&digits(TWO), 5, &mut go_on), 2);
    }
}

#[test]
fn an_exhausted_solution_iterator_stays_exhausted() {
    for level in SimdLevel::available() {
        let mut solutions = SolutionIter::with_level(level, &digits(TWO));
        assert_eq!((0..4).map(|_| solutions.next().is_some()).collect::<Vec<_>>(), [true, true, false, false]);
    }
}

/// [`LanesSolver::true_candidates`].
struct TrueCandidates(LanesSolver);

impl CallMode for TrueCandidates {
    fn check<I: PuzzleInput>(&mut self, inputs: &[I], cases: &[&OracleCase], form: &str) {
        for (input, case) in inputs.iter().zip(cases).filter(|(_, case)| case.is_complete()) {
            let mut expected = [0; 81];
            for solution in &case.solutions {
                expected.iter_mut().zip(solution).for_each(|(set, digit)| *set |= bit(*digit));
            }
            let who = format!("{}, {form}", self.0.level().name());
            assert_eq!(self.0.true_candidates(input), expected, "{who}: {}", case.input.text());
        }
    }
}

#[test]
fn true_candidates_are_the_union_of_all_solutions() {
    let cases = oracle_cases(6);
    solvers().into_iter().for_each(|solver| in_every_form(&cases, &mut TrueCandidates(solver)));
}

#[test]
fn true_candidates_of_puzzles_with_very_many_solutions_agree_with_the_oracle() {
    let mut rng = Rng::new(seed(5), 0);
    for givens in [22, 26, 30] {
        let puzzle = thinned(&full_grid(&mut rng), givens, &mut rng);
        let is_true = |cell: usize, digit: u8| {
            let mut placed = puzzle;
            placed[cell] = digit;
            (puzzle[cell] == 0 || puzzle[cell] == digit) && oracle::count(&TestInput::from(placed).puzzle(), 1) == 1
        };
        let expected: CellCandidates =
            std::array::from_fn(|cell| (1..=9).filter(|digit| is_true(cell, *digit)).map(bit).sum());
        for mut solver in solvers() {
            assert_eq!(solver.true_candidates(&puzzle), expected, "{}", TestInput::from(puzzle).text());
            assert_eq!(solver.true_candidates(&candidates(&puzzle)), expected);
            assert_eq!(solver.true_candidates(&EMPTY), [ALL_DIGITS; 81]);
        }
    }
}

#[test]
fn parallel_and_streaming_calls_agree_with_the_oracle_and_report_progress() {
    let cases = oracle_cases(3);
    let order: Vec<usize> = (0..cases.len()).cycle().take(9_000).collect();
    let inputs: Vec<CellCandidates> = order.iter().map(|i| cases[*i].input.candidates).collect();
    for (threads, count) in [(1, 9_000), (2, 9_000), (3, 9_000), (7, 4_097), (2, 300), (2, 1), (2, 0)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (mut answers, done) = (vec![BatchAnswer::default(); count], AtomicUsize::new(0));
        let add = |more| _ = done.fetch_add(more, Ordering::Relaxed);
        pool.install(|| solve_parallel(&inputs[..count], 2, &mut answers, add));
        assert_eq!(done.into_inner(), count);
        let streamed: Vec<BatchAnswer> = pool.install(|| solve_stream(inputs[..count].iter().copied(), 2).collect());
        for answers in [answers, streamed] {
            assert_eq!(answers.len(), count);
            order
                .iter()
                .zip(&answers)
                .for_each(|(i, answer)| cases[*i].check(answer, 2, &format!("{threads} threads")));
        }
    }
}

/// More puzzles than a stream holds at a time.
#[test]
fn a_long_stream_yields_answers_in_order() {
    let cases = oracle_cases(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let inputs = cases.iter().map(|case| case.input.candidates).cycle().take(40_000);
    let answers: Vec<BatchAnswer> = pool.install(|| solve_stream(inputs, 2).collect());
    assert_eq!(answers.len(), 40_000);
    cases.iter().cycle().zip(&answers).for_each(|(case, answer)| case.check(answer, 2, "streaming"));
}

#[test]
fn a_reused_solver_answers_like_a_new_one() {
    let cases = oracle_cases(1);
    let puzzles: Vec<CellDigits> = cases.iter().filter_map(|case| case.input.givens).collect();
    let restricted: Vec<CellCandidates> = cases.iter().map(|case| case.input.candidates).collect();
    for mut used in solvers() {
        let mut fresh = vec![BatchAnswer::default(); puzzles.len()];
        let stats = LanesSolver::with_level(used.level()).solve(&puzzles, 5, &mut fresh);
        // Thousands of open nodes, so that the node stack grows; candidates; a search that ends early.
        count(&mut used, &EMPTY, 100_000);
        used.solve(&restricted, 100, &mut vec![BatchAnswer::default(); restricted.len()]);
        used.true_candidates(&restricted[0]);
        let mut again = vec![BatchAnswer::default(); puzzles.len()];
        assert_eq!(used.solve(&puzzles, 5, &mut again), stats);
        assert!(again == fresh, "answers of a reused solver differ at level {}", used.level().name());
    }
}

#[test]
#[should_panic(expected = "one answer per puzzle")]
fn solve_panics_unless_there_is_one_answer_per_puzzle() {
    LanesSolver::default().solve(&[EMPTY; 2], 1, &mut [BatchAnswer::default()]);
}

#[test]
#[should_panic(expected = "limit must be at least 1")]
fn solve_panics_if_the_limit_is_0() {
    LanesSolver::default().solve(&[EMPTY], 0, &mut [BatchAnswer::default()]);
}

#[test]
fn the_cases_cover_no_one_two_several_and_many_solutions() {
    let cases = oracle_cases(6);
    let with =
        |range: std::ops::Range<usize>| cases.iter().filter(|case| range.contains(&case.solutions.len())).count();
    let covered = [with(0..1), with(1..2), with(2..3), with(3..ORACLE_LIMIT), with(ORACLE_LIMIT..ORACLE_LIMIT + 1)];
    assert!(covered.iter().all(|count| *count >= 8), "{covered:?}");
    assert!(cases.iter().any(|case| case.input.givens.is_some_and(|givens| filled(&givens).len() == 81)));
}
