import Foundation

/// A file with one line that only its owner may know, such as a password or a token.
enum SecretFile {
    /// The longest file, in bytes: 16 KiB.
    static let bytesMax = 16 * 1024

    /// Returns the line without blanks around it.
    ///
    /// - Parameters:
    ///   - content: what the file has, for messages.
    ///   - example: what to write into the file.
    /// - Throws: `CommandFailure` for a file that cannot be read, that every user can read, or that
    ///   has no or several lines. No message has the line.
    static func line(of path: String, with content: String, example: String) throws -> String {
        let attributes: [FileAttributeKey: Any]
        let bytes: Data
        do {
            attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            bytes = try file.read(upToCount: bytesMax + 1) ?? Data()
        } catch {
            throw CommandFailure(
                message: "the file \(path) with \(content) cannot be read",
                hint: "check that the file exists and that this user may read it")
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o007 == 0 else {
            throw CommandFailure(
                message: "every user can read the file \(path) with \(content)",
                hint: "run chmod 600 \(shellWord(path))")
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard bytes.count <= bytesMax, !text.isEmpty, !text.contains(where: \.isNewline) else {
            throw CommandFailure(
                message: "the file \(path) must have one line with \(content), of at most \(bytesMax) bytes",
                hint: "write \(example) into it")
        }
        return text
    }
}
