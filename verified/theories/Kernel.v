(** * Kernel: refutation of exactly-one constraints and clauses by steps with hints

    Variables are positive numbers; nothing here depends on Sudoku. A problem consists of exactly-one constraints (sets of variables
    of which exactly one is true), literals that are true, and clauses. A proof adds clauses that have the RUP property (reverse unit
    propagation) until there is a conflict. [KernelSoundness.v] proves that a refuted problem has no model. *)

From Coq Require Import List Bool PArith FMapPositive.
Import ListNotations.
Module PM := PositiveMap.

(** ** Semantics *)

Definition variable := positive.
Inductive literal := Positive (x : variable) | Negative (x : variable).
Definition clause := list literal.
Definition exactly_one_constraint := list variable.

Definition variable_of l := match l with Positive x | Negative x => x end.
Definition sign l := match l with Positive _ => true | Negative _ => false end.
Definition negate l := match l with Positive x => Negative x | Negative x => Positive x end.

Definition valuation := variable -> bool.
Definition satisfies_literal (v : valuation) l := v (variable_of l) = sign l.
Definition satisfies_clause v (c : clause) := exists l, In l c /\ satisfies_literal v l.
Definition satisfies_exactly_one (v : valuation) (s : exactly_one_constraint) :=
  (exists x, In x s /\ v x = true) /\
  (forall x y, In x s -> In y s -> v x = true -> v y = true -> x = y).

(** ** Partial assignments *)

(** The values of the variables that are assigned. *)
Definition assignment := PM.t bool.
Inductive state := Conflict | Consistent (a : assignment).

Definition literal_value (a : assignment) l : option bool :=
  match PM.find (variable_of l) a with None => None | Some value => Some (Bool.eqb value (sign l)) end.

Definition assign_false (a : assignment) x := match PM.find x a with None => PM.add x false a | Some _ => a end.

(** For each variable the constraints that contain it. *)
Definition incidence := PM.t (list exactly_one_constraint).

(** Makes an unassigned variable true and the other variables of its constraints false (at-most-one propagation). *)
Definition assign_true (inc : incidence) (a : assignment) x : assignment :=
  let a := PM.add x true a in
  match PM.find x inc with
  | None => a
  | Some constraints => fold_left (fun a s => fold_left assign_false s a) constraints a
  end.

Definition assign inc a l : state :=
  match literal_value a l with
  | Some true => Consistent a
  | Some false => Conflict
  | None => match l with Positive x => Consistent (assign_true inc a x) | Negative x => Consistent (PM.add x false a) end
  end.

Fixpoint assign_all inc a (ls : list literal) : state :=
  match ls with
  | [] => Consistent a
  | l :: rest => match assign inc a l with Conflict => Conflict | Consistent a => assign_all inc a rest end
  end.

(** ** Hints *)

Inductive clause_status := Falsified | Unit (l : literal) | NotUnit.

(** [open]: the unassigned literal before this part of the clause, if there is one. *)
Fixpoint status_from a (c : clause) (open : option literal) : clause_status :=
  match c with
  | [] => match open with None => Falsified | Some l => Unit l end
  | l :: rest =>
      match literal_value a l, open with
      | Some false, _ => status_from a rest open
      | None, None => status_from a rest (Some l)
      | _, _ => NotUnit
      end
  end.

Definition propagate inc a c : option state :=
  match status_from a c None with
  | Falsified => Some Conflict
  | Unit l => Some (assign inc a l)
  | NotUnit => None
  end.

(** The clauses of steps, by number. *)
Definition clause_store := PM.t clause.

(** The clauses of the problem are found before those of steps. *)
Definition find_clause (problem : positive -> option clause) (stored : clause_store) number : option clause :=
  match problem number with Some c => Some c | None => PM.find number stored end.

(** Each hint must be unit, except for the last one, which must be a conflict. *)
Fixpoint hints_lead_to_conflict inc problem stored st (hints : list positive) : bool :=
  match hints, st with
  | [], Conflict => true
  | hint :: rest, Consistent a =>
      match find_clause problem stored hint with
      | None => false
      | Some c =>
          match propagate inc a c with
          | None => false
          | Some st => hints_lead_to_conflict inc problem stored st rest
          end
      end
  | _, _ => false
  end.

(** ** Steps *)

Inductive step :=
| AddClause (number : positive) (c : clause) (hints : list positive)
| DeleteClauses (numbers : list positive)
| Malformed.  (** a line that is no step *)

Record derivation := { current : assignment; stored : clause_store; last_number : positive }.

Inductive outcome := Refused | Refuted | Continue (d : derivation).

Fixpoint delete_clauses (store : clause_store) numbers : option clause_store :=
  match numbers with
  | [] => Some store
  | number :: rest =>
      match PM.find number store with None => None | Some _ => delete_clauses (PM.remove number store) rest end
  end.

(** Adds a clause that was derived: the empty clause ends the proof, a unit clause is assigned, a longer one is stored. *)
Definition add_clause inc (d : derivation) number (c : clause) : outcome :=
  match c with
  | [] => Refuted
  | [l] =>
      match assign inc (current d) l with
      | Conflict => Refuted
      | Consistent a => Continue {| current := a; stored := stored d; last_number := number |}
      end
  | _ => Continue {| current := current d; stored := PM.add number c (stored d); last_number := number |}
  end.

(** [largest]: the greatest variable. Greater ones are refused because the format forbids them; soundness does not depend on it. *)
Definition check_step inc problem (largest : variable) (d : derivation) (s : step) : outcome :=
  match s with
  | AddClause number c hints =>
      if Pos.eqb number (Pos.succ (last_number d))
         && forallb (fun l => Pos.leb (variable_of l) largest) c
         && hints_lead_to_conflict inc problem (stored d) (assign_all inc (current d) (map negate c)) hints
      then add_clause inc d number c
      else Refused
  | DeleteClauses numbers =>
      match delete_clauses (stored d) numbers with
      | None => Refused
      | Some store => Continue {| current := current d; stored := store; last_number := last_number d |}
      end
  | Malformed => Refused
  end.

(** Reads steps from a source one by one, so that memory does not depend on the length of the proof. Returns the rest of the source
    after the conflict, or [None] if the proof is refused. [fuel] bounds the number of steps: recursion must be structural. *)
Fixpoint check_steps {source} (next : source -> option (step * source)) fuel inc problem largest (d : derivation) (from : source)
  : option source :=
  match fuel with
  | O => None
  | S fuel =>
      match next from with
      | None => None
      | Some (s, rest) =>
          match check_step inc problem largest d s with
          | Refused => None
          | Refuted => Some rest
          | Continue d => check_steps next fuel inc problem largest d rest
          end
      end
  end.

(** The steps of a list as a source. *)
Definition next_of_list (steps : list step) : option (step * list step) :=
  match steps with [] => None | s :: rest => Some (s, rest) end.

(** ** Problems *)

(** Adds the elements of a list with consecutive keys. *)
Fixpoint add_numbered {A} (key : positive) (l : list A) (m : PM.t A) : PM.t A :=
  match l with [] => m | a :: rest => add_numbered (Pos.succ key) rest (PM.add key a m) end.

Definition add_incidence s (inc : incidence) x : incidence :=
  PM.add x (s :: match PM.find x inc with None => [] | Some constraints => constraints end) inc.

Definition incidence_of (constraints : list exactly_one_constraint) : incidence :=
  fold_left (fun inc s => fold_left (add_incidence s) s inc) constraints (PM.empty _).

(** What depends on the constraints only: it is computed once for many problems. The at-least-one clause of the constraint with
    index i has the number i + 1. *)
Record tables := { constraints_of : incidence; at_least_one : clause_store; first_number : positive }.

Definition tables_of (constraints : list exactly_one_constraint) : tables :=
  {| constraints_of := incidence_of constraints;
     at_least_one := add_numbered 1 (map (map Positive) constraints) (PM.empty _);
     first_number := Pos.of_succ_nat (length constraints) |}.

(** [facts]: true literals. [blocked]: the objects of further clauses, numbered after the constraints; [clause_of] makes the
    clause of one when a hint names it. *)
Definition problem_clause (t : tables) {A} (clause_of : A -> clause) (blocked : list A) : positive -> option clause :=
  let further := add_numbered (first_number t) blocked (PM.empty _) in
  fun number =>
    match PM.find number (at_least_one t) with
    | Some c => Some c
    | None => option_map clause_of (PM.find number further)
    end.

(** Refutes the problem with the steps of a source. *)
Definition refute {source} (next : source -> option (step * source)) fuel (t : tables) largest (facts : list literal)
  {A} (clause_of : A -> clause) (blocked : list A) (from : source) : option source :=
  match assign_all (constraints_of t) (PM.empty _) facts with
  | Conflict => Some from
  | Consistent a =>
      let next_number := fold_left (fun number _ => Pos.succ number) blocked (first_number t) in
      let start := {| current := a; stored := PM.empty _; last_number := Pos.pred next_number |} in
      check_steps next fuel (constraints_of t) (problem_clause t clause_of blocked) largest start from
  end.
