//! The words of the interface in every language it speaks: one line per word, so that a missing translation does not compile.

use table::expert::Lang;

/// The words of a language.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &ENGLISH,
        Lang::Sr => &SERBIAN,
        Lang::Pt => &PORTUGUESE,
    }
}

/// Puts values in place of `{name}`.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// A pattern with `{n}` and forms such as `{n|one: move|other: moves}`, for a number of things.
pub fn count(lang: Lang, pattern: &str, number: usize) -> String {
    let filling = |_: &str| infer::Filling::Number(i32::try_from(number).unwrap_or(i32::MAX));
    infer::Message::parse(pattern)
        .map_or_else(|_| pattern.to_string(), |message| message.say(lang.code(), filling))
}

macro_rules! words {
    ($($name:ident: $english:literal, $serbian:literal, $portuguese:literal;)*) => {
        /// The words of one language.
        pub struct Words {
            $(#[doc = $english] pub $name: &'static str,)*
        }
        const ENGLISH: Words = Words { $($name: $english,)* };
        const SERBIAN: Words = Words { $($name: $serbian,)* };
        const PORTUGUESE: Words = Words { $($name: $portuguese,)* };

        #[cfg(test)]
        const LINES: &[[&str; 3]] = &[$([$english, $serbian, $portuguese],)*];
    };
}

words! {
    skip: "Skip to the content", "Pređi na sadržaj", "Saltar para o conteúdo";
    home: "Games", "Igre", "Jogos";
    language: "Language", "Jezik", "Idioma";
    theme: "Colours", "Boje", "Cores";
    theme_auto: "As the system", "Kao sistem", "Como o sistema";
    theme_light: "Light", "Svetle", "Claras";
    theme_dark: "Dark", "Tamne", "Escuras";
    apply: "Apply", "Primeni", "Aplicar";
    settings: "Settings", "Podešavanja", "Definições";
    lead: "Pick a game. Play, ask for a hint, take moves back, and look at what might have been.",
        "Izaberi igru. Igraj, traži savet, vrati potez i vidi šta je moglo da bude.",
        "Escolha um jogo. Jogue, peça uma dica, volte atrás e veja o que poderia ter sido.";
    play: "Play", "Igraj", "Jogar";
    play_default: "Play now against {name}", "Igraj odmah protiv: {name}", "Jogar já contra {name}";
    choose: "Opponent and rules", "Protivnik i pravila", "Adversário e regras";
    more_choices: "More choices", "Još izbora", "Mais opções";
    all_games: "All games", "Sve igre", "Todos os jogos";
    movement_and_keys: "Movement and keys", "Kretanje i tasteri", "Movimento e teclas";
    enlarge: "Enlarge the board", "Uvećaj tablu", "Ampliar o tabuleiro";
    forget: "Remove this game", "Ukloni ovu igru", "Remover este jogo";
    forget_about: "It cannot be brought back.", "Ne može se vratiti.", "Não pode ser recuperado.";
    recent: "Recent games", "Nedavne igre", "Jogos recentes";
    resume: "Resume", "Nastavi", "Continuar";
    look: "Look", "Pogledaj", "Ver";
    no_recent: "Games you start appear here; nothing is lost when you close the page.",
        "Ovde se pojavljuju započete igre; ništa se ne gubi kad zatvoriš stranicu.",
        "Os jogos que começar aparecem aqui; nada se perde ao fechar a página.";
    moves_made: "{n} {n|one: move|other: moves}", "{n} {n|one: potez|few: poteza|other: poteza}", "{n} {n|one: lance|other: lances}";
    new_game: "New game", "Nova igra", "Novo jogo";
    opponent: "Opponent", "Protivnik", "Adversário";
    person_here: "A person here", "Osoba ovde", "Uma pessoa aqui";
    person_here_about: "everybody at one screen", "svi za istim ekranom", "todos no mesmo ecrã";
    person_there: "Somebody by link", "Neko preko veze", "Alguém por ligação";
    person_there_about: "in your network", "u tvojoj mreži", "na sua rede";
    about_own_bot: "your own program", "tvoj program", "o seu programa";
    seat_free: "Free seat", "Slobodno mesto", "Lugar livre";
    seat_take: "Sit here", "Sedi ovde", "Sentar-se aqui";
    share: "Play together", "Igrajte zajedno", "Jogar em conjunto";
    share_others: "Give this link to others in your network: they can look on, or sit down where a seat is free.",
        "Daj ovu vezu drugima u mreži: mogu da gledaju, ili da sednu na slobodno mesto.",
        "Dê esta ligação a outros na sua rede: podem assistir, ou sentar-se num lugar livre.";
    share_own: "Keep this link for yourself: it brings your seat to another browser.",
        "Ovu vezu zadrži za sebe: ona prenosi tvoje mesto u drugi pregledač.",
        "Guarde esta ligação para si: leva o seu lugar para outro navegador.";
    you: "You", "Ti", "Eu";
    your_seat: "You play", "Igraš za", "Jogar com";
    seat_random: "Any, by lot", "Bilo koga, žrebom", "Qualquer um, por sorteio";
    seat_none: "Nobody: watch the computers", "Nikoga: gledaj računare", "Ninguém: ver os computadores";
    moves_first: "moves first", "igra prvi", "joga primeiro";
    clock: "Clock", "Sat", "Relógio";
    clock_none: "No clock", "Bez sata", "Sem relógio";
    clock_minutes: "{n} min each", "{n} min po igraču", "{n} min cada";
    clock_plus: "{n} min + {s} s a move", "{n} min + {s} s po potezu", "{n} min + {s} s por lance";
    think_time: "The computer thinks at most", "Računar razmišlja najviše", "O computador pensa no máximo";
    seconds: "{n} s", "{n} s", "{n} s";
    other_player: "Another player, by description", "Drugi igrač, po opisu", "Outro jogador, por descrição";
    other_player_help: "Overrides the choice above, such as {example}", "Važi umesto izbora iznad, na primer {example}", "Substitui a escolha acima, por exemplo {example}";
    from_position: "Start from a position (text or JSON)", "Počni od pozicije (tekst ili JSON)", "Começar de uma posição (texto ou JSON)";
    start: "Start the game", "Počni igru", "Começar o jogo";
    rules_of: "How to play", "Kako se igra", "Como se joga";
    level: "Level {n}", "Nivo {n}", "Nível {n}";
    about_random: "plays anything at all", "igra bilo šta", "joga qualquer coisa";
    about_greedy: "takes what it can get", "uzima šta može", "leva o que pode";
    about_search: "thinks {n} games ahead", "razmišlja {n} partija unapred", "pensa {n} partidas à frente";
    about_master: "the strongest", "najjači", "o mais forte";
    about_expert: "plays by rules and says why", "igra po pravilima i kaže zašto", "joga por regras e diz porquê";
    your_move: "Your move ({seat})", "Ti si na potezu ({seat})", "É a sua vez ({seat})";
    to_move: "{seat} to move", "Na potezu: {seat}", "Joga: {seat}";
    to_move_free: "{seat} to move, but nobody sits there yet", "Na potezu: {seat}, ali tamo još niko ne sedi", "Joga: {seat}, mas ainda ninguém se sentou lá";
    thinking: "{name} is thinking ({seat})", "{name} razmišlja ({seat})", "{name} está a pensar ({seat})";
    wins: "{seat} wins", "Pobeđuje {seat}", "Vitória de {seat}";
    you_win: "You win", "Pobeda!", "Vitória!";
    you_lose: "{name} wins", "Pobeđuje {name}", "Vitória de {name}";
    draw: "A draw", "Nerešeno", "Empate";
    shared: "{seat} share the victory", "Pobedu dele {seat}", "Partilham a vitória {seat}";
    by_resignation: "by resignation", "predajom", "por desistência";
    by_time: "on time", "na vreme", "por tempo";
    failed: "{name} cannot go on: {reason}. Ask again, take back a move, or resign.",
        "{name} ne može dalje: {reason}. Pitaj ponovo, vrati potez ili predaj.",
        "{name} não consegue continuar: {reason}. Peça de novo, volte atrás ou desista.";
    ask_again: "Ask again", "Pitaj ponovo", "Pedir de novo";
    chosen: "Chosen: {spot}. Now choose where to.", "Izabrano: {spot}. Sada izaberi cilj.", "Escolhido: {spot}. Agora escolha o destino.";
    played: "{seat} played {move}", "{seat} igra {move}", "{seat} jogou {move}";
    undo: "Take back", "Vrati potez", "Voltar atrás";
    resign: "Resign", "Predaj", "Desistir";
    resign_sure: "Really resign?", "Zaista predaješ?", "Desistir mesmo?";
    hint: "Hint", "Savet", "Dica";
    hint_more: "Tell me more", "Reci više", "Dizer mais";
    hint_wait: "Looking for a good move", "Tražim dobar potez", "À procura de um bom lance";
    rematch: "Play again", "Igraj ponovo", "Jogar de novo";
    flip: "Turn the board", "Okreni tablu", "Virar o tabuleiro";
    analyse: "Analyse", "Analiziraj", "Analisar";
    moves: "Moves", "Potezi", "Lances";
    no_moves: "No move yet", "Još nema poteza", "Ainda sem lances";
    as_text: "The board as text", "Tabla kao tekst", "O tabuleiro em texto";
    board: "Board", "Tabla", "Tabuleiro";
    speed: "Movement", "Kretanje", "Movimento";
    speed_slow: "Slow", "Sporo", "Lento";
    speed_normal: "Normal", "Obično", "Normal";
    speed_fast: "Fast", "Brzo", "Rápido";
    speed_none: "None", "Bez", "Nenhum";
    marks: "Show where you can move", "Pokaži moguće poteze", "Mostrar onde pode jogar";
    type_move: "Type a move", "Upiši potez", "Escreva um lance";
    downloads: "Keep a copy", "Sačuvaj", "Guardar";
    picture: "Picture", "Slika", "Imagem";
    record: "Record", "Zapis", "Registo";
    copy_position: "Copy the position", "Kopiraj poziciju", "Copiar a posição";
    copied: "Copied", "Kopirano", "Copiado";
    offline: "No connection to the server; trying again", "Nema veze sa serverom; pokušavam ponovo", "Sem ligação ao servidor; a tentar de novo";
    keys_help: "Arrow keys move between places, Enter chooses, Escape lets go. Away from the board, or with Shift, the left and right arrows step through the moves.", "Strelice vode od mesta do mesta, Enter bira, Escape odustaje. Van table, ili uz Shift, strelice levo i desno vode kroz poteze.", "As setas movem entre lugares, Enter escolhe, Escape larga. Fora do tabuleiro, ou com Shift, as setas esquerda e direita percorrem os lances.";
    win_chance: "Chance to win", "Šansa za pobedu", "Hipótese de vencer";
    best_lines: "Best lines", "Najbolje varijante", "Melhores linhas";
    engine_depth: "depth {depth}, {nodes} positions", "dubina {depth}, pozicija: {nodes}", "profundidade {depth}, {nodes} posições";
    engine_on: "Computer's view", "Mišljenje računara", "Opinião do computador";
    proved: "proved", "dokazano", "provado";
    proved_mark: "What is proved is marked: = points, ✓ won, ✗ lost.", "Dokazano je označeno: = poeni, ✓ dobijeno, ✗ izgubljeno.", "O que está provado tem um sinal: = pontos, ✓ ganho, ✗ perdido.";
    tree: "Lines tried", "Isprobane varijante", "Linhas tentadas";
    start_of: "Start", "Početak", "Início";
    back: "Back", "Nazad", "Atrás";
    forward: "Forward", "Napred", "Avançar";
    to_start: "To the start", "Na početak", "Ao início";
    to_end: "To the end", "Na kraj", "Ao fim";
    graph: "Course of the game", "Tok igre", "Curso do jogo";
    graph_text: "Chance of {seat} to win after each move", "Šansa da pobedi {seat} posle svakog poteza", "Hipótese de {seat} vencer após cada lance";
    edit: "Edit the position", "Uredi poziciju", "Editar a posição";
    editor: "Position editor", "Uređivač pozicije", "Editor de posições";
    editor_lead: "Choose what to put down and touch the board; everything that is wrong is named.",
        "Izaberi šta stavljaš i dodirni tablu; sve što ne valja je navedeno.",
        "Escolha o que pôr e toque no tabuleiro; tudo o que está errado é dito.";
    editor_brush: "What to put down", "Šta staviti", "O que pôr";
    editor_best: "Best move", "Najbolji potez", "Melhor lance";
    editor_follow: "Enter what was played", "Unesi šta je odigrano", "Introduzir o que foi jogado";
    editor_edit: "Change the position", "Izmeni poziciju", "Mudar a posição";
    editor_followed: "Touch the move that was played at your table.", "Dodirni potez koji je odigran za tvojim stolom.", "Toque no lance que foi jogado na sua mesa.";
    editor_dealt: "Now put down what was dealt.", "Sada stavi šta je podeljeno.", "Agora ponha o que foi distribuído.";
    editor_rules: "Answered by", "Odgovara", "Responde";
    editor_share: "Copy a link", "Kopiraj vezu", "Copiar ligação";
    editor_clear: "Empty board", "Prazna tabla", "Tabuleiro vazio";
    editor_form: "How the text is written", "Kako se tekst piše", "Como se escreve o texto";
    editor_less: "one less", "jedan manje", "menos um";
    editor_more: "one more", "jedan više", "mais um";
    rounds: "Rounds", "Runde", "Rondas";
    round_skip: "Skip", "Preskoči", "Saltar";
    round_again: "Show again", "Pokaži ponovo", "Mostrar de novo";
    position_text: "Position as text", "Pozicija kao tekst", "Posição em texto";
    position_fields: "Its parts", "Delovi", "As partes";
    position_good: "This position is good.", "Pozicija je ispravna.", "A posição está correta.";
    problems: "What is wrong", "Šta ne valja", "O que está errado";
    analyse_this: "Analyse this position", "Analiziraj ovu poziciju", "Analisar esta posição";
    play_this: "Play from here", "Igraj odavde", "Jogar daqui";
    user_arrows: "Drag with the right button to draw your own arrows.", "Desnim tasterom miša crtaš svoje strelice.", "Arraste com o botão direito para desenhar setas.";
    not_found: "There is nothing here", "Ovde nema ničega", "Não há nada aqui";
    not_found_text: "The address may be mistyped, or what was here has been removed.",
        "Adresa je možda pogrešna, ili je ono što je bilo ovde uklonjeno.",
        "O endereço pode estar errado, ou o que aqui estava foi removido.";
    refused: "That did not work", "To nije uspelo", "Isso não funcionou";
    broken: "Something went wrong on our side", "Nešto je pošlo naopako kod nas", "Algo correu mal do nosso lado";
    to_home: "Go to the games", "Idi na igre", "Ir para os jogos";
    why: "Why", "Zašto", "Porquê";
    why_move: "Why {move} ({seat})", "Zašto {move} ({seat})", "Porquê {move} ({seat})";
    why_ask: "Why?", "Zašto?", "Porquê?";
    why_not: "Why not", "Zašto ne", "Porque não";
    why_coach: "Coach", "Trener", "Treinador";
    why_rules: "Rules", "Pravila", "Regras";
    why_by: "Who speaks", "Ko govori", "Quem fala";
    why_other: "Ask about another move", "Pitaj za drugi potez", "Perguntar por outro lance";
    why_line: "Expected line", "Očekivana varijanta", "Linha esperada";
    why_none: "No rule speaks for or against this move.", "Nijedno pravilo ne govori ni za ni protiv ovog poteza.", "Nenhuma regra fala a favor ou contra este lance.";
    why_before: "The board before the move: touch another move to ask why not.", "Tabla pre poteza: dodirni drugi potez da pitaš zašto ne.", "O tabuleiro antes do lance: toque noutro lance para perguntar porque não.";
    why_back: "Back to the game", "Nazad na igru", "Voltar ao jogo";
    why_forbidden: "forbidden", "zabranjeno", "proibido";
    why_intro: "After a move, its reasons appear here.", "Posle poteza ovde stoje razlozi.", "Depois de um lance, as razões aparecem aqui.";
    why_lab: "Change these rules in the lab", "Menjaj ova pravila u radionici", "Mudar estas regras no laboratório";
    lab: "Rules lab", "Radionica pravila", "Laboratório de regras";
    lab_lead: "What the expert knows, as text. Change a weight or a rule; errors are named with line and column, and the ranking below follows.",
        "Šta stručnjak zna, kao tekst. Promeni težinu ili pravilo; greške se navode po redu i koloni, a rang-lista prati.",
        "O que o perito sabe, em texto. Mude um peso ou uma regra; os erros são ditos com linha e coluna, e a lista acompanha.";
    lab_pack: "Pack", "Paket", "Pacote";
    lab_own: "yours", "tvoj", "seu";
    lab_open: "Open", "Otvori", "Abrir";
    lab_text: "The rules as text", "Pravila kao tekst", "As regras em texto";
    lab_name: "Save as", "Sačuvaj kao", "Guardar como";
    lab_save: "Save", "Sačuvaj", "Guardar";
    lab_saved: "Saved. Players can go by it now.", "Sačuvano. Igrači sada mogu da igraju po njemu.", "Guardado. Os jogadores já o podem usar.";
    lab_download: "Download", "Preuzmi", "Descarregar";
    lab_forget: "Remove", "Ukloni", "Remover";
    lab_good: "The text is good.", "Tekst je ispravan.", "O texto está correto.";
    lab_edited: "The text is good; not saved yet.", "Tekst je ispravan; još nije sačuvan.", "O texto está correto; ainda não guardado.";
    lab_errors: "Errors: {n}. The ranking is that of the last good text.", "Greške: {n}. Rang-lista je po poslednjem ispravnom tekstu.", "Erros: {n}. A lista é a do último texto correto.";
    lab_ranking: "Ranking of the moves", "Rang-lista poteza", "Classificação dos lances";
    lab_compared: "In brackets: the place by the pack in force. Touch the board to play on.",
        "U zagradi: mesto po važećem paketu. Dodirni tablu da igraš dalje.",
        "Entre parênteses: o lugar pelo pacote em vigor. Toque no tabuleiro para jogar.";
    lab_more: "and {n} more moves", "i još poteza: {n}", "e mais {n} lances";
    lab_over: "Nobody is to move here.", "Ovde niko nije na potezu.", "Aqui ninguém joga.";
    lab_play: "Play against this pack", "Igraj protiv ovog paketa", "Jogar contra este pacote";
    about_own_pack: "plays by your rules", "igra po tvojim pravilima", "joga pelas suas regras";
    teach: "Teach me", "Uči me", "Ensine-me";
    teach_about: "A word before a blunder, and after a poor move what was better; less and less as you get better.", "Reč pre krupne greške, a posle slabog poteza šta je bilo bolje; sve ređe kako napreduješ.", "Uma palavra antes de um erro grave e, depois de um lance fraco, o que era melhor; cada vez menos à medida que melhora.";
    warn_look: "Looking at this move", "Gledam ovaj potez", "A ver este lance";
    warn_blunder: "Careful: {move} would be a blunder.", "Pazi: {move} bi bila krupna greška.", "Cuidado: {move} seria um erro grave.";
    warn_mistake: "Careful: {move} would be a mistake.", "Pazi: {move} bi bila greška.", "Cuidado: {move} seria um erro.";
    warn_missed: "Careful: there is a win here, and {move} lets it slip.", "Pazi: ovde se dobija, a {move} to propušta.", "Cuidado: há aqui uma vitória, e {move} deixa-a fugir.";
    warn_back: "Take it back", "Vrati ga", "Voltar atrás";
    warn_anyway: "Play it anyway", "Ipak odigraj", "Jogar mesmo assim";
    adapts: "Somebody your size", "Neko po tvojoj meri", "Alguém à sua medida";
    adapts_about: "follows your results; now level {n}", "prati tvoje rezultate; sada nivo {n}", "segue os seus resultados; agora nível {n}";
    lesson_show: "Show me", "Pokaži", "Mostrar";
    points: "Points", "Poeni", "Pontos";
    tournaments: "Tournaments", "Turniri", "Torneios";
    tournaments_lead: "Tables, cross tables and games of the tournaments in the data folder; those that run are shown live.",
        "Tabele, unakrsne tabele i partije turnira u fascikli podataka; oni koji traju prikazuju se uživo.",
        "Tabelas, tabelas cruzadas e jogos dos torneios na pasta de dados; os que decorrem são mostrados ao vivo.";
    tournaments_none: "There is no tournament yet.", "Još nema turnira.", "Ainda não há torneios.";
    tournament_new: "Start a tournament", "Počni turnir", "Começar um torneio";
    tournament_game: "Game", "Igra", "Jogo";
    tournament_players: "Players", "Igrači", "Jogadores";
    tournament_player: "Player", "Igrač", "Jogador";
    tournament_name: "Name", "Naziv", "Nome";
    tournament_pairs: "Games in a meeting", "Partija u susretu", "Jogos por encontro";
    tournament_start: "Start the tournament", "Počni turnir", "Começar o torneio";
    tournament_games: "{n} games", "partija: {n}", "{n} jogos";
    tournament_leads: "{name} leads", "Vodi: {name}", "{name} lidera";
    tournament_running: "Running", "Traje", "A decorrer";
    tournament_resting: "Not running", "Ne traje", "Parado";
    tournament_done: "Finished", "Završen", "Terminado";
    tournament_stop: "Stop", "Zaustavi", "Parar";
    tournament_on: "Go on", "Nastavi", "Continuar";
    tournament_table: "Standings and cross table", "Poredak i unakrsna tabela", "Classificação e tabela cruzada";
    tournament_won: "Won", "Dobijeno", "Ganhos";
    tournament_drawn: "Drawn", "Nerešeno", "Empates";
    tournament_lost: "Lost", "Izgubljeno", "Perdidos";
    tournament_last: "Latest games", "Poslednje partije", "Últimos jogos";
    tournament_notes: "What the bots wrote", "Šta su botovi pisali", "O que os bots escreveram";
    machines: "Machines", "Računari", "Máquinas";
    machines_play: "Games are played on other machines:", "Partije se igraju na drugim računarima:", "Os jogos são jogados noutras máquinas:";
    machines_jobs: "machines: {machines}, threads: {threads}, jobs waiting: {waiting}, under way: {running}", "računara: {machines}, niti: {threads}, poslova na čekanju: {waiting}, u toku: {running}", "máquinas: {machines}, fios: {threads}, tarefas à espera: {waiting}, em curso: {running}";
    machines_none: "No machine helps yet. On each that should, run:", "Još nijedan računar ne pomaže. Na svakom koji treba da pomaže pokreni:", "Ainda nenhuma máquina ajuda. Em cada uma que deva ajudar, execute:";
    machine: "Machine", "Računar", "Máquina";
    machine_threads: "Threads", "Niti", "Fios";
    machine_running: "Under way", "U toku", "Em curso";
    machine_done: "Done", "Gotovo", "Feito";
    machine_failed: "Failed", "Neuspelo", "Falhado";
    machine_rate: "A second", "U sekundi", "Por segundo";
    machine_pace: "Nodes a second of a thread", "Čvorova u sekundi po niti", "Nós por segundo de um fio";
    machine_version: "Version", "Verzija", "Versão";
    machine_other: "another version: shares no work with this one", "druga verzija: ne deli posao sa ovom", "outra versão: não partilha trabalho com esta";
    machine_works: "Under way", "U toku", "Em curso";
    machine_done_of: "{n} of {all} jobs done", "gotovo poslova: {n} od {all}", "{n} de {all} tarefas feitas";
    machine_left: "left by its owner", "vlasnik ga je napustio", "deixado pelo dono";
    tournament_back: "Back to the tournament", "Nazad na turnir", "Voltar ao torneio";
    replay: "Play through", "Pusti partiju", "Reproduzir";
    person: "Person", "Osoba", "Pessoa";
    chance: "Chance", "Slučaj", "Acaso";
    choose_file: "Choose a file", "Izaberi datoteku", "Escolher um ficheiro";
    yours: "What is kept of you", "Šta se čuva o tebi", "O que se guarda de si";
    yours_lead: "Everything stays on the machine that runs this program. Take it along, bring it back, or have it forgotten.",
        "Sve ostaje na računaru na kom radi ovaj program. Ponesi, vrati ili obriši.",
        "Tudo fica no computador que corre este programa. Leve, traga de volta ou apague.";
    yours_games: "{n} {n|one: game|other: games}", "{n} {n|one: igra|few: igre|other: igara}", "{n} {n|one: jogo|other: jogos}";
    yours_reviews: "{n} {n|one: review|other: reviews}", "{n} {n|one: pregled|few: pregleda|other: pregleda}", "{n} {n|one: revisão|other: revisões}";
    yours_analyses: "{n} {n|one: analysis or rule pack|other: analyses and rule packs}", "{n} {n|one: analiza ili paket pravila|few: analize i paketa pravila|other: analiza i paketa pravila}", "{n} {n|one: análise ou pacote de regras|other: análises e pacotes de regras}";
    yours_cards: "{n} {n|one: card to practise|other: cards to practise}", "{n} {n|one: kartica za vežbu|few: kartice za vežbu|other: kartica za vežbu}", "{n} {n|one: cartão para praticar|other: cartões para praticar}";
    yours_progress: "{n} {n|one: note of your progress|other: notes of your progress}", "{n} {n|one: beleška o napretku|few: beleške o napretku|other: beležaka o napretku}", "{n} {n|one: nota do seu progresso|other: notas do seu progresso}";
    yours_take: "Take it along", "Ponesi", "Levar consigo";
    yours_take_about: "One file with everything, in JSON.", "Jedna datoteka sa svim podacima, u formatu JSON.", "Um ficheiro com tudo, em JSON.";
    yours_bring: "Bring it back", "Vrati", "Trazer de volta";
    yours_bring_about: "Choose a file that was taken along; what it holds is added to what is here.", "Izaberi datoteku koja je poneta; njen sadržaj se dodaje onome što je ovde.", "Escolha um ficheiro que levou; o conteúdo junta-se ao que já cá está.";
    yours_brought: "Brought back: {n}", "Vraćeno: {n}", "Trazido de volta: {n}";
    yours_no_file: "This file holds no JSON.", "Ova datoteka ne sadrži JSON.", "Este ficheiro não contém JSON.";
    yours_forget: "Forget everything", "Obriši sve", "Apagar tudo";
    yours_forget_about: "Games, reviews, analyses, rule packs and progress are removed for good.", "Igre, pregledi, analize, paketi pravila i napredak brišu se zauvek.", "Jogos, revisões, análises, pacotes de regras e progresso são removidos para sempre.";
    yours_sure: "Yes, I am sure", "Da, zaista", "Sim, tenho a certeza";
    learn: "Learn", "Uči", "Aprender";
    learn_lead: "Step by step from the rules to strategy: one idea, one position, one move to find.", "Korak po korak od pravila do strategije: jedna ideja, jedna pozicija, jedan potez.", "Passo a passo das regras à estratégia: uma ideia, uma posição, um lance a encontrar.";
    learn_none: "There are no lessons yet.", "Još nema lekcija.", "Ainda não há lições.";
    learn_begin: "Begin", "Počni", "Começar";
    learn_done: "Steps done: {n} of {m}", "Pređeno koraka: {n} od {m}", "Passos feitos: {n} de {m}";
    learn_step: "step {n} of {m}", "korak {n} od {m}", "passo {n} de {m}";
    learn_ticked: "done", "pređeno", "feito";
    learn_match: "Play the match", "Igraj meč", "Jogar a partida";
    learn_back: "Back to the lesson", "Nazad na lekciju", "Voltar à lição";
    practice: "Practise", "Vežbaj", "Praticar";
    practice_lead: "Positions in which few moves are right. What you miss comes again, sooner or later.", "Pozicije u kojima je malo poteza dobro. Ono što promašiš vraća se, pre ili kasnije.", "Posições em que poucos lances estão certos. O que falhar volta, mais cedo ou mais tarde.";
    practice_none: "There are no puzzles yet. Review a game of yours, and its mistakes become puzzles.", "Još nema zadataka. Pregledaj svoju partiju i greške postaju zadaci.", "Ainda não há problemas. Reveja um jogo seu, e os erros tornam-se problemas.";
    practice_empty: "Nothing to practise here yet. Review a game of yours: mistakes to which there was a clear answer become puzzles.", "Ovde još nema šta da se vežba. Pregledaj svoju partiju: greške za koje je postojao jasan odgovor postaju zadaci.", "Ainda não há nada para praticar aqui. Reveja um jogo seu: os erros para os quais havia uma resposta clara tornam-se problemas.";
    practice_all: "All puzzles", "Svi zadaci", "Todos os problemas";
    practice_go: "Practise", "Vežbaj", "Praticar";
    practice_count: "{n} {n|one: puzzle|other: puzzles}", "{n} {n|one: zadatak|few: zadatka|other: zadataka}", "{n} {n|one: problema|other: problemas}";
    practice_due: "{n} {n|one: is due|other: are due}", "{n} {n|one: je na redu|few: su na redu|other: je na redu}", "{n} {n|one: está na altura|other: estão na altura}";
    practice_rating: "Your rating: {n}", "Tvoj rejting: {n}", "A sua pontuação: {n}";
    practice_moved: "Your rating: {n} → {m}", "Tvoj rejting: {n} → {m}", "A sua pontuação: {n} → {m}";
    practice_theme: "About", "Tema", "Tema";
    practice_any: "Anything", "Bilo šta", "Qualquer coisa";
    practise_mistakes: "Practise your mistakes", "Vežbaj svoje greške", "Praticar os seus erros";
    drill_right: "Right", "Tačno", "Certo";
    drill_wrong: "Not this one", "Ne ovaj", "Este não";
    drill_next: "Next", "Dalje", "Seguinte";
    drill_again: "Try again", "Probaj ponovo", "Tentar de novo";
    drill_solution: "Show the answer", "Pokaži odgovor", "Mostrar a resposta";
    drill_answer: "The answer", "Odgovor", "A resposta";
    drill_skip: "Another one", "Drugi", "Outro";
    review: "Review", "Pregled partije", "Revisão";
    review_this: "Review this game", "Pregledaj partiju", "Rever este jogo";
    review_any: "Review any game", "Pregled bilo koje partije", "Rever qualquer jogo";
    review_any_about: "Paste a record, or drop its file here; of a file with many games the last one is taken.", "Nalepi zapis ili spusti datoteku ovde; iz datoteke sa više partija uzima se poslednja.", "Cole um registo ou largue aqui o ficheiro; de um ficheiro com muitos jogos usa-se o último.";
    review_choose: "Choose a move to hear what there is to say of it.", "Izaberi potez da čuješ šta se o njemu može reći.", "Escolha um lance para ouvir o que há a dizer.";
    review_start: "Look at the moves", "Pogledaj poteze", "Ver os lances";
    review_stop: "Stop", "Zaustavi", "Parar";
    review_not_yet: "Nothing has been looked at yet.", "Još ništa nije pregledano.", "Ainda nada foi visto.";
    review_waiting: "Waiting for its turn.", "Čeka svoj red.", "À espera de vez.";
    review_running: "Moves looked at: {n} of {m}", "Pregledano poteza: {n} od {m}", "Lances vistos: {n} de {m}";
    review_longer: "Every move has been looked at; now longer where it matters.", "Svi potezi su pregledani; sada duže tamo gde je važno.", "Todos os lances foram vistos; agora com mais tempo onde importa.";
    review_stopped: "Stopped. Moves looked at: {n} of {m}", "Zaustavljeno. Pregledano poteza: {n} od {m}", "Parado. Lances vistos: {n} de {m}";
    review_complete: "The review is complete.", "Pregled je završen.", "A revisão está completa.";
    review_failed: "The review cannot go on: {reason}", "Pregled ne može dalje: {reason}", "A revisão não pode continuar: {reason}";
    review_moments: "Key moments", "Ključni trenuci", "Momentos decisivos";
    review_graph: "Chance to win after each move; the arrow keys step through the moves", "Šansa za pobedu posle svakog poteza; strelice vode kroz poteze", "Hipótese de vencer após cada lance; as setas percorrem os lances";
    review_keys: "The left and right arrow keys step through the moves, Home and End go to the start and the end.", "Strelice levo i desno vode kroz poteze, Home i End na početak i kraj.", "As setas esquerda e direita percorrem os lances; Home e End vão ao início e ao fim.";
    review_better: "Show what was better: {move}", "Pokaži šta je bilo bolje: {move}", "Mostrar o que era melhor: {move}";
    review_move: "{n}. {move} ({seat})", "{n}. {move} ({seat})", "{n}. {move} ({seat})";
    review_unseen: "Not looked at yet.", "Još nije pregledano.", "Ainda não visto.";
    review_line: "The line:", "Varijanta:", "A linha:";
    review_luck: "The deals changed the chance to win by {n}.", "Deljenja su promenila šansu za pobedu za {n}.", "As distribuições mudaram a hipótese de vencer em {n}.";
    graph_seat: "Chance to win: {seat}", "Šansa za pobedu: {seat}", "Hipótese de vencer: {seat}";
    accuracy: "accuracy of 100", "tačnost od 100", "precisão em 100";
    strength: "Went well", "Dobro je išlo", "Correu bem";
    practise: "To practise", "Za vežbu", "Para praticar";
    phase_opening: "Opening", "Otvaranje", "Abertura";
    phase_middle: "Middle", "Sredina", "Meio";
    phase_end: "End", "Završnica", "Fim";
    points_lost: "{n} {n|one: point|other: points}", "{n} {n|one: poen|few: poena|other: poena}", "{n} {n|one: ponto|other: pontos}";
    class_only: "only move", "jedini potez", "único lance bom";
    class_missed: "missed win", "propuštena pobeda", "vitória desperdiçada";
    class_blunder: "blunder", "teška greška", "erro grave";
    class_mistake: "mistake", "greška", "erro";
    class_inaccuracy: "inaccuracy", "nepreciznost", "imprecisão";
    class_best: "best", "najbolji", "melhor";
    class_good: "good", "dobar", "bom";
    some_only: "only {n|one: move|other: moves}", "{n|one: jedini potez|few: jedina poteza|other: jedinih poteza}", "{n|one: único lance bom|other: únicos lances bons}";
    some_missed: "missed {n|one: win|other: wins}", "{n|one: propuštena pobeda|few: propuštene pobede|other: propuštenih pobeda}", "{n|one: vitória desperdiçada|other: vitórias desperdiçadas}";
    some_blunder: "{n|one: blunder|other: blunders}", "{n|one: teška greška|few: teške greške|other: teških grešaka}", "{n|one: erro grave|other: erros graves}";
    some_mistake: "{n|one: mistake|other: mistakes}", "{n|one: greška|few: greške|other: grešaka}", "{n|one: erro|other: erros}";
    some_inaccuracy: "{n|one: inaccuracy|other: inaccuracies}", "{n|one: nepreciznost|few: nepreciznosti|other: nepreciznosti}", "{n|one: imprecisão|other: imprecisões}";
    some_best: "{n|one: best|other: best}", "{n|one: najbolji|few: najbolja|other: najboljih}", "{n|one: melhor|other: melhores}";
    some_good: "{n|one: good|other: good}", "{n|one: dobar|few: dobra|other: dobrih}", "{n|one: bom|other: bons}";
    result: "Result", "Rezultat", "Resultado";
    row_won: "Won", "Pobeda", "Vitória";
    row_lost: "Lost", "Poraz", "Derrota";
    tie_goes: "the tie goes to {seat}", "kod izjednačenja pobeđuje {seat}", "o empate favorece {seat}";
    change_sides: "Change sides", "Zameni strane", "Trocar de lado";
    new_opponent: "New opponent", "Novi protivnik", "Novo adversário";
    lies_upright: "upright", "uspravno", "ao alto";
    lies_flat: "flat", "položeno", "deitado";
    pace: "Pace", "Tempo", "Ritmo";
    pace_paused: "Paused", "Pauza", "Em pausa";
    sound: "Sound", "Zvuk", "Som";
    figures: "Show how far the computer looked", "Pokaži koliko je računar gledao", "Mostrar até onde o computador viu";
    copy_text: "Copy as text", "Kopiraj kao tekst", "Copiar como texto";
    copy_image: "Copy as image", "Kopiraj kao sliku", "Copiar como imagem";
    copy_link: "Copy the link", "Kopiraj vezu", "Copiar a ligação";
    image_saved: "The image was saved as a file", "Slika je sačuvana kao datoteka", "A imagem foi guardada como ficheiro";
    online: "Connected again", "Veza je ponovo uspostavljena", "Ligação restabelecida";
    unsent: "No connection: your move is kept here and sent as soon as the server is back", "Nema veze: potez je sačuvan ovde i biće poslat čim se server vrati", "Sem ligação: o lance fica guardado aqui e é enviado assim que o servidor voltar";
    sending: "Sending your move", "Šaljem potez", "A enviar o lance";
    in_queue: "The machine is busy; thoughts before this one: {n}", "Računar je zauzet; razmišljanja ispred ovog: {n}", "A máquina está ocupada; pensamentos antes deste: {n}";
    round: "Round {n}", "Runda {n}", "Ronda {n}";
    your_turn: "Your turn", "Tvoj potez", "A sua vez";
    to_now: "Back to the present position", "Nazad na sadašnju poziciju", "Voltar à posição atual";
    solved: "solved", "rešeno", "resolvido";
    seen_all: "everything seen as far as chance allows; {nodes} positions", "sve viđeno dokle slučaj dopušta; pozicija: {nodes}", "tudo visto até onde o acaso permite; {nodes} posições";
    graph_margin: "Expected margin of {seat}", "Očekivana razlika, {seat}", "Margem esperada de {seat}";
    graph_all: "Chance to win of whoever was to move, by seat", "Šansa za pobedu onoga ko je na potezu, po mestu", "Hipótese de vencer de quem joga, por lugar";
    branch: "Line", "Varijanta", "Linha";
    branch_name: "Name of the line from here", "Ime varijante odavde", "Nome da linha a partir daqui";
    branch_save: "Name it", "Imenuj", "Dar nome";
    branch_cut: "Take this line away", "Ukloni ovu varijantu", "Retirar esta linha";
    analyse_keys: "The arrow keys step through the moves, Home and End go to the start and the end. Drop a record here to analyse it.", "Strelice vode kroz poteze, Home i End na početak i kraj. Spusti zapis ovde da ga analiziraš.", "As setas percorrem os lances, Home e End vão ao início e ao fim. Largue aqui um registo para o analisar.";
    how_to_share: "To play with somebody on another machine, start the program with", "Za igru sa nekim na drugom računaru pokreni program sa", "Para jogar com alguém noutra máquina, inicie o programa com";
    palette: "Palette", "Paleta", "Paleta";
    palette_usual: "Usual", "Obična", "Habitual";
    palette_distinct: "For colour-blind eyes", "Za daltoniste", "Para daltónicos";
    offline_title: "The server cannot be reached", "Server nije dostupan", "O servidor não está acessível";
    offline_text: "Nothing is lost. This page comes back by itself as soon as the server does; the rules can be read meanwhile.", "Ništa nije izgubljeno. Ova stranica se sama vraća čim se vrati server; pravila se u međuvremenu mogu čitati.", "Nada se perdeu. Esta página volta sozinha assim que o servidor voltar; entretanto as regras podem ser lidas.";
    statistics: "Your results", "Tvoji rezultati", "Os seus resultados";
    statistics_short: "Results", "Rezultati", "Resultados";
    statistics_none: "Finish a game, and its result is counted here.", "Završi partiju i njen rezultat se broji ovde.", "Termine um jogo, e o resultado conta aqui.";
    tournament_games_played: "Games", "Partije", "Jogos";
    stat_share: "Points", "Poeni", "Pontos";
    stat_streak: "Won in a row", "Pobeda zaredom", "Vitórias seguidas";
    stat_longest: "Longest streak", "Najduži niz", "Maior série";
    stat_accuracy: "Accuracy ({n} reviewed)", "Tačnost (pregledano: {n})", "Precisão ({n} revistos)";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations_take_the_same_values() {
        let names = |text: &str| {
            let mut found: Vec<String> =
                text.split('{').skip(1).map(|t| t.split(['}', '|']).next().unwrap().to_string()).collect();
            found.sort();
            found.dedup();
            found
        };
        for [english, others @ ..] in LINES {
            for other in others {
                assert_eq!(names(english), names(other), "{english} / {other}");
                assert!(!other.is_empty());
            }
        }
    }

    /// Where a number chooses the form, every language has one for every number.
    #[test]
    fn numbers_agree_in_every_language() {
        for [english, serbian, portuguese] in LINES.iter().filter(|line| line[0].contains("{n|")) {
            for (lang, text) in [(Lang::En, english), (Lang::Sr, serbian), (Lang::Pt, portuguese)] {
                for number in [0, 1, 2, 5, 11, 21, 22, 101] {
                    let said = count(lang, text, number);
                    let shown = said.contains(&number.to_string());
                    assert!(shown == text.contains("{n}") && !said.contains(['{', '|']), "{said}");
                }
            }
        }
        assert_eq!(count(Lang::Sr, words(Lang::Sr).points_lost, 21), "21 poen");
        assert_eq!(count(Lang::Pt, words(Lang::Pt).points_lost, 1), "1 ponto");
    }
}
