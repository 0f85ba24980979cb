"""Uses Python's libraries for the network, files, threads and processes, and reports on stderr what works."""
import asyncio
import concurrent.futures
import fcntl
import http.client
import mmap
import multiprocessing
import os
import selectors
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading


def square(number):
    return number * number


def servers():
    for family in (socket.AF_INET, socket.AF_INET6)[:1 + socket.has_ipv6]:
        with socket.create_server(("", 0), family=family) as server:
            server.setblocking(False)
    if socket.has_dualstack_ipv6():
        socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True).close()


def options():
    with socket.socket() as stream, socket.socket(type=socket.SOCK_DGRAM) as packets:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        stream.settimeout(1)
        packets.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)


def connection():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
        connection = http.client.HTTPConnection(*server.getsockname(), timeout=10)
        connection.connect()
        connection.close()


def pair():
    one, other = socket.socketpair()
    one.sendall(b"x" * 1000)
    one.shutdown(socket.SHUT_WR)
    assert other.recv(2000) == b"x" * 1000
    with selectors.DefaultSelector() as selector:
        selector.register(other, selectors.EVENT_READ)
        assert selector.select(10)


async def loop():
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    server.close()
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(asyncio.DatagramProtocol, local_addr=("127.0.0.1", 0))
    transport.close()
    one, other = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=one)
    writer.write(b"one\ntwo\n")  # since Python 3.12, writelines needs sendmsg, which is refused
    await writer.drain()
    assert other.recv(100) == b"one\ntwo\n"
    writer.close()
    child = await asyncio.create_subprocess_exec("/bin/cat", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert (await child.communicate(b"x"))[0] == b"x"
    assert await asyncio.get_running_loop().run_in_executor(None, square, 3) == 9


def files():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x" * 5000)
        file.flush()
        os.fsync(file.fileno())
        fcntl.flock(file, fcntl.LOCK_EX)
        with mmap.mmap(file.fileno(), 0) as memory:
            memory[0] = 65
            memory.flush()
        shutil.copyfile(file.name, file.name + "_")
        with open(file.name + "_", "rb") as copy:
            assert copy.read(2) == b"Ax"
        os.unlink(file.name + "_")
    with sqlite3.connect(tempfile.gettempdir() + "/runtime.db") as database:
        database.execute("create table t (a)")
        database.execute("insert into t values (1)")


def threads():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(square, range(9))) == [i * i for i in range(9)]
    done = threading.Event()
    threading.Timer(0.001, done.set).start()
    assert done.wait(10)


def processes():
    assert subprocess.run(["/bin/cat"], input=b"x", capture_output=True, check=True, start_new_session=True).stdout == b"x"
    for method in ("fork", "spawn"):
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            assert list(pool.map(square, range(3))) == [0, 1, 4]


def tell(what, act):
    try:
        act()
        print(what, "ok", file=sys.stderr)
    except Exception as error:  # any kind of error must be reported
        print(what, type(error).__name__, error, file=sys.stderr)


if __name__ == "__main__":
    for what, act in (("listen", servers), ("options", options), ("connect", connection), ("pair", pair),
                      ("loop", lambda: asyncio.run(loop())), ("files", files), ("threads", threads), ("processes", processes)):
        tell(what, act)
    sys.exit(3)
