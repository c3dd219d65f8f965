(* Puzzles in the exchange form: one puzzle per line, as `qedoku convert --to line` and `--to candidates` write it.

     n*n characters        the cells in row-major order: 1 to 9, then A to Z, `.` or `0` for an empty cell;
                           on a 25x25 board A to Y, and `.` for an empty cell
     n*n*n characters      for each cell and each digit the symbol of the digit, or that of an empty cell if it is eliminated
     n*n words             the cells as numbers, separated by spaces; for boards above 35x35

   This file is trusted: a mistake in it would make the verdict one about another puzzle. *)

open Checker
open Numbers

(* The greatest side that qedoku supports. *)
let max_side = 144

let board_of_boxes text =
  match String.index_opt text 'x' with
  | None -> raise Malformed_text
  | Some x ->
      let height = number_in text 0 x and width = number_in text (x + 1) (String.length text) in
      if height < 1 || width < 1 || height > max_side || width > max_side || height * width > max_side then
        raise Malformed_text;
      (height, width)

(* The square box whose board has this many cells, or this many candidates. *)
let square_box length =
  let rec find h =
    let n = h * h in
    if n > max_side then raise Malformed_text else if n * n = length || n * n * n = length then (h, h) else find (h + 1)
  in
  find 2

let symbol_digit side symbol =
  let digit =
    match symbol with
    | '.' -> 0
    | 'A' .. 'Z' -> Char.code symbol - Char.code 'A' + if side = 25 then 1 else 10
    | '0' .. '9' when side <> 25 -> Char.code symbol - Char.code '0'
    | _ -> raise Malformed_text
  in
  if digit > side then raise Malformed_text else digit

let candidate side cell digit = ((n_of_int (cell / side), n_of_int (cell mod side)), n_of_int digit)

let puzzle_of_cells side digits =
  let given cell digit = if digit = 0 then [] else [ candidate side cell digit ] in
  { givens = List.concat (List.mapi given digits); eliminations = [] }

(* A cell with one candidate is a given; the other candidates of a cell are eliminated. *)
let puzzle_of_candidates side text =
  let digits = List.init side (fun k -> k + 1) in
  let is_allowed cell digit =
    let symbol = symbol_digit side text.[(cell * side) + digit - 1] in
    if symbol <> 0 && symbol <> digit then raise Malformed_text;
    symbol = digit
  in
  let cells = List.init (side * side) (fun cell -> (cell, List.partition (is_allowed cell) digits)) in
  let given = function cell, ([ digit ], _) -> [ candidate side cell digit ] | _ -> [] in
  let eliminated (cell, (_, excluded)) = List.map (candidate side cell) excluded in
  { givens = List.concat_map given cells; eliminations = List.concat_map eliminated cells }

(* The box (height, width) and the puzzle of a line. *)
let read boxes line =
  let length = String.length line in
  if String.contains line ' ' then begin
    let cell_number text start stop = if text.[start] = '.' && stop = start + 1 then 0 else number_in text start stop in
    let digits = map_words cell_number line 0 length in
    let height, width = match boxes with Some box -> box | None -> square_box (List.length digits) in
    let side = height * width in
    if List.length digits <> side * side || List.exists (fun digit -> digit > side) digits then raise Malformed_text;
    ((height, width), puzzle_of_cells side digits)
  end
  else
    let height, width = match boxes with Some box -> box | None -> square_box length in
    let side = height * width in
    if side > 35 then raise Malformed_text
    else if length = side * side then
      ((height, width), puzzle_of_cells side (List.init length (fun k -> symbol_digit side line.[k])))
    else if length = side * side * side then ((height, width), puzzle_of_candidates side line)
    else raise Malformed_text
