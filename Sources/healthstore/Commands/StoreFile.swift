import Compression
import Foundation
import HealthDatabase
import Postgres

/// `healthstore export --all`, and the part of `healthstore import` that reads its file.
enum StoreFile {
    static func export(_ arguments: Arguments, to path: String) async throws {
        try arguments.forbid("--person", "--format", "--type", "--from", "--to") {
            "\($0) is for the export of one person, and --all writes all people"
        }
        try await Store.with(arguments) { _, session in
            let file = try OutputFile(path: path)
            var bar = ProgressBar("writing")
            defer { bar.finish() }
            let watch = Stopwatch()
            let report = try StoreExport(session: session).write { person, done, all in
                bar.show(done, of: all, detail: person.name)
            } to: {
                try file.write($0)
            }
            try file.finish()
            bar.finish()
            let counts = text(people: report.people, samples: report.samples, report.counts)
            StandardError.write("exported \(counts) in \(watch.seconds) s\n")
            if !report.analysts.isEmpty {
                StandardError.write(
                    "analysts do not move; add them to the new store with healthstore analyst add: "
                        + report.analysts.joined(separator: ", ") + "\n")
            }
        }
    }

    /// - Parameter descriptor: the file, if it was opened before root's rights were given up.
    static func restore(_ arguments: Arguments, path: String, descriptor: Int32?) async throws {
        try arguments.forbid("--person", "--checkpoint", "--restart", "--keep-part") {
            "\($0) is not for a whole store, which healthstore export --all wrote to \(path)"
        }
        let diskBytes = try ImportDisk.bytes(arguments)
        let watch = Stopwatch()
        // Nothing of a damaged file is stored, so the whole file is read before the store is
        // opened.
        try FileLines.read(path, descriptor, "checking") { try StoreRestore.check($0) }
        try await Store.with(arguments, for: .create) { store, session in
            let disk = try ImportDisk(store, diskBytes, session)
            let next = "goes on with the people who are missing"
            let report = try FileLines.read(path, descriptor, "restoring", (disk, next)) {
                try StoreRestore(
                    list: store.erasedList, restoresErased: arguments.has("--restore-erased"), session: session,
                    from: $0
                ).restore()
            }
            try store.reconcileErased(session)
            for person in report.people { await FiguresProgress.catchUp(person, store, session) }
            let counts = text(people: report.people.count, samples: report.samples, report.counts)
            print("restored \(counts) in \(watch.seconds) s")
            if !report.restoredBefore.isEmpty {
                print("an interrupted import had restored \(report.restoredBefore.count) of the people")
            }
        }
    }

    private static func text(people: Int, samples: Int64, _ counts: [StoreRecord: Int64]) -> String {
        func count(_ record: StoreRecord) -> String { NumberText.grouped(counts[record] ?? 0) }
        return "\(people) people, \(NumberText.grouped(samples)) samples, \(count(.holder)) holders, "
            + "\(count(.grant)) grants and \(count(.token)) tokens"
    }
}
