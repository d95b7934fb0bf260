import Compression
import Foundation
import HealthDatabase
import Postgres

/// `healthstore export --all`, and the part of `healthstore import` that reads its file.
enum StoreFile {
    static func export(_ arguments: Arguments, to path: String) async throws {
        for option in ["--person", "--format", "--type", "--from", "--to"] where arguments.has(option) {
            throw arguments.usage("\(option) is for the export of one person, and --all writes all people")
        }
        try await Store.with(arguments) { _, session in
            let file = try OutputFile(path: path)
            var bar = ProgressBar("writing")
            defer { bar.finish() }
            let begin = Date()
            let report = try StoreExport(session: session).write { person, done, all in
                bar.show(done, of: all, detail: person.name)
            } to: {
                try file.write($0)
            }
            try file.finish()
            bar.finish()
            let counts = text(people: report.people, samples: report.samples, report.counts)
            StandardError.write("exported \(counts) in \(seconds(since: begin)) s\n")
            if !report.analysts.isEmpty {
                StandardError.write(
                    "analysts do not move; add them to the new store with healthstore analyst add: "
                        + report.analysts.joined(separator: ", ") + "\n")
            }
        }
    }

    /// - Parameter descriptor: the file, if it was opened before root's rights were given up.
    static func restore(_ arguments: Arguments, path: String, descriptor: Int32?) async throws {
        for option in ["--person", "--checkpoint", "--restart", "--keep-part"] where arguments.has(option) {
            throw arguments.usage("\(option) is not for a whole store, which healthstore export --all wrote to \(path)")
        }
        let diskBytes = try ImportDisk.bytes(arguments)
        func read(_ name: String, _ disk: ImportDisk? = nil, _ body: (@escaping () throws -> [UInt8]?) throws -> Void)
            throws
        {
            guard let reader = GzipFileReader(path: path, descriptor: descriptor) else {
                throw FileFailure(message: "cannot open \(path)")
            }
            var lines = FileLines(reader)
            var bar = ProgressBar(name)
            defer { bar.finish() }
            try body {
                try disk?.check(next: "goes on with the people who are missing")
                bar.show(reader.offset, of: reader.fileBytes)
                return try lines.next()
            }
        }
        let begin = Date()
        // Nothing of a damaged file is stored, so the whole file is read before the store is
        // opened.
        try read("checking") { try StoreRestore.check($0) }
        try await Store.with(arguments, for: .create) { store, session in
            var report = StoreRestore.Report()
            let disk = try ImportDisk(store, diskBytes, session)
            try read("restoring", disk) { next in
                let restore = try StoreRestore(
                    list: store.erasedList, restoresErased: arguments.has("--restore-erased"), session: session,
                    from: next)
                report = try restore.restore()
            }
            try store.reconcileErased(session)
            for person in report.people { await FiguresProgress.catchUp(person, store, session) }
            let counts = text(people: report.people.count, samples: report.samples, report.counts)
            print("restored \(counts) in \(seconds(since: begin)) s")
            if !report.restoredBefore.isEmpty {
                print("an interrupted import had restored \(report.restoredBefore.count) of the people")
            }
        }
    }

    private static func seconds(since begin: Date) -> String {
        NumberText.rounded((Date().timeIntervalSince(begin) * 10).rounded() / 10)
    }

    private static func text(people: Int, samples: Int64, _ counts: [StoreRecord: Int64]) -> String {
        func count(_ record: StoreRecord) -> String { NumberText.grouped(counts[record] ?? 0) }
        return "\(people) people, \(NumberText.grouped(samples)) samples, \(count(.holder)) holders, "
            + "\(count(.grant)) grants and \(count(.token)) tokens"
    }
}
