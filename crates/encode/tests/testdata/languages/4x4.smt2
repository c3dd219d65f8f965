; qedoku 1 board 4x4 boxes 2x2 language smt2
; Sudoku: each row, column and box holds every digit once.
(set-option :produce-models true)
(set-logic QF_BV)
(define-sort Digit () (_ BitVec 3))
(define-fun digit? ((cell Digit)) Bool (and (bvule (_ bv1 3) cell) (bvule cell (_ bv4 3))))
(declare-const r1c1 Digit) (assert (digit? r1c1))
(declare-const r1c2 Digit) (assert (digit? r1c2))
(declare-const r1c3 Digit) (assert (digit? r1c3))
(declare-const r1c4 Digit) (assert (digit? r1c4))
(declare-const r2c1 Digit) (assert (digit? r2c1))
(declare-const r2c2 Digit) (assert (digit? r2c2))
(declare-const r2c3 Digit) (assert (digit? r2c3))
(declare-const r2c4 Digit) (assert (digit? r2c4))
(declare-const r3c1 Digit) (assert (digit? r3c1))
(declare-const r3c2 Digit) (assert (digit? r3c2))
(declare-const r3c3 Digit) (assert (digit? r3c3))
(declare-const r3c4 Digit) (assert (digit? r3c4))
(declare-const r4c1 Digit) (assert (digit? r4c1))
(declare-const r4c2 Digit) (assert (digit? r4c2))
(declare-const r4c3 Digit) (assert (digit? r4c3))
(declare-const r4c4 Digit) (assert (digit? r4c4))
(assert (distinct r1c1 r1c2 r1c3 r1c4)) ; row 1
(assert (distinct r2c1 r2c2 r2c3 r2c4)) ; row 2
(assert (distinct r3c1 r3c2 r3c3 r3c4)) ; row 3
(assert (distinct r4c1 r4c2 r4c3 r4c4)) ; row 4
(assert (distinct r1c1 r2c1 r3c1 r4c1)) ; column 1
(assert (distinct r1c2 r2c2 r3c2 r4c2)) ; column 2
(assert (distinct r1c3 r2c3 r3c3 r4c3)) ; column 3
(assert (distinct r1c4 r2c4 r3c4 r4c4)) ; column 4
(assert (distinct r1c1 r1c2 r2c1 r2c2)) ; box 1
(assert (distinct r1c3 r1c4 r2c3 r2c4)) ; box 2
(assert (distinct r3c1 r3c2 r4c1 r4c2)) ; box 3
(assert (distinct r3c3 r3c4 r4c3 r4c4)) ; box 4
(assert (= r1c1 (_ bv1 3)))
(assert (= r1c3 (_ bv3 3)))
(assert (= r4c3 (_ bv2 3)))
(assert (or (= r2c2 (_ bv2 3)) (= r2c2 (_ bv4 3)))) ; candidates of r2c2
(assert (or (= r2c3 (_ bv1 3)) (= r2c3 (_ bv4 3)))) ; candidates of r2c3
(check-sat)
(get-value (r1c1 r1c2 r1c3 r1c4
            r2c1 r2c2 r2c3 r2c4
            r3c1 r3c2 r3c3 r3c4
            r4c1 r4c2 r4c3 r4c4))
