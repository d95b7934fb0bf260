"""Each alarm fires once, after a real fault, and not before it."""

import concurrent.futures
import contextlib
import datetime
import os
import re
import resource
import socket
import subprocess
import threading
import urllib.request
import uuid

from conftest import PROGRAM, RULES, Store, wait

BATCH = '{"samples": [{"uuid": "%s", "type": "HKQuantityTypeIdentifierStepCount", "value": 7, "unit": "count",' \
        ' "startDate": "2026-03-01T10:00:00Z", "endDate": "2026-03-01T10:05:00Z", "source": {"name": "Phone"}}]}'


def test_each_alarm_has_a_fault():
    tests = open(__file__).read()
    for name in re.findall(r"alert: (\w+)", RULES.read_text()):
        assert f'"{name}"' in tests, name


def test_down(store):
    store.serve()
    assert "HealthstoreDown" not in store.firing
    store.stop()
    store.fires("HealthstoreDown")


def test_database(store):
    token = store.token()
    store.serve()
    assert not store.firing & {"HealthstoreDatabaseDied", "HealthstoreDatabaseDown", "HealthstoreUnavailable"}
    store.kill_database()
    store.fires("HealthstoreDatabaseDied")
    wait("the service is ready", lambda: store.send("/ready") == 200)
    stream = urllib.request.Request(store.address + "/v1/changes/stream", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(stream):
        # Without its folder, PostgreSQL does not start.
        folder = store.data / "postgres/global"
        folder.rename(folder.with_suffix(".away"))
        store.kill_database()
        store.fires("HealthstoreDatabaseDown", "HealthstoreStreamsSilent")
    wait("HealthstoreUnavailable fires", lambda: store.send("/v1/types", token) == 503
         and "HealthstoreUnavailable" in store.firing)
    folder.with_suffix(".away").rename(folder)
    store.silent("HealthstoreDatabaseDown", "HealthstoreStreamsSilent")


def test_functions(store):
    store.serve()
    assert "HealthstoreInternalErrors" not in store.firing
    store.sql("alter schema health_code rename to moved")
    assert store.send("/ready") == 503
    store.fires("HealthstoreInternalErrors")


@contextlib.contextmanager
def lock(store, table):
    """Locks a table until the end."""
    with subprocess.Popen([PROGRAM, "psql", "--owner", "--data-dir", store.data, "--", "-qtA"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as session:
        session.stdin.write(f"begin; lock table {table}; select 'locked';\n")
        session.stdin.flush()
        assert session.stdout.readline() == "locked\n"
        yield
        session.stdin.close()


def test_slow(store):
    token = store.token()
    store.serve()
    path = "/v1/samples?type=stepCount"
    assert store.send(path, token) == 200
    # Prometheus needs a value of the route before the slow answers.
    count = "query?query=healthstore_http_request_duration_seconds_count%7Binstance%3D%22test_slow%22%7D"
    wait("the first request is counted", lambda: store.prometheus.ask(count)["result"])
    assert not store.firing & {"HealthstoreSlow", "HealthstoreSessionsBusy"}
    with concurrent.futures.ThreadPoolExecutor(20) as executor:
        with lock(store, "health.sample"):
            answers = [executor.submit(store.send, path, token) for _ in range(20)]
            store.fires("HealthstoreSessionsBusy")
            # The alarm is about answers that take longer than 2.5 seconds.
            store.sql("select pg_sleep(3)")
        assert {answer.result() for answer in answers} == {200}
    store.fires("HealthstoreSlow")


def test_disk(store):
    store.serve("--disk-reserve", 1 << 60)
    store.fires("HealthstoreDiskLow")


def test_archive_and_backup(store):
    # Without a backup, the alarm fires.
    store.serve()
    store.fires("HealthstoreNoBackup")
    store.stop()
    backups = store.directory / "backups"
    store.command("backup", backups)
    store.serve("--wal-archive", backups)
    store.silent("HealthstoreNoBackup")
    assert not store.firing & {"HealthstoreArchiveFailing", "HealthstoreBackupOld", "HealthstoreDiskLow"}
    backups.rename(store.directory / "away")
    store.fires("HealthstoreArchiveFailing")
    (store.directory / "away").rename(backups)
    store.silent("HealthstoreArchiveFailing")
    nine_days_ago = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=9)
    (store.data / "last-backup").write_text(nine_days_ago.strftime("%Y-%m-%dT%H:%M:%SZ\n"))
    store.fires("HealthstoreBackupOld")


def test_certificate(store):
    for days in (30, 3):
        key, certificate = store.directory / "key.pem", store.directory / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-subj", "/CN=localhost", "-days", str(days), "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        if os.geteuid() == 0:
            owner = store.data.stat()
            for path in (key, certificate):
                os.chown(path, owner.st_uid, owner.st_gid)
        key.chmod(0o600)
        store.serve("--tls-certificate", certificate, "--tls-key", key)
        if days == 3:
            store.fires("HealthstoreCertificateExpires")
        else:
            assert "HealthstoreCertificateExpires" not in store.firing
        store.stop()


def test_stale_figures(store):
    token = store.token()
    store.serve("--figure-refresh", "off")
    assert store.send("/v1/batches", token, (BATCH % uuid.uuid4()).encode()) == 200
    assert "HealthstoreFiguresStale" not in store.firing
    store.sql("update health.mark set marked_at = now() - interval '2 hours'")
    store.fires("HealthstoreFiguresStale")


def test_imports(store):
    token = store.token()
    store.serve("--import-dir", store.data / "first")
    assert "HealthstoreImportsWaiting" not in store.firing
    record = '<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="7"' \
             ' startDate="2026-03-0%d 10:00:00 +0100" endDate="2026-03-0%d 10:05:00 +0100"/>'
    text = '<HealthData locale="en_GB"><ExportDate value="2026-03-09 23:00:00 +0100"/>%s</HealthData>'
    with lock(store, "health.sample"):
        # The imports wait for the table until their service is killed.
        for day in (1, 2):
            body = (text % (record % (day, day))).encode()
            assert store.send("/v1/imports", token, body, "application/xml") == 202
        store.process.kill()
        store.process.wait()
    store.serve("--import-dir", store.data / "second")
    store.fires("HealthstoreImportsWaiting")


def test_access_log(store):
    token = store.token()
    store.serve("--rate-limit", 0)
    assert "HealthstoreAccessLogDropped" not in store.firing
    host, port = store.address.removeprefix("http://").split(":")
    request = f"GET /v1/samples?type=stepCount&limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n"
    ended = threading.Event()

    def ask():
        """Sends requests until the alarm fires, and reads their answers on another thread."""
        with socket.create_connection((host, int(port))) as connection:
            def read():
                while connection.recv(1 << 16):
                    pass
            reader = threading.Thread(target=read, daemon=True)
            reader.start()
            while not ended.is_set():
                connection.sendall(request.encode() * 100)
            connection.shutdown(socket.SHUT_RDWR)
            reader.join()

    # The writer of the log waits for the table, and keeps 50,000 entries.
    with lock(store, "health.access_log"), concurrent.futures.ThreadPoolExecutor(4) as executor:
        asking = [executor.submit(ask) for _ in range(4)]
        try:
            store.fires("HealthstoreAccessLogDropped")
        finally:
            ended.set()
        concurrent.futures.wait(asking)


def test_wrong_tokens(store):
    store.serve()
    assert "HealthstoreWrongTokens" not in store.firing
    for _ in range(80):
        assert store.send("/v1/types", "wrong") == 401
    store.fires("HealthstoreWrongTokens")


def test_connections(store):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    store.serve()
    assert "HealthstoreConnectionsDisplaced" not in store.firing
    host, port = store.address.removeprefix("http://").split(":")
    with contextlib.ExitStack() as connections:
        for _ in range(1_100):
            connections.enter_context(socket.create_connection((host, int(port))))
        store.fires("HealthstoreConnectionsDisplaced")


def test_standby(store, prometheus):
    store.serve()
    port, folder = store.postmaster[3], store.postmaster[4]
    copy = store.directory / "standby"
    programs = os.environ["HEALTHSTORE_POSTGRESQL"]
    conninfo = f"host={folder} port={port} user=healthstore"

    def run(*words):
        """Runs a program of PostgreSQL as the owner of the store."""
        owner = store.data.stat()
        become = [] if os.geteuid() else ["setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups"]
        ran = subprocess.run([*become, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert ran.returncode == 0, ran.stderr

    store.directory.chmod(0o777)
    run(f"{programs}/pg_basebackup", "-D", copy, "-d", conninfo, "-R", "-c", "fast")
    control = [f"{programs}/pg_ctl", "-D", copy, "-w", "-l", f"{copy}/log"]
    run(*control, "-o", f"-c unix_socket_directories={store.directory} -c port={port}", "start")
    follower = Store(prometheus, "test_follower", store.directory)
    try:
        count = 'query?query=healthstore_replication_standbys%7Binstance%3D%22test_standby%22%7D'
        wait("the primary sees its standby", lambda: prometheus.ask(count)["result"][0]["value"][1] == "1")
        assert "HealthstoreStandbyLost" not in store.firing
        follower.serve("--read-only", store=[
            "--database-url", f"postgres://healthstore@/healthstore?host={store.directory}&port={port}"])
        assert "HealthstoreStandbyBehind" not in follower.firing
        # The private server ends with its service.
        store.stop()
        follower.fires("HealthstoreStandbyBehind")
        follower.stop()
        run(*control, "-m", "fast", "stop")
        store.serve()
        store.fires("HealthstoreStandbyLost")
    finally:
        follower.stop()
        if (copy / "postmaster.pid").exists():
            run(*control, "-m", "immediate", "stop")
