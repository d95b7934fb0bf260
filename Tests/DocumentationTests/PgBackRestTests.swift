import Foundation
import TestSupport
import Testing

/// Runs the recipe for pgBackRest of the article Backup.
@Suite(.enabled(if: LongRun.isOn)) struct PgBackRestTests {
    private static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/pgbackrest")

    @Test("the recipe for pgBackRest restores a point in time", .enabled(if: isInstalled))
    func recipe() async throws {
        let article = try #require(Article.all.first { $0.name == "Backup" })
        let blocks = article.blocks.map { article.lines[$0.range].joined(separator: "\n") }
        func block(_ start: String) throws -> String { try #require(blocks.first { $0.hasPrefix(start) }, "\(start)") }
        try await withTemporaryDirectory { directory in
            let folder = directory + "/recipe"
            let configuration = try block("[global]").replacing("/mnt/backups", with: folder + "/repository")
                .replacing("/var/lib/postgresql/15/main", with: folder + "/main")
                .replacing("[healthstore]", with: "log-path=\(folder)/log\nlock-path=\(folder)/lock\n\n[healthstore]")
            let settings = try block("archive_mode").replacing(
                "pgbackrest ", with: "pgbackrest --config=\(folder)/conf ")
            let restore = try block("pgbackrest --stanza=healthstore --delta").split(separator: "\n")[0]
                .replacing("'2024-05-01 12:00:00+00'", with: "\"$time\"")
            let script = """
                set -eu
                cd '\(folder)'
                export HOME='\(folder)' PGBACKREST_CONFIG='\(folder)/conf' PATH="$(ls -d /usr/lib/postgresql/*/bin | tail -n 1):$PATH"
                cat >conf <<'END'
                \(configuration)
                pg1-socket-path=\(folder)
                END
                initdb -D main --auth=trust --no-sync >/dev/null
                cat >>main/postgresql.conf <<'END'
                listen_addresses = ''
                unix_socket_directories = '\(folder)'
                \(settings)
                END
                trap 'pg_ctl -D main -m immediate stop >/dev/null 2>&1' EXIT
                start() { pg_ctl -D main -l server.log -w start >/dev/null; }
                sql() { psql -h '\(folder)' -d postgres -Atqc "$1"; }
                start
                \(try block("pgbackrest --stanza=healthstore stanza-create").replacing("--type=full backup", with: "--type=full backup; sql 'create table t as select 1 as a'"))
                # pgBackRest compares whole seconds with the end of the backup.
                sleep 1.1; time=$(sql 'select clock_timestamp()'); sleep 0.1
                sql 'insert into t values (2)'
                # PostgreSQL waits for the archive of its last segment.
                pg_ctl -D main -m fast stop >/dev/null
                \(restore)
                start
                until [ "$(sql 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
                sql 'select count(*) from t'
                """
            let isRoot = getuid() == 0
            let prepare = isRoot ? "install -d -o postgres '\(folder)'" : "mkdir '\(folder)'"
            let user = isRoot ? "setpriv --reuid=postgres --regid=postgres --init-groups -- " : ""
            try script.write(toFile: directory + "/script", atomically: true, encoding: .utf8)
            let run = try await Command.run(
                "/bin/sh", ["-c", "\(prepare) && \(user)sh '\(directory)/script'"], seconds: 120)
            #expect(run.status == 0 && run.output.hasSuffix("1\n"), "\(run.output)\(run.errors)")
        }
    }
}
