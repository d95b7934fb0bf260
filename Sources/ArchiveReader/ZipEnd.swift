import Glibc

/// The record at the end of a zip, which contains the number of its entries.
///
/// libarchive does not check this number, so a damaged size or offset of the central directory
/// could hide entries without an error.
///
/// Source: PKWARE's [APPNOTE.TXT](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT),
/// section 4.3.16.
struct ZipEnd {
    /// The length of the record without its comment.
    static let bytesMin = 22

    /// The number of bytes at the file's end in which libarchive searches the record. A longer
    /// comment hides it.
    static let searchBytes = 16 << 10

    /// The low 16 bits of the number of entries, as old programs wrote them. Nil if the number is
    /// in a zip64 record.
    let entriesLowBits: UInt16?

    /// Parses the record that starts at `start` and ends exactly at the end of `tail`, the file's
    /// last bytes.
    private init?(_ tail: [UInt8], at start: Int) {
        func number(_ offset: Int) -> UInt16 { UInt16(tail[start + offset]) | UInt16(tail[start + offset + 1]) << 8 }
        guard tail[start...].starts(with: [0x50, 0x4b, 5, 6]),
            start + Self.bytesMin + Int(number(20)) == tail.count
        else { return nil }
        let entries = number(10)
        entriesLowBits = entries == .max ? nil : entries
    }

    /// Finds the record in `tail`. Nil if it is missing or followed by other bytes.
    init?(tail: [UInt8]) {
        guard tail.count >= Self.bytesMin else { return nil }
        for start in (0...tail.count - Self.bytesMin).reversed() {
            if let end = ZipEnd(tail, at: start) {
                self = end
                return
            }
        }
        return nil
    }

    /// Whether the number of entries read agrees with the record.
    func allows(entries: Int) -> Bool {
        entriesLowBits.map { $0 == UInt16(truncatingIfNeeded: entries) } ?? true
    }
}

extension ZipEnd {
    /// The maximum number of bytes that libarchive reads as the central directory: from the offset
    /// in the last visible record to the record itself, whether or not it ends the file.
    ///
    /// Sections 4.3.14 to 4.3.16.
    static func directoryBytes(of file: PlainFile) throws -> Int64 {
        let tail = try file.tail(searchBytes)
        guard tail.count >= bytesMin else { return 0 }
        let starts = (0...tail.count - bytesMin).reversed()
        guard let start = starts.first(where: { tail[$0...].starts(with: [0x50, 0x4b, 5, 6]) }) else { return 0 }
        let bytes = number(tail[(start + 12)...].prefix(4))
        // A locator of a zip64 record may precede it by 20 bytes. That record contains the start of
        // the directory.
        guard start >= 20, tail[(start - 20)...].starts(with: [0x50, 0x4b, 6, 7]) else { return bytes }
        let record = try file.bytes(at: number(tail[(start - 12)...].prefix(8)), count: 56)
        guard record.count == 56, record.starts(with: [0x50, 0x4b, 6, 6]) else { return bytes }
        let begin = number(record[48..<56])
        return begin >= 0 && begin < file.bytes ? file.bytes - begin : bytes
    }

    /// A little-endian number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
