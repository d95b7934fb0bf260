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
        let units = Array(references.units.dropFirst(known.unitIDs.count))
        let revisions = references.sourceRevisions.enumerated().dropFirst(known.sourceRevisionIDs.count)
        let classes = revisions.map { index, revision in
            SourceClass(revision, device: deviceOfRevision[Int32(index)].map { references.devices[Int($0)] })
        }
        let ids = try resolve(
            types: types, units: units, revisions: revisions.map(\.element), classes: classes,
            devices: Array(references.devices.dropFirst(known.deviceIDs.count)), known)
        resolved.refused.types.formUnion(
            indices(of: types.map(\.identifier), in: ids.types.refused, known.sampleTypeIDs.count))
        resolved.sampleTypeIDs += types.map { ids.types.ids[$0.identifier] ?? 0 }
        resolved.refused.units.formUnion(indices(of: units, in: ids.units.refused, known.unitIDs.count))
        resolved.unitIDs += units.map { ids.units.ids[$0] ?? 0 }
        resolved.sourceRevisionIDs += ids.revisions
        resolved.refused.sourceRevisions.merge(ids.sources.refused) { $1 }
        resolved.changedSources = known.changedSources || ids.sources.changedSources
        resolved.deviceIDs += ids.devices
        resolved.refused.devices.formUnion(ids.refusedDevices)
        return resolved
    }

    private struct IDs {
        var types: SharedNames.Resolved
        var units: SharedNames.Resolved
        var revisions: [Int32]
        var sources: SourceRegistry
        var devices: [Int32]
        var refusedDevices: Set<Int32>
    }

    /// Looks up names of all kinds, in one round trip if the store has all of them.
    ///
    /// - Parameter known: the names before `revisions` and `devices`.
    private func resolve(
        types: [SampleReferences.TypeReference], units: [String], revisions: [SourceRevision], classes: [SourceClass],
        devices: [Device], _ known: ResolvedReferences = ResolvedReferences()
    ) throws -> IDs {
        let typeNames = SharedNames.types(types)
        let unitNames = SharedNames.units(units)
        let found = try session.execute([
            typeNames.statement(person), unitNames.statement(person), SourceRegistry.statement(person),
            DeviceRegistry.statement(devices, of: person),
        ])
        let typeIDs = try typeNames.resolve(found[0], person, session, isBounded: isBounded)
        let unitIDs = try unitNames.resolve(found[1], person, session, isBounded: isBounded)
        var sources = SourceRegistry(person: person, session: session, isBounded: isBounded)
        let revisionIDs = try sources.resolve(
            revisions, classes: classes, firstIndex: Int32(known.sourceRevisionIDs.count), found[2])
        var registry = DeviceRegistry(person: person, session: session, isBounded: isBounded)
        let deviceIDs = try registry.resolve(devices, firstIndex: Int32(known.deviceIDs.count), found[3])
        return IDs(
            types: typeIDs, units: unitIDs, revisions: revisionIDs, sources: sources, devices: deviceIDs,
            refusedDevices: registry.refused)
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
        let units = indices(used.units).map { references.units[$0] }
        let revisions = indices(used.sourceRevisions)
        let classes = revisions.map { index in
            SourceClass(
                references.sourceRevisions[index],
                device: deviceOfRevision[Int32(index)].map { references.devices[Int($0)] })
        }
        let ids = try resolve(
            types: types, units: units, revisions: revisions.map { references.sourceRevisions[$0] }, classes: classes,
            devices: indices(used.devices).map { references.devices[$0] })
        resolved.sampleTypeIDs = spread(
            types.map { ids.types.ids[$0.identifier] ?? 0 }, used.types, count: references.types.count)
        resolved.unitIDs = spread(units.map { ids.units.ids[$0] ?? 0 }, used.units, count: references.units.count)
        resolved.sourceRevisionIDs = spread(
            ids.revisions, used.sourceRevisions, count: references.sourceRevisions.count)
        resolved.changedSources = ids.sources.changedSources
        resolved.deviceIDs = spread(ids.devices, used.devices, count: references.devices.count)
        return resolved
    }

    private func indices(of names: [String], in refused: Set<String>, _ firstIndex: Int) -> [Int32] {
        guard !refused.isEmpty else { return [] }
        return names.indices.filter { refused.contains(names[$0]) }.map { Int32(firstIndex + $0) }
    }
}
