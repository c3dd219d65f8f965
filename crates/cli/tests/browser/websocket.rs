//! WebSocket client for text messages on this machine (RFC 6455).

use std::io::{BufRead, BufReader, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Bits of the first two bytes of a frame.
const FINAL: u8 = 0x80;
const TEXT: u8 = 0x01;
const CLOSE: u8 = 0x08;
const MASKED: u8 = 0x80;
/// Lengths that stand for a length in the next two or eight bytes.
const LENGTH_16: u8 = 126;
const LENGTH_64: u8 = 127;

/// Masking key. It protects proxies, and there is none on this machine; but Firefox closes a connection whose key is zero.
const MASK: [u8; 4] = [0x5A, 0xA5, 0x3C, 0xC3];

pub(crate) struct WebSocket {
    stream: TcpStream,
    /// The messages in the order of their arrival. A thread reads them, so that a wait can end without losing half a message.
    messages: Receiver<String>,
}

impl WebSocket {
    /// Connects to an address such as `127.0.0.1:40000`.
    pub(crate) fn connect(address: &str, path: &str) -> Result<WebSocket> {
        let mut stream = TcpStream::connect(address)?;
        // Any 16 bytes will do as a key: it only shows that the server knows the protocol.
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        assert!(line.contains(" 101 "), "{line}");
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line)?;
        }
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(message) = read_message(&mut reader) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(WebSocket { stream, messages })
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &str) {
        let mut frame = vec![FINAL | TEXT];
        match message.len() {
            length @ 0..126 => frame.push(MASKED | u8::try_from(length).expect("it is small")),
            // The protocol demands the shortest form.
            length => {
                if let Ok(short) = u16::try_from(length) {
                    frame.push(MASKED | LENGTH_16);
                    frame.extend(short.to_be_bytes());
                } else {
                    frame.push(MASKED | LENGTH_64);
                    frame.extend((length as u64).to_be_bytes());
                }
            }
        }
        frame.extend(MASK);
        frame.extend(message.bytes().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        // The browser may have ended; then the next message is missing.
        let _ = self.stream.write_all(&frame);
    }

    /// Receives a message; `None` if there is none within this time, or the connection has ended.
    pub(crate) fn receive(&self, limit: Duration) -> Option<String> {
        self.messages.recv_timeout(limit).ok()
    }
}

/// Reads a message, whose frames may be several.
fn read_message(reader: &mut impl Read) -> Result<String> {
    let mut message = Vec::new();
    loop {
        let [first, second] = read_bytes(reader)?;
        if first == FINAL | CLOSE {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        let length = match second & !MASKED {
            LENGTH_16 => u64::from(u16::from_be_bytes(read_bytes(reader)?)),
            LENGTH_64 => u64::from_be_bytes(read_bytes(reader)?),
            length => u64::from(length),
        };
        if reader.by_ref().take(length).read_to_end(&mut message)? as u64 != length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if first & FINAL != 0 {
            return Ok(String::from_utf8(message).expect("text"));
        }
    }
}

fn read_bytes<const LENGTH: usize>(reader: &mut impl Read) -> Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}
