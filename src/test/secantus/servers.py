"""Starts three test servers in this process, on loopback ports of the system's choice, until it is ended or orphaned.

    servers.py FOLDER [KEY CERTIFICATE CERTIFICATE]

One plain, one whose users must say who they are, and where certificates are given one behind TLS with each: the first is
for localhost, the second for another host. The tests' variables are in FOLDER/environment as soon as all of them answer.
TTL passes are a second apart, which no flag of the daemon allows.
"""

import os
import secrets
import shutil
import signal
import sys
import threading

from pymongo import MongoClient
from secantus import SecantusDBServer

PARENT = os.getppid()

# A client that has its heartbeats streamed loses its connections every 20 seconds: they answer the wrong request.
POLL = "serverMonitoringMode=poll"


def started(folder, name, **options):
    server = SecantusDBServer(
        host="127.0.0.1",
        port=0,
        storage_path=os.path.join(folder, name),
        enable_test_commands=True,
        ttl_sweep_seconds=1,
        cache_size="64M",
        **options,
    )
    server.start()
    return server


def with_users(folder):
    """The server lets everybody in until somebody is there to let in."""
    server = started(folder, "users")
    password = secrets.token_hex(16)
    with MongoClient(server.uri) as client:
        client.admin.command("createUser", "root", pwd=password, roles=["root"])
    server.require_auth = True
    return f"mongodb://root:{password}@127.0.0.1:{server.port}/?authSource=admin&{POLL}"


def behind_tls(folder, name, key, certificate):
    server = started(folder, name, tls_cert_file=certificate, tls_key_file=key)
    return f"mongodb://localhost:{server.port}/?tls=true&{POLL}"


def main(folder, key=None, certificate=None, misnamed=None):
    end = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: end.set())
    variables = {
        "CLAIMCTL_TEST_SECANTUS": f"{started(folder, 'plain').uri}?{POLL}",
        "CLAIMCTL_TEST_USERS_URI": with_users(folder),
    }
    if key is not None:
        variables["CLAIMCTL_TEST_TLS_URI"] = behind_tls(folder, "tls", key, certificate)
        variables["CLAIMCTL_TEST_TLS_MISNAMED_URI"] = behind_tls(folder, "misnamed", key, misnamed)
    ready = os.path.join(folder, "environment")
    with open(ready + ".part", "w", encoding="utf-8") as file:
        file.writelines(f"{name}={value}\n" for name, value in variables.items())
    os.rename(ready + ".part", ready)
    while not end.wait(0.5) and os.getppid() == PARENT:
        pass
    if not end.is_set():
        shutil.rmtree(folder, ignore_errors=True)  # nobody is left who would
    os._exit(0)  # a stop waits for connections to end and data to be written that nobody wants any more


if __name__ == "__main__":
    main(*sys.argv[1:])
