#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Floods of strangers, none of whom has shown who they are: HTTP/2 requests that never end, windows
that never open, requests that are broken off, questions whose answers nobody reads. What a stranger
may take of the server's memory is small, and others do not notice.

Usage: floods_test.py PATH_TO_TELLTALE
"""

import contextlib
import struct
import time

import frames
from frames import (CANCEL, CONTINUATION, END_HEADERS, HEADERS, PING, RST_STREAM, SETTINGS, Peer,
                    frame)
from hostile import CONFIGMAPS, MIB, RNG, HostileCase, Limits, main, sized

FLOOD_SECONDS = sized(1.5, 10)
CROWDS = ((20, sized(8, 40)), (200, sized(1, 4)))  # connections, MiB of each
COUNTS = sized((200,), (20, 200))
STREAMS = 200
HEAD_BYTES = 60_000  # below the limit on one request's headers
MANY_ANSWERS = Limits(growth_mib=160)  # 40,000 short answers that nobody lets go out
STRANGERS = Limits(growth_mib=96)  # 200 connections and what is theirs; the fault took 650


class Floods(HostileCase):
    @contextlib.contextmanager
    def crowd(self, server, count, make=Peer, protocol="h2", **more):
        peers, tls = [], frames.tls_of(server, protocol)
        try:
            for _ in range(count):
                peers.append(make(server, tls, **more))
            yield peers
        finally:
            for peer in peers:
                peer.close()

    def flood(self, name, count, begin, go_on, limits=STRANGERS, **more):
        """Each of the crowd begins and then goes on until the time is over."""
        with self.subTest(f"{name}, {count}"), self.fresh_server() as server, \
                self.attack(f"{name}, {count} strangers", limits, server) as notes, \
                self.crowd(server, count, **more) as peers:
            state = {peer: begin(peer) for peer in peers}
            end, sent = time.monotonic() + FLOOD_SECONDS, 0
            while time.monotonic() < end:
                moved = 0
                for peer in peers:
                    if not peer.closed:
                        moved += go_on(peer, state[peer])
                sent += moved
                if not moved:
                    time.sleep(0.02)
            gone = sum(peer.closed or peer.good_bye is not None for peer in peers)
            notes += [f"{sent / MIB:.0f} MiB sent", f"{gone} sent away"]

    def test_bodies_without_end(self):
        for count, mib in CROWDS:
            def begin(peer):
                return {"streams": [peer.request("POST", CONFIGMAPS, flags=END_HEADERS)
                                    for _ in range(STREAMS)], "left": mib * MIB}

            def go_on(peer, state):
                peer.read()
                sent = 0
                for stream in state["streams"]:
                    if state["left"] > 0:
                        size = peer.data(stream, state["left"])
                        state["left"] -= size
                        sent += size
                return sent
            self.flood("HTTP/2 bodies without end", count, begin, go_on)

    def test_heads_that_wait_for_their_bodies(self):
        """Each within the limits of a request, all of them together not."""
        filler = [("x-filler", "y" * HEAD_BYTES)]
        for count, mib in CROWDS:
            def go_on(peer, state):
                peer.read()
                if peer.out or state["left"] <= 0:
                    return 0
                peer.request("POST", CONFIGMAPS, more=filler, flags=END_HEADERS)
                state["left"] -= HEAD_BYTES
                return HEAD_BYTES
            self.flood("HTTP/2 heads without bodies", count, lambda _: {"left": mib * MIB}, go_on)

    def test_heads_without_end(self):
        """CONTINUATION after CONTINUATION; the header block is never complete."""
        piece = frames.literal("x-filler", "y" * 16_000)

        def begin(peer):
            peer.request("GET", "/version", flags=0)
            return {"stream": 1}

        def go_on(peer, state):
            if peer.out:
                peer.flush()
                return 0
            peer.send(frame(CONTINUATION, 0, state["stream"], piece))
            return len(piece)
        for count in COUNTS:
            self.flood("HTTP/2 CONTINUATION without end", count, begin, go_on)

    def test_windows_that_never_open(self):
        def begin(peer):
            for _ in range(STREAMS):
                peer.request("GET", RNG.choice(("/version", "/livez", "/api", "/nowhere")))
            return None
        for count in COUNTS:
            self.flood("HTTP/2 windows of 0", count, begin, lambda peer, _: peer.read() or 0,
                       limits=MANY_ANSWERS, window=0)

    def test_requests_that_are_broken_off(self):
        def go_on(peer, _):
            peer.read()
            if peer.out or peer.good_bye is not None:
                return 0
            sent = 0
            for _ in range(50):
                stream = peer.request("GET", CONFIGMAPS)
                peer.send(frame(RST_STREAM, 0, stream, struct.pack(">I", CANCEL)))
                sent += 100
            return sent
        for count in COUNTS:
            self.flood("HTTP/2 rapid reset", count, lambda _: None, go_on)

    def test_questions_whose_answers_nobody_reads(self):
        for what, piece in (("PING", frame(PING, 0, 0, b"12345678") * 500),
                            ("SETTINGS", frame(SETTINGS, 0, 0, struct.pack(
                                ">HI", frames.INITIAL_WINDOW_SIZE, 65535)) * 500)):
            def go_on(peer, _):
                peer.flush()
                if peer.out:
                    return 0
                peer.send(piece)
                return len(piece)
            for count in COUNTS:
                self.flood(f"HTTP/2 {what}, unread", count, lambda _: None, go_on,
                           receive_bytes=4096)

    def test_chunks_that_are_all_remark(self):
        """HTTP/1.1: what may follow the size of a chunk, without end."""
        class Chunk:
            def __init__(self, server, tls):
                self.socket = tls.wrap_socket(frames.plain_socket(server),
                                              server_hostname=server.host)
                self.socket.sendall(f"POST {CONFIGMAPS} HTTP/1.1\r\nHost: localhost\r\n"
                                    "Transfer-Encoding: chunked\r\n\r\n1;".encode())
                self.socket.setblocking(False)
                self.closed, self.good_bye = False, None

            def step(self):
                try:
                    return self.socket.send(b"r" * (1 << 16))
                except (frames.ssl.SSLWantReadError, frames.ssl.SSLWantWriteError):
                    return 0
                except OSError:
                    self.closed = True
                    return 0

            def close(self):
                self.socket.close()
        for count in COUNTS:
            self.flood("HTTP/1.1 chunks that are all remark", count, lambda _: None,
                       lambda chunk, _: chunk.step(), make=Chunk, protocol="http/1.1")

    def test_frames_of_chance(self):
        """Any kind, any flags, any stream, mostly wrong."""
        def begin(peer):
            peer.send(frame(HEADERS, END_HEADERS, 1, frames.block("POST", CONFIGMAPS)))
            return None

        def go_on(peer, _):
            peer.read()
            if peer.out:
                return 0
            payload = RNG.randbytes(RNG.randrange(0, 64))
            peer.send(frame(RNG.randrange(0, 12), RNG.randrange(256), RNG.randrange(0, 9), payload))
            return len(payload)
        for count in COUNTS:
            self.flood("HTTP/2 frames of chance", count, begin, go_on)


if __name__ == "__main__":
    main()
