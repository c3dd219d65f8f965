//! WebSocket client for text messages on this machine (RFC 6455).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Time limit of a message.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Bits of the first two bytes of a frame.
const FINAL: u8 = 0x80;
const TEXT: u8 = 0x01;
const MASKED: u8 = 0x80;
/// Lengths that stand for a length in the next two or eight bytes.
const LENGTH_16: u8 = 126;
const LENGTH_64: u8 = 127;

/// Masking key. It protects proxies, and there is none on this machine; but Firefox closes a connection whose key is zero.
const MASK: [u8; 4] = [0x5A, 0xA5, 0x3C, 0xC3];

pub(crate) struct WebSocket {
    reader: BufReader<TcpStream>,
}

impl WebSocket {
    /// Connects to an address such as `127.0.0.1:40000`.
    pub(crate) fn connect(address: &str, path: &str) -> WebSocket {
        let stream = TcpStream::connect(address).expect("the server accepts connections");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a valid limit");
        let mut socket = WebSocket { reader: BufReader::new(stream) };
        // Any 16 bytes will do as a key: it only shows that the server knows the protocol.
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        socket.stream().write_all(request.as_bytes()).expect("the connection is open");
        let mut status = String::new();
        socket.reader.read_line(&mut status).expect("a response");
        assert!(status.contains(" 101 "), "{status}");
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            socket.reader.read_line(&mut line).expect("a header");
        }
        socket
    }

    fn stream(&mut self) -> &mut TcpStream {
        self.reader.get_mut()
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
        let _ = self.stream().write_all(&frame);
    }

    /// Receives a message, whose frames may be several.
    pub(crate) fn receive(&mut self) -> String {
        let mut message = Vec::new();
        loop {
            let [first, second] = self.read();
            let length = match second & !MASKED {
                LENGTH_16 => u64::from(u16::from_be_bytes(self.read())),
                LENGTH_64 => u64::from_be_bytes(self.read()),
                length => u64::from(length),
            };
            let read = (&mut self.reader).take(length).read_to_end(&mut message).expect("the browser answers");
            assert_eq!(read as u64, length, "the browser closed the connection");
            if first & FINAL != 0 {
                return String::from_utf8(message).expect("text");
            }
        }
    }

    fn read<const LENGTH: usize>(&mut self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        self.reader.read_exact(&mut bytes).expect("the browser answers");
        bytes
    }
}
