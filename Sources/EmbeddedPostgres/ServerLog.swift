import Foundation

/// The log file of the private server, and what it says of a start that failed.
struct ServerLog {
    let path: String

    /// Bytes that are read of its end. 64 KiB.
    private static let tailBytes: UInt64 = 1 << 16
    /// Lines of `postgresql.auto.conf` that a hint names. 5.
    private static let settingsShown = 5

    /// In bytes; 0 if there is no file.
    var size: UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// What was written since the file had `offset` bytes, at most the last 64 KiB of it.
    func text(since offset: UInt64) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let end = size
        guard end > offset,
            (try? file.seek(toOffset: max(offset, end > Self.tailBytes ? end - Self.tailBytes : 0))) != nil
        else { return "" }
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// Why the server ended: its last line of level FATAL or PANIC, behind the line of level LOG that says the cause where there is one.
    ///
    /// Nil if no line says it, as on a full disk.
    static func failure(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let index = lines.lastIndex(where: { message(of: $0, ["FATAL", "PANIC"]) != nil }),
            let failure = message(of: lines[index], ["FATAL", "PANIC"])
        else { return nil }
        let cause = lines[..<index].suffix(Self.causeDistanceMax).compactMap { message(of: $0, ["LOG", "ERROR"]) }
            .last { $0.contains(/^(could not|invalid|syntax error|unrecognized|parameter)/) }
        return cause.map { "\(failure): \($0)" } ?? failure
    }

    /// Lines before the fatal one among which its cause is looked for. 4.
    private static let causeDistanceMax = 4

    /// The message of a line of one of the levels.
    private static func message(of line: Substring, _ levels: [String]) -> String? {
        for level in levels {
            if let range = line.firstRange(of: "\(level):  ") { return String(line[range.upperBound...]) }
        }
        return nil
    }

    /// Whether a start failed because processes of the server before it are still there: it is worth another try.
    static func saysThatOthersRun(_ failure: String) -> Bool {
        failure.hasPrefix("pre-existing shared memory block") || failure.hasPrefix("lock file ")
    }

    /// How to go on after a failed start: where the log is, and which settings ALTER SYSTEM made.
    func hint(clusterDirectory: String) -> String {
        let file = clusterDirectory + "/postgresql.auto.conf"
        let settings = ServerLog.settings(in: (try? String(contentsOfFile: file, encoding: .utf8)) ?? "")
        guard !settings.isEmpty else { return "the server's log is \(path)" }
        let shown = settings.prefix(Self.settingsShown).map { "line \($0.line): \($0.text)" }.joined(separator: "; ")
        return
            "if a setting of ALTER SYSTEM is the cause, remove its line from \(file) (\(shown)); the server's log is \(path)"
    }

    /// Lines that set something, counted from 1.
    private static func settings(in text: String) -> [(line: Int, text: String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.isEmpty || line.hasPrefix("#") ? nil : (index + 1, line)
        }
    }
}
