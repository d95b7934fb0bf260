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

    /// Why the server ended by itself: the last line of level FATAL or PANIC of the postmaster or of its startup process, behind the line of
    /// level LOG that says the cause where there is one.
    ///
    /// Sessions have fatal lines, too, for instance of wrong passwords; they say nothing of the server. Nil if no line says it, as when
    /// the server was killed.
    static func failure(in text: String) -> String? {
        let all = text.split(whereSeparator: \.isNewline).map(Line.init)
        let start = all.lastIndex { $0.message?.hasPrefix("starting PostgreSQL") == true }
        let lines = all[(start ?? all.startIndex)...]
        // A postmaster that fails before it says that it starts is alone.
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

    /// Lines before the fatal one among which its cause is looked for. 4.
    private static let causeDistanceMax = 4

    /// A line as `log_line_prefix` makes it by default: a time, the number of the process, a level and a message.
    private struct Line {
        let text: Substring
        /// Nil with another prefix.
        let process: Substring?
        /// Nil on further lines of a message.
        let level: Substring?
        let message: Substring?

        init(_ text: Substring) {
            let match = text.firstMatch(of: /(?:\[(\d+)\] )?(LOG|ERROR|FATAL|PANIC):  (.*)/)
            self.text = text
            process = match?.1
            level = match?.2
            message = match?.3
        }

        /// Whether it says why a process ended. Refusals of sessions while the server starts or stops do not.
        var isFatal: Bool {
            (level == "FATAL" || level == "PANIC") && message?.hasPrefix("the database system is") == false
        }
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
