import HealthCore
import Postgres

/// The sources of one person and their revisions, as the store has them. `SourceIndex` says what makes two revisions one source.
struct SourceRegistry {
    let person: Person
    let session: Session
    /// Whether names beyond the limits of `PersonName` are refused.
    let isBounded: Bool

    /// Whether more became known of a source whose samples were here before.
    private(set) var changedSources = false
    /// What is refused of the revisions, by place.
    private(set) var refused: [Int32: PersonName] = [:]
    private var newSources: [(id: Int32, revision: SourceRevision, sourceClass: SourceClass)] = []

    init(person: Person, session: Session, isBounded: Bool) {
        self.person = person
        self.session = session
        self.isBounded = isBounded
    }

    /// The ids of `revisions`, by place; 0 where one is refused. Adds those that the store does not know, in few statements
    /// however many there are.
    ///
    /// - Parameter firstPlace: the place of the first of `revisions`.
    mutating func resolve(
        _ revisions: [SourceRevision], classes: [SourceClass], firstPlace: Int32
    ) throws -> [Int32] {
        guard !revisions.isEmpty else { return [] }
        let sourceIDs = try self.sourceIDs(of: revisions, classes, firstPlace)
        try insertSources()
        var known = try knownRevisions(of: Array(Set(sourceIDs).subtracting([0])))
        var lastID = try lastRevisionID()
        var added: [(id: Int32, key: SourceRevisionKey)] = []
        var ids: [Int32] = []
        for (index, revision) in revisions.enumerated() {
            let key = SourceRevisionKey(revision, sourceID: sourceIDs[index])
            if key.sourceID == 0 {
                ids.append(0)
            } else if let id = known[key] {
                ids.append(id)
            } else if isBounded, Int(lastID) >= PersonName.sourceRevision.countMax {
                refused[firstPlace + Int32(index)] = .sourceRevision
                ids.append(0)
            } else {
                lastID += 1
                known[key] = lastID
                added.append((lastID, key))
                ids.append(lastID)
            }
        }
        try insert(added)
        // A source that is new comes between the others, whose order stays; one of another class changes places with some.
        if changedSources { try SlotMarkTable.addForAllTime(of: person, session) }
        return ids
    }

    // MARK: Sources

    /// Of each revision, 0 where it is refused.
    private mutating func sourceIDs(
        of revisions: [SourceRevision], _ classes: [SourceClass], _ firstPlace: Int32
    ) throws -> [Int32] {
        var sources = try SourceRegistry.sources(of: person, session)
        var named: [(id: Int32, bundle: String, sourceClass: SourceClass)] = []
        var ids: [Int32] = []
        for (index, (revision, sourceClass)) in zip(revisions, classes).enumerated() {
            switch sources.match(revision) {
            case .known(let id): ids.append(id)
            case .unnamed(let id):
                ids.append(id)
                named.append((id, revision.bundleIdentifier ?? "", sourceClass))
            case .new where isBounded && sources.count >= PersonName.source.countMax:
                refused[firstPlace + Int32(index)] = .source
                ids.append(0)
            case .new:
                let id = sources.add(revision)
                newSources.append((id, revision, sourceClass))
                ids.append(id)
            }
        }
        guard !named.isEmpty else { return ids }
        changedSources = true
        try insertSources()
        _ = try session.execute(
            """
            update health.source set bundle_identifier = named.bundle_identifier, source_class = named.source_class
            from unnest($2::integer[], $3::text[], $4::text[]) as named (source_id, bundle_identifier, source_class)
            where source.person_id = $1 and source.source_id = named.source_id
            """,
            [
                .int32(person.id), .int32Array(named.map(\.id)), .textArray(named.map(\.bundle)),
                .textArray(named.map(\.sourceClass.rawValue)),
            ])
        return ids
    }

    private mutating func insertSources() throws {
        guard !newSources.isEmpty else { return }
        defer { newSources = [] }
        _ = try session.execute(
            """
            insert into health.source (person_id, source_id, name, bundle_identifier, was_user_entered, source_class)
            select $1, source_id, name, bundle_identifier, was_user_entered = 1, source_class
            from unnest($2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[])
                as source (source_id, name, bundle_identifier, was_user_entered, source_class)
            """,
            [
                .int32(person.id), .int32Array(newSources.map(\.id)), .textArray(newSources.map(\.revision.name)),
                .optionalTextArray(newSources.map(\.revision.bundleIdentifier)),
                .int32Array(newSources.map { $0.revision.wasUserEntered ? 1 : 0 }),
                .textArray(newSources.map(\.sourceClass.rawValue)),
            ])
    }

    /// All sources of a person.
    static func sources(of person: Person, _ session: Session) throws -> SourceIndex {
        var sources = SourceIndex()
        for row in try session.execute(
            """
            select source_id, name, bundle_identifier, was_user_entered
            from health.source where person_id = $1 order by source_id
            """,
            [.int32(person.id)])
        {
            sources.add(
                id: try row.int32(0), name: try row.text(1), bundleIdentifier: try row.optionalText(2),
                wasUserEntered: try row.bool(3))
        }
        return sources
    }

    // MARK: Revisions

    /// The revisions of some sources.
    private func knownRevisions(of sourceIDs: [Int32]) throws -> [SourceRevisionKey: Int32] {
        var known: [SourceRevisionKey: Int32] = [:]
        for row in try session.execute(
            """
            select source_revision_id, source_id, version, product_type, operating_system_version
            from health.source_revision where person_id = $1 and source_id = any($2)
            """,
            [.int32(person.id), .int32Array(sourceIDs)])
        {
            known[try SourceRegistry.key(row)] = try row.int32(0)
        }
        return known
    }

    /// All revisions of a person's sources.
    static func revisions(of person: Person, _ session: Session) throws -> Set<SourceRevisionKey> {
        Set(
            try session.execute(
                """
                select source_revision_id, source_id, version, product_type, operating_system_version
                from health.source_revision where person_id = $1
                """,
                [.int32(person.id)]
            ).map(key))
    }

    private static func key(_ row: Row) throws -> SourceRevisionKey {
        SourceRevisionKey(
            sourceID: try row.int32(1), version: try row.optionalText(2), productType: try row.optionalText(3),
            operatingSystemVersion: try row.optionalText(4))
    }

    /// Ids count from 1 and none is ever taken away, so this is how many there are.
    private func lastRevisionID() throws -> Int32 {
        try session.execute(
            "select coalesce(max(source_revision_id), 0) from health.source_revision where person_id = $1",
            [.int32(person.id)])[0].int32(0)
    }

    private func insert(_ revisions: [(id: Int32, key: SourceRevisionKey)]) throws {
        guard !revisions.isEmpty else { return }
        _ = try session.execute(
            """
            insert into health.source_revision
                (person_id, source_revision_id, source_id, version, product_type, operating_system_version)
            select $1, * from unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[])
            """,
            [
                .int32(person.id), .int32Array(revisions.map(\.id)), .int32Array(revisions.map(\.key.sourceID)),
                .optionalTextArray(revisions.map(\.key.version)),
                .optionalTextArray(revisions.map(\.key.productType)),
                .optionalTextArray(revisions.map(\.key.operatingSystemVersion)),
            ])
    }
}
