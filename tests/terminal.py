# SPDX-License-Identifier: Apache-2.0
"""A terminal of a given size in which a command is typed, for tests of what people see."""

import errno
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SECONDS_MAX = 60
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TOOK = re.compile(r"judged in \d+ ms")


def read_all(terminal):
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # What Linux says when the other side is closed.
                raise
            piece = b""
        if not piece:
            return b"".join(pieces).decode().replace("\r\n", "\n")
        pieces.append(piece)


def printed(command, folder, columns, lines):
    """What the terminal shows when the command is typed, with `telltale` found in the folder."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    words = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "NO_COLOR": "1",
                          "TERM": "xterm", "LC_ALL": "C.UTF-8", "TELLTALE_PAGER": "cat",
                          "KUBECONFIG": "/nowhere/kubeconfig"}
    with subprocess.Popen(["bash", "-c", command], cwd=TOP, env=words, stdin=subprocess.DEVNULL,
                          stdout=inside, stderr=inside) as process:
        os.close(inside)
        try:
            said = read_all(terminal)
            process.wait(SECONDS_MAX)
        finally:
            os.close(terminal)
    return ESCAPE.sub("", said)


def plain(text):
    """Without what differs from run to run."""
    return TOOK.sub("judged in N ms", "\n".join(map(str.rstrip, text.strip().splitlines())))
