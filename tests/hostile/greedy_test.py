#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One user with many connections who may ask for everything and does, without a pause: wide lists
in the dearest forms, selectors that are long and match nothing, watches begun and dropped. Others
are served meanwhile, Leases first.

Usage: greedy_test.py PATH_TO_TELLTALE
"""

import json
import subprocess
import sys

from hostile import CONFIGMAPS, RNG, HostileCase, Limits, is_long, main, sized

CONNECTIONS = sized(48, 128)
PROCESSES = 2  # so that one interpreter is not all there is of the attack
GREED_SECONDS = sized(3, 30)
OBJECTS, OBJECT_BYTES = 300, 40_000  # 12 MB
LIMITS = Limits(growth_mib=500, p99_seconds=1.0, max_seconds=3.0)
SELECTOR = "%2C".join(f"k{number}+notin+%28a%2Cb%29" for number in range(200))
MANNERS = {
    "YAML lists": (CONFIGMAPS, "application/yaml"),
    "lists by a long selector": (f"{CONFIGMAPS}?labelSelector={SELECTOR}", "application/json"),
    "watches begun and dropped": (f"{CONFIGMAPS}?watch=1&resourceVersion=0", "application/json"),
}

if is_long():
    MANNERS["pretty lists"] = (f"{CONFIGMAPS}?pretty=1", "application/json")

# One process of the greedy one: asks over so many connections at once until the time is over, and
# prints how often each code came back. A watch is dropped after its first piece.
GREED = """
import asyncio, collections, json, ssl, sys, time
told = json.loads(sys.stdin.readline())
tls = ssl.create_default_context(cadata=told["ca"])
codes, end = collections.Counter(), time.monotonic() + told["seconds"]
head = (f"GET {told['path']} HTTP/1.1\\r\\nHost: localhost\\r\\nAccept: {told['accept']}\\r\\n"
        f"Authorization: Bearer {told['token']}\\r\\nConnection: close\\r\\n\\r\\n").encode()

async def ask():
    while time.monotonic() < end:
        writer = None
        try:
            reader, writer = await asyncio.open_connection(told["host"], told["port"], ssl=tls)
            writer.write(head)
            left = end + 3 - time.monotonic()
            first = await asyncio.wait_for(reader.read(1 << 16), left)
            codes[first[9:12].decode() or "ended"] += 1
            while first and "watch=1" not in told["path"]:
                first = await asyncio.wait_for(reader.read(1 << 20), left)
        except (OSError, asyncio.TimeoutError) as trouble:
            codes[type(trouble).__name__] += 1
        finally:
            if writer:
                writer.transport.abort()

async def all_of_them():
    await asyncio.gather(*(ask() for _ in range(told["connections"])))
asyncio.run(all_of_them())
print(json.dumps(codes))
"""


class Greed(HostileCase):
    def fill(self, server):
        connection = server.connect()
        for number in range(OBJECTS):
            data = {f"k{line}": RNG.randbytes(24).hex() for line in range(OBJECT_BYTES // 60)}
            made = server.post(CONFIGMAPS, {
                "apiVersion": "v1", "kind": "ConfigMap", "data": data,
                "metadata": {"name": f"m{number}"}}, connection=connection)
            self.assertEqual(201, made.code, made.text)
        connection.close()

    def greed(self, server, path, accept):
        """The codes that the greedy one saw, and how often."""
        told = {"host": server.host, "port": server.port, "ca": server.ca, "path": path,
                "accept": accept, "token": server.token_of("viewer"), "seconds": GREED_SECONDS,
                "connections": CONNECTIONS // PROCESSES}
        processes = [subprocess.Popen([sys.executable, "-c", GREED], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)
                     for _ in range(PROCESSES)]
        codes = {}
        for process in processes:
            process.stdin.write(json.dumps(told) + "\n")
            process.stdin.flush()
        for process in processes:
            for code, count in json.loads(process.communicate(timeout=120)[0]).items():
                codes[code] = codes.get(code, 0) + count
        return codes

    def test_one_user_who_asks_for_everything(self):
        for manner, (path, accept) in MANNERS.items():
            with self.subTest(manner), self.fresh_server() as server:
                self.fill(server)
                name = f"{CONNECTIONS} greedy connections, {manner} of {OBJECTS} objects"
                with self.attack(name, LIMITS, server) as notes:
                    codes = self.greed(server, path, accept)
                    notes.append(", ".join(f"{codes[code]} x {code}" for code in sorted(codes)))
                # Served, told to come later, or still waiting at the end; nothing else.
                self.assertLessEqual(set(codes), {"200", "429", "TimeoutError"}, codes)
                self.assertTrue(codes)


if __name__ == "__main__":
    main()
