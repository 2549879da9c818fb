# SPDX-License-Identifier: Apache-2.0
"""HTTP/2 by hand, as much of it as an attacker needs: frames that are whole, frames that are not,
and a peer that answers, reads and waits only when it is told to."""

import select
import socket
import ssl
import struct
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = (
    0, 1, 3, 4, 6, 7, 8, 9)
END_STREAM, ACK, END_HEADERS = 1, 1, 4
INITIAL_WINDOW_SIZE = 4
FRAME_BYTES_MAX = 16384
SECONDS_MAX = 20
CANCEL = 8


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(
        ">I", stream) + payload


def number(value, prefix=7):
    """HPACK's integers."""
    most = (1 << prefix) - 1
    if value < most:
        return bytes([value])
    out, value = [most], value - most
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


def literal(name, value):
    """A header that no table remembers, letter by letter."""
    name, value = (part if isinstance(part, bytes) else part.encode() for part in (name, value))
    return b"\0" + number(len(name)) + name + number(len(value)) + value


def block(method, path, token=None, more=()):
    headers = [(":method", method), (":scheme", "https"), (":authority", "localhost"),
               (":path", path)]
    if token:
        headers.append(("authorization", f"Bearer {token}"))
    return b"".join(literal(*header) for header in [*headers, *more])


def tls_of(server, *protocols):
    tls = ssl.create_default_context(cadata=server.ca)
    tls.set_alpn_protocols(list(protocols))
    return tls


def plain_socket(server, receive_bytes=None):
    """`receive_bytes` keeps the kernel from reading for somebody who does not."""
    plain = socket.socket()
    if receive_bytes:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    plain.settimeout(SECONDS_MAX)
    plain.connect((server.host, server.port))
    return plain


class Peer:
    """One HTTP/2 connection that never waits: what cannot be sent now stays in `out`."""

    def __init__(self, server, tls=None, window=65535, receive_bytes=None):
        tls = tls or tls_of(server, "h2")
        self.socket = tls.wrap_socket(plain_socket(server, receive_bytes),
                                      server_hostname=server.host)
        assert self.socket.selected_alpn_protocol() == "h2"
        self.socket.setblocking(False)
        self.out, self.into = bytearray(), bytearray()
        self.room = {0: 65535}
        self.first_room = 65535
        self.heads = set()   # streams that were answered
        self.over = set()    # and those whose answer is complete
        self.resets = {}
        self.good_bye = None
        self.closed = False
        self.data_bytes = 0
        self.acks = 0
        self.next_stream = 1
        self.send(PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, window)))

    def send(self, bytes_):
        self.out += bytes_
        self.flush()

    def flush(self):
        while self.out and not self.closed:
            try:
                sent = self.socket.send(self.out[:1 << 16])
            except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
                return
            except OSError:
                self.closed = True
                return
            del self.out[:sent]

    def request(self, method, path, token=None, more=(), flags=END_STREAM | END_HEADERS):
        stream, self.next_stream = self.next_stream, self.next_stream + 2
        payload = block(method, path, token, more)
        pieces = [payload[at:at + FRAME_BYTES_MAX]
                  for at in range(0, len(payload), FRAME_BYTES_MAX)]
        first = flags if len(pieces) == 1 else flags & ~END_HEADERS
        bytes_ = frame(HEADERS, first, stream, pieces[0])
        for index, piece in enumerate(pieces[1:], 2):
            last = flags & END_HEADERS if index == len(pieces) else 0
            bytes_ += frame(CONTINUATION, last, stream, piece)
        self.room[stream] = self.first_room
        self.send(bytes_)
        return stream

    def data(self, stream, size):
        """As much of a body without end as the other side allows; how much that was."""
        if self.out or stream in self.over or stream in self.resets:
            return 0
        size = min(size, self.room.get(stream, 0), self.room[0], FRAME_BYTES_MAX)
        if size <= 0:
            return 0
        self.room[stream] -= size
        self.room[0] -= size
        self.send(frame(DATA, 0, stream, b"x" * size))
        return size

    def read(self):
        """What has arrived; windows and answers are noted."""
        self.flush()
        while not self.closed:
            try:
                bytes_ = self.socket.recv(1 << 16)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                break
            except OSError:
                bytes_ = b""
            if not bytes_:
                self.closed = True
                break
            self.into += bytes_
        at = 0
        while len(self.into) - at >= 9:
            size = int.from_bytes(self.into[at:at + 3], "big")
            if len(self.into) - at < 9 + size:
                break
            kind, flags = self.into[at + 3], self.into[at + 4]
            stream = int.from_bytes(self.into[at + 5:at + 9], "big") & 0x7fffffff
            self.take(kind, flags, stream, bytes(self.into[at + 9:at + 9 + size]))
            at += 9 + size
        del self.into[:at]

    def take(self, kind, flags, stream, payload):
        if kind == SETTINGS and flags & ACK == 0:
            for at in range(0, len(payload), 6):
                name, value = struct.unpack(">HI", payload[at:at + 6])
                if name == INITIAL_WINDOW_SIZE:
                    for known in self.room:
                        self.room[known] += (value - self.first_room) if known else 0
                    self.first_room = value
            self.send(frame(SETTINGS, ACK, 0))
        elif kind == WINDOW_UPDATE and stream in self.room:
            self.room[stream] += int.from_bytes(payload, "big") & 0x7fffffff
        elif kind == HEADERS:
            self.heads.add(stream)
        elif kind == DATA:
            self.data_bytes += len(payload)
        elif kind == RST_STREAM:
            self.resets[stream] = int.from_bytes(payload, "big")
        elif kind == GOAWAY:
            self.good_bye = int.from_bytes(payload[4:8], "big")
        elif kind in (PING,) and flags & ACK:
            self.acks += 1
        if kind in (DATA, HEADERS) and flags & END_STREAM:
            self.over.add(stream)

    def wait(self, holds, seconds=SECONDS_MAX):
        """Reads until it holds or the other side is gone; whether it holds."""
        deadline = time.monotonic() + seconds
        while True:
            self.read()
            if holds(self) or self.closed:
                return holds(self)
            if time.monotonic() > deadline:
                return False
            select.select([self.socket], [self.socket] if self.out else [], [], 0.1)

    def close(self):
        self.closed = True
        self.socket.close()
