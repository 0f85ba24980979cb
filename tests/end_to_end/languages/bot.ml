(* Plays the first valid move. *)
let line () = try input_line stdin with End_of_file -> exit 0
let number text = int_of_string (List.hd (String.split_on_char ' ' text))
let skip count = for _ = 1 to count do ignore (line ()) done

let () =
  skip 2;
  let height = number (line ()) in
  while true do
    ignore (line ());
    skip (number (line ()));
    skip (height + 1);
    let moves = number (line ()) in
    let first = line () in
    skip (moves - 1);
    print_endline first
  done
