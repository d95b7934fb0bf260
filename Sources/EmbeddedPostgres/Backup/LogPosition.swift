import Foundation

/// A position in the write-ahead log (PostgreSQL's type `pg_lsn`), as a number of bytes.
public struct LogPosition: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public var bytes: UInt64

    init(bytes: UInt64) { self.bytes = bytes }

    /// - Parameter text: PostgreSQL's form, such as `0/3000028`. Returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let high = UInt32(parts[0], radix: 16), let low = UInt32(parts[1], radix: 16) else {
            return nil
        }
        bytes = UInt64(high) << 32 | UInt64(low)
    }

    public static func < (left: LogPosition, right: LogPosition) -> Bool { left.bytes < right.bytes }

    public init?(rawValue: String) { self.init(rawValue) }

    /// PostgreSQL's form.
    public var rawValue: String {
        String(bytes >> 32, radix: 16, uppercase: true) + "/"
            + String(bytes & 0xffff_ffff, radix: 16, uppercase: true)
    }
}

/// A segment of the write-ahead log, which is one file.
///
/// Source: https://www.postgresql.org/docs/15/wal-internals.html
struct LogSegment: Hashable, Comparable, Sendable {
    var timeline: UInt32
    /// The number of the segment, counted from the beginning of the log.
    var number: UInt64

    /// The bytes of a segment. initdb's default, which `EmbeddedServer.createCluster` keeps.
    static let byteCount: UInt64 = 16 << 20
    private static let perHighWord = (UInt64(1) << 32) / byteCount
}

extension LogSegment {
    /// The segment that has the byte at `position`.
    init(timeline: UInt32, at position: LogPosition) {
        self.init(timeline: timeline, number: position.bytes / LogSegment.byteCount)
    }

    /// - Parameter name: the name of the file, which has 24 hexadecimal digits. Returns nil for any
    ///   other name.
    init?(name: some StringProtocol) {
        let digits = Array(name.utf8)
        func word(_ index: Int) -> UInt32? {
            UInt32(String(decoding: digits[index * 8..<(index + 1) * 8], as: UTF8.self), radix: 16)
        }
        guard digits.count == 24, name.allSatisfy({ $0.isHexDigit && !$0.isLowercase }), let timeline = word(0),
            let high = word(1), let low = word(2), low < LogSegment.perHighWord
        else { return nil }
        self.init(timeline: timeline, number: UInt64(high) * LogSegment.perHighWord + UInt64(low))
    }

    var name: String {
        let (high, low) = number.quotientAndRemainder(dividingBy: LogSegment.perHighWord)
        return [UInt64(timeline), high, low].map { word in
            let digits = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    var start: LogPosition { LogPosition(bytes: number * LogSegment.byteCount) }

    var next: LogSegment { LogSegment(timeline: timeline, number: number + 1) }

    static func < (left: LogSegment, right: LogSegment) -> Bool {
        (left.timeline, left.number) < (right.timeline, right.number)
    }

    /// Returns true if `bytes` are a file of this segment.
    func fits(_ bytes: [UInt8]) -> Bool { UInt64(bytes.count) == LogSegment.byteCount && begins(bytes) }

    /// Returns true if the first page of `bytes` is that of this segment. A file that PostgreSQL
    /// has recycled has the page of an older segment.
    ///
    /// Source: `XLogPageHeaderData` in
    /// https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/access/xlog_internal.h
    func begins(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 16 else { return false }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) } == start.bytes
    }
}
