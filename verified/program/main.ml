(* qedoku-verified [--boxes RxC] PUZZLES CERTIFICATES
   qedoku-verified [--boxes RxC] --puzzle PUZZLE CERTIFICATE

   Checks one certificate per puzzle with the checker that was extracted from the proof. Verdicts and exit codes are those of
   `qedoku verify`: 0 if all certificates are accepted, 1 if one is refused or missing, 2 for unreadable input. *)

open Checker
open Certificate_text

let usage =
  "Usage: qedoku-verified [--boxes RxC] PUZZLES CERTIFICATES\n\
  \       qedoku-verified [--boxes RxC] --puzzle PUZZLE CERTIFICATE\n\n\
   Checks one certificate per puzzle by a checker with a machine-checked proof.\n\n\
   PUZZLES       file with one puzzle per line, as `qedoku convert --to line` or `--to candidates` writes it\n\
   CERTIFICATES  file with the certificates in the same order, as `qedoku prove` writes it; not compressed\n\
   --boxes RxC   rows and columns of a box, such as 2x3; without it, boxes are square\n\n\
   - stands for standard input.\n\n\
   Exit code 0: all certificates are accepted; 1: a certificate is refused or missing; 2: unreadable input.\n"

let fail message =
  prerr_endline ("qedoku-verified: " ^ message);
  exit 2

let open_input name = if name = "-" then (set_binary_mode_in stdin true; stdin) else open_in_bin name

let read_puzzle boxes name (number, line) =
  match Puzzle_text.read boxes line with
  | box, puzzle -> (number, box, puzzle)
  | exception Numbers.Malformed_text -> fail (Printf.sprintf "%s:%d: not a puzzle in the exchange form" name number)

(* The lines that are not empty, with their numbers. *)
let numbered_lines name =
  let input = open_input name in
  let rec read number lines =
    match input_line input with
    | exception End_of_file -> List.rev lines
    | "" -> read (number + 1) lines
    | line -> read (number + 1) ((number, line) :: lines)
  in
  read 1 []

(* Without end: each step of a proof takes one unit, so a proof of any length can be checked. A check that ends has used a finite part
   of it, for which the theorem holds. *)
let rec unlimited = S unlimited

(* The tables of a board are made once, when a header is valid. *)
let tables =
  let made = Hashtbl.create 1 in
  fun (height, width) ->
    match Hashtbl.find_opt made (height, width) with
    | Some entry -> entry
    | None ->
        let board = { box_height = Numbers.n_of_int height; box_width = Numbers.n_of_int width } in
        let entry = (board, lazy (board_tables board)) in
        Hashtbl.add made (height, width) entry;
        entry

let starts_certificate = function Line text -> after "qedoku " text <> None | Bad_line | End -> false

(* Checks the next certificate: its claim, or the number of the line where it is refused. With [many], a certificate ends at the first
   line of the next one, and nothing else may follow it. *)
let verdict ~many reader box puzzle =
  let first = reader.number in
  let has_line () = reader.next <> End && not (many && reader.number > first && starts_certificate reader.next) in
  let is_cut = ref false in
  let next_line () =
    if has_line () then match advance reader with Line text -> Some text | Bad_line | End -> None
    else (is_cut := true; None)
  in
  let steps () = Option.map (fun line -> (read_step line, ())) (next_line ()) in
  let accepted =
    let board, tables = tables box in
    match read_header box (are_distinct_solutions board puzzle) (fun () -> required (next_line ())) with
    | exception Numbers.Malformed_text -> None
    | claim ->
        Option.map (fun () -> claim) (check steps unlimited board (Lazy.force tables) puzzle claim ())
  in
  let verdict =
    match accepted with
    | Some _ when many && has_line () -> Error (reader.number + 1)
    | Some claim -> Ok claim
    | None -> Error (if !is_cut then reader.number + 1 else reader.number)
  in
  if many then while has_line () do ignore (advance reader) done;
  verdict

let too_many = "there are more certificates than puzzles"

let run boxes puzzles_name lines certificates_name =
  let puzzles = List.map (read_puzzle boxes puzzles_name) lines in
  if puzzles = [] then fail (puzzles_name ^ " has no puzzle");
  let many = List.length puzzles > 1 in
  let reader = open_reader (open_input certificates_name) in
  let check_next (line, box, puzzle) =
    let verdict = verdict ~many reader box puzzle in
    if Result.is_ok verdict && (not many) && reader.next <> End then fail too_many;
    if many then Printf.printf "%s:%d: " puzzles_name line;
    match verdict with
    | Ok claim -> print_endline ("accepted: " ^ describe claim); true
    | Error line -> Printf.printf "refused: line %d\n%!" line; false
  in
  let verdicts = List.map check_next puzzles in
  let accepted = List.for_all Fun.id verdicts in
  if many && reader.next <> End then fail too_many;
  exit (if accepted then 0 else 1)

let () =
  let rec parse boxes = function
    | "--boxes" :: text :: rest -> (
        match Puzzle_text.board_of_boxes text with
        | box -> parse (Some box) rest
        | exception Numbers.Malformed_text -> fail ("--boxes: expected rows and columns such as 2x3, found " ^ text))
    | [ "--help" ] | [ "-h" ] -> print_string usage
    | [ "--puzzle"; puzzle; certificate ] -> run boxes "puzzle" [ (1, puzzle) ] certificate
    | [ "-"; "-" ] -> fail "puzzles and certificates cannot both be read from standard input"
    | [ puzzles; certificates ] -> run boxes puzzles (numbered_lines puzzles) certificates
    | _ -> prerr_string usage; exit 2
  in
  try parse None (List.tl (Array.to_list Sys.argv)) with Sys_error message -> fail message
