(** * Checker: Sudoku as exactly-one constraints, and the verdict on a claim

    The number of the variable x(row, column, digit), the order of the constraints and the numbers of the blocking clauses are those
    of the certificate format (docs/guide/src/certificates.md). *)

From Coq Require Import List Bool PArith NArith FMapPositive.
From Qedoku Require Import Specification Kernel.
Import ListNotations.
Open Scope N_scope.

(** 0, 1, ..., n - 1. *)
Definition range n : list N := map N.of_nat (seq 0 (N.to_nat n)).

Definition digits_of b := map N.succ (range (side b)).
Definition cells_of b := list_prod (range (side b)) (range (side b)).

(** ** Houses: lists of cells, in the order of the certificate format *)

Definition row_cells b (row : N) := map (fun column => (row, column)) (range (side b)).
Definition column_cells b (column : N) := map (fun row => (row, column)) (range (side b)).
Definition box_cells b (band stack : N) :=
  map (fun offset => (band * box_height b + fst offset, stack * box_width b + snd offset))
    (list_prod (range (box_height b)) (range (box_width b))).

(** A board has [box_width] bands of boxes and [box_height] stacks. *)
Definition houses_of b : list (list (N * N)) :=
  map (row_cells b) (range (side b)) ++
  map (column_cells b) (range (side b)) ++
  map (fun box => box_cells b (fst box) (snd box)) (list_prod (range (box_width b)) (range (box_height b))).

(** ** Constraints *)

(** x(row, column, digit): the cell holds the digit. *)
Definition x b (row column digit : N) : variable := N.succ_pos ((row * side b + column) * side b + N.pred digit).

Definition largest_variable b := x b (N.pred (side b)) (N.pred (side b)) (side b).

Definition cell_constraint b (cell : N * N) : exactly_one_constraint := map (x b (fst cell) (snd cell)) (digits_of b).
Definition house_constraint b (house : list (N * N)) digit : exactly_one_constraint :=
  map (fun cell => x b (fst cell) (snd cell) digit) house.

Definition constraints b : list exactly_one_constraint :=
  map (cell_constraint b) (cells_of b) ++
  flat_map (fun house => map (house_constraint b house) (digits_of b)) (houses_of b).

Definition board_tables b : tables := tables_of (constraints b).

(** ** Facts and blocking clauses *)

Definition candidate_literal b (polarity : variable -> literal) (k : candidate) : literal :=
  match k with (row, column, digit) => polarity (x b row column digit) end.

Definition facts b p : list literal :=
  map (candidate_literal b Positive) (givens p) ++ map (candidate_literal b Negative) (eliminations p).

(** Some cell differs from the grid. *)
Definition blocking_clause b (g : grid) : clause :=
  map (fun cell => Negative (x b (fst cell) (snd cell) (g (fst cell) (snd cell)))) (cells_of b).

(** ** Grids of a claim *)

(** The same grid as [grid_of], with access in logarithmic time. *)
Definition indexed_grid b (digits : list N) : grid :=
  let index := add_numbered 1 digits (PM.empty _) in
  fun row column => match PM.find (N.succ_pos (row * side b + column)) index with Some digit => digit | None => 0 end.

Definition is_candidate b (k : candidate) : bool :=
  match k with (row, column, digit) => (row <? side b) && (column <? side b) && (1 <=? digit) && (digit <=? side b) end.

Fixpoint all_different (l : list N) : bool :=
  match l with [] => true | a :: rest => negb (existsb (N.eqb a) rest) && all_different rest end.

Definition is_solution b p (g : grid) : bool :=
  forallb (fun cell => (1 <=? g (fst cell) (snd cell)) && (g (fst cell) (snd cell) <=? side b)) (cells_of b) &&
  forallb (fun house => all_different (map (fun cell => g (fst cell) (snd cell)) house)) (houses_of b) &&
  forallb (fun k => match k with (row, column, digit) => g row column =? digit end) (givens p) &&
  forallb (fun k => match k with (row, column, digit) => negb (g row column =? digit) end) (eliminations p).

(** Strictly less in lexicographic order. *)
Fixpoint lexicographic_lt (l l' : list N) : bool :=
  match l, l' with
  | a :: rest, a' :: rest' => (a <? a') || ((a =? a') && lexicographic_lt rest rest')
  | _, _ => false
  end.

Fixpoint ascending (l : list (list N)) : bool :=
  match l with
  | a :: (a' :: _) as rest => lexicographic_lt a a' && ascending rest
  | _ => true
  end.

Definition digits_in_order b (g : grid) : list N := map (fun cell => g (fst cell) (snd cell)) (cells_of b).

(** Every grid is a solution, and the grids ascend, which makes them pairwise different. *)
Definition are_distinct_solutions b p (grids : list (list N)) : bool :=
  let indexed := map (indexed_grid b) grids in
  forallb (is_solution b p) indexed && ascending (map (digits_in_order b) indexed).

(** ** Verdict *)

Definition is_puzzle b p : bool :=
  (1 <=? box_height b) && (1 <=? box_width b) && forallb (is_candidate b) (givens p) && forallb (is_candidate b) (eliminations p).

(** Returns the rest of the source after the proof of the claim, or [None] if the certificate is refused. *)
Definition check {source} (next : source -> option (step * source)) fuel b (t : tables) p (c : claim) (from : source)
  : option source :=
  let refute_with negated_claim grids :=
    refute next fuel t (largest_variable b) (facts b p ++ negated_claim) (blocking_clause b) (map (indexed_grid b) grids) from in
  if is_puzzle b p then
    match c with
    | Exactly grids => if are_distinct_solutions b p grids then refute_with [] grids else None
    | AtLeast grids => if are_distinct_solutions b p grids then Some from else None
    | Forced row column digit =>
        if is_candidate b (row, column, digit) then refute_with [Negative (x b row column digit)] [] else None
    | Excluded row column digit =>
        if is_candidate b (row, column, digit) then refute_with [Positive (x b row column digit)] [] else None
    end
  else None.

(** The verdict on a list of steps. *)
Definition accepts b p c (steps : list step) : bool :=
  match check next_of_list (S (length steps)) b (board_tables b) p c steps with Some [] => true | _ => false end.
