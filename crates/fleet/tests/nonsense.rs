//! What answers at the address is no server, or a malicious one: one sentence, in bounded time and memory.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use ludus_fleet::{Access, Server};

const GREETING: &[u8] =
    b"INFO {\"server_id\":\"x\",\"version\":\"2.11.0\",\"proto\":1,\"host\":\"h\",\"port\":1,\"max_payload\":1048576,\"headers\":true,\"jetstream\":true}\r\n";

/// What is said when somebody tries to use what answers as `speak` does.
fn told(speak: fn(&mut TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("nats://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || speak(&mut stream));
        }
    });
    let access = Access { address, creds: None, tls_ca: None, patience: Duration::from_secs(2) };
    let told = Server::connect(&access, "v1").err().expect("it cannot be used").to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.len() < 600 && !told.contains(char::is_control), "{told:?}");
    told
}

fn without_end(stream: &mut TcpStream, bytes: &[u8]) {
    let part = bytes.repeat(1 << 12);
    while stream.write_all(&part).is_ok() {}
}

fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

#[test]
fn what_is_no_server_is_told_in_a_sentence() {
    let before = memory();
    let page = told(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    assert!(page.contains("is no NATS server: it says 'HTTP/1.1 400"), "{page}");
    assert!(told(|_| ()).contains("it hangs up without a word"));
    assert!(told(|stream| without_end(stream, b"\x1b[2J")).contains("is no NATS server: it says '[2J"));
    // It greets as it should and then says something without end.
    let endless = told(|stream| {
        let _ = stream.write_all(GREETING);
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"PONG\r\nMSG a 1 99999999999\r\n");
        without_end(stream, b"nonsense");
    });
    assert!(endless.contains("cannot keep"), "{endless}");
    let grown = memory() - before;
    assert!(grown < 1024, "{grown} MB were taken");
}
