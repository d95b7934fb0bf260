import Glibc

/// The record at the end of a zip, which contains the number of its entries.
///
/// libarchive does not check this number. So a damaged size or offset of the central directory
/// could hide entries without an error.
///
/// Source: PKWARE's [APPNOTE.TXT](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT),
/// section 4.3.16.
struct ZipEnd {
    /// The length of the record without its comment.
    static let bytesMin = 22

    /// The number of bytes at the file's end in which libarchive searches for the record.
    /// libarchive does not find a record whose comment is longer.
    static let searchBytes = 16 << 10

    /// The low 16 bits of the number of entries. Old programs wrote only these bits, even for more
    /// entries. It is nil if the number is in a zip64 record.
    let entriesLowBits: UInt16?

    /// Parses the record that starts at `start`. The record must end at the end of `tail`, which
    /// holds the file's last bytes.
    private init?(_ tail: [UInt8], at start: Int) {
        func number(_ offset: Int) -> UInt16 { UInt16(tail[start + offset]) | UInt16(tail[start + offset + 1]) << 8 }
        guard tail[start...].starts(with: [0x50, 0x4b, 5, 6]),
            start + Self.bytesMin + Int(number(20)) == tail.count
        else { return nil }
        let entries = number(10)
        entriesLowBits = entries == .max ? nil : entries
    }

    /// Finds the record in `tail`. Fails if the record is missing or if other bytes follow it.
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

    /// Returns true if the number of entries that were read agrees with the record.
    func allows(entries: Int) -> Bool {
        entriesLowBits.map { $0 == UInt16(truncatingIfNeeded: entries) } ?? true
    }
}

extension ZipEnd {
    /// Returns the maximum number of bytes that libarchive reads as the central directory. This is
    /// the size in the last visible end record, even if the record does not end the file. With a
    /// zip64 record, it is the number of bytes from the start of the directory to the end of the
    /// file.
    ///
    /// Source: APPNOTE.TXT, sections 4.3.14 to 4.3.16.
    static func directoryBytes(of file: PlainFile) throws -> Int64 {
        let tail = try file.tail(searchBytes)
        guard tail.count >= bytesMin else { return 0 }
        let starts = (0...tail.count - bytesMin).reversed()
        guard let start = starts.first(where: { tail[$0...].starts(with: [0x50, 0x4b, 5, 6]) }) else { return 0 }
        let bytes = number(tail[(start + 12)...].prefix(4))
        // The 20 bytes before the end record may be the locator of a zip64 record. The zip64 record
        // contains the start of the directory.
        guard start >= 20, tail[(start - 20)...].starts(with: [0x50, 0x4b, 6, 7]) else { return bytes }
        let record = try file.bytes(at: number(tail[(start - 12)...].prefix(8)), count: 56)
        guard record.count == 56, record.starts(with: [0x50, 0x4b, 6, 6]) else { return bytes }
        let begin = number(record[48..<56])
        return begin >= 0 && begin < file.bytes ? file.bytes - begin : bytes
    }

    /// Decodes a little-endian number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
