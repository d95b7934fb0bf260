import Foundation
import HealthCore

/// The time zone of this machine. Commands show its days if `--time-zone` is not given.
enum LocalZone {
    /// A name of the IANA database. It comes from `TZ` if that variable is set, else from the
    /// target of /etc/localtime, else from the text of /etc/timezone. It is `UTC` if the text found
    /// is not such a name.
    static var name: String {
        if let text = ProcessInfo.processInfo.environment["TZ"] { return identifier(text) ?? fallback }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let name = identifier(target)
        {
            return name
        }
        // On some systems, /etc/localtime is a copy of the zone's file and not a link to it.
        let text = (try? String(contentsOfFile: "/etc/timezone", encoding: .utf8)) ?? ""
        return identifier(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? fallback
    }

    /// The clock of the zone `name`.
    static var clock: WallClock { Zone(identifier: name).map { WallClock($0) } ?? .utc }

    private static let fallback = "UTC"

    /// - Parameter text: a name, with or without a colon before it, or the path of a zone's file.
    private static func identifier(_ text: String) -> String? {
        var name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if let folder = name.range(of: "/zoneinfo/", options: .backwards) { name = String(name[folder.upperBound...]) }
        for folder in ["posix/", "right/"] where name.hasPrefix(folder) { name.removeFirst(folder.count) }
        return Zone(identifier: name) == nil ? nil : name
    }
}
