(** * Examples: the puzzle of the guide as a theorem, and certificates that are refused

    Coq evaluates the checker itself here, so that neither the extraction nor OCaml is trusted. *)

From Coq Require Import List NArith PArith.
From Qedoku Require Import Specification Kernel Checker CheckerSoundness.
Import ListNotations.
Open Scope N_scope.

Definition board_4x4 := {| box_height := 2; box_width := 2 |}.
(** [4...3..2...4..2.] *)
Definition example := {| givens := [(0, 0, 4); (1, 0, 3); (1, 3, 2); (2, 3, 4); (3, 2, 2)]; eliminations := [] |}.
Definition answer := [4; 2; 3; 1; 3; 1; 4; 2; 2; 3; 1; 4; 1; 4; 2; 3].
Definition proof := [AddClause 66 [] [24; 6; 50; 40; 13; 34; 10; 31; 45; 61; 43; 65]%positive].

Theorem exactly_one_solution : solution board_4x4 example (grid_of board_4x4 answer) /\
  forall g, solution board_4x4 example g -> same_grid board_4x4 g (grid_of board_4x4 answer).
Proof. apply (unique_solution board_4x4 example answer proof). vm_compute. reflexivity. Qed.

Definition verdict p c steps := accepts board_4x4 p c steps.

Example accepts_a_forced_digit : verdict example (Forced 0 1 2) [AddClause 65 [] [50%positive]] = true.
Proof. vm_compute. reflexivity. Qed.

Example accepts_an_excluded_digit_without_steps : verdict example (Excluded 0 1 4) [] = true.
Proof. vm_compute. reflexivity. Qed.

Example accepts_solutions : verdict {| givens := []; eliminations := [] |} (AtLeast [answer]) [] = true.
Proof. vm_compute. reflexivity. Qed.

Example refuses_a_hint_that_is_not_unit :
  verdict example (Exactly [answer]) [AddClause 66 [] [13; 24; 6; 50; 40; 13; 34; 10; 31; 45; 61; 43; 65]%positive] = false.
Proof. vm_compute. reflexivity. Qed.

Example refuses_a_proof_without_steps : verdict example (Exactly [answer]) [] = false.
Proof. vm_compute. reflexivity. Qed.

Example refuses_the_same_steps_for_another_claim : verdict example (Exactly []) proof = false.
Proof. vm_compute. reflexivity. Qed.

Example refuses_the_same_steps_for_another_puzzle :
  verdict {| givens := [(0, 0, 4); (1, 0, 3)]; eliminations := [] |} (Exactly [answer]) proof = false.
Proof. vm_compute. reflexivity. Qed.

Example refuses_a_step_after_the_proof : verdict example (Exactly [answer]) (proof ++ proof) = false.
Proof. vm_compute. reflexivity. Qed.

Example refuses_a_grid_twice : verdict example (AtLeast [answer; answer]) [] = false.
Proof. vm_compute. reflexivity. Qed.
