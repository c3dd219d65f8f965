(** * Soundness of the checker: an accepted claim holds

    The valuation [truth b g] of a grid makes x(row, column, digit) true if the cell holds the digit. A solution of the puzzle
    satisfies the constraints, the facts and, if it is not among the grids of the claim, their blocking clauses. By [refute_sound], an
    accepted proof therefore excludes every solution that contradicts the claim. *)

From Coq Require Import List Bool PArith NArith PeanoNat FMapPositive Lia Sorting.Sorted.
From Qedoku Require Import Specification Kernel KernelSoundness Checker.
Import ListNotations.
Open Scope N_scope.

(** ** Lists *)

Lemma nodup_map {A B} (f : A -> B) l :
  NoDup l -> (forall a a', In a l -> In a' l -> f a = f a' -> a = a') -> NoDup (map f l).
Proof.
  induction 1 as [|a l N D IH]; simpl; intros Inj; constructor.
  - rewrite in_map_iff. intros [a' [E I]]. apply N. rewrite (Inj a a'); auto.
  - apply IH. auto.
Qed.

Lemma nodup_map_injective {A B} (f : A -> B) l :
  NoDup (map f l) -> forall a a', In a l -> In a' l -> f a = f a' -> a = a'.
Proof.
  induction l as [|d l IH]; simpl; intros N a a' I I' E; [contradiction|].
  apply NoDup_cons_iff in N. destruct N as [N D]. destruct I as [->|I], I' as [->|I']; auto.
  - exfalso. apply N. rewrite E. now apply in_map.
  - exfalso. apply N. rewrite <- E. now apply in_map.
Qed.

Lemma nodup_append {A} (l k : list A) : NoDup l -> NoDup k -> (forall a, In a l -> ~ In a k) -> NoDup (l ++ k).
Proof.
  induction 1 as [|a l N L IH]; simpl; intros K D; [assumption|]. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (D a); auto.
  - apply IH; auto.
Qed.

Lemma nodup_product {A B} (l : list A) (k : list B) : NoDup l -> NoDup k -> NoDup (list_prod l k).
Proof.
  intros L K. induction L as [|a l N L IH]; simpl; [constructor|].
  apply nodup_append; [apply nodup_map; [assumption|congruence]|assumption|].
  intros [a' c]. rewrite in_map_iff, in_prod_iff. intros [d [E _]] [I _]. congruence.
Qed.

Lemma in_range n k : In k (range n) <-> k < n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. lia.
  - intros L. exists (N.to_nat k). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma nodup_range n : NoDup (range n).
Proof. apply nodup_map; [apply seq_NoDup|]. intros a a' _ _. apply Nat2N.inj. Qed.

Lemma length_range n : length (range n) = N.to_nat n.
Proof. unfold range. now rewrite map_length, seq_length. Qed.

Lemma in_digits_of b digit : In digit (digits_of b) <-> 1 <= digit <= side b.
Proof.
  unfold digits_of. rewrite in_map_iff. split.
  - intros [k [<- K]]. apply in_range in K. lia.
  - intros D. exists (N.pred digit). split; [lia|]. apply in_range. lia.
Qed.

Lemma length_digits_of b : length (digits_of b) = N.to_nat (side b).
Proof. unfold digits_of. now rewrite map_length, length_range. Qed.

Lemma in_cells_of b row column : In (row, column) (cells_of b) <-> on_board b row column.
Proof. unfold cells_of, on_board. now rewrite in_prod_iff, !in_range. Qed.

(** Pigeonhole principle: a house has as many cells as there are digits, and no digit twice, so it has every digit. *)
Lemma every_digit_occurs {A} b (digit_at : A -> N) (l : list A) :
  NoDup l -> length l = N.to_nat (side b) ->
  (forall a, In a l -> 1 <= digit_at a <= side b) ->
  (forall a a', In a l -> In a' l -> digit_at a = digit_at a' -> a = a') ->
  forall digit, 1 <= digit <= side b -> exists a, In a l /\ digit_at a = digit.
Proof.
  intros N L R Inj digit D.
  assert (Sub : incl (digits_of b) (map digit_at l)).
  { apply NoDup_length_incl.
    - now apply nodup_map.
    - rewrite map_length, length_digits_of. lia.
    - intros e. rewrite in_map_iff. intros [a [<- I]]. apply in_digits_of. auto. }
  apply in_digits_of, Sub, in_map_iff in D. destruct D as [a [E I]]. eauto.
Qed.

(** ** Houses *)

Lemma div_of_offset q m e : e < m -> (q * m + e) / m = q.
Proof. intros L. symmetry. apply (N.div_unique _ _ _ e); lia. Qed.

Lemma mod_of_offset q m e : e < m -> (q * m + e) mod m = e.
Proof. intros L. symmetry. apply (N.mod_unique _ _ q); lia. Qed.

Lemma in_box_cells b band stack row column : In (row, column) (box_cells b band stack) <->
  exists i j, i < box_height b /\ j < box_width b /\ row = band * box_height b + i /\ column = stack * box_width b + j.
Proof.
  unfold box_cells. rewrite in_map_iff. split.
  - intros [[i j] [[= <- <-] I]]. apply in_prod_iff in I. rewrite !in_range in I. simpl. exists i, j. tauto.
  - intros [i [j [I [J [-> ->]]]]]. exists (i, j). split; [reflexivity|]. apply in_prod_iff. now rewrite !in_range.
Qed.

(** A house consists of [side b] different cells of the board, any two of which share a house. *)
Definition is_house b (house : list (N * N)) :=
  NoDup house /\ length house = N.to_nat (side b) /\
  (forall row column, In (row, column) house -> on_board b row column) /\
  (forall row column row' column', In (row, column) house -> In (row', column') house -> share_house b row column row' column').

Lemma row_is_house b row : row < side b -> is_house b (row_cells b row).
Proof.
  intros R. unfold row_cells. split; [|split; [|split]].
  - apply nodup_map; [apply nodup_range|congruence].
  - now rewrite map_length, length_range.
  - intros r c. rewrite in_map_iff. intros [c' [[= <- <-] C]]. apply in_range in C. now split.
  - intros r c r' c'. rewrite !in_map_iff. intros [i [[= <- <-] I]] [j [[= <- <-] J]]. now left.
Qed.

Lemma column_is_house b column : column < side b -> is_house b (column_cells b column).
Proof.
  intros C. unfold column_cells. split; [|split; [|split]].
  - apply nodup_map; [apply nodup_range|congruence].
  - now rewrite map_length, length_range.
  - intros r c. rewrite in_map_iff. intros [r' [[= <- <-] R]]. apply in_range in R. now split.
  - intros r c r' c'. rewrite !in_map_iff. intros [i [[= <- <-] I]] [j [[= <- <-] J]]. now right; left.
Qed.

Lemma box_is_house b band stack : band < box_width b -> stack < box_height b -> is_house b (box_cells b band stack).
Proof.
  intros B S. split; [|split; [|split]].
  - unfold box_cells. apply nodup_map; [apply nodup_product; apply nodup_range|].
    intros [i j] [i' j'] _ _ [= E E']. f_equal; lia.
  - unfold box_cells. rewrite map_length, prod_length, !length_range. unfold side. lia.
  - intros r c. rewrite in_box_cells. intros [i [j [I [J [-> ->]]]]]. unfold on_board, side. split; nia.
  - intros r c r' c'. rewrite !in_box_cells. intros [i [j [I [J [-> ->]]]]] [i' [j' [I' [J' [-> ->]]]]].
    right. right. now rewrite !div_of_offset by assumption.
Qed.

Lemma houses_are_houses b house : In house (houses_of b) -> is_house b house.
Proof.
  unfold houses_of. rewrite !in_app_iff, !in_map_iff. intros [[r [<- R]]|[[c [<- C]]|[[band stack] [<- I]]]].
  - apply in_range in R. now apply row_is_house.
  - apply in_range in C. now apply column_is_house.
  - apply in_prod_iff in I. rewrite !in_range in I. now apply box_is_house.
Qed.

(** Two cells of the board that share a house are in the same list. *)
Lemma shared_house b row column row' column' : 1 <= box_height b -> 1 <= box_width b ->
  on_board b row column -> on_board b row' column' -> share_house b row column row' column' ->
  exists house, In house (houses_of b) /\ In (row, column) house /\ In (row', column') house.
Proof.
  intros H W [R C] [R' C'] Shared. unfold houses_of.
  destruct Shared as [<-|[<-|[Band Stack]]].
  - exists (row_cells b row). split; [|split]; [rewrite !in_app_iff; left| |]; now apply in_map, in_range.
  - exists (column_cells b column). split; [rewrite !in_app_iff; right; left; now apply in_map, in_range|].
    split; apply (in_map (fun r => (r, column))); now apply in_range.
  - exists (box_cells b (row / box_height b) (column / box_width b)). split; [|split].
    + rewrite !in_app_iff. right. right. apply in_map_iff. exists (row / box_height b, column / box_width b).
      split; [reflexivity|]. apply in_prod_iff. rewrite !in_range. unfold side in *.
      split; apply N.div_lt_upper_bound; lia.
    + apply in_box_cells. exists (row mod box_height b), (column mod box_width b).
      repeat split; try (apply N.mod_lt; lia); rewrite N.mul_comm; apply N.div_mod; lia.
    + rewrite Band, Stack. apply in_box_cells. exists (row' mod box_height b), (column' mod box_width b).
      repeat split; try (apply N.mod_lt; lia); rewrite N.mul_comm; apply N.div_mod; lia.
Qed.

(** ** Solutions satisfy the constraints *)

Definition truth b (g : grid) : valuation := fun k =>
  let index := Pos.pred_N k in
  let cell := index / side b in
  g (cell / side b) (cell mod side b) =? N.succ (index mod side b).

Lemma truth_of_x b g row column digit : column < side b -> 1 <= digit <= side b ->
  truth b g (x b row column digit) = (g row column =? digit).
Proof.
  intros C D. unfold truth, x. rewrite N.pos_pred_succ.
  assert (P : N.pred digit < side b) by lia.
  now rewrite (div_of_offset _ _ _ P), (mod_of_offset _ _ _ P), div_of_offset, mod_of_offset, N.succ_pred by lia.
Qed.

Lemma exactly_one_of_map {A} v (f : A -> variable) (is_true : A -> Prop) l :
  (forall a, In a l -> (v (f a) = true <-> is_true a)) ->
  (exists a, In a l /\ is_true a) -> (forall a a', In a l -> In a' l -> is_true a -> is_true a' -> a = a') ->
  satisfies_exactly_one v (map f l).
Proof.
  intros V [a [I T]] Unique. split.
  - exists (f a). split; [now apply in_map|]. now apply V.
  - intros k k'. rewrite !in_map_iff. intros [i [<- I']] [j [<- J]] T' T''.
    apply V in T'; [|assumption]. apply V in T''; [|assumption]. f_equal. auto.
Qed.

Section Solution.
  Variables (b : board) (p : puzzle) (g : grid).
  Hypothesis S : solution b p g.

  Lemma digit_in_range row column : on_board b row column -> 1 <= g row column <= side b.
  Proof. apply S. Qed.

  Lemma cell_constraint_satisfied row column : on_board b row column ->
    satisfies_exactly_one (truth b g) (cell_constraint b (row, column)).
  Proof.
    intros O. apply exactly_one_of_map with (is_true := fun digit => g row column = digit).
    - intros digit D. apply in_digits_of in D. simpl. rewrite truth_of_x; [apply N.eqb_eq|apply O|assumption].
    - exists (g row column). split; [|reflexivity]. now apply in_digits_of, digit_in_range.
    - congruence.
  Qed.

  Lemma different_in_house house : is_house b house -> forall cell cell', In cell house -> In cell' house ->
    g (fst cell) (snd cell) = g (fst cell') (snd cell') -> cell = cell'.
  Proof.
    intros [_ [_ [O Shared]]] [r c] [r' c'] I I' E. simpl in E. destruct S as [_ [Different _]].
    specialize (Different r c r' c' (O _ _ I) (O _ _ I')).
    destruct (N.eq_dec r r') as [->|R]; [destruct (N.eq_dec c c') as [->|C]; [reflexivity|]|];
      exfalso; apply Different; auto; congruence.
  Qed.

  Lemma house_constraint_satisfied house digit : is_house b house -> 1 <= digit <= side b ->
    satisfies_exactly_one (truth b g) (house_constraint b house digit).
  Proof.
    intros H D. pose proof (different_in_house house H) as Different. destruct H as [N [L [O _]]].
    apply exactly_one_of_map with (is_true := fun cell => g (fst cell) (snd cell) = digit).
    - intros [r c] I. simpl. rewrite truth_of_x; [apply N.eqb_eq|now apply (O r c)|assumption].
    - apply (every_digit_occurs b (fun cell => g (fst cell) (snd cell))); auto.
      intros [r c] I. apply digit_in_range. now apply O.
    - intros cell cell' I I' <- E. auto.
  Qed.

  Lemma constraints_satisfied : Forall (satisfies_exactly_one (truth b g)) (constraints b).
  Proof.
    apply Forall_forall. intros s. unfold constraints. rewrite in_app_iff, in_map_iff, in_flat_map.
    intros [[[r c] [<- I]]|[house [H I]]].
    - apply cell_constraint_satisfied. now apply in_cells_of.
    - apply in_map_iff in I. destruct I as [digit [<- D]]. apply in_digits_of in D.
      apply house_constraint_satisfied; [now apply houses_are_houses|assumption].
  Qed.

  Lemma is_candidate_correct row column digit : is_candidate b (row, column, digit) = true ->
    on_board b row column /\ 1 <= digit <= side b.
  Proof. unfold is_candidate, on_board. rewrite !andb_true_iff, !N.ltb_lt, !N.leb_le. tauto. Qed.

  Lemma satisfies_positive row column digit : is_candidate b (row, column, digit) = true ->
    g row column = digit -> satisfies_literal (truth b g) (Positive (x b row column digit)).
  Proof.
    intros K E. apply is_candidate_correct in K. destruct K as [[_ C] D].
    unfold satisfies_literal. simpl. rewrite truth_of_x by assumption. now apply N.eqb_eq.
  Qed.

  Lemma satisfies_negative row column digit : is_candidate b (row, column, digit) = true ->
    g row column <> digit -> satisfies_literal (truth b g) (Negative (x b row column digit)).
  Proof.
    intros K E. apply is_candidate_correct in K. destruct K as [[_ C] D].
    unfold satisfies_literal. simpl. rewrite truth_of_x by assumption. now apply N.eqb_neq.
  Qed.

  Lemma facts_satisfied : is_puzzle b p = true -> Forall (satisfies_literal (truth b g)) (facts b p).
  Proof.
    unfold is_puzzle. rewrite !andb_true_iff, !forallb_forall. intros [[_ G] E].
    destruct S as [_ [_ [Given Eliminated]]]. apply Forall_app. split; apply Forall_map, Forall_forall.
    - intros [[r c] d] I. apply satisfies_positive; auto.
    - intros [[r c] d] I. apply satisfies_negative; auto.
  Qed.

  Lemma cell_that_differs (h : grid) : ~ same_grid b g h -> exists row column, on_board b row column /\ g row column <> h row column.
  Proof.
    intros D. destruct (existsb (fun cell => negb (g (fst cell) (snd cell) =? h (fst cell) (snd cell))) (cells_of b)) eqn:E.
    - apply existsb_exists in E. destruct E as [[r c] [I E]]. exists r, c. apply in_cells_of in I.
      apply negb_true_iff, N.eqb_neq in E. auto.
    - exfalso. apply D. intros r c O. apply N.eqb_eq, negb_false_iff. destruct (negb (g r c =? h r c)) eqn:F; [|reflexivity].
      rewrite <- E. symmetry. apply existsb_exists. exists (r, c). split; [now apply in_cells_of|assumption].
  Qed.

  Lemma blocking_clause_satisfied (h : grid) : (forall row column, on_board b row column -> 1 <= h row column <= side b) ->
    ~ same_grid b g h -> satisfies_clause (truth b g) (blocking_clause b h).
  Proof.
    intros R D. apply cell_that_differs in D. destruct D as [r [c [O D]]].
    exists (Negative (x b r c (h r c))). split.
    - unfold blocking_clause. apply in_map_iff. exists (r, c). split; [reflexivity|]. now apply in_cells_of.
    - unfold satisfies_literal. simpl. rewrite truth_of_x; [now apply N.eqb_neq|apply O|auto].
  Qed.
End Solution.

(** ** Grids of a claim *)

Lemma find_add_numbered {A} (l : list A) (default : A) : forall key m k,
  match PM.find k (add_numbered key l m) with Some a => a | None => default end =
  if Pos.ltb k key then match PM.find k m with Some a => a | None => default end
  else nth (Pos.to_nat k - Pos.to_nat key) l (match PM.find k m with Some a => a | None => default end).
Proof.
  induction l as [|a l IH]; intros key m k; cbn [add_numbered].
  - destruct (Pos.ltb k key); [reflexivity|]. now destruct (Pos.to_nat k - Pos.to_nat key)%nat.
  - rewrite IH. destruct (Pos.ltb_spec k (Pos.succ key)) as [L|L], (Pos.ltb_spec k key) as [L'|L'].
    + rewrite PM.gso by lia. reflexivity.
    + assert (k = key) as -> by lia. now rewrite PM.gss, Nat.sub_diag.
    + lia.
    + rewrite PM.gso by lia. replace (Pos.to_nat k - Pos.to_nat key)%nat with (S (Pos.to_nat k - Pos.to_nat (Pos.succ key))) by lia.
      reflexivity.
Qed.

Lemma indexed_grid_correct b digits row column : indexed_grid b digits row column = grid_of b digits row column.
Proof.
  unfold indexed_grid, grid_of. rewrite find_add_numbered, PM.gempty.
  destruct (Pos.ltb_spec (N.succ_pos (row * side b + column)) 1) as [L|_]; [lia|].
  f_equal. generalize (row * side b + column). intros k. pose proof (N.succ_pos_spec k). lia.
Qed.

Lemma all_different_nodup l : all_different l = true -> NoDup l.
Proof.
  induction l as [|a l IH]; simpl; intros D; constructor; apply andb_true_iff in D; destruct D as [N D]; [|auto].
  intros I. apply negb_true_iff in N. rewrite <- not_true_iff_false in N. apply N, existsb_exists.
  exists a. split; [assumption|apply N.eqb_refl].
Qed.

Lemma is_solution_correct b p g : 1 <= box_height b -> 1 <= box_width b -> is_solution b p g = true -> solution b p g.
Proof.
  unfold is_solution. intros H W. rewrite !andb_true_iff, !forallb_forall. intros [[[Range Houses] Givens] Eliminations].
  split; [|split; [|split]].
  - intros r c O. apply in_cells_of in O. specialize (Range _ O). now rewrite andb_true_iff, !N.leb_le in Range.
  - intros r c r' c' O O' N Shared E. apply N.
    destruct (shared_house b r c r' c' H W O O' Shared) as [house [I [Cell Cell']]].
    apply Houses, all_different_nodup in I. now apply (nodup_map_injective _ _ I (r, c) (r', c')).
  - intros r c d I. specialize (Givens _ I). now apply N.eqb_eq in Givens.
  - intros r c d I. specialize (Eliminations _ I). now apply negb_true_iff, N.eqb_neq in Eliminations.
Qed.

Lemma lexicographic_lt_irreflexive l : lexicographic_lt l l = false.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite N.ltb_irrefl, N.eqb_refl, IH. Qed.

Lemma lexicographic_lt_transitive : forall l k m,
  lexicographic_lt l k = true -> lexicographic_lt k m = true -> lexicographic_lt l m = true.
Proof.
  induction l as [|a l IH]; intros [|c k] [|d m]; simpl; try discriminate.
  rewrite !orb_true_iff, !andb_true_iff, !N.ltb_lt, !N.eqb_eq.
  intros [L|[-> L]] [K|[-> K]]; try (left; lia). right. eauto.
Qed.

Lemma ascending_sorted l : ascending l = true -> StronglySorted (fun a a' => lexicographic_lt a a' = true) l.
Proof.
  intros A. apply Sorted_StronglySorted; [intros a a' a''; apply lexicographic_lt_transitive|].
  induction l as [|a [|a' l] IH]; [constructor|repeat constructor|]. simpl in A. apply andb_true_iff in A.
  constructor; [now apply IH|constructor; apply A].
Qed.

Lemma same_grid_indexed b g digits : same_grid b g (indexed_grid b digits) <-> same_grid b g (grid_of b digits).
Proof. split; intros E r c O; rewrite (E r c O); [|symmetry]; apply indexed_grid_correct. Qed.

Lemma are_distinct_solutions_correct b p grids : 1 <= box_height b -> 1 <= box_width b ->
  are_distinct_solutions b p grids = true -> distinct_solutions b p grids.
Proof.
  unfold are_distinct_solutions. intros H W. rewrite andb_true_iff, forallb_forall, map_map. intros [Solutions Ascending]. split.
  - intros digits I. apply (in_map (indexed_grid b)), Solutions, is_solution_correct in I; [|assumption|assumption].
    destruct I as [Range [Different [Given Eliminated]]].
    repeat split; intros; rewrite <- ?indexed_grid_correct in *; try (now apply Range); eauto.
  - apply ascending_sorted in Ascending. clear Solutions. induction grids as [|digits grids IH]; [constructor|].
    simpl in Ascending. apply StronglySorted_inv in Ascending. destruct Ascending as [Ascending Less].
    constructor; [|auto]. rewrite Forall_map, Forall_forall in Less. apply Forall_forall. intros digits' I E.
    specialize (Less _ I). cut (digits_in_order b (indexed_grid b digits) = digits_in_order b (indexed_grid b digits')).
    { intros Same. now rewrite Same, lexicographic_lt_irreflexive in Less. }
    apply map_ext_in. intros [r c] C. simpl. rewrite !indexed_grid_correct. apply E. now apply in_cells_of.
Qed.

(** ** Main theorem *)

(** Whether a grid is among these grids. *)
Lemma listed_or_not b g (grids : list (list N)) :
  (exists digits, In digits grids /\ same_grid b g (grid_of b digits)) \/
  (forall digits, In digits grids -> ~ same_grid b g (grid_of b digits)).
Proof.
  induction grids as [|digits grids [[d [I E]]|IH]]; [now right|left; exists d; split; [now right|assumption]|].
  destruct (forallb (fun cell => g (fst cell) (snd cell) =? grid_of b digits (fst cell) (snd cell)) (cells_of b)) eqn:F.
  - left. exists digits. split; [now left|]. intros r c O. rewrite forallb_forall in F.
    apply N.eqb_eq, (F (r, c)). now apply in_cells_of.
  - right. intros d [<-|I]; [|auto]. intros E. rewrite <- not_true_iff_false in F. apply F, forallb_forall.
    intros [r c] I. apply N.eqb_eq, E. now apply in_cells_of.
Qed.

Theorem check_sound {source} (next : source -> option (step * source)) fuel b p c from rest :
  check next fuel b (board_tables b) p c from = Some rest -> holds b p c.
Proof.
  unfold check, board_tables. destruct (is_puzzle b p) eqn:P; [|discriminate].
  assert (1 <= box_height b /\ 1 <= box_width b) as [H W].
  { unfold is_puzzle in P. rewrite !andb_true_iff, !N.leb_le in P. tauto. }
  assert (Facts : forall g l, solution b p g -> satisfies_literal (truth b g) l ->
    Forall (satisfies_literal (truth b g)) (facts b p ++ [l])).
  { intros g l S L. apply Forall_app. split; [now apply facts_satisfied|now constructor]. }
  intros Accepted. destruct c as [grids|grids|r c d|r c d]; cbn [holds].
  - destruct (are_distinct_solutions b p grids) eqn:D; [|discriminate].
    apply are_distinct_solutions_correct in D; [|assumption|assumption]. split; [assumption|]. intros g S.
    destruct (listed_or_not b g grids) as [E|N]; [assumption|]. exfalso. revert Accepted. apply (refute_sound (truth b g)).
    + now apply (constraints_satisfied b p).
    + rewrite app_nil_r. now apply facts_satisfied.
    + apply Forall_map, Forall_forall. intros digits I. apply blocking_clause_satisfied.
      * intros r c O. rewrite indexed_grid_correct. now apply (proj1 D digits I).
      * rewrite same_grid_indexed. auto.
  - destruct (are_distinct_solutions b p grids) eqn:D; [|discriminate]. now apply are_distinct_solutions_correct.
  - destruct (is_candidate b (r, c, d)) eqn:K; [|discriminate]. intros g S.
    destruct (N.eq_dec (g r c) d) as [E|E]; [assumption|]. exfalso. revert Accepted. apply (refute_sound (truth b g)).
    + now apply (constraints_satisfied b p).
    + apply Facts; [assumption|]. now apply satisfies_negative.
    + constructor.
  - destruct (is_candidate b (r, c, d)) eqn:K; [|discriminate]. intros g S E. revert Accepted. apply (refute_sound (truth b g)).
    + now apply (constraints_satisfied b p).
    + apply Facts; [assumption|]. now apply satisfies_positive.
    + constructor.
Qed.

(** For a proof that is a list of steps. *)
Corollary accepts_sound b p c steps : accepts b p c steps = true -> holds b p c.
Proof.
  unfold accepts. destruct (check _ _ _ _ _ _ _) eqn:E; [|discriminate]. intros _. eapply check_sound, E.
Qed.

(** No solution. *)
Corollary no_solution b p steps : accepts b p (Exactly []) steps = true -> forall g, ~ solution b p g.
Proof. intros A g S. apply accepts_sound in A. destruct A as [_ A]. destruct (A g S) as [digits [[] _]]. Qed.

(** Exactly one solution. *)
Corollary unique_solution b p digits steps : accepts b p (Exactly [digits]) steps = true ->
  solution b p (grid_of b digits) /\ forall g, solution b p g -> same_grid b g (grid_of b digits).
Proof.
  intros A. apply accepts_sound in A. destruct A as [[Solutions _] A]. split; [apply Solutions; now left|].
  intros g S. destruct (A g S) as [digits' [[->|[]] E]]. assumption.
Qed.
