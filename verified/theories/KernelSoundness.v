(** * Soundness of the kernel: a refuted problem has no model

    The proofs fix a valuation that satisfies the problem and show that it agrees with every assignment and satisfies every stored
    clause; a conflict is then impossible. *)

From Coq Require Import List Bool PArith FMapPositive.
From Qedoku Require Import Kernel.
Import ListNotations.

Section Model.
  Variable v : valuation.

  Definition agrees (a : assignment) := forall x value, PM.find x a = Some value -> v x = value.
  Definition agrees_state st := match st with Conflict => False | Consistent a => agrees a end.
  Definition satisfies_all (clauses : positive -> option clause) :=
    forall number c, clauses number = Some c -> satisfies_clause v c.
  Definition satisfies_store (store : clause_store) := satisfies_all (fun number => PM.find number store).
  Definition satisfies_incidence (inc : incidence) :=
    forall x constraints, PM.find x inc = Some constraints ->
    forall s, In s constraints -> In x s /\ satisfies_exactly_one v s.

  (** ** Assignments *)

  Lemma agrees_empty : agrees (PM.empty _).
  Proof. intros x value F. now rewrite PM.gempty in F. Qed.

  Lemma agrees_add a x value : agrees a -> v x = value -> agrees (PM.add x value a).
  Proof.
    intros A V y value'. destruct (Pos.eq_dec y x) as [->|N].
    - rewrite PM.gss. congruence.
    - rewrite PM.gso by assumption. apply A.
  Qed.

  Lemma assign_false_agrees a x : agrees a -> (PM.find x a = None -> v x = false) -> agrees (assign_false a x).
  Proof.
    intros A V. unfold assign_false. destruct (PM.find x a) eqn:F; [assumption|]. apply agrees_add; auto.
  Qed.

  Lemma assign_false_keeps a x y : PM.find y a <> None -> PM.find y (assign_false a x) = PM.find y a.
  Proof.
    intros F. unfold assign_false. destruct (PM.find x a) eqn:E; [reflexivity|]. rewrite PM.gso; congruence.
  Qed.

  (** At-most-one propagation of a constraint with the true variable [x]. *)
  Lemma assign_others_agrees s x : forall a,
    agrees a -> PM.find x a = Some true -> (forall y, In y s -> y <> x -> v y = false) ->
    agrees (fold_left assign_false s a) /\ PM.find x (fold_left assign_false s a) = Some true.
  Proof.
    induction s as [|y s IH]; simpl; intros a A X O; [auto|]. apply IH.
    - apply assign_false_agrees; [assumption|]. intros F. apply O; [now left|congruence].
    - rewrite assign_false_keeps; congruence.
    - intros z Z. apply O. now right.
  Qed.

  Lemma assign_true_agrees inc a x : satisfies_incidence inc -> agrees a -> v x = true -> agrees (assign_true inc a x).
  Proof.
    intros I A V. unfold assign_true. pose proof (agrees_add a x true A V) as A'. clear A.
    pose proof (PM.gss x true a) as X. revert A' X. generalize (PM.add x true a). clear a.
    destruct (PM.find x inc) as [constraints|] eqn:F; [|trivial]. specialize (I x constraints F). clear F.
    induction constraints as [|s constraints IH]; simpl; intros a A X; [assumption|].
    destruct (I s (or_introl eq_refl)) as [Xs [_ Unique]].
    destruct (assign_others_agrees s x a A X) as [A' X'].
    - intros y Y N. destruct (v y) eqn:E; [|reflexivity]. exfalso. auto.
    - apply IH; auto. intros s' S. apply I. now right.
  Qed.

  Lemma literal_value_correct a l value : agrees a -> literal_value a l = Some value -> (value = true <-> satisfies_literal v l).
  Proof.
    unfold literal_value, satisfies_literal. intros A. destruct (PM.find (variable_of l) a) eqn:F; [|discriminate].
    rewrite (A _ _ F). intros [= <-]. apply eqb_true_iff.
  Qed.

  Lemma assign_agrees inc a l : satisfies_incidence inc -> agrees a -> satisfies_literal v l -> agrees_state (assign inc a l).
  Proof.
    intros I A L. unfold assign. destruct (literal_value a l) as [[|]|] eqn:V; simpl.
    - assumption.
    - apply (literal_value_correct _ _ _ A V) in L. discriminate.
    - unfold satisfies_literal in L. destruct l as [x|x]; simpl in *.
      + now apply assign_true_agrees.
      + now apply agrees_add.
  Qed.

  Lemma assign_all_agrees inc ls : satisfies_incidence inc -> forall a,
    agrees a -> Forall (satisfies_literal v) ls -> agrees_state (assign_all inc a ls).
  Proof.
    intros I. induction ls as [|l ls IH]; simpl; intros a A All; [assumption|].
    apply Forall_cons_iff in All. destruct All as [L All].
    pose proof (assign_agrees inc a l I A L) as S. destruct (assign inc a l); [contradiction|]. now apply IH.
  Qed.

  (** ** Hints *)

  Lemma status_correct a c : agrees a -> forall open,
    (exists l, (In l c \/ open = Some l) /\ satisfies_literal v l) ->
    match status_from a c open with Falsified => False | Unit l => satisfies_literal v l | NotUnit => True end.
  Proof.
    intros A. induction c as [|k c IH]; simpl; intros open [l [L S]].
    - destruct L as [[]|L]. now rewrite L.
    - destruct (literal_value a k) as [[|]|] eqn:V; [exact I| |].
      + apply IH. exists l. split; [|assumption]. destruct L as [[->|L]|L]; auto.
        apply (literal_value_correct _ _ _ A V) in S. discriminate.
      + destruct open; [exact I|]. apply IH. exists l. split; [|assumption].
        destruct L as [[->|L]|L]; auto. discriminate.
  Qed.

  Lemma propagate_agrees inc a c st : satisfies_incidence inc -> agrees a -> satisfies_clause v c ->
    propagate inc a c = Some st -> agrees_state st.
  Proof.
    intros I A [l [L S]]. unfold propagate.
    assert (C := status_correct a c A None). destruct (status_from a c None); intros [= <-]; simpl.
    - apply C. eauto.
    - apply assign_agrees; auto. apply C. eauto.
  Qed.

  Lemma find_clause_satisfied problem store number c : satisfies_all problem -> satisfies_store store ->
    find_clause problem store number = Some c -> satisfies_clause v c.
  Proof.
    intros P S. unfold find_clause. destruct (problem number) eqn:E; [|apply S].
    intros [= <-]. now apply (P number).
  Qed.

  Lemma no_conflict_from_hints inc problem store hints :
    satisfies_incidence inc -> satisfies_all problem -> satisfies_store store ->
    forall st, agrees_state st -> hints_lead_to_conflict inc problem store st hints = true -> False.
  Proof.
    intros I P S. induction hints as [|hint hints IH]; simpl; intros [|a] A; try contradiction; try discriminate.
    destruct (find_clause problem store hint) as [c|] eqn:F; [|discriminate].
    destruct (propagate inc a c) eqn:E; [|discriminate]. apply IH.
    apply (propagate_agrees inc a c); auto. now apply (find_clause_satisfied problem store hint).
  Qed.

  (** ** Steps *)

  Lemma clause_of_refuted_negation c : ~ Forall (satisfies_literal v) (map negate c) -> satisfies_clause v c.
  Proof.
    induction c as [|l c IH]; simpl; intros N; [exfalso; auto|].
    destruct (bool_dec (v (variable_of l)) (sign l)) as [E|E].
    - exists l. split; [now left|assumption].
    - destruct IH as [k [K S]].
      + intros All. apply N. constructor; [|assumption].
        unfold satisfies_literal. destruct l; simpl in *; destruct (v x); congruence.
      + exists k. split; [now right|assumption].
  Qed.

  Lemma delete_clauses_satisfied numbers : forall store store',
    satisfies_store store -> delete_clauses store numbers = Some store' -> satisfies_store store'.
  Proof.
    induction numbers as [|number numbers IH]; simpl; intros store store' S; [now intros [= <-]|].
    destruct (PM.find number store) as [deleted|]; [|discriminate]. apply IH. intros k c.
    destruct (Pos.eq_dec k number) as [->|N]; [now rewrite PM.grs|]. rewrite PM.gro by assumption. apply S.
  Qed.

  Definition sound d := agrees (current d) /\ satisfies_store (stored d).
  Definition sound_outcome o := match o with Refused => True | Refuted => False | Continue d => sound d end.

  Lemma add_clause_sound inc d number c : satisfies_incidence inc -> sound d -> satisfies_clause v c ->
    sound_outcome (add_clause inc d number c).
  Proof.
    intros I [A S] [l [L T]]. destruct c as [|k [|k' c]]; simpl.
    - contradiction.
    - destruct L as [->|[]]. pose proof (assign_agrees inc (current d) l I A T) as A'.
      destruct (assign inc (current d) l); [contradiction|]. now split.
    - split; [assumption|]. simpl. intros j e. destruct (Pos.eq_dec j number) as [->|N].
      + rewrite PM.gss. intros [= <-]. exists l. auto.
      + rewrite PM.gso by assumption. apply S.
  Qed.

  Lemma check_step_sound inc problem largest d s : satisfies_incidence inc -> satisfies_all problem -> sound d ->
    sound_outcome (check_step inc problem largest d s).
  Proof.
    intros I P [A S]. destruct s as [number c hints|numbers|]; simpl; [| |exact Logic.I].
    - destruct (hints_lead_to_conflict inc problem (stored d) (assign_all inc (current d) (map negate c)) hints) eqn:H;
        [|now rewrite andb_false_r].
      destruct (_ && _ && true); [|exact Logic.I]. apply add_clause_sound; [assumption|now split|].
      apply clause_of_refuted_negation. intros All. revert H. apply no_conflict_from_hints; auto.
      now apply assign_all_agrees.
    - destruct (delete_clauses (stored d) numbers) eqn:D; [|exact Logic.I]. split; [assumption|].
      eapply delete_clauses_satisfied; eauto.
  Qed.

  Lemma check_steps_sound {source} (next : source -> option (step * source)) fuel inc problem largest :
    satisfies_incidence inc -> satisfies_all problem ->
    forall d from rest, sound d -> check_steps next fuel inc problem largest d from = Some rest -> False.
  Proof.
    intros I P. induction fuel as [|fuel IH]; simpl; intros d from rest S; [discriminate|].
    destruct (next from) as [[s from']|]; [|discriminate].
    pose proof (check_step_sound inc problem largest d s I P S) as O.
    destruct (check_step inc problem largest d s); [discriminate|contradiction|]. now apply IH.
  Qed.

  (** ** Problems *)

  Lemma in_add_numbered {A} (l : list A) : forall key m k a,
    PM.find k (add_numbered key l m) = Some a -> In a l \/ PM.find k m = Some a.
  Proof.
    induction l as [|b l IH]; simpl; intros key m k a F; [auto|].
    apply IH in F. destruct F as [F|F]; [auto|]. destruct (Pos.eq_dec k key) as [->|N].
    - rewrite PM.gss in F. injection F as ->. auto.
    - rewrite PM.gso in F by assumption. auto.
  Qed.

  Lemma add_incidence_satisfied s xs : satisfies_exactly_one v s -> forall inc,
    (forall x, In x xs -> In x s) -> satisfies_incidence inc -> satisfies_incidence (fold_left (add_incidence s) xs inc).
  Proof.
    intros E. induction xs as [|x xs IH]; simpl; intros inc Sub I; [assumption|].
    apply IH; [auto|]. intros y constraints. unfold add_incidence. destruct (Pos.eq_dec y x) as [->|N].
    - rewrite PM.gss. intros [= <-] s' [<-|S]; [auto|].
      destruct (PM.find x inc) eqn:F; [|contradiction]. now apply (I x l).
    - rewrite PM.gso by assumption. apply I.
  Qed.

  Lemma incidence_of_satisfied constraints :
    Forall (satisfies_exactly_one v) constraints -> satisfies_incidence (incidence_of constraints).
  Proof.
    intros All. unfold incidence_of.
    assert (E : satisfies_incidence (PM.empty _)) by (intros x s F; now rewrite PM.gempty in F).
    revert E. generalize (PM.empty (list exactly_one_constraint)).
    induction All as [|s constraints S _ IH]; simpl; intros inc I; [assumption|].
    apply IH, add_incidence_satisfied; auto.
  Qed.

  Lemma problem_clause_satisfied constraints {A} (clause_of : A -> clause) blocked :
    Forall (satisfies_exactly_one v) constraints -> Forall (fun a => satisfies_clause v (clause_of a)) blocked ->
    satisfies_all (problem_clause (tables_of constraints) clause_of blocked).
  Proof.
    rewrite !Forall_forall. intros S B number c. unfold problem_clause. simpl.
    destruct (PM.find number (add_numbered 1 _ _)) as [c'|] eqn:E.
    - intros [= <-]. apply in_add_numbered in E. rewrite PM.gempty in E. destruct E as [E|]; [|discriminate].
      apply in_map_iff in E. destruct E as [s [<- I]]. destruct (S s I) as [[x [X T]] _].
      exists (Positive x). split; [now apply in_map|assumption].
    - destruct (PM.find number (add_numbered _ blocked _)) as [a|] eqn:E'; [|discriminate]. intros [= <-].
      apply in_add_numbered in E'. rewrite PM.gempty in E'. destruct E' as [I|]; [auto|discriminate].
  Qed.

  Theorem refute_sound {source} (next : source -> option (step * source)) fuel constraints largest facts
    {A} (clause_of : A -> clause) blocked from rest :
    Forall (satisfies_exactly_one v) constraints -> Forall (satisfies_literal v) facts ->
    Forall (fun a => satisfies_clause v (clause_of a)) blocked ->
    refute next fuel (tables_of constraints) largest facts clause_of blocked from = Some rest -> False.
  Proof.
    intros S F B. unfold refute. pose proof (incidence_of_satisfied constraints S) as I.
    pose proof (assign_all_agrees (incidence_of constraints) facts I (PM.empty _) agrees_empty F) as A'.
    simpl. destruct (assign_all (incidence_of constraints) (PM.empty _) facts); [contradiction|].
    apply check_steps_sound; [assumption|now apply problem_clause_satisfied|]. split; [assumption|].
    intros number c E. simpl in E. now rewrite PM.gempty in E.
  Qed.
End Model.
