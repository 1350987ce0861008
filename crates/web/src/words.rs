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
    moves_made: "{n} moves", "poteza: {n}", "{n} lances";
    new_game: "New game", "Nova igra", "Novo jogo";
    opponent: "Opponent", "Protivnik", "Adversário";
    person_here: "A person here", "Osoba ovde", "Uma pessoa aqui";
    person_here_about: "Two people at one screen", "Dvoje za istim ekranom", "Duas pessoas no mesmo ecrã";
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
    you: "You", "Ti", "Você";
    your_seat: "You play", "Ti igraš", "Você joga com";
    seat_random: "Either, by lot", "Bilo koga, žrebom", "Qualquer um, por sorteio";
    seat_none: "Nobody: watch two computers", "Nikoga: gledaj računare", "Ninguém: ver os computadores";
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
    you_win: "You win", "Pobeda!", "Você venceu";
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
    hint_is: "Hint: {move}", "Savet: {move}", "Dica: {move}";
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
    keys_help: "Arrow keys move between places, Enter chooses, Escape lets go.",
        "Strelice vode od mesta do mesta, Enter bira, Escape odustaje.",
        "As setas movem entre lugares, Enter escolhe, Escape larga.";
    win_chance: "Chance to win", "Šansa za pobedu", "Hipótese de vencer";
    best_lines: "Best lines", "Najbolje varijante", "Melhores linhas";
    engine_depth: "depth {depth}, {nodes} positions", "dubina {depth}, pozicija: {nodes}", "profundidade {depth}, {nodes} posições";
    engine_on: "Computer's view", "Mišljenje računara", "Opinião do computador";
    proved: "proved", "dokazano", "provado";
    proved_mark: "An equals sign marks what is proved.", "Znak jednakosti označava dokazano.", "O sinal de igual marca o que está provado.";
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
    editor_lead: "Change the text or the fields; the picture follows, and everything that is wrong is named.",
        "Menjaj tekst ili polja; slika prati, a sve što ne valja je navedeno.",
        "Mude o texto ou os campos; a imagem acompanha e tudo o que está errado é dito.";
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
    teach: "Teach me", "Uči me", "Ensina-me";
    teach_about: "After a poor move, hear what was better, with reasons.", "Posle slabog poteza saznaj šta je bilo bolje i zašto.", "Depois de um lance fraco, saiba o que era melhor e porquê.";
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
    tournament_back: "Back to the tournament", "Nazad na turnir", "Voltar ao torneio";
    replay: "Play through", "Pusti partiju", "Reproduzir";
    person: "Person", "Osoba", "Pessoa";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations_take_the_same_values() {
        let names = |text: &str| {
            let mut found: Vec<String> =
                text.split('{').skip(1).map(|t| t.split('}').next().unwrap().to_string()).collect();
            found.sort();
            found
        };
        for [english, others @ ..] in LINES {
            for other in others {
                assert_eq!(names(english), names(other), "{english} / {other}");
                assert!(!other.is_empty());
            }
        }
    }
}
