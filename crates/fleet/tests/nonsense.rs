//! What answers at the address is no server, or a malicious one: one sentence, in bounded time and memory.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use ludus_fleet::{Access, Server};

const GREETING: &[u8] =
    b"INFO {\"server_id\":\"x\",\"version\":\"2.11.0\",\"proto\":1,\"host\":\"h\",\"port\":1,\"max_payload\":1048576,\"headers\":true,\"jetstream\":true}\r\n";

/// Any certificate will do.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUDwfx1TFmc+3v4tnTNbp7cd1nm1MwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODE0NTkzOVoYDzIxMjYxMDI1
MTQ1OTM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASOHQf6skCquzuQ7ou4TdFBKPToUYiqwyA3rlA07sjaczzr2HI9en28
1DTte3caCQHOUz0CmhRYUxM/QiQpOjcXo28wbTAdBgNVHQ4EFgQUm/NMz5vptBKp
HtU9atH1hMrXLUkwHwYDVR0jBBgwFoAUm/NMz5vptBKpHtU9atH1hMrXLUkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgEOcDAQBNCjXl0mBJjbtP1LgPM4EPYzXIZ6dDiiU3wAwCIG+J
KPdUm5IanhcRAzUIsJ+qReNOp+rOUSDroY7hPnXF
-----END CERTIFICATE-----
";

/// What is said when somebody tries to use what answers as `speak` does.
fn told(speak: fn(&mut TcpStream)) -> String {
    told_with(None, speak)
}

fn told_with(tls_ca: Option<PathBuf>, speak: fn(&mut TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("nats://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || speak(&mut stream));
        }
    });
    let access = Access { address, creds: None, tls_ca, patience: Duration::from_secs(2) };
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

#[test]
fn words_that_the_client_cannot_bear_are_told_in_a_sentence() {
    // While it connects.
    let connecting = told(|stream| {
        let _ = stream.write_all(GREETING);
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"-ERR\r\n");
    });
    assert!(connecting.contains("said what no NATS server says"), "{connecting}");
    // When it is asked something.
    let asked: [fn(&mut TcpStream); 2] = [
        |stream| afterwards(stream, b"-ERR\r\n"),
        |stream| afterwards(stream, b"MSG a 1 18446744073709551615\r\n"),
    ];
    for speak in asked {
        let told = told(speak);
        assert!(told.contains("cannot keep"), "{told}");
    }
}

/// Lets somebody in, and answers the first question with these words. It stays, so that the end is not that of the connection.
fn afterwards(stream: &mut TcpStream, words: &[u8]) {
    let _ = stream.write_all(GREETING);
    let _ = stream.read(&mut [0; 4096]);
    let _ = stream.write_all(b"PONG\r\n");
    let _ = stream.read(&mut [0; 4096]);
    let _ = stream.write_all(words);
    while stream.read(&mut [0; 4096]).is_ok_and(|read| read > 0) {}
}

#[test]
fn a_server_that_waits_for_a_secret_word_hears_it() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let trusted = folder.join(format!("trusted-{}.pem", std::process::id()));
    std::fs::write(&trusted, CERTIFICATE).unwrap();
    let told = told_with(Some(trusted.clone()), |stream| {
        let mut first = [0; 1];
        if stream.read_exact(&mut first).is_ok() && first == [0x16] {
            // An alert: the handshake has failed.
            let _ = stream.write_all(&[0x15, 3, 3, 0, 2, 2, 40]);
        }
    });
    assert!(told.contains("HandshakeFailure"), "{told}");
    std::fs::remove_file(trusted).unwrap();
}
