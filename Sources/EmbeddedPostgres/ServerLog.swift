import Foundation

/// The log file of the private server. It contains the reason for a failed start.
struct ServerLog {
    let path: String

    /// The number of bytes that are read from the end of the file. 64 KiB.
    private static let tailBytes: UInt64 = 1 << 16
    /// The maximum number of lines of `postgresql.auto.conf` in a hint.
    private static let settingsShown = 5

    /// The file's size in bytes, or 0 if it does not exist.
    var size: UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// The size from which on the file is rotated. 10 MiB.
    static let bytesMax: UInt64 = 10 << 20

    /// The path of the previous part of the log.
    var earlierPath: String { path + ".1" }

    /// Copies a log that is longer than `bytesMax` to `earlierPath`, and empties it. Called by the
    /// server's user while the server runs.
    ///
    /// The server appends to the file, so its next line becomes the first. A line that it writes
    /// between the copy and the emptying is lost.
    ///
    /// - Returns: true if the log was rotated. A full disk leaves it as it is.
    @discardableResult func rotate(bytesMax: UInt64 = Self.bytesMax) -> Bool {
        guard size > bytesMax else { return false }
        let draft = earlierPath + ".new"
        unlink(draft)
        guard (try? FileManager.default.copyItem(atPath: path, toPath: draft)) != nil, rename(draft, earlierPath) == 0
        else {
            unlink(draft)
            return false
        }
        return truncate(path, 0) == 0
    }

    /// Returns the text that was written since the file had `offset` bytes, at most its last 64
    /// KiB.
    func text(since offset: UInt64) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let end = size
        guard end > offset,
            (try? file.seek(toOffset: max(offset, end > Self.tailBytes ? end - Self.tailBytes : 0))) != nil
        else { return "" }
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// Returns the reason why the server ended by itself. Returns nil if the log has none, for
    /// example because the server was killed.
    ///
    /// The reason is the last line of level FATAL or PANIC that the postmaster or its startup
    /// process wrote. If a preceding LOG line names the cause, it follows. Fatal lines of sessions,
    /// for example after a wrong password, are ignored.
    static func failure(in text: String) -> String? {
        let all = text.split(whereSeparator: \.isNewline).map(Line.init)
        let start = all.lastIndex { $0.message?.hasPrefix("starting PostgreSQL") == true }
        let lines = all[(start ?? all.startIndex)...]
        // A postmaster that fails before its start message has started no other process.
        let postmaster = start.map { all[$0].process } ?? lines.last(where: \.isFatal)?.process
        let startup = lines.compactMap { $0.text.firstMatch(of: /startup process \(PID (\d+)\)/)?.1 }.last
        guard
            let index = lines.lastIndex(where: { line in
                line.isFatal && (line.process == postmaster || line.process == startup)
            })
        else { return nil }
        let cause = lines[..<index].suffix(Self.causeDistanceMax).compactMap(\.message)
            .last { $0.contains(/^(could not|invalid|syntax error|unrecognized|parameter)/) }
        return lines[index].message.map { message in cause.map { "\(message): \($0)" } ?? String(message) }
    }

    /// The maximum number of lines between the cause and the fatal line.
    private static let causeDistanceMax = 4

    /// A line that begins with the default `log_line_prefix`. It has a time, the number of the
    /// process, a level and a message.
    private struct Line {
        let text: Substring
        /// The number of the process. It is nil if the line has another prefix.
        let process: Substring?
        /// The level. It is nil in a further line of a message.
        let level: Substring?
        let message: Substring?

        init(_ text: Substring) {
            let match = text.firstMatch(of: /(?:\[(\d+)\] )?(LOG|ERROR|FATAL|PANIC):  (.*)/)
            self.text = text
            process = match?.1
            level = match?.2
            message = match?.3
        }

        /// True if the line gives the reason for the end of a process. Lines about sessions that
        /// were refused during a start or stop do not.
        var isFatal: Bool {
            (level == "FATAL" || level == "PANIC") && message?.hasPrefix("the database system is") == false
        }
    }

    /// Returns true if a start failed because processes of the previous server still run. A new
    /// attempt may succeed.
    static func saysThatOthersRun(_ failure: String) -> Bool {
        failure.hasPrefix("pre-existing shared memory block") || failure.hasPrefix("lock file ")
    }

    /// Returns what to do after a failed start. The text has the path of the log and the settings
    /// of ALTER SYSTEM.
    func hint(clusterDirectory: String) -> String {
        let file = clusterDirectory + "/postgresql.auto.conf"
        let settings = ServerLog.settings(in: (try? String(contentsOfFile: file, encoding: .utf8)) ?? "")
        guard !settings.isEmpty else { return "the server's log is \(path)" }
        let shown = settings.prefix(Self.settingsShown).map { "line \($0.line): \($0.text)" }.joined(separator: "; ")
        return
            "if a setting of ALTER SYSTEM is the cause, remove its line from \(file) (\(shown)); the server's log is \(path)"
    }

    /// Returns the lines that contain a setting, numbered from 1.
    private static func settings(in text: String) -> [(line: Int, text: String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.isEmpty || line.hasPrefix("#") ? nil : (index + 1, line)
        }
    }
}
