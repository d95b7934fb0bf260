import HealthCore
import Postgres

/// The numbers under which the store holds the names of a `SampleReferences`, by place.
struct ResolvedReferences {
    var sampleTypeIDs: [Int32] = []
    var unitIDs: [Int32] = []
    var sourceRevisionIDs: [Int32] = []
    var deviceIDs: [Int32] = []
    /// Whether more became known of a source than the store knew: `PreferenceChange.sources`, which the caller notes.
    var changedSources = false
    /// The places of names that the store has no room for; their numbers are 0.
    var refused = RefusedNames()

    /// Nil for a type that the store has no room for.
    func numberOfType(at place: Int32) -> Int32? {
        refused.types.contains(place) ? nil : sampleTypeIDs[Int(place)]
    }

    struct RefusedNames {
        var types: Set<Int32> = []
        var units: Set<Int32> = []
        var sourceRevisions: [Int32: PersonName] = [:]
        var devices: Set<Int32> = []

        var isEmpty: Bool { types.isEmpty && units.isEmpty && sourceRevisions.isEmpty && devices.isEmpty }

        /// Why a sample is refused that has one of them; nil for another.
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

/// Looks the names of a batch up and adds those that the store does not know.
///
/// The caller holds the lock of the person's change_counter row, so that nobody else adds names of the person meanwhile.
struct ReferenceResolver {
    let person: Person
    let session: Session
    /// Whether names beyond the limits of `PersonName` are refused. An import does that itself, while it reads its file.
    let isBounded: Bool

    /// - Parameters:
    ///   - deviceOfRevision: place of the first device of a revision, where it had one.
    ///   - known: what was resolved of the same references before, when they had fewer names.
    func resolve(
        _ references: SampleReferences, deviceOfRevision: [Int32: Int32],
        known: ResolvedReferences = ResolvedReferences()
    ) throws -> ResolvedReferences {
        var resolved = known
        let types = Array(references.types.dropFirst(known.sampleTypeIDs.count))
        let typeIDs = try SharedNames.types(types).resolve(person, session, isBounded: isBounded)
        resolved.refused.types.formUnion(
            places(of: types.map(\.identifier), in: typeIDs.refused, known.sampleTypeIDs.count))
        resolved.sampleTypeIDs += types.map { typeIDs.ids[$0.identifier] ?? 0 }
        let units = Array(references.units.dropFirst(known.unitIDs.count))
        let unitIDs = try SharedNames.units(units).resolve(person, session, isBounded: isBounded)
        resolved.refused.units.formUnion(places(of: units, in: unitIDs.refused, known.unitIDs.count))
        resolved.unitIDs += units.map { unitIDs.ids[$0] ?? 0 }
        let revisions = references.sourceRevisions.enumerated().dropFirst(known.sourceRevisionIDs.count)
        let classes = revisions.map { place, revision in
            SourceClass(revision, device: deviceOfRevision[Int32(place)].map { references.devices[Int($0)] })
        }
        var sources = SourceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.sourceRevisionIDs += try sources.resolve(
            revisions.map(\.element), classes: classes, firstPlace: Int32(known.sourceRevisionIDs.count))
        resolved.refused.sourceRevisions.merge(sources.refused) { $1 }
        resolved.changedSources = known.changedSources || sources.changedSources
        var devices = DeviceRegistry(person: person, session: session, isBounded: isBounded)
        resolved.deviceIDs += try devices.resolve(
            Array(references.devices.dropFirst(known.deviceIDs.count)), firstPlace: Int32(known.deviceIDs.count))
        resolved.refused.devices.formUnion(devices.refused)
        return resolved
    }

    private func places(of names: [String], in refused: Set<String>, _ firstPlace: Int) -> [Int32] {
        guard !refused.isEmpty else { return [] }
        return names.indices.filter { refused.contains(names[$0]) }.map { Int32(firstPlace + $0) }
    }
}
