#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Somebody who minds their own business while others attack: reads a Namespace and renews a Lease
every 50 ms, now and then over a new connection, and notes how long everything took. A process of
its own, so that what it measures is the server and not the attacker's interpreter.

Reads {"host", "port", "ca", "token", "renews"} from stdin, works until stdin ends, prints
{"took": [seconds...], "failures": [sentence...]}."""

import http.client
import json
import select
import ssl
import sys
import time

PAUSE_SECONDS = 0.05
ANSWER_SECONDS_MAX = 30
FRESH_EVERY = 10  # rounds
FAILURES_SHOWN_MAX = 5
SPACE = "/api/v1/namespaces/default"
LEASE = "/apis/coordination.k8s.io/v1/namespaces/default/leases/bystander"


class Bystander:
    def __init__(self, told):
        self.told = told
        self.tls = ssl.create_default_context(cadata=told["ca"])
        self.connection = None
        self.took, self.failures = [], []

    def connect(self):
        if self.connection:
            self.connection.close()
        self.connection = http.client.HTTPSConnection(
            self.told["host"], self.told["port"], context=self.tls, timeout=ANSWER_SECONDS_MAX)

    def ask(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.told['token']}",
                   "Content-Type": "application/merge-patch+json"}
        began = time.monotonic()
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read()
            if answer.status != 200:
                self.failures.append(f"{method} {path}: {answer.status} {text[:200]!r}")
        except (OSError, http.client.HTTPException) as trouble:
            self.failures.append(f"{method} {path}: {type(trouble).__name__} {trouble}")
            self.connect()
        self.took.append(time.monotonic() - began)

    def work(self):
        rounds = 0
        # An end of stdin is readable; the wait for it is the pause between the rounds.
        while not select.select([sys.stdin], [], [], PAUSE_SECONDS)[0]:
            if rounds % FRESH_EVERY == 0:
                self.connect()
            rounds += 1
            self.ask("GET", SPACE)
            if self.told["renews"]:
                stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
                self.ask("PATCH", LEASE, json.dumps(
                    {"spec": {"holderIdentity": f"bystander-{rounds}",
                              "renewTime": f"{stamp}.000000Z"}}))


def main():
    bystander = Bystander(json.loads(sys.stdin.readline()))
    bystander.work()
    print(json.dumps({"took": bystander.took, "count": len(bystander.failures),
                      "failures": bystander.failures[:FAILURES_SHOWN_MAX]}))


if __name__ == "__main__":
    main()
