import Compression
import Foundation
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore export --format csv`
enum TableExport {
    struct Request {
        var type: String?
        var from: Instant?
        var to: Instant?
        var path: String

        init(_ arguments: Arguments, path: String) throws {
            func time(_ option: String) throws -> Instant? {
                try arguments[option].map { text in
                    guard let instant = Instant(rfc3339: text) else {
                        throw arguments.usage("\(option) must be a time such as 2024-05-01T00:00:00Z")
                    }
                    return instant
                }
            }
            type = arguments["--type"]
            from = try time("--from")
            to = try time("--to")
            self.path = path
            guard type != nil || path != "-" else {
                throw arguments.usage("--format csv needs --type, or a directory as FILE")
            }
        }

        func run(for person: Person, _ session: Session) throws {
            let tables = SampleTable(person: person, session: session)
            let types = try tables.types()
            if let type {
                let identifier = Catalogue.sampleType(named: type)?.identifier ?? type
                guard types.contains(identifier) else {
                    throw CommandFailure(message: "\(person.name) has no samples of \(type)")
                }
                return try write(tables, identifier, to: path)
            }
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for identifier in types { try write(tables, identifier, to: "\(path)/\(TableExport.fileName(identifier))") }
        }

        private func write(_ tables: SampleTable, _ identifier: String, to path: String) throws {
            let file = try OutputFile(path: path)
            let count = try tables.write(identifier, from: from, to: to) { try file.write($0) }
            try file.finish()
            StandardError.write("\(identifier): \(NumberText.grouped(count)) rows\n")
        }
    }

    /// Returns the file name of a type. Letters, digits, `_` and `-` are unchanged. Other bytes
    /// become %XX.
    private static func fileName(_ identifier: String) -> String {
        (identifier.addingPercentEncoding(withAllowedCharacters: plain) ?? "") + ".csv"
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
}
