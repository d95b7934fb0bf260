import HealthCore
import Postgres

/// The ids that the store has for the names of a `SampleReferences`, by the index of the name.
struct ResolvedReferences {
    var sampleTypeIDs: [Int32] = []
    var unitIDs: [Int32] = []
    var sourceRevisionIDs: [Int32] = []
    var deviceIDs: [Int32] = []
    /// True if a known source got its bundle identifier. The caller must then record
    /// `PreferenceChange.sources`.
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

    /// Returns the ids of all references.
    ///
    /// - Parameters:
    ///   - deviceOfRevision: the index of the first device of each revision; no element for a
    ///     revision without a device.
    ///   - only: the names to look up; nil for all. Other names get the id 0.
    ///   - known: the result for an earlier state of the same references, when they had fewer
    ///     names.
    func resolve(
        _ references: SampleReferences, deviceOfRevision: [Int32: Int32], only used: UsedNames? = nil,
        known: ResolvedReferences = ResolvedReferences()
    ) throws -> ResolvedReferences {
        if let used { return try resolve(references, deviceOfRevision: deviceOfRevision, used) }
        var resolved = known
        let types = Array(references.types.dropFirst(known.sampleTypeIDs.count))
        let typeIDs = try SharedNames.types(types).resolve(person, session, isBounded: isBounded)
        resolved.refused.types.formUnion(
            indices(of: types.map(\.identifier), in: typeIDs.refused, known.sampleTypeIDs.count))
        resolved.sampleTypeIDs += types.map { typeIDs.ids[$0.identifier] ?? 0 }
        let units = Array(references.units.dropFirst(known.unitIDs.count))
        let unitIDs = try SharedNames.units(units).resolve(person, session, isBounded: isBounded)
        resolved.refused.units.formUnion(indices(of: units, in: unitIDs.refused, known.unitIDs.count))
        resolved.unitIDs += units.map { unitIDs.ids[$0] ?? 0 }
        let revisions = references.sourceRevisions.enumerated().dropFirst(known.sourceRevisionIDs.count)
        let classes = revisions.map { index, revision in
            SourceClass(revision, device: deviceOfRevision[Int32(index)].map { references.devices[Int($0)] })
        }
        var sources = SourceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.sourceRevisionIDs += try sources.resolve(
            revisions.map(\.element), classes: classes, firstIndex: Int32(known.sourceRevisionIDs.count))
        resolved.refused.sourceRevisions.merge(sources.refused) { $1 }
        resolved.changedSources = known.changedSources || sources.changedSources
        var devices = DeviceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.deviceIDs += try devices.resolve(
            Array(references.devices.dropFirst(known.deviceIDs.count)), firstIndex: Int32(known.deviceIDs.count))
        resolved.refused.devices.formUnion(devices.refused)
        return resolved
    }

    /// Looks up only the names in `used`. Other names get the id 0.
    private func resolve(
        _ references: SampleReferences, deviceOfRevision: [Int32: Int32], _ used: UsedNames
    ) throws -> ResolvedReferences {
        var resolved = ResolvedReferences()
        func indices(_ used: Set<Int32>) -> [Int] { used.sorted().map(Int.init) }
        func spread(_ ids: [Int32], _ used: Set<Int32>, count: Int) -> [Int32] {
            var all = [Int32](repeating: 0, count: count)
            for (index, id) in zip(indices(used), ids) { all[index] = id }
            return all
        }
        let types = indices(used.types).map { references.types[$0] }
        let typeIDs = try SharedNames.types(types).resolve(person, session, isBounded: isBounded).ids
        resolved.sampleTypeIDs = spread(
            types.map { typeIDs[$0.identifier] ?? 0 }, used.types, count: references.types.count)
        let units = indices(used.units).map { references.units[$0] }
        let unitIDs = try SharedNames.units(units).resolve(person, session, isBounded: isBounded).ids
        resolved.unitIDs = spread(units.map { unitIDs[$0] ?? 0 }, used.units, count: references.units.count)
        let revisions = indices(used.sourceRevisions)
        let classes = revisions.map { index in
            SourceClass(
                references.sourceRevisions[index],
                device: deviceOfRevision[Int32(index)].map { references.devices[Int($0)] })
        }
        var sources = SourceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.sourceRevisionIDs = spread(
            try sources.resolve(
                revisions.map { references.sourceRevisions[$0] }, classes: classes, firstIndex: 0),
            used.sourceRevisions, count: references.sourceRevisions.count)
        resolved.changedSources = sources.changedSources
        var devices = DeviceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.deviceIDs = spread(
            try devices.resolve(indices(used.devices).map { references.devices[$0] }, firstIndex: 0), used.devices,
            count: references.devices.count)
        return resolved
    }

    private func indices(of names: [String], in refused: Set<String>, _ firstIndex: Int) -> [Int32] {
        guard !refused.isEmpty else { return [] }
        return names.indices.filter { refused.contains(names[$0]) }.map { Int32(firstIndex + $0) }
    }
}
