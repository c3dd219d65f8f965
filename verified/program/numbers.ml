(* Numbers: decimal text to machine integers, and machine integers to the binary numbers of the proof. *)

open Checker

(* Text that is not of the required form. *)
exception Malformed_text

(* Binary numbers of 16 bits are shared. *)
let small_positives =
  let table = Array.make 65536 XH in
  for k = 2 to Array.length table - 1 do
    table.(k) <- (if k land 1 = 1 then XI table.(k / 2) else XO table.(k / 2))
  done;
  table

let rec positive_of_int k =
  if k < 1 then raise Malformed_text
  else if k < Array.length small_positives then small_positives.(k)
  else if k land 1 = 1 then XI (positive_of_int (k / 2))
  else XO (positive_of_int (k / 2))

let n_of_int k = if k = 0 then N0 else Npos (positive_of_int k)

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p

(* The number that is the text from [start] to [stop]: digits without sign and without leading zeros. *)
let number_in text start stop =
  if start >= stop || (text.[start] = '0' && stop > start + 1) then raise Malformed_text;
  let value = ref 0 in
  for k = start to stop - 1 do
    match text.[k] with
    | '0' .. '9' when !value < max_int / 10 -> value := (10 * !value) + Char.code text.[k] - Char.code '0'
    | _ -> raise Malformed_text
  done;
  !value

let number text = number_in text 0 (String.length text)

(* Maps [f] over the words from [start] to [stop], which are separated by spaces. [f] takes the text and the bounds of a word. *)
let map_words f text start stop =
  let rec skip k words =
    if k >= stop then List.rev words
    else if text.[k] = ' ' then skip (k + 1) words
    else
      let rec word_end j = if j < stop && text.[j] <> ' ' then word_end (j + 1) else j in
      let last = word_end (k + 1) in
      skip last (f text k last :: words)
  in
  skip start []
