(** * Specification: what a solution is, and what a claim about a puzzle means

    Whoever trusts the checker must read this file and nothing else of the development: the theorem [check_sound] in
    [CheckerSoundness.v] proves [holds] for every accepted claim. *)

From Coq Require Import List NArith.
Import ListNotations.
Open Scope N_scope.

(** A board of [side] rows and [side] columns, divided into boxes of [box_height] rows and [box_width] columns. Rows and columns
    are counted from 0, digits from 1. *)
Record board := { box_height : N; box_width : N }.

Definition side b := box_height b * box_width b.

Definition on_board b (row column : N) := row < side b /\ column < side b.

(** Two cells share a row, a column or a box. *)
Definition share_house b (row column row' column' : N) :=
  row = row' \/ column = column' \/
  (row / box_height b = row' / box_height b /\ column / box_width b = column' / box_width b).

(** A grid maps row and column to a digit. Its values outside the board do not matter. *)
Definition grid := N -> N -> N.

Definition same_grid b (g h : grid) := forall row column, on_board b row column -> g row column = h row column.

(** The grid with these digits, in row-major order. *)
Definition grid_of b (digits : list N) : grid := fun row column => nth (N.to_nat (row * side b + column)) digits 0.

(** A candidate: row, column, digit. *)
Definition candidate := (N * N * N)%type.

(** Givens are the digits of the puzzle; eliminations are candidates that the puzzle excludes (a puzzle with pencil marks). *)
Record puzzle := { givens : list candidate; eliminations : list candidate }.

(** A solution has a digit of the board in each cell, different digits in cells that share a house, every given and no
    elimination. *)
Definition solution b (p : puzzle) (g : grid) :=
  (forall row column, on_board b row column -> 1 <= g row column <= side b) /\
  (forall row column row' column', on_board b row column -> on_board b row' column' ->
    (row, column) <> (row', column') -> share_house b row column row' column' -> g row column <> g row' column') /\
  (forall row column digit, In (row, column, digit) (givens p) -> g row column = digit) /\
  (forall row column digit, In (row, column, digit) (eliminations p) -> g row column <> digit).

Inductive claim :=
| Exactly (grids : list (list N))
| AtLeast (grids : list (list N))
| Forced (row column digit : N)
| Excluded (row column digit : N).

(** All grids of the list are solutions, and no two of them are the same. *)
Definition distinct_solutions b p (grids : list (list N)) :=
  (forall digits, In digits grids -> solution b p (grid_of b digits)) /\
  ForallOrdPairs (fun digits digits' => ~ same_grid b (grid_of b digits) (grid_of b digits')) grids.

(** - [Exactly]: the solutions are the grids of the list (none, if it is empty).
    - [AtLeast]: the grids of the list are solutions; there may be more.
    - [Forced]: every solution has the digit in the cell.
    - [Excluded]: no solution has the digit in the cell. *)
Definition holds b p (c : claim) :=
  match c with
  | Exactly grids =>
      distinct_solutions b p grids /\
      forall g, solution b p g -> exists digits, In digits grids /\ same_grid b g (grid_of b digits)
  | AtLeast grids => distinct_solutions b p grids
  | Forced row column digit => forall g, solution b p g -> g row column = digit
  | Excluded row column digit => forall g, solution b p g -> g row column <> digit
  end.
