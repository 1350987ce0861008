//! A child process that is spoken to in lines: never blocks longer than asked, never keeps more than it should, never survives its owner.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::Pid;

use crate::command::Bot;
use crate::fault::{plain, shortened};
use crate::sandbox::{Cell, Errand, Goods};
use crate::watch::Watched;
use crate::{Caps, Fault, Isolation, Lapse, nursery};

/// Bytes of stderr that are kept: the last ones.
const NOTES: usize = 8 << 10;

/// Lines of the conversation that are kept.
const TALK: usize = 400;

/// Letters of such a line.
const LINE: usize = 400;

pub(crate) struct Process {
    child: Child,
    stdin: ChildStdin,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unread: Vec<u8>,
    lines: VecDeque<String>,
    /// Bytes read since the last [`Process::say`].
    heard: usize,
    notes: VecDeque<u8>,
    talk: VecDeque<String>,
    watched: Arc<Watched>,
    caps: Caps,
}

impl Process {
    pub(crate) fn start(bot: &Bot, isolation: Isolation, caps: Caps) -> Result<Process, Lapse> {
        let spawn = || -> io::Result<(Child, Goods)> {
            if !bot.program.is_file() {
                return Err(io::ErrorKind::NotFound.into());
            }
            let Cell { mut command, goods } = Cell::new(bot, isolation, Errand::Play, caps)?;
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            Ok((nursery::spawn(command)?, goods))
        };
        let (mut child, goods) = spawn().map_err(|error| {
            Lapse::new(Fault::Absent, format!("'{}' does not start: {error}", bot.program.display()))
        })?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let id = Pid::from_child(&child);
        let process = Process {
            stdin: stdin.expect("stdin is a pipe"),
            stdout,
            stderr,
            child,
            unread: Vec::new(),
            lines: VecDeque::new(),
            heard: 0,
            notes: VecDeque::new(),
            talk: VecDeque::new(),
            watched: Watched::new(id, caps, goods),
            caps,
        };
        process.never_block().map_err(|e| Lapse::new(Fault::Crash, format!("cannot set up pipes: {e}")))?;
        Ok(process)
    }

    fn never_block(&self) -> io::Result<()> {
        let set = |fd: rustix::fd::BorrowedFd<'_>| -> io::Result<()> {
            let flags = fcntl_getfl(fd)?;
            Ok(fcntl_setfl(fd, flags | OFlags::NONBLOCK)?)
        };
        use std::os::fd::AsFd;
        set(self.stdin.as_fd())?;
        self.stdout.iter().try_for_each(|pipe| set(pipe.as_fd()))?;
        self.stderr.iter().try_for_each(|pipe| set(pipe.as_fd()))
    }

    /// Sends a line. Fails when the process does not take it before `deadline`.
    pub(crate) fn say(&mut self, line: &str, deadline: Instant) -> Result<(), Lapse> {
        self.heard = 0;
        self.keep(format!("> {line}"));
        let bytes = format!("{line}\n").into_bytes();
        let mut sent = 0;
        while sent < bytes.len() {
            match self.stdin.write(&bytes[sent..]) {
                Ok(n) => sent += n,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        return Err(self.too_late("it does not read its input"));
                    }
                    self.wait(Duration::from_millis(20), Side::Both);
                    self.listen()?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// The next line, or `None` when there is none until `until`.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Option<String>, Lapse> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                self.keep(format!("< {line}"));
                return Ok(Some(line));
            }
            if self.stdout.is_none() {
                return Err(self.ended());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.wait(left, Side::Output);
            self.listen()?;
        }
    }

    fn wait(&self, time: Duration, side: Side) {
        let mut fds = Vec::with_capacity(3);
        fds.extend(self.stdout.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(self.stderr.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        if side == Side::Both {
            fds.push(PollFd::new(&self.stdin, PollFlags::OUT));
        }
        let timeout = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        let _ = poll(&mut fds, Some(&timeout));
    }

    /// Reads what there is on both pipes.
    fn listen(&mut self) -> Result<(), Lapse> {
        let mut buffer = [0u8; 16 << 10];
        if let Some(pipe) = &mut self.stderr {
            match pipe.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(n) => {
                    self.notes.extend(&buffer[..n]);
                    let extra = self.notes.len().saturating_sub(NOTES);
                    self.notes.drain(..extra);
                }
                Err(_) => {}
            }
        }
        let Some(pipe) = &mut self.stdout else { return Ok(()) };
        match pipe.read(&mut buffer) {
            Ok(0) => self.stdout = None,
            Ok(n) => {
                self.heard += n;
                self.unread.extend(&buffer[..n]);
                self.split(n);
                if self.heard > self.caps.output {
                    let most = self.caps.output >> 10;
                    return Err(Lapse::new(
                        Fault::Flood,
                        format!("more than {most} KB of output for one move"),
                    ));
                }
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => self.stdout = None,
        }
        Ok(())
    }

    /// Takes whole lines out of what is unread; only the last `fresh` bytes can end one.
    fn split(&mut self, fresh: usize) {
        let mut from = self.unread.len() - fresh;
        while let Some(end) = self.unread[from..].iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=from + end).collect();
            from = 0;
            let text = plain(String::from_utf8_lossy(&line).trim());
            if !text.is_empty() {
                self.lines.push_back(text);
            }
        }
    }

    fn keep(&mut self, line: String) {
        if self.talk.len() == TALK {
            self.talk.pop_front();
        }
        self.talk.push_back(shortened(line, LINE));
    }

    /// The fault of an answer that did not come.
    pub(crate) fn too_late(&self, why: &str) -> Lapse {
        self.watched.verdict().unwrap_or_else(|| Lapse::new(Fault::Timeout, why))
    }

    /// The fault of a process that is gone.
    fn ended(&mut self) -> Lapse {
        let status = self.status_soon();
        if let Some(lapse) = self.watched.verdict() {
            return lapse;
        }
        let how = match status {
            Some(status) => format!("the process ended ({status})"),
            None => "the process closed its output".to_string(),
        };
        let notes = self.notes();
        let last = notes.lines().rev().find(|line| !line.trim().is_empty());
        let said = last.map(|line| format!("; its last words: {}", line.trim())).unwrap_or_default();
        Lapse::new(Fault::Crash, how + &said)
    }

    /// How the process ended, if it does so within a moment.
    fn status_soon(&mut self) -> Option<ExitStatus> {
        for _ in 0..50 {
            let _ = self.listen();
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(4)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
        None
    }

    /// The last part of what it wrote to stderr.
    pub(crate) fn notes(&self) -> String {
        let bytes: Vec<u8> = self.notes.iter().copied().collect();
        plain(&String::from_utf8_lossy(&bytes))
    }

    /// The last part of the conversation: `> ` sent, `< ` received.
    pub(crate) fn talk(&self) -> Vec<String> {
        self.talk.iter().cloned().collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Output,
    Both,
}

impl Drop for Process {
    /// Has everything ended that the bot has started, and waits until it is.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            self.watched.kill();
            let _ = self.child.wait();
        }
    }
}
