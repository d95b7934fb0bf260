import HealthCore
import Postgres

/// The numbers under which the store holds the names of a `SampleReferences`, by place.
struct ResolvedReferences {
    var sampleTypeIDs: [Int32] = []
    var unitIDs: [Int32] = []
    var sourceRevisionIDs: [Int32] = []
    var deviceIDs: [Int32] = []
    /// Whether more became known of a source than the store knew: `PreferenceChange.sources`, which the caller notes.
    var haveSourcesChanged = false
}

/// Looks the names of a batch up and adds those that the store does not know.
///
/// The caller holds the lock of the person's change_counter row, so that nobody else adds names of the person meanwhile.
struct ReferenceResolver {
    let person: Person
    let session: Session

    /// - Parameter deviceOfRevision: place of the first device of a revision, where it had one.
    func resolve(_ references: SampleReferences, deviceOfRevision: [Int32: Int32]) throws -> ResolvedReferences {
        var resolved = ResolvedReferences()
        resolved.sampleTypeIDs = try sampleTypes(references.types)
        resolved.unitIDs = try units(references.units)
        let classes = references.sourceRevisions.enumerated().map { place, revision in
            SourceClass(revision, device: deviceOfRevision[Int32(place)].map { references.devices[Int($0)] })
        }
        var sources = SourceRegistry(person: person, session: session)
        resolved.sourceRevisionIDs = try sources.resolve(references.sourceRevisions, classes: classes)
        resolved.haveSourcesChanged = sources.haveSourcesChanged
        resolved.deviceIDs = try DeviceRegistry(person: person, session: session).resolve(references.devices)
        return resolved
    }

    private func sampleTypes(_ types: [SampleReferences.TypeReference]) throws -> [Int32] {
        let identifiers = Array(Set(types.map(\.identifier))).sorted()
        var known = try identified(
            "select identifier, sample_type_id from health.sample_type where identifier = any($1)", identifiers)
        // Sorted, so that two writers wait for each other in one order only.
        for type in types.sorted(by: { $0.identifier < $1.identifier }) where known[type.identifier] == nil {
            _ = try session.execute(
                """
                insert into health.sample_type (identifier, short_name, kind, in_catalogue) values ($1, $1, $2, false)
                on conflict (identifier) do nothing
                """,
                [.text(type.identifier), .text(type.kind.rawValue)])
            known.merge(
                try identified(
                    "select identifier, sample_type_id from health.sample_type where identifier = any($1)",
                    [type.identifier])
            ) { $1 }
        }
        return types.map { known[$0.identifier] ?? 0 }
    }

    private func units(_ units: [String]) throws -> [Int32] {
        let select = "select unit_string, unit_id from health.unit where unit_string = any($1)"
        var known = try identified(select, units)
        let missing = units.filter { known[$0] == nil }.sorted()
        if !missing.isEmpty {
            _ = try session.execute(
                "insert into health.unit (unit_string) select unnest($1::text[]) on conflict (unit_string) do nothing",
                [.textArray(missing)])
            known.merge(try identified(select, missing)) { $1 }
        }
        return units.map { known[$0] ?? 0 }
    }

    private func identified(_ select: String, _ names: [String]) throws -> [String: Int32] {
        guard !names.isEmpty else { return [:] }
        var found: [String: Int32] = [:]
        for row in try session.execute(select, [.textArray(names)]) { found[try row.text(0)] = try row.int32(1) }
        return found
    }
}
