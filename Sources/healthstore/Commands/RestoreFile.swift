import Compression
import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres

/// The part of `healthstore import` that restores a file of `healthstore export`.
enum RestoreFile {
    enum Kind {
        /// All data of a person.
        case person
        /// A whole store.
        case store
    }

    /// Returns what `healthstore export` wrote to the file, compressed with gzip or not. Returns
    /// nil for any other file.
    static func kind(of path: String, _ descriptor: Int32?) -> Kind? {
        guard let start = try? GzipFileReader(path: path, descriptor: descriptor)?.read(64) else { return nil }
        return BackupLine.isHeader(start) ? .person : start.starts(with: StoreDump.signature) ? .store : nil
    }

    /// - Parameter descriptor: the file, if it was opened before root's rights were given up.
    static func run(_ arguments: Arguments, path: String, descriptor: Int32?) async throws {
        try arguments.forbid("--checkpoint", "--restart") {
            "\($0) is for exports of the Health app; healthstore export wrote \(path)"
        }
        let diskBytes = try ImportDisk.bytes(arguments)
        try await Store.withPerson(arguments, for: .create) { store, session, person in
            let watch = Stopwatch()
            let restore = PersonRestore(
                person: person, list: store.erasedList, restoresErased: arguments.has("--restore-erased"),
                session: session)
            let disk = try ImportDisk(store, diskBytes, session)
            let next = "begins the restore again, because nothing was stored"
            let report = try FileLines.read(path, descriptor, "restoring", (disk, next)) {
                try restore.restore(keepsPart: arguments.has("--keep-part"), from: $0)
            }
            try restore.updateStatistics()
            await FiguresProgress.catchUp(person, store, session)
            print(text(report, person, watch), terminator: "")
            guard let damage = report.damage else { return }
            StandardError.warn("only a part was restored: \(damage.message)")
            throw ExitStatus()
        }
    }

    private static func text(_ report: PersonRestore.Report, _ person: Person, _ watch: Stopwatch) -> String {
        var text = "restored \(person.name) in \(watch.seconds) s\n"
        let table = TextTable(
            of: BackupRecord.allCases,
            [.text("", \.rawValue), .number("lines") { NumberText.grouped(report.counts[$0] ?? 0) }])
        text += table.text
        if !report.hasSameUUID {
            text += """
                The person who was exported is in this store, too, so \(person.name) is another one. Records of an export.zip \
                that is imported later are recognised by their content; deleted ones come back, and elements that are not samples \
                are stored again.

                """
        }
        return text
    }
}

/// Reads the lines of a file. It holds only one line in memory.
struct FileLines {
    fileprivate let reader: GzipFileReader
    private var bytes: ArraySlice<UInt8> = []
    private var isAtEnd = false

    private static let pieceBytes = 256 << 10

    /// Reads a file from its beginning to the end, with a progress bar.
    ///
    /// - Parameters:
    ///   - name: what the bar says.
    ///   - disk: checked before each line, with what the same command does when it runs again.
    ///   - body: gets a function that returns the next line, or nil at the end.
    /// - Throws: `CommandFailure` if the file cannot be opened.
    static func read<Value>(
        _ path: String, _ descriptor: Int32?, _ name: String, _ disk: (ImportDisk, next: String)? = nil,
        _ body: (@escaping () throws -> [UInt8]?) throws -> Value
    ) throws -> Value {
        guard let reader = GzipFileReader(path: path, descriptor: descriptor) else {
            throw CommandFailure(message: "cannot open \(path)")
        }
        var lines = FileLines(reader: reader)
        var bar = ProgressBar(name)
        defer { bar.finish() }
        return try body {
            if let (disk, next) = disk { try disk.check(next: next) }
            bar.show(reader.offset, of: reader.fileBytes)
            return try lines.next()
        }
    }

    /// Returns the next line without its line feed, or nil at the end. A last line without a line
    /// feed is incomplete and is not returned.
    mutating func next() throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                line += bytes[..<end]
                bytes = bytes[(end + 1)...]
                return line
            }
            line += bytes
            guard line.count <= PersonRestore.lineBytesMax else {
                throw HealthDatabaseError(
                    .malformedBackup, "a line is longer than \(PersonRestore.lineBytesMax) bytes")
            }
            do { bytes = try reader.read(FileLines.pieceBytes)[...] } catch let error where error.code == .truncated {
                bytes = []
            } catch {
                throw HealthDatabaseError(.malformedBackup, error.message)
            }
            // Bytes after the last line feed are an incomplete line.
            if bytes.isEmpty { return nil }
        }
    }
}
