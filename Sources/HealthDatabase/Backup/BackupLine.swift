/// Reads the beginning of a line of a person's export.
public enum BackupLine {
    /// Returns the name of the line's first member. Returns nil if the line is not an object or the
    /// name has escapes.
    public static func member(of line: some Collection<UInt8>) -> String? {
        var rest = line[...]
        func skipSpace() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
        skipSpace()
        guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
        skipSpace()
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let name = rest.prefix { $0 != UInt8(ascii: "\"") }
        guard !name.isEmpty, name.count <= nameBytesMax, name.endIndex < rest.endIndex else { return nil }
        rest = rest[name.endIndex...].dropFirst()
        skipSpace()
        return rest.first == UInt8(ascii: ":") ? String(decoding: name, as: UTF8.self) : nil
    }

    private static let nameBytesMax = 64

    /// Returns true if a file that begins with `bytes` is the export of a person.
    public static func isHeader(_ bytes: some Collection<UInt8>) -> Bool { member(of: bytes) == "healthstore" }
}
