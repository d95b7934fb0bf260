import Compression
import EmbeddedPostgres
import Foundation
import HealthDatabase
import ServiceProcess

/// `healthstore export --all`, and the part of `healthstore import` that reads its file.
enum StoreFile {
    static func export(_ arguments: Arguments, to path: String) async throws {
        try arguments.forbid("--person", "--format", "--type", "--from", "--to") {
            "\($0) is for the export of one person, and --all writes all people"
        }
        try await Cancellable.run(outcome: "no file was written") { signals in
            try await Store.with(arguments) { store, session in
                let file = try OutputFile(path: path, isCompressed: false)
                let watch = Stopwatch()
                try StoreDump(conninfo: store.conninfo, server: store.privateServer)
                    .write(to: file.descriptor) { signals.hasCome }
                try file.finish()
                let people = try PersonStore.list(session).count
                StandardError.write("exported \(people) people in \(watch.seconds) s\n")
            }
        }
    }

    /// - Parameter descriptor: the file, if it was opened before root's rights were given up.
    static func restore(_ arguments: Arguments, path: String, descriptor: Int32?) async throws {
        try arguments.forbid(
            "--person", "--checkpoint", "--restart", "--keep-part", "--restore-erased", "--replace-missing",
            "--keep-missing"
        ) {
            "\($0) is not for a whole store, which healthstore export --all wrote to \(path)"
        }
        let diskBytes = try ImportDisk.bytes(arguments)
        guard let file = descriptor.map({ FileHandle(fileDescriptor: $0) }) ?? FileHandle(forReadingAtPath: path)
        else { throw CommandFailure(message: "cannot open \(path)") }
        let watch = Stopwatch()
        try await Cancellable.run(outcome: "nothing was imported") { signals in
            // Nothing of a damaged file is stored, so the whole file is read before the store is
            // opened.
            let rows = try reading(file, "checking") { show in
                try StoreDump.rows(of: Migrator.versionTables, in: file.fileDescriptor) {
                    show()
                    return signals.hasCome
                }
            }
            try Migrator().verifyDump(rows: rows)
            try await Store.with(arguments, for: .migrate) { store, session in
                try Migrator().prepareForDump(session).forEach(StandardError.warn)
                let disk = try ImportDisk(store, diskBytes, session)
                let dump = try StoreDump(conninfo: store.conninfo, server: store.privateServer)
                do {
                    try reading(file, "restoring") { show in
                        try dump.restore(from: file.fileDescriptor) {
                            show()
                            return signals.hasCome || disk.isShort
                        }
                    }
                } catch is CancellationError where disk.isShort {
                    throw disk.failure(next: "begins the restore again, because nothing was stored")
                }
                let (analysts, warnings) = try Migrator().completeDump(session)
                warnings.forEach(StandardError.warn)
                try store.reconcileErased(session)
                print("restored \(try PersonStore.list(session).count) people in \(watch.seconds) s")
                guard !analysts.isEmpty else { return }
                let names = analysts.joined(separator: ", ")
                print("analysts do not move; add them with healthstore analyst add: \(names)")
            }
        }
    }

    /// Calls `body` with a function that shows how far the programs have read the file.
    private static func reading<Value>(
        _ file: FileHandle, _ name: String, _ body: (@escaping () -> Void) throws -> Value
    ) throws -> Value {
        let bytes = Int64(try file.seekToEnd())
        var bar = ProgressBar(name)
        defer { bar.finish() }
        // The programs share the offset of the descriptor.
        return try body { bar.show(Int64((try? file.offset()) ?? 0), of: bytes) }
    }
}
