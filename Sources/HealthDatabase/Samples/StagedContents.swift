import HealthCore

/// Tells which kinds of data the samples of a batch or an import have, so that statements which
/// would find nothing are not run.
struct StagedContents: Codable {
    var hasDetails = false
    var hasTimeZones = false
    var hasWorkouts = false
    var hasContained = false
    /// True if a sample has a sync identifier. An export has it only in the metadata.
    var hasSynced = false
    /// True only for batches, because imports have no series.
    var hasSeries = false
    /// True if a sample is an aggregate with a minimum or maximum.
    var hasExtremes = false
    /// True if two samples have the same uuid. `BatchWriter` also sets it to have samples compared.
    var hasRepetitions = false
    /// One more than the greatest ordinal.
    private(set) var ordinalEnd: Int64 = 0
    private(set) var earliestStart = Instant.latest
    private(set) var latestStart = Instant.earliest

    /// The samples of each type, by the index of the type.
    private(set) var types: [Int32: OfType] = [:]

    struct OfType: Codable {
        /// The length of the longest sample in microseconds.
        var longestDuration: Int64 = -1
        var firstStart = Instant.latest

        fileprivate mutating func note(_ sample: Sample) {
            longestDuration = max(longestDuration, sample.end.microseconds - sample.start.microseconds)
            firstStart = min(firstStart, sample.start)
        }
    }

    /// The types of the samples, by source revision and device.
    private(set) var revisionTypes: Set<RevisionType> = []
    private var lastRevisionType = RevisionType(revision: -1, type: -1, device: nil)

    /// The indices of a source revision, of a type of its samples, and of their device.
    struct RevisionType: Hashable, Codable {
        var revision: Int32
        var type: Int32
        var device: Int32?
    }

    /// The types of the samples, by unit.
    private(set) var unitTypes: Set<UnitType> = []
    private var lastUnitType = UnitType(unit: -1, type: -1)

    /// The indices of a unit and of a type of the samples that were sent in it.
    struct UnitType: Hashable, Codable {
        var unit: Int32
        var type: Int32
    }

    /// The samples of each source revision and device.
    private(set) var writers: [Writer: Written] = [:]

    /// The indices of a source revision and of the device that its samples name.
    struct Writer: Hashable, Codable {
        var revision: Int32
        var device: Int32?
    }

    struct Written: Codable {
        var count: Int64 = 0
        /// The earliest creation time, or the start of a sample without one.
        var firstCreation = Instant.latest

        fileprivate mutating func note(_ creation: Instant) {
            count += 1
            firstCreation = min(firstCreation, creation)
        }
    }

    /// Returns the facts about the sources of the samples, by the index of the revision.
    func sourceFacts(_ references: SampleReferences) -> [Int32: SourceFacts] {
        var facts: [Int32: SourceFacts] = [:]
        for (writer, written) in writers {
            let revision = references.sourceRevisions[Int(writer.revision)]
            facts[writer.revision, default: SourceFacts()].add(
                SourceFacts(
                    revision, device: writer.device.map { references.devices[Int($0)] },
                    firstCreation: written.firstCreation, count: written.count),
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

    mutating func note(_ sample: Sample, ordinal: Int64) {
        note(ordinal: ordinal)
        earliestStart = min(earliestStart, sample.start)
        latestStart = max(latestStart, sample.start)
        types[sample.type, default: OfType()].note(sample)
        let revisionType = RevisionType(revision: sample.sourceRevision, type: sample.type, device: sample.device)
        if revisionType != lastRevisionType {
            lastRevisionType = revisionType
            revisionTypes.insert(revisionType)
        }
        if let unit = sample.content.quantity?.sentUnit, lastUnitType != UnitType(unit: unit, type: sample.type) {
            lastUnitType = UnitType(unit: unit, type: sample.type)
            unitTypes.insert(lastUnitType)
        }
        let created = sample.creation ?? sample.start
        let writer = Writer(revision: sample.sourceRevision, device: sample.device)
        writers[writer, default: Written()].note(created)
        if !sample.metadata.isEmpty || !sample.parts.isEmpty { hasDetails = true }
        if !hasTimeZones, SampleTimeZone.mayBeNamed(in: sample.metadata) { hasTimeZones = true }
        if sample.container != nil { hasContained = true }
        if !hasSynced, sample.sync != nil || KnownRecords.mayBeSynced(sample) { hasSynced = true }
        switch sample.content {
        case .aggregate: hasExtremes = true
        case .series: hasSeries = true
        case .workout: hasWorkouts = true
        case .quantity, .category, .correlation, .other: break
        }
    }

    /// Returns true if samples may have rows in `table`, beside their rows in `health.sample`.
    func mayHaveRows(in table: SideTable) -> Bool {
        switch table {
        case .detail: hasDetails
        case .timeZone: hasTimeZones
        case .workout: hasWorkouts
        case .series, .seriesQuantity: hasSeries
        case .extreme: hasExtremes
        case .contained: hasContained
        }
    }

    /// Returns true if an imported sample may equal one of these samples. Compares only starts,
    /// which needs no statement.
    ///
    /// - Parameter importedUntil: the latest start of an imported sample; nil if there is none.
    func mayRepeatImport(until importedUntil: Instant?) -> Bool {
        guard let importedUntil else { return false }
        return earliestStart.wholeSeconds <= importedUntil.wholeSeconds
    }
}
