import Foundation

/// The anchor of each type: the service has all changes before it.
///
/// Each version is a separate file, and the latest readable one is used. If all are lost,
/// everything is read and sent again, and the service reports it as unchanged.
struct AnchorFile {
    private let directory: DurableDirectory
    private var anchors: [String: Data] = [:]
    private var number: UInt64 = 0
    private var currentName: String?

    init(_ directory: DurableDirectory) throws {
        self.directory = directory
        let versions = try directory.names().compactMap { name in
            UInt64(name.prefix { $0 != "." }).map { (number: $0, name: name) }
        }
        number = versions.map(\.number).max() ?? 0
        for version in versions.sorted(by: { $0.number > $1.number }) {
            let text = try directory.read(version.name)
            if currentName == nil, let anchors = try? JSONDecoder().decode([String: Data].self, from: text) {
                self.anchors = anchors
                currentName = version.name
            } else {
                try directory.remove(version.name)
            }
        }
    }

    subscript(type: String) -> Data? { anchors[type] }

    /// Sets an anchor; nil removes it. It is on disk when this returns.
    mutating func set(_ anchor: Data?, for type: String) throws {
        var changed = anchors
        changed[type] = anchor
        try write(changed)
    }

    mutating func removeAll() throws { try write([:]) }

    private mutating func write(_ changed: [String: Data]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        number += 1
        let name = "\(number).json"
        try directory.write(try encoder.encode(changed), as: name)
        if let currentName { try? directory.remove(currentName) }
        currentName = name
        anchors = changed
    }
}
