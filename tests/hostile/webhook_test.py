#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A conversion webhook that takes every question and answers none, under load: only those wait who
need it. What they are told is tests/end_to_end/silent_webhook_test.py's.

Usage: webhook_test.py PATH_TO_TELLTALE
"""

import contextlib
import http.client
import socket
import threading
import time

from hostile import HostileCase, Limits, main, sized
from gadgets import DEFINITIONS, definition, gadget, version  # hostile says where it lies

STORED = "/apis/ref.example.com/v1/namespaces/default/gadgets"
CONVERTED = "/apis/ref.example.com/v2/namespaces/default/gadgets"
ASKERS = sized(80, 200)
WATCHES = 20
ASKER_PAUSE_SECONDS = 0.3  # of each; the attacker has one core only
LOAD_SECONDS = sized(5, 30)
LIMITS = Limits(growth_mib=128, threads=40)


class Silence:
    """Takes connections and says nothing, not even in the handshake."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.socket.getsockname()[1]
        self.taken = []
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        with contextlib.suppress(OSError):
            while True:
                self.taken.append(self.socket.accept()[0])

    def close(self):
        self.socket.close()
        for taken in self.taken:
            taken.close()


class Webhook(HostileCase):
    def test_a_silent_webhook_under_load(self):
        silence = Silence()
        self.addCleanup(silence.close)
        made = definition(versions=[version("v1", storage=True), version("v2")])
        with self.fresh_server() as server:
            self.assertEqual(201, server.post(DEFINITIONS, made).code)
            for number in range(20):
                self.assertEqual(201, server.post(STORED, gadget(f"g{number}")).code)
            silent = {"strategy": "Webhook", "webhook": {
                "conversionReviewVersions": ["v1"],
                "clientConfig": {"url": f"https://127.0.0.1:{silence.port}/convert"}}}
            changed = server.patch(f"{DEFINITIONS}/gadgets.ref.example.com",
                                   {"spec": {"conversion": silent}})
            self.assertEqual(200, changed.code, changed.text)
            self.load(server)

    def load(self, server):
        token, end, codes = server.token_of("viewer"), time.monotonic() + LOAD_SECONDS, {}

        def ask(number):
            path = (f"{CONVERTED}/g{number % 20}", CONVERTED, f"{CONVERTED}?watch=1")[
                2 if number < WATCHES else number % 2]
            while time.monotonic() < end:
                try:
                    code = server.get(path, token=token).code
                except (OSError, http.client.HTTPException):
                    code = 0  # a watch that was ended in the middle
                codes[code] = codes.get(code, 0) + 1
                time.sleep(ASKER_PAUSE_SECONDS)
        with self.attack(f"a silent webhook and {ASKERS} who need it", LIMITS, server) as notes:
            threads = [threading.Thread(target=ask, args=(number,), daemon=True)
                       for number in range(ASKERS)]
            for thread in threads:
                thread.start()
            number = 0
            while time.monotonic() < end:
                number += 1
                changed = server.patch(f"{STORED}/g{number % 20}", {"spec": {"size": number % 9}})
                self.assertEqual(200, changed.code, changed.text)
            notes.append(f"{number} writes of that kind meanwhile; " + ", ".join(
                f"{count} x {code}" for code, count in sorted(codes.items())))
        self.assertGreater(number, 20)
        self.assertLessEqual(set(codes), {0, 200, 429, 500})
        for thread in threads:
            thread.join(30)


if __name__ == "__main__":
    main()
