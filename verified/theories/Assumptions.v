(** * Assumptions of the theorems: the build fails unless each is closed under the global context, that is, uses no axiom *)

From Qedoku Require Import KernelSoundness CheckerSoundness Examples.

Print Assumptions refute_sound.
Print Assumptions check_sound.
Print Assumptions accepts_sound.
Print Assumptions no_solution.
Print Assumptions unique_solution.
Print Assumptions exactly_one_solution.
