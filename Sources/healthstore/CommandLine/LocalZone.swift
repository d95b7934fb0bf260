import Foundation
import HealthCore

/// The time zone of this machine: whose days a command shows where no `--time-zone` is given.
enum LocalZone {
    /// A name of the IANA database: `TZ` if it is set, else where /etc/localtime points, else what
    /// /etc/timezone says. `UTC` where none of them is such a name.
    static var name: String {
        if let text = ProcessInfo.processInfo.environment["TZ"] { return identifier(text) ?? fallback }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let name = identifier(target)
        {
            return name
        }
        // Some systems copy the zone's file.
        let text = (try? String(contentsOfFile: "/etc/timezone", encoding: .utf8)) ?? ""
        return identifier(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? fallback
    }

    /// The clock of `name`.
    static var clock: WallClock { Zone(identifier: name).map { WallClock($0) } ?? .utc }

    private static let fallback = "UTC"

    /// - Parameter text: a name, also behind a colon, or the path of a zone's file.
    private static func identifier(_ text: String) -> String? {
        var name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if let folder = name.range(of: "/zoneinfo/", options: .backwards) { name = String(name[folder.upperBound...]) }
        for folder in ["posix/", "right/"] where name.hasPrefix(folder) { name.removeFirst(folder.count) }
        return Zone(identifier: name) == nil ? nil : name
    }
}

/// The time zone of a question.
struct QuestionZone {
    /// A name of the IANA database, or `person`.
    let name: String
    /// A line that says which zone the answer is in, where the question named none; else nothing.
    let note: String

    init(_ arguments: Arguments) {
        if let given = arguments["--time-zone"] {
            name = given
            note = ""
        } else {
            name = LocalZone.name
            note = "times are those of \(name), this machine's time zone; --time-zone names another\n"
        }
    }
}
