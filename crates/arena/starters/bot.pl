% A bot in Prolog: it plays the first legal move. Yours will choose better.
:- initialization(main, main).
main :- set_stream(user_output, buffer(line)), talk(none).
talk(Legal) :-
    read_line_to_string(user_input, Line),
    ( Line == end_of_file -> halt ; split_string(Line, " ", " \r", Words), act(Words, Legal, Next), talk(Next) ).
act(["ugi"|_], L, L) :- !, writeln("id name starter\nugiok").
act(["isready"|_], L, L) :- !, writeln("readyok").
act(["legal", Move|_], _, Move) :- !.
act(["go"|_], L, L) :- !, format("bestmove ~w~n", [L]).
act(["quit"|_], _, _) :- !, halt.
act(_, L, L).
