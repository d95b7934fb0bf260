import HealthCore
import Postgres

/// The ids that the store has for the names of a `SampleReferences`, by the index of the name.
struct ResolvedReferences {
    var sampleTypeIDs: [Int32] = []
    var unitIDs: [Int32] = []
    var sourceRevisionIDs: [Int32] = []
    var deviceIDs: [Int32] = []
    /// True if a known source got its bundle identifier, or the order of known sources changed. The
    /// caller must then record `PreferenceChange.sources`.
    var changedSources = false
    /// The indices of names that exceed the person's limits. Their ids are 0.
    var refused = RefusedNames()

    /// Returns the id of a type; nil if the type exceeds the person's limits.
    func numberOfType(at index: Int32) -> Int32? {
        refused.types.contains(index) ? nil : sampleTypeIDs[Int(index)]
    }

    struct RefusedNames {
        var types: Set<Int32> = []
        var units: Set<Int32> = []
        var sourceRevisions: [Int32: PersonName] = [:]
        var devices: Set<Int32> = []

        var isEmpty: Bool { types.isEmpty && units.isEmpty && sourceRevisions.isEmpty && devices.isEmpty }

        /// Returns the refusal of a sample that has a refused name; nil for any other sample.
        func refusal(of sample: Sample) -> Refusal? {
            if types.contains(sample.type) { return PersonName.unknownType.refusal }
            if let name = sourceRevisions[sample.sourceRevision] { return name.refusal }
            if let device = sample.device, devices.contains(device) { return PersonName.device.refusal }
            if let quantity = sample.content.quantity, units.contains(quantity.sentUnit) {
                return PersonName.unit.refusal
            }
            return nil
        }
    }
}

/// Looks up the ids of a batch's names, and adds names that the store does not have.
///
/// The caller holds the lock of the person's row of `health.change_counter`. So no other session
/// adds names of the person at the same time.
struct ReferenceResolver {
    let person: Person
    let session: Session
    /// True if names beyond the limits of `PersonName` are refused here. An import refuses such
    /// names while it reads its file.
    let isBounded: Bool

    /// Returns the ids of the names, in one round trip if the store has all of them.
    ///
    /// - Parameters:
    ///   - contents: all samples so far, whose facts the sources get.
    ///   - only: the names to look up; nil for all. Other names get the id 0.
    ///   - keepsFacts: false if a later call gives the same samples again.
    func resolve(
        _ references: SampleReferences, _ contents: StagedContents, only used: UsedNames? = nil, keepsFacts: Bool = true
    ) throws -> ResolvedReferences {
        func indices(_ used: Set<Int32>?, of count: Int) -> [Int] { used?.sorted().map(Int.init) ?? Array(0..<count) }
        func spread(_ ids: [Int32], _ indices: [Int], count: Int) -> [Int32] {
            var all = [Int32](repeating: 0, count: count)
            for (index, id) in zip(indices, ids) { all[index] = id }
            return all
        }
        let types = indices(used?.types, of: references.types.count)
        let units = indices(used?.units, of: references.units.count)
        let revisions = indices(used?.sourceRevisions, of: references.sourceRevisions.count)
        let devices = indices(used?.devices, of: references.devices.count)
        let typeNames = SharedNames.types(types.map { references.types[$0] })
        let unitNames = SharedNames.units(units.map { references.units[$0] })
        let deviceNames = devices.map { references.devices[$0] }
        let found = try session.execute([
            typeNames.statement(person), unitNames.statement(person), SourceRegistry.statement(person),
            DeviceRegistry.statement(deviceNames, of: person),
        ])
        let typeIDs = try typeNames.resolve(found[0], person, session, isBounded: isBounded)
        let unitIDs = try unitNames.resolve(found[1], person, session, isBounded: isBounded)
        var sources = SourceRegistry(person: person, session: session, isBounded: isBounded)
        let facts = contents.sourceFacts(references)
        let revisionIDs = try sources.resolve(
            revisions.map { (references.sourceRevisions[$0], facts[Int32($0)] ?? SourceFacts()) }, found[2],
            keepsFacts: keepsFacts)
        var registry = DeviceRegistry(person: person, session: session, isBounded: isBounded)
        let deviceIDs = try registry.resolve(deviceNames, found[3])

        var resolved = ResolvedReferences()
        resolved.sampleTypeIDs = spread(
            types.map { typeIDs.ids[references.types[$0].identifier] ?? 0 }, types, count: references.types.count)
        resolved.unitIDs = spread(
            units.map { unitIDs.ids[references.units[$0]] ?? 0 }, units, count: references.units.count)
        resolved.sourceRevisionIDs = spread(revisionIDs, revisions, count: references.sourceRevisions.count)
        resolved.deviceIDs = spread(deviceIDs, devices, count: references.devices.count)
        resolved.changedSources = sources.changedSources
        resolved.refused.types = Set(
            types.filter { typeIDs.refused.contains(references.types[$0].identifier) }.map(Int32.init))
        resolved.refused.units = Set(units.filter { unitIDs.refused.contains(references.units[$0]) }.map(Int32.init))
        resolved.refused.sourceRevisions = Dictionary(
            uniqueKeysWithValues: sources.refused.map { (Int32(revisions[$0]), $1) })
        resolved.refused.devices = Set(registry.refused.map { Int32(devices[$0]) })
        return resolved
    }
}
