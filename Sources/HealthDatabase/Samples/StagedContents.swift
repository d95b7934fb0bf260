import HealthCore

/// Tells which kinds of data the samples of a batch or an import have, so that statements which
/// would find nothing are not run.
struct StagedContents: Codable {
    /// The side tables in which samples may have rows.
    private(set) var tables: Set<SideTable> = []
    /// True if a sample has a sync identifier. An export has it only in the metadata.
    var hasSynced = false
    /// True if two samples have the same uuid. `BatchWriter` also sets it to have samples compared.
    var hasRepetitions = false
    /// One more than the greatest ordinal.
    private(set) var ordinalEnd: Int64 = 0
    private(set) var latestStart = Instant.earliest

    /// The samples that have the same names, by the indices of these names.
    private(set) var groups: [Names: Group] = [:]

    /// The indices of the names of a sample.
    struct Names: Hashable, Codable {
        var type: Int32
        var revision: Int32
        var device: Int32?
        var unit: Int32?
    }

    struct Group: Codable {
        var count: Int64 = 0
        /// The number of samples that an import stored without staging.
        var directCount: Int64 = 0
        /// The length of the longest sample in microseconds.
        var longestDuration: Int64 = -1
        var firstStart = Instant.latest
        /// The earliest creation time, or the start of a sample without one.
        var firstCreation = Instant.latest

        fileprivate mutating func note(_ sample: Sample, isDirect: Bool) {
            count += 1
            if isDirect { directCount += 1 }
            longestDuration = max(longestDuration, sample.end.microseconds - sample.start.microseconds)
            firstStart = min(firstStart, sample.start)
            firstCreation = min(firstCreation, sample.members.creation ?? sample.start)
        }
    }

    /// The names that samples have, if others are not to be stored.
    var usedNames: UsedNames {
        UsedNames(
            types: Set(groups.keys.map(\.type)), units: Set(groups.keys.compactMap(\.unit)),
            sourceRevisions: Set(groups.keys.map(\.revision)), devices: Set(groups.keys.compactMap(\.device)))
    }

    /// The start of the first sample of each type, by the index of the type.
    var firstStarts: [Int32: Instant] {
        Dictionary(groups.map { ($0.key.type, $0.value.firstStart) }, uniquingKeysWith: min)
    }

    /// Returns the facts about the sources of the samples, by the index of the revision.
    func sourceFacts(_ references: SampleReferences) -> [Int32: SourceFacts] {
        var facts: [Int32: SourceFacts] = [:]
        for (names, group) in groups {
            let revision = references.sourceRevisions[Int(names.revision)]
            facts[names.revision, default: SourceFacts()].add(
                SourceFacts(
                    revision, device: names.device.map { references.devices[Int($0)] },
                    firstCreation: group.firstCreation, count: group.count),
                isCounted: revision.bundleIdentifier == nil)
        }
        return facts
    }

    init() {}

    /// The contents of a batch.
    init(_ samples: [(ordinal: Int64, sample: Sample)]) {
        for (ordinal, sample) in samples { note(sample, ordinal: ordinal) }
        hasRepetitions = Set(samples.lazy.map(\.sample.uuid)).count < samples.count
    }

    mutating func note(ordinal: Int64) { ordinalEnd = max(ordinalEnd, ordinal + 1) }

    mutating func note(_ sample: Sample, ordinal: Int64, isDirect: Bool = false) {
        note(ordinal: ordinal)
        latestStart = max(latestStart, sample.start)
        let names = Names(
            type: sample.type, revision: sample.sourceRevision, device: sample.device,
            unit: sample.content.quantity?.sentUnit)
        groups[names, default: Group()].note(sample, isDirect: isDirect)
        if !sample.metadata.isEmpty || !sample.parts.isEmpty { tables.insert(.detail) }
        if !has(.timeZone), SampleTimeZone.mayBeNamed(in: sample.metadata) { tables.insert(.timeZone) }
        if sample.container != nil { tables.insert(.contained) }
        if !hasSynced, sample.sync != nil || RepeatedRecords.mayBeSynced(sample) { hasSynced = true }
        switch sample.content {
        case .aggregate: tables.insert(.extreme)
        case .series: tables.formUnion([.series, .seriesQuantity])
        case .workout: tables.insert(.workout)
        case .quantity, .category, .correlation, .other: break
        }
    }

    /// Returns true if samples may have rows in `table`, beside their rows in `health.sample`.
    func has(_ table: SideTable) -> Bool { tables.contains(table) }

    /// Returns true if an imported sample may equal one of these samples. Compares only starts,
    /// which needs no statement.
    ///
    /// - Parameter importedUntil: the latest start of an imported sample; nil if there is none.
    func mayRepeatImport(until importedUntil: Instant?) -> Bool {
        guard let importedUntil, let first = groups.values.map(\.firstStart).min() else { return false }
        return first.wholeSeconds <= importedUntil.wholeSeconds
    }
}

/// Indices of names in `SampleReferences`.
struct UsedNames {
    let types: Set<Int32>
    let units: Set<Int32>
    let sourceRevisions: Set<Int32>
    let devices: Set<Int32>
}
