#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Readers that never read: they ask for much, with the right to ask, and leave it lying. What waits
for them is bounded for all of them together, and others are served meanwhile.

Usage: readers_test.py PATH_TO_TELLTALE
"""

import contextlib
import threading
import time

from frames import Peer, plain_socket, tls_of
from hostile import CONFIGMAPS, MIB, RNG, HostileCase, Limits, main, sized

OBJECT_BYTES = 256 << 10
WATCHES = sized(80, 200)
LISTS = 10
GETS = 200
HOLD_SECONDS = sized(2.0, 12.0)
# All that waits for readers has one budget; the faults took 3 GiB and 2.3 GiB.
READERS = Limits(growth_mib=400)
RECEIVE_BYTES = 4096


def fill(server, mib):
    """ConfigMaps of chance, so many MiB together; the path of one of them."""
    connection = server.connect()
    count = mib * MIB // OBJECT_BYTES
    for number in range(count):
        # Many short lines: what is pretty or YAML has something to do.
        data = {f"k{line}": RNG.randbytes(24).hex() for line in range(OBJECT_BYTES // 60)}
        made = server.post(CONFIGMAPS, {"apiVersion": "v1", "kind": "ConfigMap", "data": data,
                                        "metadata": {"name": f"m{number}"}}, connection=connection)
        assert made.code == 201, made.text
    connection.close()
    return f"{CONFIGMAPS}/m0"


class Asker:
    """An HTTP/1.1 connection that asks and looks at the first bytes of the answer at most."""

    def __init__(self, server, tls, token, path, accept):
        self.socket = tls.wrap_socket(plain_socket(server, RECEIVE_BYTES),
                                      server_hostname=server.host)
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n"
                             f"Authorization: Bearer {token}\r\n\r\n").encode())

    def first(self):
        """The status, once it comes; 0 if nothing came in time."""
        try:
            return int(self.socket.recv(64).split()[1])
        except (OSError, IndexError, ValueError):
            return 0

    def close(self):
        self.socket.close()


class Readers(HostileCase):
    def leave_lying(self, name, mib, asked, limits=READERS):
        """Everybody asks at once, sees that an answer begins, and reads no further."""
        with self.subTest(name), self.fresh_server() as server:
            fill(server, mib)
            token, tls = server.token_of("viewer"), tls_of(server, "http/1.1")
            with self.attack(name, limits, server) as notes, \
                    contextlib.ExitStack() as leaving:
                askers, codes = [], {}

                def ask(path, accept):
                    asker = Asker(server, tls, token, path, accept)
                    askers.append(asker)
                    code = asker.first()
                    codes[code] = codes.get(code, 0) + 1
                threads = [threading.Thread(target=ask, args=one) for one in asked]
                leaving.callback(lambda: [asker.close() for asker in askers])
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                time.sleep(HOLD_SECONDS)
                notes.append(", ".join(f"{codes[code]} x {code}" for code in sorted(codes)))
            # Answered, told to come later, or ended; nobody is left without a word.
            self.assertLessEqual(set(codes), {0, 200, 429})
            self.assertGreater(codes.get(200, 0), 0)

    def test_watches_with_initial_events(self):
        path = f"{CONFIGMAPS}?watch=1"
        late = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
        self.leave_lying(f"{WATCHES} unread watches over 10 MiB", 10,
                         [(path + (late if number % 2 else ""), "application/json")
                          for number in range(WATCHES)])

    def test_lists_as_yaml(self):
        self.leave_lying(f"{LISTS} unread YAML lists of 30 MiB", 30,
                         [(CONFIGMAPS, "application/yaml")] * LISTS)

    def test_lists_that_are_pretty(self):
        self.leave_lying(f"{LISTS} unread pretty lists of 30 MiB", 30,
                         [(f"{CONFIGMAPS}?pretty=true", "application/json")] * LISTS)

    def test_lists_as_they_are(self):
        self.leave_lying(f"{LISTS} unread lists of 30 MiB", 30,
                         [(CONFIGMAPS, "application/json")] * LISTS)

    def test_many_answers_on_one_connection(self):
        with self.fresh_server() as server:
            path = fill(server, 1)
            token = server.token_of("viewer")
            with self.attack(f"{GETS} unread GETs of 256 KiB on one HTTP/2 connection",
                             READERS, server) as notes:
                peer = Peer(server, window=0, receive_bytes=RECEIVE_BYTES)
                for _ in range(GETS):
                    peer.request("GET", path, token)
                peer.wait(lambda peer: len(peer.heads | set(peer.resets)) >= GETS, HOLD_SECONDS)
                time.sleep(HOLD_SECONDS)
                notes.append(f"{len(peer.heads)} answered, {len(peer.resets)} broken off")
                peer.close()

    def test_writers_that_nobody_reads_of(self):
        """Watches that read nothing while much is written: those are ended, writes go on."""
        with self.fresh_server() as server:
            fill(server, 1)
            token, tls = server.token_of("viewer"), tls_of(server, "http/1.1")
            count = sized(20, 200)
            with self.attack(f"{count} unread watches while 20 MiB are written", READERS,
                             server) as notes, contextlib.ExitStack() as leaving:
                for _ in range(count):
                    asker = Asker(server, tls, token, f"{CONFIGMAPS}?watch=1&resourceVersion=0",
                                  "application/json")
                    leaving.callback(asker.close)
                connection = server.connect()
                leaving.callback(connection.close)
                began = time.monotonic()
                for number in range(20 * MIB // OBJECT_BYTES):
                    changed = server.patch(f"{CONFIGMAPS}/m0", {"data": {
                        "k": "x" * OBJECT_BYTES, "n": str(number)}}, connection=connection)
                    self.assertEqual(200, changed.code, changed.text)
                notes.append(f"written in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
