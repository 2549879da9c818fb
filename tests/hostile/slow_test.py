#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Strangers who take their time: handshakes that never finish, heads and bodies letter by letter,
connections that say nothing. Each of them owes something by a deadline and is cut off at it,
however busily it drips; many of them together leave room for others.

Usage: slow_test.py PATH_TO_TELLTALE
"""

import contextlib
import select
import time

import frames
from frames import END_HEADERS, Peer, plain_socket, tls_of
from hostile import CONFIGMAPS, HostileCase, Limits, main, sized

EACH = sized(50, 400)  # strangers of each manner
HANDSHAKE_SECONDS_MAX = 10
READ_SECONDS_MAX = 30
SLACK_SECONDS = 10  # the sweep that finds them, and a busy machine
DRIP_SECONDS = 0.5
LIMITS = Limits(growth_mib=sized(128, 512), descriptors=5 * EACH + 100)
# The server has room for 4,096 connections.
SILENT = 1000


class Dripper:
    """One connection that sends a byte now and then and notes when it is cut off."""

    def __init__(self, socket, drip):
        self.socket, self.drip = socket, drip
        self.socket.setblocking(False)
        self.began = time.monotonic()
        self.lasted = None

    def over(self):
        if self.lasted is None:
            self.lasted = time.monotonic() - self.began
            self.socket.close()

    def step(self):
        """Sends its byte; throws away what comes."""
        if self.lasted is not None:
            return
        try:
            if self.drip:
                self.socket.send(self.drip)
            while select.select([self.socket], [], [], 0)[0]:
                if not self.socket.recv(1 << 16):
                    return self.over()
        except (frames.ssl.SSLWantReadError, frames.ssl.SSLWantWriteError, BlockingIOError):
            pass
        except OSError:
            self.over()


class Slow(HostileCase):
    def tls_socket(self, server, tls, bytes_):
        socket = tls.wrap_socket(plain_socket(server), server_hostname=server.host)
        socket.sendall(bytes_)
        return socket

    def crowd(self, server):
        """Manner of being slow -> (deadline, those who are)."""
        one, token = tls_of(server, "http/1.1"), server.token_of("viewer")
        head = "Host: localhost\r\nContent-Type: application/json\r\n"
        hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"  # the beginning of a ClientHello
        manners = {
            "no handshake": (HANDSHAKE_SECONDS_MAX, lambda: Dripper(plain_socket(server), b"")),
            "a handshake by letters": (HANDSHAKE_SECONDS_MAX, lambda: self.greeted(server, hello)),
            "a head by letters": (READ_SECONDS_MAX, lambda: Dripper(self.tls_socket(
                server, one, b"GET /version HTTP/1.1\r\nX: "), b"x")),
            "a body by letters": (READ_SECONDS_MAX, lambda: Dripper(self.tls_socket(
                server, one, (f"POST {CONFIGMAPS} HTTP/1.1\r\n{head}Authorization: Bearer {token}"
                              "\r\nContent-Length: 100000\r\n\r\n").encode()), b"{")),
        }
        return {name: (deadline, [make() for _ in range(EACH)])
                for name, (deadline, make) in manners.items()}

    @staticmethod
    def greeted(server, hello):
        socket = plain_socket(server)
        socket.sendall(hello)
        return Dripper(socket, b"\0")

    def test_who_is_late_is_cut_off(self):
        with self.fresh_server() as server, \
                self.attack(f"{4 * EACH} slow strangers", LIMITS, server) as notes:
            crowd = self.crowd(server)
            peers = [Peer(server) for _ in range(EACH // 10)]
            for peer in peers:
                peer.request("POST", CONFIGMAPS, server.token, flags=END_HEADERS)
                peer.request("GET", "/version", flags=0)
            everybody = [one for _, each in crowd.values() for one in each]
            end = time.monotonic() + READ_SECONDS_MAX + SLACK_SECONDS
            while time.monotonic() < end and any(one.lasted is None for one in everybody):
                for one in everybody:
                    one.step()
                for peer in peers:
                    peer.read()
                time.sleep(DRIP_SECONDS)
            lasted = {name: [one.lasted for one in each] for name, (_, each) in crowd.items()}
            for name, times in lasted.items():
                longest = max((value for value in times if value is not None), default=None)
                notes.append(f"{name}: {times.count(None)} still there" if None in times
                             else f"{name}: {longest:.0f} s")
            ended = sum(peer.closed or peer.good_bye is not None for peer in peers)
            notes.append(f"HTTP/2: {ended} of {len(peers)} ended")
            for one in [*everybody, *peers]:
                one.socket.close()
        self.assertEqual(len(peers), ended)
        for name, (deadline, _) in crowd.items():
            self.assertNotIn(None, lasted[name], f"{name}: all of them are cut off")
            self.assertLess(max(lasted[name]), deadline + SLACK_SECONDS, name)

    def test_connections_that_say_nothing(self):
        limits = Limits(growth_mib=128, descriptors=SILENT + 100)
        with self.fresh_server() as server, \
                self.attack(f"{SILENT} silent connections", limits, server) as notes, \
                contextlib.ExitStack() as leaving:
            for _ in range(SILENT):
                leaving.enter_context(plain_socket(server))
            began = time.monotonic()
            self.assertEqual(200, server.get("/version").code)
            notes.append(f"one more is answered after {time.monotonic() - began:.2f} s")
            time.sleep(2)


if __name__ == "__main__":
    main()
