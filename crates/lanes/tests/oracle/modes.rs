//! Every way to ask: batches of every size, one by one, counted, listed, for true candidates, on all threads.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use qedoku_lanes::{
    ALL, Candidates, Digits, Effort, Found, Line, Question, Simd, Solutions, Solver, answers, solve_all,
};
use qedoku_puzzle::oracle;

use crate::questions::{
    Asked, Known, Random, bit, candidates, digits, family, filled, full, line, list, long, see, seed, thinned,
};
use crate::solvers;

/// Limits of the searches. The oracle looks for one solution more than the highest.
const LIMITS: [u32; 4] = [1, 2, 5, 100];
const MOST: usize = 101;

const EMPTY: Digits = [0; 81];
const TWO: &str = "..3456789456789123789123456..4365897365897214897214365531642978642978531978531642";

/// A way to ask, to be tried on questions of every form.
trait Mode {
    /// Fails unless the questions are answered as is known.
    fn check<Q: Question>(&mut self, questions: &[Q], known: &[&Known], form: &str);
}

/// Tries a mode with puzzles as digits, as lines with all sorts of bytes for open cells, and as candidates.
fn in_every_form(known: &[Known], mode: &mut impl Mode) {
    let plain: Vec<&Known> = known.iter().filter(|known| known.asked.givens.is_some()).collect();
    let givens: Vec<Digits> = plain.iter().filter_map(|known| known.asked.givens).collect();
    mode.check(&givens, &plain, "digits");
    let symbols = b".0x-_*/: ,\0\xff";
    let lines: Vec<[u8; 81]> = givens
        .iter()
        .enumerate()
        .map(|(i, givens)| line(givens).map(|byte| if byte == b'.' { symbols[i % symbols.len()] } else { byte }))
        .collect();
    mode.check(&lines.iter().map(Line).collect::<Vec<_>>(), &plain, "lines");
    let candidates: Vec<Candidates> = known.iter().map(|known| known.asked.candidates).collect();
    mode.check(&candidates, &known.iter().collect::<Vec<_>>(), "candidates");
}

/// Questions that are the last of their kind.
fn corners() -> Vec<Asked> {
    let grid = full(&mut Random::new(3));
    let with = |from: &Digits, changes: &[(usize, u8)]| {
        let mut changed = *from;
        changes.iter().for_each(|(cell, digit)| changed[*cell] = *digit);
        changed
    };
    let mut corners: Vec<Asked> = vec![EMPTY.into(), grid.into(), digits(TWO).into(), [5u8; 81].into()];
    // One hole, with the right digit there, a wrong one, none, and the right one ruled out.
    for hole in [0, 40, 80] {
        let right = grid[hole];
        let wrong = right % 9 + 1;
        let holed = with(&grid, &[(hole, 0)]);
        corners.extend([holed.into(), with(&grid, &[(hole, wrong)]).into()]);
        for allowed in [ALL, bit(right), bit(wrong), 0, ALL & !bit(right)] {
            let mut holed = candidates(&holed);
            holed[hole] = allowed;
            corners.push(holed.into());
        }
    }
    // The same digit twice in a row, a column, a box; side by side and far away; among some givens and in a full grid.
    let some = thinned(&grid, 24, &mut Random::new(3));
    for (a, b) in [(0, 8), (0, 1), (0, 72), (0, 9), (0, 20), (60, 80), (44, 53), (4, 3), (77, 80)] {
        corners.push(with(&some, &[(a, 7), (b, 7)]).into());
        corners.push(with(&grid, &[(a, grid[b])]).into());
    }
    // A cell without a candidate, two cells with the same only one, four cells for three digits, a house without a digit.
    let allow = |from: &Candidates, changes: &[(usize, u16)]| {
        let mut changed = *from;
        changes.iter().for_each(|(cell, allowed)| changed[*cell] = *allowed);
        Asked::from(changed)
    };
    let all = [ALL; 81];
    for everywhere in [ALL, 0, 1, 3] {
        corners.push([everywhere; 81].into());
    }
    corners.extend([allow(&all, &[(80, 0)]), allow(&all, &[(0, bit(4)), (8, bit(4))])]);
    let half = candidates(&thinned(&grid, 40, &mut Random::new(3)));
    for house in [|i| i, |i| 9 * i + 4, |i| 60 + 9 * (i / 3) + i % 3] as [fn(usize) -> usize; 3] {
        corners.push(allow(&half, &[(house(0), 7), (house(3), 7), (house(5), 7), (house(8), 7)]));
        let lacking: Vec<(usize, u16)> = (0..9).map(|i| (house(i), half[house(i)] & !bit(9))).collect();
        corners.push(allow(&half, &lacking));
    }
    corners.push(candidates(&grid).into());
    corners
}

/// Questions of all kinds, with what the oracle says.
fn questions(families: usize) -> Vec<Known> {
    let seed = seed(2);
    let mut all: Vec<Known> = corners().into_iter().map(|corner| Known::new(corner, MOST)).collect();
    for place in 0..if long() { 10 * families } else { families } {
        all.extend(family(&mut Random::at(seed, place), MOST));
    }
    // One only: the oracle takes half a second for each of these.
    all.extend(list("17_clue.txt").into_iter().flatten().take(1).map(|puzzle| Known::new(puzzle, MOST)));
    all
}

/// [`Solver::solve`], so many at a time.
struct Batches {
    solver: Solver,
    size: usize,
    limit: u32,
}

impl Mode for Batches {
    fn check<Q: Question>(&mut self, questions: &[Q], known: &[&Known], form: &str) {
        let who = format!("{}, {form}, {} at a time", self.solver.simd().name(), self.size);
        // What is left in it from before must not be seen.
        let mut found = vec![Found { count: 77, solution: [77; 81] }; self.size];
        for (questions, known) in questions.chunks(self.size).zip(known.chunks(self.size)) {
            let found = &mut found[..questions.len()];
            self.solver.solve(questions, self.limit, found);
            known.iter().zip(found).for_each(|(known, found)| known.check(found, self.limit, &who));
        }
    }
}

#[test]
fn batches_of_every_size_are_answered_as_by_the_oracle() {
    let known = questions(6);
    for mut solver in solvers() {
        for (number, size) in [2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 100, known.len()].into_iter().enumerate() {
            let mut mode = Batches { solver, size, limit: LIMITS[number % 4] };
            in_every_form(&known, &mut mode);
            solver = mode.solver;
        }
        for (size, limit) in [1, 32, known.len()].into_iter().flat_map(|size| LIMITS.map(|limit| (size, limit))) {
            let mut mode = Batches { solver, size, limit };
            in_every_form(&known, &mut mode);
            solver = mode.solver;
        }
    }
}

/// More than have a number in a lane, in an order in which neighbours differ.
#[test]
fn a_batch_of_very_many_is_answered_as_by_the_oracle() {
    let known = questions(2);
    let mut order: Vec<usize> = (0..known.len()).cycle().take(70_000).collect();
    Random::new(seed(3)).shuffle(&mut order);
    let questions: Vec<Candidates> = order.iter().map(|i| known[*i].asked.candidates).collect();
    for mut solver in solvers() {
        let mut found = vec![Found::default(); questions.len()];
        solver.solve(&questions, 2, &mut found);
        for (i, found) in order.iter().zip(&found) {
            known[*i].check(found, 2, solver.simd().name());
        }
    }
}

#[test]
fn no_questions_have_no_answers() {
    for mut solver in solvers() {
        assert_eq!(solver.solve::<Digits>(&[], 2, &mut []), Effort::default());
    }
}

/// [`Solver::solve_one`] and [`Solver::count`].
struct OneByOne(Solver);

impl Mode for OneByOne {
    fn check<Q: Question>(&mut self, questions: &[Q], known: &[&Known], form: &str) {
        let who = format!("{}, {form}, one by one", self.0.simd().name());
        for (question, known) in questions.iter().zip(known) {
            for limit in LIMITS {
                known.check(&self.0.solve_one(question, limit), limit, &who);
                let expected = known.solutions.len().min(limit as usize);
                let count = count(&mut self.0, question, limit.into());
                assert_eq!(count, expected as u64, "{who}, limit {limit}: {}", known.asked.text());
            }
            if known.is_complete() {
                let count = count(&mut self.0, question, u64::MAX);
                assert_eq!(count, known.solutions.len() as u64, "{who}: {}", known.asked.text());
            }
        }
    }
}

fn count(solver: &mut Solver, question: &impl Question, limit: u64) -> u64 {
    watched(solver, question, limit, &mut |_| ControlFlow::Continue(()))
}

/// [`Solver::count`] compiled once for all that watch.
fn watched(
    solver: &mut Solver,
    question: &impl Question,
    limit: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> u64 {
    solver.count(question, limit, watch)
}

#[test]
fn one_question_is_answered_and_counted_as_by_the_oracle() {
    let known = questions(6);
    solvers().into_iter().for_each(|solver| in_every_form(&known, &mut OneByOne(solver)));
}

#[test]
fn solutions_in_thousands_are_counted_one_by_one() {
    let mut random = Random::new(seed(4));
    let mut met = 0;
    while met < if long() { 20 } else { 3 } {
        let left = 24 + random.below(6);
        let puzzle = thinned(&full(&mut random), left, &mut random);
        let expected = oracle::count(&Asked::from(puzzle).puzzle(), 20_000);
        if (2_000..20_000).contains(&expected) {
            met += 1;
            for mut solver in solvers() {
                assert_eq!(count(&mut solver, &puzzle, u64::MAX), expected, "{}", Asked::from(puzzle).text());
                assert_eq!(count(&mut solver, &candidates(&puzzle), u64::MAX), expected);
                assert_eq!(count(&mut solver, &puzzle, expected), expected);
                assert_eq!(count(&mut solver, &puzzle, expected - 1), expected - 1);
                let found = solver.solve_one(&puzzle, 1_000_000);
                assert_eq!(u64::from(found.count), expected);
                assert_eq!(Solutions::with(solver.simd(), &puzzle).count() as u64, expected);
            }
        }
    }
}

#[test]
fn the_empty_board_is_counted_up_to_the_limit_and_to_where_the_watch_breaks() {
    for mut solver in solvers() {
        for limit in [1, 2, 3, 1000, 65_535, 65_536, 65_537, 200_000] {
            let mut told = Vec::new();
            let found = watched(&mut solver, &EMPTY, limit, &mut |found| {
                told.push(found);
                ControlFlow::Continue(())
            });
            assert_eq!(found, limit);
            assert!(told.is_sorted_by(|a, b| a < b) && told.iter().all(|told| *told <= limit), "{told:?}");
        }
        for breaks in 1..=3 {
            let mut told = Vec::new();
            let found = watched(&mut solver, &EMPTY, u64::MAX, &mut |found| {
                told.push(found);
                if told.len() == breaks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((told.len(), told.last()), (breaks, Some(&found)), "nothing is counted after the break");
            assert!(told.is_sorted_by(|a, b| a < b), "{told:?}");
        }
        // What was broken off leaves nothing behind.
        assert_eq!(count(&mut solver, &digits(TWO), u64::MAX), 2);
        assert_eq!(solver.solve_one(&digits(TWO), 100).count, 2);
    }
}

#[test]
fn a_count_up_to_nothing_is_nothing() {
    for mut solver in solvers() {
        assert_eq!(count(&mut solver, &EMPTY, 0), 0);
        assert_eq!(count(&mut solver, &digits(TWO), 0), 0);
    }
}

#[test]
fn any_two_givens_that_clash_leave_no_solution() {
    let clash =
        |a: usize, b: usize| -> Digits { std::array::from_fn(|cell| if cell == a || cell == b { 7 } else { 0 }) };
    let pairs = (0..81).flat_map(|a| (0..a).map(move |b| (a, b)));
    let (clashing, apart): (Vec<_>, Vec<_>) = pairs.partition(|(a, b)| see(*a, *b));
    for mut solver in solvers() {
        for (pairs, count) in [(&clashing, 0), (&apart, 1)] {
            let questions: Vec<Digits> = pairs.iter().map(|(a, b)| clash(*a, *b)).collect();
            let mut found = vec![Found::default(); questions.len()];
            solver.solve(&questions, 1, &mut found);
            for (question, found) in questions.iter().zip(&found) {
                assert_eq!(found.count, count, "{}", Asked::from(*question).text());
                assert_eq!(solver.solve_one(question, 1).count, count, "{}", Asked::from(*question).text());
            }
        }
    }
}

/// More cells of a house than they have candidates together, on a board without givens: the oracle sees it at once.
#[test]
fn candidates_that_are_too_few_on_an_open_board_leave_no_solution() {
    let row = |i: usize| i;
    let column = |i: usize| 9 * i + 4;
    let block = |i: usize| 60 + 9 * (i / 3) + i % 3;
    for house in [row, column, block] as [fn(usize) -> usize; 3] {
        for (cells, allowed) in
            [(&[0, 1][..], 1), (&[0, 1, 2], 3), (&[0, 3, 8], 3), (&[0, 3, 5, 8], 7), (&[0, 2, 4, 6, 8], 15)]
        {
            let mut few = [ALL; 81];
            cells.iter().for_each(|i| few[house(*i)] = allowed);
            let known = Known::new(few, 1);
            assert!(known.solutions.is_empty());
            for mut solver in solvers() {
                known.check(&solver.solve_one(&known.asked.candidates, 1), 1, solver.simd().name());
            }
        }
    }
}

/// [`Solutions`] with every set of instructions.
struct Listed;

impl Mode for Listed {
    fn check<Q: Question>(&mut self, questions: &[Q], known: &[&Known], form: &str) {
        for (question, known) in questions.iter().zip(known) {
            let list = |simd| Solutions::with(simd, question).take(MOST).collect::<Vec<Digits>>();
            let first = list(Simd::Portable);
            assert_eq!(first.len(), known.solutions.len(), "{form}: {}", known.asked.text());
            first.iter().for_each(|solution| known.check_solution(solution, form));
            let different: HashSet<&Digits> = first.iter().collect();
            assert_eq!(different.len(), first.len(), "{form}, one came twice: {}", known.asked.text());
            for simd in Simd::available() {
                assert_eq!(list(simd), first, "{}, {form}, another order: {}", simd.name(), known.asked.text());
            }
            assert_eq!(Solutions::new(question).take(MOST).collect::<Vec<_>>(), first);
        }
    }
}

#[test]
fn all_solutions_are_listed_once_and_in_one_order_with_all_instructions() {
    in_every_form(&questions(6), &mut Listed);
}

#[test]
fn a_list_of_solutions_that_has_ended_stays_ended() {
    for simd in Simd::available() {
        let mut solutions = Solutions::with(simd, &digits(TWO));
        assert_eq!((0..4).map(|_| solutions.next().is_some()).collect::<Vec<_>>(), [true, true, false, false]);
    }
}

/// [`Solver::true_candidates`].
struct True(Solver);

impl Mode for True {
    fn check<Q: Question>(&mut self, questions: &[Q], known: &[&Known], form: &str) {
        for (question, known) in questions.iter().zip(known).filter(|(_, known)| known.is_complete()) {
            let mut expected = [0; 81];
            for solution in &known.solutions {
                expected.iter_mut().zip(solution).for_each(|(set, digit)| *set |= bit(*digit));
            }
            let who = format!("{}, {form}", self.0.simd().name());
            assert_eq!(self.0.true_candidates(question), expected, "{who}: {}", known.asked.text());
        }
    }
}

#[test]
fn true_candidates_are_those_of_all_solutions_together() {
    let known = questions(6);
    solvers().into_iter().for_each(|solver| in_every_form(&known, &mut True(solver)));
}

#[test]
fn true_candidates_of_puzzles_with_very_many_solutions_are_those_that_the_oracle_can_place() {
    let mut random = Random::new(seed(5));
    for left in [22, 26, 30] {
        let puzzle = thinned(&full(&mut random), left, &mut random);
        let can_be = |cell: usize, digit: u8| {
            let mut placed = puzzle;
            placed[cell] = digit;
            (puzzle[cell] == 0 || puzzle[cell] == digit) && oracle::count(&Asked::from(placed).puzzle(), 1) == 1
        };
        let expected: Candidates =
            std::array::from_fn(|cell| (1..=9).filter(|digit| can_be(cell, *digit)).map(bit).sum());
        for mut solver in solvers() {
            assert_eq!(solver.true_candidates(&puzzle), expected, "{}", Asked::from(puzzle).text());
            assert_eq!(solver.true_candidates(&candidates(&puzzle)), expected);
            assert_eq!(solver.true_candidates(&EMPTY), [ALL; 81]);
        }
    }
}

#[test]
fn threads_answer_as_by_the_oracle_and_tell_how_many_are_done() {
    let known = questions(3);
    let order: Vec<usize> = (0..known.len()).cycle().take(9_000).collect();
    let questions: Vec<Candidates> = order.iter().map(|i| known[*i].asked.candidates).collect();
    for (threads, count) in [(1, 9_000), (2, 9_000), (3, 9_000), (7, 4_097), (2, 300), (2, 1), (2, 0)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (mut found, done) = (vec![Found::default(); count], AtomicUsize::new(0));
        let tell = |more| _ = done.fetch_add(more, Ordering::Relaxed);
        pool.install(|| solve_all(&questions[..count], 2, &mut found, tell));
        assert_eq!(done.into_inner(), count);
        let in_turn: Vec<Found> = pool.install(|| answers(questions[..count].iter().copied(), 2).collect());
        for found in [found, in_turn] {
            assert_eq!(found.len(), count);
            order.iter().zip(&found).for_each(|(i, found)| known[*i].check(found, 2, &format!("{threads} threads")));
        }
    }
}

/// More than are worked on together.
#[test]
fn answers_come_in_the_order_of_the_questions_however_many_they_are() {
    let known = questions(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let questions = known.iter().map(|known| known.asked.candidates).cycle().take(40_000);
    let found: Vec<Found> = pool.install(|| answers(questions, 2).collect());
    assert_eq!(found.len(), 40_000);
    known.iter().cycle().zip(&found).for_each(|(known, found)| known.check(found, 2, "in turn"));
}

#[test]
fn a_solver_that_was_used_answers_as_a_new_one() {
    let known = questions(1);
    let puzzles: Vec<Digits> = known.iter().filter_map(|known| known.asked.givens).collect();
    let restricted: Vec<Candidates> = known.iter().map(|known| known.asked.candidates).collect();
    for mut used in solvers() {
        let mut fresh = vec![Found::default(); puzzles.len()];
        let effort = Solver::new(used.simd()).solve(&puzzles, 5, &mut fresh);
        // Nodes in thousands, so that its memory has grown; candidates; a search that was broken off.
        count(&mut used, &EMPTY, 100_000);
        used.solve(&restricted, 100, &mut vec![Found::default(); restricted.len()]);
        used.true_candidates(&restricted[0]);
        let mut again = vec![Found::default(); puzzles.len()];
        assert_eq!(used.solve(&puzzles, 5, &mut again), effort);
        assert!(again == fresh, "{} answers otherwise", used.simd().name());
    }
}

#[test]
#[should_panic(expected = "one place for each question")]
fn a_batch_needs_one_place_for_each_answer() {
    Solver::default().solve(&[EMPTY; 2], 1, &mut [Found::default()]);
}

#[test]
#[should_panic(expected = "to look for no solution is no question")]
fn a_batch_looks_for_one_solution_at_least() {
    Solver::default().solve(&[EMPTY], 0, &mut [Found::default()]);
}

#[test]
fn the_questions_have_no_one_two_several_and_many_solutions() {
    let known = questions(6);
    let with =
        |range: std::ops::Range<usize>| known.iter().filter(|known| range.contains(&known.solutions.len())).count();
    let met = [with(0..1), with(1..2), with(2..3), with(3..MOST), with(MOST..MOST + 1)];
    println!("questions with 0, 1, 2, up to {}, more solutions: {met:?} of {}", MOST - 1, known.len());
    assert!(met.iter().all(|met| *met >= 8), "{met:?}");
    assert!(known.iter().any(|known| known.asked.givens.is_some_and(|givens| filled(&givens).len() == 81)));
}
