#!/usr/bin/env python3
"""Lets a bot on another machine play: tcp.py HOST:PORT

There a program must listen, such as: socat TCP-LISTEN:4000,reuseaddr,fork EXEC:./my_bot. Each game has a connection of its
own, on which the bot speaks the referee's protocol; it gets no REFEREE_ variables. A sandbox has no network, so give
--sandbox off here. The bot there is in no sandbox, nor stopped while it is not to move, and its way here counts as its time."""
import os
import socket
import sys
import threading


def fail(message, code=1):
    print(f"tcp.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


def pass_on(read, write):
    """Passes bytes on as they come, until there are no more."""
    while data := read(65536):
        write(data)


def write_out(data):
    while data:
        data = data[os.write(1, data):]


def send(connection):
    try:
        pass_on(lambda size: os.read(0, size), connection.sendall)
        os._exit(0)  # the game is over
    except OSError:
        pass  # it is told by the thread that receives


def main():
    host, colon, port = sys.argv[1].rpartition(":") if len(sys.argv) == 2 else ("", "", "")
    if not (host and port.isdecimal() and int(port) < 65536):
        fail("tcp.py HOST:PORT", 2)
    try:
        connection = socket.create_connection((host.strip("[]"), int(port)), timeout=60)
    except (OSError, ValueError) as error:  # a name that is none is a ValueError
        fail(f"can't connect to {sys.argv[1]}: {getattr(error, 'strerror', None) or error} (a sandbox has no network: give --sandbox off)")
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=send, args=[connection], daemon=True).start()
    try:
        pass_on(connection.recv, write_out)
        fail(f"the bot at {sys.argv[1]} has closed the connection")
    except OSError as error:
        fail(f"the connection to {sys.argv[1]} is lost: {error.strerror}")


main()
