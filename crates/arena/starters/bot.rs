//! A bot in Rust: it plays the first legal move. Yours will choose better.

fn main() {
    let mut legal = Vec::new();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        match words.first().map(String::as_str) {
            Some("ugi") => println!("id name starter\nugiok"),
            Some("isready") => println!("readyok"),
            Some("legal") => legal = words[1..].to_vec(),
            Some("go") => println!("bestmove {}", legal[0]),
            Some("quit") => break,
            _ => {}
        }
    }
}
