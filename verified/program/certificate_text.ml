(* Certificates of version 2: text to claims and steps. The chapter docs/guide/src/certificates.md has the grammar.

   The claim is trusted: the verdict names it. A mistake in the reading of steps can only make a valid proof fail. *)

open Checker
open Numbers

(* ---- lines *)

type line =
  | Line of string
  | Bad_line  (* too long, or without a line feed at the end *)
  | End

(* The longest line in bytes, with its line feed. *)
let max_line = 1 lsl 24

(* Reads a file of any size. [next] is the line after the current one, [number] the number of the current line, counted from 1. *)
type reader = {
  input : in_channel;
  chunk : Bytes.t;
  mutable position : int;
  mutable filled : int;
  partial : Buffer.t;
  mutable next : line;
  mutable number : int;
}

(* Appends the chunk up to [stop] to the partial line, unless that becomes too long: then the line is bad, and its length is all
   that matters. *)
let append reader stop =
  let length = stop - reader.position in
  if Buffer.length reader.partial + length < max_line then
    Buffer.add_subbytes reader.partial reader.chunk reader.position length
  else if Buffer.length reader.partial < max_line then
    Buffer.add_string reader.partial (String.make (max_line - Buffer.length reader.partial) ' ')

let rec read_line reader =
  if reader.position >= reader.filled then begin
    reader.position <- 0;
    reader.filled <- input reader.input reader.chunk 0 (Bytes.length reader.chunk)
  end;
  if reader.filled = 0 then begin
    let is_end = Buffer.length reader.partial = 0 in
    Buffer.clear reader.partial;
    if is_end then End else Bad_line
  end
  else
    match Bytes.index_from_opt reader.chunk reader.position '\n' with
    | Some feed when feed < reader.filled ->
        append reader feed;
        reader.position <- feed + 1;
        let text = Buffer.contents reader.partial in
        Buffer.clear reader.partial;
        if String.length text < max_line then Line text else Bad_line
    | _ ->
        append reader reader.filled;
        reader.position <- reader.filled;
        read_line reader

let open_reader input =
  let reader =
    { input; chunk = Bytes.create 65536; position = 0; filled = 0; partial = Buffer.create 256; next = End; number = 0 }
  in
  reader.next <- read_line reader;
  reader

let advance reader =
  let line = reader.next in
  if line <> End then reader.next <- read_line reader;
  reader.number <- reader.number + 1;
  line

(* ---- header *)

(* The text after the prefix. *)
let after prefix text =
  let length = String.length prefix in
  if String.length text >= length && String.sub text 0 length = prefix then
    Some (String.sub text length (String.length text - length))
  else None

let required = function Some value -> value | None -> raise Malformed_text
let expect text line = if line <> text then raise Malformed_text

(* `r3c4=5`; rows and columns count from 0 in the proof. *)
let read_candidate side text =
  let rest = required (after "r" text) in
  let c = required (String.index_opt rest 'c') in
  let equals = required (String.index_opt rest '=') in
  if equals < c then raise Malformed_text;
  let part start stop =
    let value = number_in rest start stop in
    if value < 1 || value > side then raise Malformed_text else value
  in
  let row = part 0 c and column = part (c + 1) equals and digit = part (equals + 1) (String.length rest) in
  (n_of_int (row - 1), n_of_int (column - 1), n_of_int digit)

let read_grid side line =
  let text = required (after "grid " line) in
  let digits = map_words number_in text 0 (String.length text) in
  let is_digit digit = 1 <= digit && digit <= side in
  if List.length digits <> side * side || not (List.for_all is_digit digits) then raise Malformed_text;
  List.map n_of_int digits

(* The claim of the header. [next_line] returns the next line or raises [Malformed_text]. The checker examines all grids together;
   [are_solutions] does so for a grid and the one before it when they are read, so that a refusal has the right line. *)
let read_header (height, width) are_solutions next_line =
  let side = height * width in
  expect "qedoku certificate 2" (next_line ());
  expect (Printf.sprintf "board %dx%d boxes %dx%d" side side height width) (next_line ());
  let claim = required (after "claim " (next_line ())) in
  let space = required (String.index_opt claim ' ') in
  let kind = String.sub claim 0 space in
  let argument = String.sub claim (space + 1) (String.length claim - space - 1) in
  let rec grids count found =
    if count = 0 then List.rev found
    else
      let grid = read_grid side (next_line ()) in
      let last_two = match found with [] -> [ grid ] | last :: _ -> [ last; grid ] in
      if are_solutions last_two then grids (count - 1) (grid :: found) else raise Malformed_text
  in
  let steps_follow claim = expect "steps" (next_line ()); claim in
  match kind with
  | "exactly" -> let solutions = grids (number argument) [] in steps_follow (Exactly solutions)
  | "at-least" -> AtLeast (grids (number argument) [])
  | "forced" -> let row, column, digit = read_candidate side argument in steps_follow (Forced (row, column, digit))
  | "excluded" -> let row, column, digit = read_candidate side argument in steps_follow (Excluded (row, column, digit))
  | _ -> raise Malformed_text

let describe claim =
  let candidate kind row column digit =
    Printf.sprintf "%s r%dc%d=%d" kind (int_of_n row + 1) (int_of_n column + 1) (int_of_n digit)
  in
  match claim with
  | Exactly grids -> Printf.sprintf "exactly %d" (List.length grids)
  | AtLeast grids -> Printf.sprintf "at-least %d" (List.length grids)
  | Forced (row, column, digit) -> candidate "forced" row column digit
  | Excluded (row, column, digit) -> candidate "excluded" row column digit

(* ---- steps *)

let positive_in text start stop = positive_of_int (number_in text start stop)

let literal_in text start stop =
  if text.[start] = '-' then Negative (positive_in text (start + 1) stop) else Positive (positive_in text start stop)

(* `NUMBER LITERALS : HINTS` or `delete NUMBERS`. *)
let read_step line =
  let stop = String.length line in
  try
    if after "delete " line <> None then DeleteClauses (map_words positive_in line 7 stop)
    else
      let colon = required (String.index_opt line ':') in
      let bounds = map_words (fun _ start stop -> (start, stop)) line 0 colon in
      let hints = map_words positive_in line (colon + 1) stop in
      match bounds with
      | [] -> Malformed
      | (first, last) :: literals ->
          let literal (start, stop) = literal_in line start stop in
          AddClause (positive_in line first last, List.map literal literals, hints)
  with Malformed_text -> Malformed
