import Foundation

/// The samples that were sent without some of their parts, and that the store may complete later.
struct IncompleteSamples {
    /// The type of each sample by its uuid, and the time of the last reading.
    private var file: AnchorFile
    private let countMax: Int

    private static let readDateKey = "read"

    init(_ directory: DurableDirectory, countMax: Int) throws {
        file = try AnchorFile(directory)
        self.countMax = countMax
    }

    /// Returns the samples of a type, in order of their uuids.
    func uuids(of type: String) -> [UUID] {
        let type = Data(type.utf8)
        return file.anchors.filter { $0.value == type }.keys.sorted().compactMap(UUID.init)
    }

    /// The time at which the store was last asked for the samples. Nil if there are none.
    var readDate: Date? {
        file[IncompleteSamples.readDateKey].flatMap { TimeInterval(String(decoding: $0, as: UTF8.self)) }
            .map(Date.init(timeIntervalSinceReferenceDate:))
    }

    mutating func setReadDate(_ date: Date) throws {
        try file.set(IncompleteSamples.data(date), for: IncompleteSamples.readDateKey)
    }

    /// Adds those of the samples that may become complete, up to `countMax` in all. The store was
    /// asked for them at `date`.
    mutating func add(_ samples: [SampleRecord], at date: Date) throws {
        let new = samples.filter { $0.mayBecomeComplete && file[$0.uuid.uuidString] == nil }
        let room = countMax - file.anchors.keys.count { $0 != IncompleteSamples.readDateKey }
        guard !new.isEmpty, room > 0 else { return }
        try file.update { all in
            for sample in new.prefix(room) { all[sample.uuid.uuidString] = Data(sample.type.utf8) }
            if all[IncompleteSamples.readDateKey] == nil {
                all[IncompleteSamples.readDateKey] = IncompleteSamples.data(date)
            }
        }
    }

    mutating func remove(_ uuids: [UUID]) throws {
        guard !file.anchors.isEmpty else { return }
        let known = uuids.map(\.uuidString).filter { file[$0] != nil }
        guard !known.isEmpty else { return }
        try file.update { all in
            for uuid in known { all[uuid] = nil }
            if Set(all.keys) == [IncompleteSamples.readDateKey] { all = [:] }
        }
    }

    private static func data(_ date: Date) -> Data { Data(String(date.timeIntervalSinceReferenceDate).utf8) }
}
