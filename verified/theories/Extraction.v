(** * Extraction of the checker to OCaml

    Booleans, options, pairs, lists and [unit] become those of OCaml. Numbers stay the inductive types of the proof: no axiom about
    machine integers is needed. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Qedoku Require Import Kernel Checker.

Extraction Language OCaml.
Extraction "checker.ml" check board_tables are_distinct_solutions.
