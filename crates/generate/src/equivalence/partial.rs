//! [`Partial`]: a partly chosen transformation, the node of the search in [`minlex`](super::minlex).

use qedoku_puzzle::Board;

use super::transformation::TransformationParts;

/// The largest side that the search supports: its sets of columns, rows and digits are 16 bits wide.
pub(super) const MAX_SIDE: usize = 16;
/// A digit that does not occur: the cell is empty.
pub(super) const EMPTY: u8 = u8::MAX;

/// The geometry of a board. A type of its own for 9x9 lets the compiler unroll the loops over boxes.
pub(super) trait Shape: Copy {
    fn box_height(self) -> usize;
    fn box_width(self) -> usize;
    fn side(self) -> usize {
        self.box_height() * self.box_width()
    }
    /// The number of stacks.
    fn stacks(self) -> usize {
        self.box_height()
    }
}

/// The shape of [`Board::CLASSIC`].
#[derive(Clone, Copy)]
pub(super) struct Classic;

impl Shape for Classic {
    #[inline]
    fn box_height(self) -> usize {
        3
    }
    #[inline]
    fn box_width(self) -> usize {
        3
    }
}

impl Shape for Board {
    fn box_height(self) -> usize {
        Board::box_height(self)
    }
    fn box_width(self) -> usize {
        Board::box_width(self)
    }
}

/// A line (row or column) of the puzzle.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The digit of each cell as an index from 0, or [`EMPTY`].
    pub(super) digits: [u8; MAX_SIDE],
    /// The cells that hold givens.
    pub(super) givens: u16,
}

/// A set of transformations whose images agree in the rows so far.
#[derive(Clone, Copy)]
pub(super) struct Partial {
    /// The number of row orders that this partial stands for, because empty rows are interchangeable.
    pub(super) multiplicity: u64,
    /// The orientation: 0, or 1 if the board is transposed.
    pub(super) orientation: u8,
    /// Source rows of the image, and the set of them.
    pub(super) rows: [u8; MAX_SIDE],
    pub(super) used: u16,
    /// The stack in each slot, ordered by stack class. A set bit in `class_starts`: a class starts at this slot.
    pub(super) slots: [u8; MAX_SIDE / 2],
    pub(super) class_starts: u32,
    /// The columns of each stack, ordered by column class. A set bit in `column_starts`: a class starts at this index.
    pub(super) columns: [u8; MAX_SIDE],
    pub(super) column_starts: u32,
    /// The digits that have occurred, with the column and the row of the image of their first occurrence.
    pub(super) labelled: u16,
    pub(super) home_column: [u8; MAX_SIDE],
    pub(super) home_row: [u8; MAX_SIDE],
}

/// The row of the image that is being built, and the puzzle row that it shows.
#[derive(Clone, Copy)]
pub(super) struct RowContext {
    /// The row of the image.
    pub(super) row: usize,
    /// The index of the puzzle row in `lines`, and on its board.
    pub(super) line: usize,
    pub(super) source: usize,
    /// The number of interchangeable rows that it stands for.
    pub(super) multiplicity: u32,
    /// The columns with a digit that occurred in an earlier row.
    pub(super) labelled: u16,
    /// The columns with a digit that did not.
    pub(super) new: u16,
}

impl Partial {
    /// The partial of all transformations with this orientation.
    pub(super) fn root<S: Shape>(shape: S, orientation: u8) -> Partial {
        let (side, stacks, width) = (shape.side(), shape.stacks(), shape.box_width());
        Partial {
            multiplicity: 1,
            orientation,
            rows: [0; MAX_SIDE],
            used: 0,
            slots: std::array::from_fn(|slot| slot as u8),
            class_starts: 1 | 1 << stacks,
            columns: std::array::from_fn(|column| column as u8),
            column_starts: (0..=side).step_by(width).fold(0, |starts, start| starts | 1 << start),
            labelled: 0,
            home_column: [0; MAX_SIDE],
            home_row: [0; MAX_SIDE],
        }
    }

    /// Sorts the stacks of a class by their keys. Returns the smallest key and the number of stacks that have it.
    #[inline]
    pub(super) fn sort_stacks<S: Shape>(
        &mut self,
        shape: S,
        context: RowContext,
        start: usize,
        end: usize,
    ) -> (u32, usize) {
        let mut keys = [0_u32; MAX_SIDE / 2];
        for slot in start..end {
            let key = self.stack_key(shape, context, self.slots[slot]);
            let mut place = slot;
            while place > start && keys[place - 1] > key {
                keys[place] = keys[place - 1];
                self.slots.swap(place, place - 1);
                place -= 1;
            }
            keys[place] = key;
        }
        (keys[start], keys[start..end].iter().take_while(|key| **key == keys[start]).count())
    }

    /// The kinds of cells of a stack in the order of the smallest image, 2 bits each: empty 0, labelled 1, new 2, up to the first
    /// labelled one. Up to there nothing depends on labels, so smaller keys have smaller images.
    #[inline]
    fn stack_key<S: Shape>(&self, shape: S, context: RowContext, stack: u8) -> u32 {
        let width = shape.box_width();
        let (mut start, last) = (usize::from(stack) * width, (usize::from(stack) + 1) * width);
        let mut key = 0;
        while start < last {
            let end = class_end(self.column_starts, start);
            let class = self.columns[start..end].iter().fold(0_u16, |set, column| set | 1 << column);
            let empty = (end - start) as u32 - (class & (context.labelled | context.new)).count_ones();
            if class & context.labelled != 0 {
                key = (key << (2 * empty + 2)) | 1;
                return key << (2 * (last - start - empty as usize - 1));
            }
            for place in start..end {
                key = key << 2 | if place < start + empty as usize { 0 } else { 2 };
            }
            start = end;
        }
        key
    }

    /// Orders the columns of the class that starts at an index: empty cells, then labelled digits, then new ones. Empty cells
    /// become a class of their own. Returns the numbers of empty cells and labelled digits, and the end of the class.
    #[inline]
    pub(super) fn split_columns(&mut self, context: RowContext, start: usize) -> (usize, usize, usize) {
        let end = class_end(self.column_starts, start);
        let kind = |column: u8| (context.labelled >> column & 1) + 2 * (context.new >> column & 1);
        let mut counts = [0; 3];
        for index in start..end {
            let column = self.columns[index];
            let mut place = index;
            while place > start && kind(self.columns[place - 1]) > kind(column) {
                self.columns[place] = self.columns[place - 1];
                place -= 1;
            }
            self.columns[place] = column;
            counts[usize::from(kind(column))] += 1;
        }
        if counts[0] > 0 {
            self.column_starts |= 1 << (start + counts[0]);
        }
        (counts[0], counts[1], end)
    }

    /// The smallest label that a digit of an earlier row can have. Its home becomes the first of its class.
    #[inline]
    pub(super) fn resolve<S: Shape>(&mut self, shape: S, image: &[u8], digit: u8) -> u8 {
        let width = shape.box_width();
        let home = self.home_column[usize::from(digit)];
        let stack = usize::from(home) / width;
        let slot = index_of(&self.slots, stack as u8);
        let first_slot = class_start(self.class_starts, slot);
        self.slots.swap(slot, first_slot);
        self.class_starts |= 1 << (first_slot + 1);
        let index = stack * width + index_of(&self.columns[stack * width..(stack + 1) * width], home);
        let first = class_start(self.column_starts, index);
        self.columns.swap(index, first);
        self.column_starts |= 1 << (first + 1);
        let row = usize::from(self.home_row[usize::from(digit)]);
        image[row * shape.side() + first_slot * width + first - stack * width]
    }

    /// Records the row that was filled, and the homes of its new digits.
    #[inline]
    pub(super) fn finish_row(&mut self, context: RowContext, line: &Line) {
        self.multiplicity *= u64::from(context.multiplicity);
        self.rows[context.row] = context.source as u8;
        self.used |= 1 << context.source;
        for column in bits(context.new) {
            let digit = usize::from(line.digits[column]);
            self.labelled |= 1 << digit;
            self.home_column[digit] = column as u8;
            self.home_row[digit] = context.row as u8;
        }
    }

    /// The number of orders of stacks and columns that the classes leave open.
    pub(super) fn tie_count<S: Shape>(&self, shape: S) -> u128 {
        class_sizes(self.class_starts, shape.stacks()).map(factorial).product::<u128>()
            * class_sizes(self.column_starts, shape.side()).map(factorial).product::<u128>()
    }

    /// One of the transformations: classes in their present order, and digits that do not occur in ascending order.
    pub(super) fn transformation<S: Shape>(&self, shape: S, image: &[u8]) -> TransformationParts {
        let (side, width) = (shape.side(), shape.box_width());
        let of_stack = |stack: &u8| &self.columns[usize::from(*stack) * width..][..width];
        let columns: Vec<u8> = self.slots[..shape.stacks()].iter().flat_map(of_stack).copied().collect();
        let mut unused = self.labelled.count_ones() as u8;
        let label = |digit: usize| {
            if self.labelled >> digit & 1 == 0 {
                unused += 1;
                return unused - 1;
            }
            let column = index_of(&columns, self.home_column[digit]);
            image[usize::from(self.home_row[digit]) * side + column] - 1
        };
        let digits = (0..side).map(label).collect();
        TransformationParts { transposed: self.orientation == 1, rows: self.rows[..side].to_vec(), columns, digits }
    }
}

/// Whether a stack key has no labelled cell.
#[inline]
pub(super) fn is_plain<S: Shape>(shape: S, key: u32) -> bool {
    key & (0x5555 & ((1 << (2 * shape.box_width())) - 1)) == 0
}

/// The end of the class that starts at an index. The end of the last class is marked as a start too.
#[inline]
pub(super) fn class_end(starts: u32, start: usize) -> usize {
    start + 1 + (starts >> (start + 1)).trailing_zeros() as usize
}

/// The start of the class that an index is in.
#[inline]
fn class_start(starts: u32, index: usize) -> usize {
    (starts & ((2 << index) - 1)).ilog2() as usize
}

fn class_sizes(starts: u32, count: usize) -> impl Iterator<Item = usize> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = (start < count).then(|| class_end(starts, start))?;
        Some(end - std::mem::replace(&mut start, end))
    })
}

#[inline]
fn index_of(items: &[u8], item: u8) -> usize {
    items.iter().position(|other| *other == item).expect("the item is in the list")
}

/// The numbers in a set, ascending.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

pub(super) fn factorial(number: usize) -> u128 {
    (1..=number as u128).product()
}
