# SPDX-License-Identifier: Apache-2.0
"""HTTP/1.1 over TLS, as little of it as many concurrent clients of one process need. Tells apart
what was certainly not sent from what was sent and not answered."""

import asyncio
import json

LINE_BYTES_MAX = 1 << 24
ANSWER_SECONDS_MAX = 30
TROUBLE = (OSError, EOFError, asyncio.TimeoutError, ValueError)


class NotSent(Exception):
    """There is nobody to ask; nothing happened."""


class NoAnswer(Exception):
    """The request went out, and no whole answer came back."""


class Client:
    """One connection to one of several servers, opened when needed."""

    def __init__(self, server):
        self.server = server
        self.reader = self.writer = None

    async def open(self):
        if self.writer is not None:
            return
        server = self.server
        try:
            self.reader, self.writer = await asyncio.wait_for(asyncio.open_connection(
                server.host, server.port, ssl=server.tls, limit=LINE_BYTES_MAX), ANSWER_SECONDS_MAX)
        except TROUBLE as error:
            raise NotSent(str(error)) from error

    def close(self):
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None

    def send(self, method, path, body, content_type):
        payload = b"" if body is None else json.dumps(body).encode()
        head = (f"{method} {path} HTTP/1.1\r\nHost: {self.server.host}\r\n"
                f"Authorization: Bearer {self.server.token}\r\nAccept: application/json\r\n"
                f"User-Agent: robustness\r\nContent-Length: {len(payload)}\r\n")
        if body is not None:
            head += f"Content-Type: {content_type}\r\n"
        self.writer.write(head.encode() + b"\r\n" + payload)

    async def read_head(self):
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split(" ")[1]), headers

    async def read_chunk(self):
        size = int((await self.reader.readuntil(b"\r\n")).strip(), 16)
        return (await self.reader.readexactly(size + 2))[:-2]

    async def read_answer(self):
        code, headers = await self.read_head()
        if "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        else:
            body = b""
            while chunk := await self.read_chunk():
                body += chunk
        if headers.get("connection") == "close":
            self.close()
        return code, json.loads(body)

    async def ask(self, method, path, body=None, content_type="application/json"):
        """The code and the object of the answer."""
        await self.open()
        try:
            self.send(method, path, body, content_type)
            return await asyncio.wait_for(self.read_answer(), ANSWER_SECONDS_MAX)
        except TROUBLE as error:
            self.close()
            raise NoAnswer(str(error)) from error

    async def watch(self, path):
        """Yields (code, None) for an answer that is no stream, else (200, event) until the end."""
        await self.open()
        try:
            self.send("GET", path, None, "")
            code, headers = await asyncio.wait_for(self.read_head(), ANSWER_SECONDS_MAX)
            if code != 200 or "content-length" in headers:
                yield code, None
                return
            rest = b""
            while chunk := await self.read_chunk():
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    yield 200, json.loads(line)
        except TROUBLE as error:
            raise NoAnswer(str(error)) from error
        finally:
            self.close()
