import Foundation

/// The description of a backup of the whole cluster, in the file `backup.json` of its folder.
public struct BaseBackup: Codable, Hashable, Sendable {
    /// The version of the layout of the folder. This program reads no later one.
    public var format: Int
    /// The name of the folder: the time of the start in UTC, such as `20240501T120000Z`.
    public var name: String
    /// The version of the program that made the backup.
    public var program: String
    /// The newest migration of the schema.
    public var migration: String
    /// The server's version, such as `15.18 (Debian 15.18-0+deb12u1)`.
    public var postgresVersion: String
    public var postgresMajor: Int
    /// The cluster's identifier. Differs between clusters, and is the same in a restored one.
    public var systemIdentifier: String
    public var timeline: UInt32
    /// Recovery begins here.
    public var start: LogPosition
    /// A restored cluster is consistent from here on.
    public var end: LogPosition
    public var startedAt: Date
    /// The point to which `people` belong.
    public var point: RecoveryPoint
    /// The bytes of all files of the backup.
    public var bytes: Int64
    /// The public keys for which the files are encrypted; empty if they are not.
    public var recipients: [String]

    public static let formatNow = 1

    /// A point of the log to which a restore can go exactly.
    public struct RecoveryPoint: Codable, Hashable, Sendable {
        /// The name that `pg_create_restore_point` wrote to the log.
        public var name: String
        public var position: LogPosition
        public var time: Date
    }

    static let coder: (JSONEncoder, JSONDecoder) = {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(BackupTime.rfc3339(date))
        }
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let date = BackupTime.date(text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\(text) is no time"))
            }
            return date
        }
        return (encoder, decoder)
    }()
}

/// Times in RFC 3339, in UTC with milliseconds.
public enum BackupTime {
    public static func rfc3339(_ date: Date) -> String { date.formatted(style) }

    /// Returns nil for a text without an offset or of another form.
    public static func date(_ text: String) -> Date? {
        (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
