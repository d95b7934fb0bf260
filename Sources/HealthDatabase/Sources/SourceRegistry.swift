import HealthCore
import Postgres

/// The sources of one person and their revisions. A person has tens of them, so they are read whole.
///
/// One source is what has one name and one bundle identifier; exports know no bundle identifiers, so a source without
/// one and a source with one are the same if their names are equal up to U+00A0 and U+2019. What was entered by hand is a
/// source of its own.
struct SourceRegistry {
    let person: Person
    let session: Session

    private struct Known {
        var id: Int32
        var name: String
        var bundleIdentifier: String?
        var wasUserEntered: Bool
    }

    private struct RevisionKey: Hashable {
        var sourceID: Int32
        var version: String?
        var productType: String?
        var operatingSystemVersion: String?
    }

    /// Whether more became known of a source whose samples were here before.
    private(set) var haveSourcesChanged = false

    /// The ids of `revisions`, by place.
    mutating func resolve(_ revisions: [SourceRevision], classes: [SourceClass]) throws -> [Int32] {
        guard !revisions.isEmpty else { return [] }
        var sources = try knownSources()
        var known = try knownRevisions()
        var nextRevisionID = (known.values.max() ?? 0) + 1
        var ids: [Int32] = []
        for (revision, sourceClass) in zip(revisions, classes) {
            let sourceID = try sourceID(of: revision, sourceClass, among: &sources)
            let key = RevisionKey(
                sourceID: sourceID, version: revision.version, productType: revision.productType,
                operatingSystemVersion: revision.operatingSystemVersion)
            if let id = known[key] {
                ids.append(id)
                continue
            }
            let id = nextRevisionID
            ids.append(id)
            nextRevisionID += 1
            known[key] = id
            _ = try session.execute(
                """
                insert into health.source_revision
                    (person_id, source_revision_id, source_id, version, product_type, operating_system_version)
                values ($1, $2, $3, $4, $5, $6)
                """,
                [
                    .int32(person.id), .int32(id), .int32(sourceID), .text(revision.version),
                    .text(revision.productType), .text(revision.operatingSystemVersion),
                ])
        }
        // A source that is new comes between the others, whose order stays; one of another class changes places with some.
        if haveSourcesChanged { try SlotMark.addForAllTime(of: person, session) }
        return ids
    }

    private mutating func sourceID(
        of revision: SourceRevision, _ sourceClass: SourceClass, among sources: inout [Known]
    ) throws
        -> Int32
    {
        let name = SourceRevision.normalized(revision.name)
        let namesakes = sources.indices.filter {
            sources[$0].name == name && sources[$0].wasUserEntered == revision.wasUserEntered
        }
        guard let bundle = revision.bundleIdentifier else {
            // Nobody says which: the one that appeared first.
            if let first = namesakes.first { return sources[first].id }
            return try add(revision, sourceClass, to: &sources)
        }
        if let same = namesakes.first(where: { sources[$0].bundleIdentifier == bundle }) { return sources[same].id }
        if let nameless = namesakes.first(where: { sources[$0].bundleIdentifier == nil }) {
            sources[nameless].bundleIdentifier = bundle
            haveSourcesChanged = true
            _ = try session.execute(
                "update health.source set bundle_identifier = $3, source_class = $4 where person_id = $1 and source_id = $2",
                [.int32(person.id), .int32(sources[nameless].id), .text(bundle), .text(sourceClass.rawValue)])
            return sources[nameless].id
        }
        return try add(revision, sourceClass, to: &sources)
    }

    private func add(_ revision: SourceRevision, _ sourceClass: SourceClass, to sources: inout [Known]) throws -> Int32
    {
        let id = (sources.map(\.id).max() ?? 0) + 1
        _ = try session.execute(
            """
            insert into health.source (person_id, source_id, name, bundle_identifier, was_user_entered, source_class)
            values ($1, $2, $3, $4, $5, $6)
            """,
            [
                .int32(person.id), .int32(id), .text(revision.name), .text(revision.bundleIdentifier),
                .bool(revision.wasUserEntered), .text(sourceClass.rawValue),
            ])
        sources.append(
            Known(
                id: id, name: SourceRevision.normalized(revision.name), bundleIdentifier: revision.bundleIdentifier,
                wasUserEntered: revision.wasUserEntered))
        return id
    }

    private func knownSources() throws -> [Known] {
        try session.execute(
            """
            select source_id, name, bundle_identifier, was_user_entered
            from health.source where person_id = $1 order by source_id
            """,
            [.int32(person.id)]
        ).map {
            Known(
                id: try $0.int32(0), name: SourceRevision.normalized(try $0.text(1)),
                bundleIdentifier: try $0.optionalText(2), wasUserEntered: try $0.bool(3))
        }
    }

    private func knownRevisions() throws -> [RevisionKey: Int32] {
        var known: [RevisionKey: Int32] = [:]
        for row in try session.execute(
            """
            select source_revision_id, source_id, version, product_type, operating_system_version
            from health.source_revision where person_id = $1
            """,
            [.int32(person.id)])
        {
            let key = RevisionKey(
                sourceID: try row.int32(1), version: try row.optionalText(2), productType: try row.optionalText(3),
                operatingSystemVersion: try row.optionalText(4))
            known[key] = try row.int32(0)
        }
        return known
    }
}
