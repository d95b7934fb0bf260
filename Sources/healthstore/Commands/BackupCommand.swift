import EmbeddedPostgres
import Foundation
import HealthAPI
import HealthDatabase
import Postgres
import ServiceProcess

/// `healthstore backup`
enum BackupCommand: Command {
    static let description = CommandDescription(
        "backup", "Copies the whole private store to a folder, or verifies such a copy.",
        positionals: ["[verify]", "DIR"],
        options: [
            Option(
                "--keep", "COUNT", "remove all backups but the newest COUNT, and the log that only they need (none)"),
            Option(
                "--recipient", "KEY", "encrypt this and later backups for this public key of age; repeatable",
                isRepeatable: true),
            Option("--recipients-file", "FILE", "the same for each line of FILE"),
            Option("--backup", "NAME", "verify: this backup (the newest)"),
            Option("--identity", "FILE", "verify: the file of age's secret key, for an encrypted backup"),
            Option("--scratch-dir", "DIR", "verify: restore here (a directory beside DIR)"),
        ],
        notes: """
            Other commands and the service go on meanwhile. Each backup has a folder of its own under DIR/base, named after its \
            time in UTC. serve --wal-archive DIR also archives the changes after it. healthstore restore brings a backup back.

            verify restores a backup to a temporary directory, compares every file with its checksum, runs the checks of \
            healthstore doctor, and compares the counts and digests of all people with those of the time of the backup. The exit \
            status is 1 if anything differs. It does not touch the store.
            """)

    private static let keepMax = 10_000

    static func run(_ arguments: Arguments) async throws {
        let isVerifying = arguments.positionals.first == "verify"
        if !isVerifying, arguments.positionals.count > 1 {
            throw arguments.usage("unknown action \"\(arguments.positionals[0])\"")
        }
        let folder = BackupFolder(path: try arguments.positional(isVerifying ? 1 : 0, "DIR"))
        if isVerifying {
            try arguments.forbid("--keep", "--recipient", "--recipients-file") { "verify has no option \($0)" }
            return try BackupVerification.run(arguments, folder)
        }
        try arguments.forbid("--backup", "--identity", "--scratch-dir") { "\($0) is for backup verify" }
        return try await make(arguments, folder)
    }

    @MainActor private static func make(_ arguments: Arguments, _ folder: BackupFolder) async throws {
        let keep = try arguments.integer("--keep", in: 1...keepMax)
        let recipients = try recipients(arguments)
        try await Cancellable.run(outcome: "no backup was made") { signals in
            try await make(keep, recipients, arguments, folder) { signals.hasCome }
        }
    }

    private static func make(
        _ keep: Int?, _ recipients: [String]?, _ arguments: Arguments, _ folder: BackupFolder,
        isCancelled: @escaping @Sendable () -> Bool
    ) async throws {
        try await Store.with(arguments, isCancelled: isCancelled) { store, session in
            guard let server = store.privateServer else {
                throw CommandFailure(
                    message: "healthstore backup copies the private store, and --database-url names another server",
                    hint: "use that server's own tools; healthstore help backup has a recipe for pgBackRest")
            }
            if let recipients { try server.setRecipients(recipients) }
            let watch = Stopwatch()
            let other = try Session(conninfo: store.conninfo, applicationName: "healthstore backup")
            var digest: StoreDigest?
            let report = try BackupMaker(server: server, folder: folder, session: session).make(
                program: HealthService.version, migration: try Migrator.latestMigration(in: session), keep: keep,
                isCancelled: isCancelled
            ) { name in
                let point = try StorePoint.make(name: name, session, locking: other) {
                    if isCancelled() { throw CancellationError() }
                }
                digest = point.digest
                return (point.position, point.time, Array(try JSONEncoder().encode(point.digest)))
            }
            show(report, digest, watch)
        }
    }

    private static func show(_ report: BackupMaker.Report, _ digest: StoreDigest?, _ watch: Stopwatch) {
        let samples = (digest?.people ?? []).reduce(0) { $0 + $1.samples }
        print(
            "backup \(report.backup.name): \(NumberText.grouped(Int64(digest?.people.count ?? 0))) people, "
                + "\(NumberText.grouped(samples)) samples, \(NumberText.grouped(report.backup.bytes)) bytes in "
                + "\(watch.seconds) s")
        let busy = (digest?.people ?? []).filter(\.isBusy).count
        if busy > 0 {
            print(
                "\(busy) people were written at the time of the backup; verify does not compare what was written then")
        }
        for name in report.removed { print("removed \(name)") }
    }

    /// Returns the keys of the options, or nil if none is given.
    private static func recipients(_ arguments: Arguments) throws -> [String]? {
        var keys = arguments.all("--recipient")
        if let path = arguments["--recipients-file"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CommandFailure(
                    message: "cannot read \(path)", hint: "--recipients-file names a text file of public keys")
            }
            keys += text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        }
        guard arguments.has("--recipient") || arguments.has("--recipients-file") else { return nil }
        guard !keys.isEmpty else { throw arguments.usage("--recipients-file has no public key") }
        return keys
    }
}
