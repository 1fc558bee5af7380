"""Starts three test servers in this process, on loopback ports of the system's choice, until it is ended or orphaned.

    servers.py FOLDER [CERTIFICATE KEY]

One plain, one whose users must say who they are, one behind TLS where a certificate is given. The tests' variables are
in FOLDER/environment as soon as all of them answer. TTL passes are a second apart, which no flag of the daemon allows.
"""

import os
import secrets
import signal
import sys
import threading

from pymongo import MongoClient
from secantus import SecantusDBServer

PARENT = os.getppid()


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
    return f"mongodb://root:{password}@127.0.0.1:{server.port}/?authSource=admin"


def main(folder, certificate=None, key=None):
    end = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: end.set())
    plain = started(folder, "plain")
    users_uri = with_users(folder)
    variables = {"CLAIMCTL_TEST_SECANTUS": plain.uri + "?serverMonitoringMode=poll", "CLAIMCTL_TEST_USERS_URI": users_uri}
    if certificate is not None:
        tls = started(folder, "tls", tls_cert_file=certificate, tls_key_file=key)
        variables["CLAIMCTL_TEST_TLS_URI"] = f"mongodb://localhost:{tls.port}/?tls=true"
    ready = os.path.join(folder, "environment")
    with open(ready + ".part", "w", encoding="utf-8") as file:
        file.writelines(f"{name}={value}\n" for name, value in variables.items())
    os.rename(ready + ".part", ready)
    while not end.wait(0.5) and os.getppid() == PARENT:
        pass
    os._exit(0)  # a stop waits for connections to end and data to be written that nobody wants any more


if __name__ == "__main__":
    main(*sys.argv[1:])
