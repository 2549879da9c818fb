#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One user asks for far more than their share, with lists and with watches that are never read, and
what others notice of it. The limits lie far from what is measured on an idle machine (the figures
are printed) and far from what happened before: one queue for all, in which everybody waited.

Usage: fairness_test.py PATH_TO_TELLTALE
"""

import concurrent.futures
import http.client
import json
import socket
import sys
import threading
import time
import unittest

from api_server import ApiServer

TELLTALE = []
GREEDY_CONNECTIONS = 64
OBJECTS = 600
OBJECT_BYTES = 16 << 10
SECONDS = 8.0
BYSTANDER_SECONDS_MAX = 2.0
WATCHES = 200
WATCHES_MIB_MAX = 400
CONFIGMAPS = "/api/v1/namespaces/default/configmaps"
LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"


def resident_mib(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


class Loop(threading.Thread):
    """Does the same again and again until it is told to end; notes how long each took."""

    def __init__(self, act):
        super().__init__(daemon=True)
        self.act, self.took, self.codes = act, [], {}
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set():
            began = time.monotonic()
            code = self.act()
            self.took.append(time.monotonic() - began)
            self.codes[code] = self.codes.get(code, 0) + 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.join()

    def figures(self):
        took = sorted(self.took)
        if not took:
            return "none"
        return (f"n {len(took)}, p50 {took[len(took) // 2] * 1000:.1f} ms, "
                f"p99 {took[len(took) * 99 // 100] * 1000:.1f} ms, max {took[-1] * 1000:.1f} ms")


class Fairness(unittest.TestCase):
    def setUp(self):
        self.server = ApiServer(TELLTALE[0], "--no-crds")
        self.addCleanup(self.server.close)
        self.viewer = self.server.token_of("viewer")
        text = "x" * OBJECT_BYTES
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            codes = set(pool.map(lambda number: self.server.post(CONFIGMAPS, {
                "metadata": {"name": f"big-{number}"}, "data": {"a": text}}).code,
                range(OBJECTS)))
        self.assertEqual({201}, codes)

    def connection(self):
        made = http.client.HTTPSConnection(self.server.host, self.server.port, timeout=60,
                                           context=self.server.tls)
        self.addCleanup(made.close)
        return made

    def asker(self, method, path, body=None, token=None):
        """A function that asks this on a connection of its own and says the code."""
        kept = self.connection()
        headers = {"Authorization": f"Bearer {token or self.server.token}",
                   "Content-Type": "application/json"}

        def ask():
            try:
                kept.request(method, path, body, headers)
                answer = kept.getresponse()
                answer.read()
                return answer.status
            except (OSError, http.client.HTTPException):
                kept.close()
                return 0

        return ask

    def bystanders(self):
        lease = {"metadata": {"name": "leader"}, "spec": {"holderIdentity": "me"}}
        self.assertEqual(201, self.server.post(LEASES, lease).code)
        small = json.dumps({"metadata": {"name": "small"}, "data": {"a": "1"}})
        self.assertEqual(201, self.server.post(CONFIGMAPS, json.loads(small)).code)
        renew = json.dumps({"spec": {"leaseDurationSeconds": 15}})
        ask = self.connection()

        def patch(path, value):
            ask.request("PATCH", path, value, {
                "Authorization": f"Bearer {self.server.token}",
                "Content-Type": "application/merge-patch+json"})
            answer = ask.getresponse()
            answer.read()
            return answer.status

        return {"get": Loop(self.asker("GET", f"{CONFIGMAPS}/small")),
                "lease": Loop(lambda: patch(f"{LEASES}/leader", renew)),
                "write": Loop(self.asker("PUT", f"{CONFIGMAPS}/small", small)),
                "health": Loop(self.asker("GET", "/readyz"))}

    def judge(self, bystanders, what):
        for name, bystander in bystanders.items():
            print(f"{what}: {name}: {bystander.figures()}, codes {bystander.codes}", flush=True)
        for name, bystander in bystanders.items():
            self.assertEqual({200}, set(bystander.codes), name)
            self.assertLess(max(bystander.took), BYSTANDER_SECONDS_MAX, name)

    def run_beside(self, bystanders, seconds):
        for bystander in bystanders.values():
            bystander.start()
        time.sleep(seconds)
        for bystander in bystanders.values():
            bystander.__exit__()

    def test_a_greedy_user_of_lists_harms_nobody_else_and_is_told_to_come_back(self):
        """Of each list only the beginning is read: what counts is the server's work. Who is refused
        comes back much sooner than asked to."""
        refusals, answered = [], []
        ending = threading.Event()

        def greedy():
            asked = (f"GET {CONFIGMAPS}?pretty=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                     f"Authorization: Bearer {self.viewer}\r\n\r\n").encode()
            while not ending.is_set():
                try:
                    with socket.create_connection((self.server.host, self.server.port)) as plain, \
                            self.server.tls.wrap_socket(
                                plain, server_hostname=self.server.host) as tls:
                        tls.settimeout(60)
                        tls.sendall(asked)
                        first = tls.recv(4096)
                        refused = b" 429 " in first[:20]
                        (refusals if refused else answered).append(first)
                    if refused:
                        time.sleep(0.1)
                except OSError:
                    pass

        threads = [threading.Thread(target=greedy, daemon=True) for _ in range(GREEDY_CONNECTIONS)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        bystanders = self.bystanders()
        self.run_beside(bystanders, SECONDS)
        resident = resident_mib(self.server)
        metrics = self.server.get("/metrics").text
        ending.set()
        for thread in threads:
            thread.join()
        print(f"greedy lists: {len(answered)} answered, {len(refusals)} refused, "
              f"{resident} MiB resident", flush=True)
        self.judge(bystanders, "greedy lists")
        self.assertGreater(len(answered), 0)
        self.assertGreater(len(refusals), 0)
        self.assertIn(b"retry-after: 1\r\n", refusals[0].lower())
        self.assertIn('apiserver_flowcontrol_rejected_requests_total{priority_level="workload",'
                      'reason="queue-full"}', metrics)

    def test_watches_that_are_never_read_share_what_they_wait_for(self):
        before = resident_mib(self.server)
        kept = []
        for _ in range(WATCHES):
            plain = socket.create_connection((self.server.host, self.server.port))
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            tls = self.server.tls.wrap_socket(plain, server_hostname=self.server.host)
            tls.sendall((f"GET {CONFIGMAPS}?watch=1&resourceVersion=0 HTTP/1.1\r\nHost: x\r\n"
                         f"Authorization: Bearer {self.viewer}\r\n\r\n").encode())
            kept.append(tls)
        bystanders = self.bystanders()
        self.run_beside(bystanders, 3)
        resident = resident_mib(self.server)
        print(f"{WATCHES} unread watches of {OBJECTS * OBJECT_BYTES >> 20} MiB: "
              f"{before} MiB resident before, {resident} MiB with them", flush=True)
        for tls in kept:
            tls.close()
        self.judge(bystanders, "unread watches")
        self.assertLess(resident - before, WATCHES_MIB_MAX)


if __name__ == "__main__":
    TELLTALE.append(sys.argv.pop(1))
    unittest.main()
