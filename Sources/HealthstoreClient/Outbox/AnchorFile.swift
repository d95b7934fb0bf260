import Foundation

/// The anchor of each type, which is a position in the changes of the phone's store. The service
/// has stored or refused all changes before it.
///
/// Each version of the anchors is a separate file, and the latest readable file is used. If all
/// files are lost, `SyncEngine` compares each type with the service. `Outbox` also keeps the
/// reported time zone, activity summaries, characteristics, incomplete samples, first passes and
/// the sync plan in such files.
struct AnchorFile {
    private let directory: DurableDirectory
    private(set) var anchors: [String: Data] = [:]
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

    /// Sets an anchor, or removes it if `anchor` is nil. The change is on disk when this method
    /// returns.
    mutating func set(_ anchor: Data?, for type: String) throws {
        var changed = anchors
        changed[type] = anchor
        try write(changed)
    }

    mutating func removeAll() throws { try write([:]) }

    /// Changes several values. The change is on disk when this method returns.
    mutating func update(_ body: (inout [String: Data]) -> Void) throws {
        var changed = anchors
        body(&changed)
        try write(changed)
    }

    private mutating func write(_ changed: [String: Data]) throws {
        number += 1
        let name = "\(number).json"
        try directory.write(try JSONEncoder.sorted.encode(changed), as: name)
        if let currentName { try? directory.remove(currentName) }
        currentName = name
        anchors = changed
    }
}
