//! Search for the minlex form: the smallest image of a puzzle in reading order, an empty cell counting as 0.
//!
//! The image is built row by row, breadth first. A [`Partial`] is a set of transformations whose images agree so far: the
//! orientation and the rows of the image are chosen, columns and digits only as far as the rows require it. Every partial of a
//! level is extended by every row that may come next; those with the smallest row form the next level. The last level holds the
//! transformations that lead to the minlex form, so their number is the number of automorphisms.
//!
//! # Columns and digits are chosen late
//!
//! ```text
//!   slot      0         1         2          slots of stacks: {A} first, then {B, C} in either order
//!   stack     A      |  {B        C}         columns of A: a0 or a2 first, then the other, then a1
//!   columns  {a0 a2} a1 | {b0 b1 b2} | {c0 c1 c2}
//! ```
//!
//! A partial holds an ordered partition of the stacks into *stack classes*, and one of the columns of each stack into *column
//! classes*. Invariant: columns of one class have had the same sequence of empty cells and new digits in the rows so far, and
//! stacks of one class have the same classes of columns with the same sequences. They are therefore interchangeable.
//!
//! In a row, a cell is empty (0), holds a digit that occurred in an earlier row (its label is known up to the order of a class),
//! or a new digit (the next label, larger than all before). Within a class this is also the order of the smallest image:
//! empty cells, then labelled digits, then new ones. Empty cells and new digits leave a class together; nothing is chosen. A
//! labelled digit leaves its column alone in its class. Its label is that of the position of its *home*, the column of its first
//! occurrence; if the home shares a class with others, the smallest label puts it first in its class. Only if several columns
//! of a class give the same smallest label does the search branch.
//!
//! On full grids this chooses nothing in the first row, where a search by permutations of columns has 1,296 cases per row.
//!
//! # References
//!
//! The order is that of the "minlex" forms of the Sudoku Players' Forum (G. Fowler's `sudoku -f%#mc`; M. Dobrichev's gridchecker).
//! Ordered partitions that are refined and split come from canonical labelling of graphs (B. D. `McKay`, "Practical graph
//! isomorphism", Congressus Numerantium 30, 1981).

use qedoku_puzzle::Board;

use super::partial::{EMPTY, Line, MAX_SIDE, Partial, RowContext, Shape, bits, class_end, factorial, is_plain};
use super::transformation::{TransformationParts, can_transpose};

/// The largest number of partials in a level. Only highly symmetric puzzles of more than 9 rows have more.
const MAX_PARTIALS: usize = 1 << 18;

/// The reason why the search does not find a minlex form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MinlexError {
    /// A row or column holds a digit twice.
    RepeatedDigit,
    /// A level would have more than [`MAX_PARTIALS`] partials.
    TooManyPartials,
}

/// The lines of a board that hold no givens. They are interchangeable, so only one of each kind is tried.
#[derive(Clone, Copy, Default)]
struct EmptyLines {
    /// All of them.
    lines: u16,
    /// Those of bands without givens.
    of_empty_bands: u16,
}

/// The search, with buffers that are reused for the next puzzle.
#[derive(Default)]
pub(super) struct MinlexSearch {
    /// The rows of the board, and its columns for the transposed board.
    lines: Vec<Line>,
    /// The empty lines of the board and of the transposed board.
    empty_lines: [EmptyLines; 2],
    level: Vec<Partial>,
    next_level: Vec<Partial>,
    /// The image, row by row: complete rows, then the smallest row found so far.
    image: Vec<u8>,
}

/// The result of the search.
pub(super) struct Minlex<'s> {
    /// The digits of the image, row by row, 0 for an empty cell.
    pub(super) image: &'s [u8],
    /// The number of automorphisms.
    pub(super) automorphisms: u128,
    /// A transformation that maps the puzzle to the image.
    pub(super) parts: TransformationParts,
}

impl MinlexSearch {
    /// The minlex form of a puzzle, given as digits row by row with 0 for an empty cell.
    pub(super) fn run<S: Shape>(&mut self, board: Board, shape: S, digits: &[u8]) -> Result<Minlex<'_>, MinlexError> {
        let side = shape.side();
        self.load(board, shape, digits)?;
        self.image.clear();
        self.image.resize(side * side, EMPTY);
        self.level.clear();
        for orientation in 0..(self.lines.len() / side) as u8 {
            self.level.push(Partial::root(shape, orientation));
        }
        let mut labels = 0;
        for row in 0..side {
            self.next_level.clear();
            for index in 0..self.level.len() {
                let partial = self.level[index];
                self.extend(shape, &partial, row, labels);
                if self.next_level.len() > MAX_PARTIALS {
                    return Err(MinlexError::TooManyPartials);
                }
            }
            std::mem::swap(&mut self.level, &mut self.next_level);
            labels = self.level[0].labelled.count_ones() as u8;
        }
        let missing = side - usize::from(labels);
        let ties = |partial: &Partial| u128::from(partial.multiplicity) * partial.tie_count(shape);
        let automorphisms = self.level.iter().map(ties).sum::<u128>() * factorial(missing);
        let parts = self.level[0].transformation(shape, &self.image);
        Ok(Minlex { image: &self.image, automorphisms, parts })
    }

    /// Fills `lines`.
    fn load<S: Shape>(&mut self, board: Board, shape: S, digits: &[u8]) -> Result<(), MinlexError> {
        let side = shape.side();
        self.lines.clear();
        let mut column_digits = [0_u16; MAX_SIDE];
        for row in digits.chunks_exact(side) {
            let mut line = Line { digits: [EMPTY; MAX_SIDE], givens: 0 };
            let mut row_digits = 0_u16;
            for (column, digit) in row.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                let bit = 1 << (digit - 1);
                if (row_digits | column_digits[column]) & bit != 0 {
                    return Err(MinlexError::RepeatedDigit);
                }
                row_digits |= bit;
                column_digits[column] |= bit;
                line.digits[column] = digit - 1;
                line.givens |= 1 << column;
            }
            self.lines.push(line);
        }
        if can_transpose(board) {
            for column in 0..side {
                let mut line = Line { digits: [EMPTY; MAX_SIDE], givens: 0 };
                for (index, row) in self.lines[..side].iter().enumerate() {
                    line.digits[index] = row.digits[column];
                    line.givens |= (row.givens >> column & 1) << index;
                }
                self.lines.push(line);
            }
        }
        for (empty, lines) in self.empty_lines.iter_mut().zip(self.lines.chunks_exact(side)) {
            *empty = EmptyLines::of(shape, lines);
        }
        Ok(())
    }

    /// Extends a partial by every row that may come next.
    #[inline]
    fn extend<S: Shape>(&mut self, shape: S, partial: &Partial, row: usize, labels: u8) {
        let (side, height) = (shape.side(), shape.box_height());
        let first = usize::from(partial.orientation) * side;
        let empty = self.empty_lines[usize::from(partial.orientation)];
        let band_of = |source: usize| low_bits(height) << (source / height * height);
        let mut candidates = !partial.used & low_bits(side);
        if !row.is_multiple_of(height) {
            candidates &= band_of(usize::from(partial.rows[row - 1]));
        }
        while candidates != 0 {
            let source = candidates.trailing_zeros() as usize;
            let interchangeable = candidates & empty.interchangeable(source, band_of(source));
            candidates &= !interchangeable;
            let line = &self.lines[first + source];
            let mut labelled = 0;
            for column in bits(line.givens) {
                labelled |= (partial.labelled >> line.digits[column] & 1) << column;
            }
            let context = RowContext {
                row,
                line: first + source,
                source,
                multiplicity: interchangeable.count_ones(),
                labelled,
                new: line.givens & !labelled,
            };
            self.fill(shape, *partial, context, (0, 0), labels);
        }
    }

    /// Fills the row from a slot and a position within it. Adds the partial to the next level unless the row is larger than the
    /// smallest one so far; branches are filled by recursion.
    fn fill<S: Shape>(
        &mut self,
        shape: S,
        mut partial: Partial,
        context: RowContext,
        from: (usize, usize),
        labels: u8,
    ) {
        let (mut slot, position) = from;
        let mut labels = labels;
        if position > 0 {
            let Some(after) = self.fill_stack(shape, &mut partial, context, (slot, position), labels) else { return };
            labels = after;
            slot += 1;
        }
        while slot < shape.stacks() {
            let end = class_end(partial.class_starts, slot);
            let mut filled = 1;
            if end - slot > 1 {
                let (key, count) = partial.sort_stacks(shape, context, slot, end);
                if is_plain(shape, key) {
                    partial.class_starts |= 1 << (slot + count);
                    filled = count;
                } else {
                    partial.class_starts |= 1 << (slot + 1);
                    if count > 1 {
                        for choice in slot..slot + count {
                            let mut branch = partial;
                            branch.slots.swap(slot, choice);
                            self.fill(shape, branch, context, (slot, 0), labels);
                        }
                        return;
                    }
                }
            }
            for slot in slot..slot + filled {
                let Some(after) = self.fill_stack(shape, &mut partial, context, (slot, 0), labels) else { return };
                labels = after;
            }
            slot += filled;
        }
        partial.finish_row(context, &self.lines[context.line]);
        self.next_level.push(partial);
    }

    /// Fills the row in one slot, from a position within it. Returns the number of labels in use after it, or `None` if the row
    /// is larger than the smallest one so far, or if branches have filled the rest.
    #[inline]
    fn fill_stack<S: Shape>(
        &mut self,
        shape: S,
        partial: &mut Partial,
        context: RowContext,
        from: (usize, usize),
        mut labels: u8,
    ) -> Option<u8> {
        let (side, width) = (shape.side(), shape.box_width());
        let (slot, mut position) = from;
        let base = usize::from(partial.slots[slot]) * width;
        let image_row = context.row * side;
        while position < width {
            let start = base + position;
            let at = slot * width + position;
            let (empty, labelled, end) = partial.split_columns(context, start);
            if empty > 0 {
                for at in at..at + empty {
                    self.offer(side, image_row, at, 0)?;
                }
                position += empty;
            } else if labelled == 0 {
                for at in at..at + (end - start) {
                    labels += 1;
                    self.offer(side, image_row, at, labels)?;
                }
                position += end - start;
            } else if labelled == 1 {
                partial.column_starts |= 1 << (start + 1);
                let digit = self.lines[context.line].digits[usize::from(partial.columns[start])];
                let label = partial.resolve(shape, &self.image, digit);
                self.offer(side, image_row, at, label)?;
                position += 1;
            } else {
                // Several columns hold labelled digits: the smallest label decides. Equal labels are possible, because
                // each choice may put another home first in a class.
                partial.column_starts |= 1 << (start + 1);
                let mut choices = [EMPTY; MAX_SIDE / 2];
                for (choice, label) in choices.iter_mut().enumerate().take(labelled) {
                    *label = self.choose(shape, &mut partial.clone(), context, start, choice);
                }
                let smallest = *choices.iter().min().expect("there are several choices");
                self.offer(side, image_row, at, smallest)?;
                let mut ties = (0..labelled).filter(|choice| choices[*choice] == smallest);
                let first = ties.next().expect("the smallest label has a choice");
                let Some(second) = ties.next() else {
                    self.choose(shape, partial, context, start, first);
                    position += 1;
                    continue;
                };
                for choice in [first, second].into_iter().chain(ties) {
                    let mut branch = *partial;
                    self.choose(shape, &mut branch, context, start, choice);
                    self.fill(shape, branch, context, (slot, position + 1), labels);
                }
                return None;
            }
        }
        Some(labels)
    }

    /// Puts a column with a labelled digit first in its class, and returns the label.
    fn choose<S: Shape>(
        &self,
        shape: S,
        partial: &mut Partial,
        context: RowContext,
        start: usize,
        choice: usize,
    ) -> u8 {
        partial.columns.swap(start, start + choice);
        let digit = self.lines[context.line].digits[usize::from(partial.columns[start])];
        partial.resolve(shape, &self.image, digit)
    }

    /// Offers a value for a cell of the image. `None`: the row is larger than the smallest one so far. A smaller value starts a
    /// new smallest row.
    #[inline]
    fn offer(&mut self, side: usize, image_row: usize, at: usize, value: u8) -> Option<()> {
        let row = &mut self.image[image_row..image_row + side];
        if value < row[at] {
            row[at] = value;
            row[at + 1..].fill(EMPTY);
            self.next_level.clear();
        }
        (value <= row[at]).then_some(())
    }
}

impl EmptyLines {
    fn of<S: Shape>(shape: S, lines: &[Line]) -> EmptyLines {
        let mut empty = EmptyLines::default();
        for (band, lines) in lines.chunks_exact(shape.box_height()).enumerate() {
            let mask = |is_empty: &dyn Fn(&Line) -> bool| {
                let flags = lines.iter().enumerate().map(|(index, line)| u16::from(is_empty(line)) << index);
                flags.fold(0, |mask, flag| mask | flag) << (band * shape.box_height())
            };
            let is_empty_band = lines.iter().all(|line| line.givens == 0);
            empty.lines |= mask(&|line| line.givens == 0);
            empty.of_empty_bands |= mask(&|_| is_empty_band);
        }
        empty
    }

    /// The lines that are interchangeable with this one, which is one of them.
    #[inline]
    fn interchangeable(self, line: usize, band: u16) -> u16 {
        match (self.lines >> line & 1, self.of_empty_bands >> line & 1) {
            (_, 1) => self.of_empty_bands,
            (1, _) => self.lines & band,
            _ => 1 << line,
        }
    }
}

/// The set of the numbers below a bound of at most 16.
#[inline]
fn low_bits(count: usize) -> u16 {
    ((1_u32 << count) - 1) as u16
}
