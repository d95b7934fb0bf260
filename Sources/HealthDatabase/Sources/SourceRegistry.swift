import HealthCore
import Postgres

/// Looks up and adds the sources of one person and their revisions. `SourceIndex` defines when two
/// revisions belong to one source.
struct SourceRegistry {
    let person: Person
    let session: Session
    /// True if names beyond the limits of `PersonName` are refused.
    let isBounded: Bool

    /// True if a stored source without a bundle identifier got one.
    private(set) var changedSources = false
    /// The kind of name whose limit a refused revision exceeds, by the revision's index.
    private(set) var refused: [Int32: PersonName] = [:]
    private var newSources: [(id: Int32, revision: SourceRevision, sourceClass: SourceClass)] = []

    init(person: Person, session: Session, isBounded: Bool) {
        self.person = person
        self.session = session
        self.isBounded = isBounded
    }

    /// Returns the ids of `revisions` in their order; 0 for a refused revision. Adds unknown
    /// revisions in a few statements, however many there are.
    ///
    /// - Parameters:
    ///   - firstIndex: the index of the first element of `revisions` in the batch's references.
    ///   - found: the rows of `statement`.
    mutating func resolve(
        _ revisions: [SourceRevision], classes: [SourceClass], firstIndex: Int32, _ found: Rows
    ) throws -> [Int32] {
        guard !revisions.isEmpty else { return [] }
        let sourceIDs = try self.sourceIDs(of: revisions, classes, firstIndex, SourceRegistry.sources(reading: found))
        try insertSources()
        var known = try knownRevisions(of: Array(Set(sourceIDs).subtracting([0])))
        let areKnown = zip(revisions, sourceIDs).allSatisfy { known[SourceRevisionKey($0, sourceID: $1)] != nil }
        var lastID = try areKnown ? 0 : lastRevisionID()
        var added: [(id: Int32, key: SourceRevisionKey)] = []
        var ids: [Int32] = []
        for (index, revision) in revisions.enumerated() {
            let key = SourceRevisionKey(revision, sourceID: sourceIDs[index])
            if key.sourceID == 0 {
                ids.append(0)
            } else if let id = known[key] {
                ids.append(id)
            } else if isBounded, Int(lastID) >= PersonName.sourceRevision.countMax {
                refused[firstIndex + Int32(index)] = .sourceRevision
                ids.append(0)
            } else {
                lastID += 1
                known[key] = lastID
                added.append((lastID, key))
                ids.append(lastID)
            }
        }
        try insert(added)
        // A new source does not change the order of the other sources. A source whose class changed
        // may get another rank.
        if changedSources { try MarkTable.addForAllTypes(of: person, session) }
        return ids
    }

    // MARK: Sources

    /// Returns the ids of the sources of `revisions`; 0 for a refused revision.
    private mutating func sourceIDs(
        of revisions: [SourceRevision], _ classes: [SourceClass], _ firstIndex: Int32, _ stored: SourceIndex
    ) throws -> [Int32] {
        var sources = stored
        var named: [(id: Int32, bundle: String, sourceClass: SourceClass)] = []
        var ids: [Int32] = []
        for (index, (revision, sourceClass)) in zip(revisions, classes).enumerated() {
            switch sources.match(revision) {
            case .known(let id): ids.append(id)
            case .unnamed(let id):
                ids.append(id)
                named.append((id, revision.bundleIdentifier ?? "", sourceClass))
            case .new where isBounded && sources.count >= PersonName.source.countMax:
                refused[firstIndex + Int32(index)] = .source
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
            with named as (
                select * from unnest($2::integer[], $3::text[], $4::text[])
                    as named (source_id, bundle_identifier, source_class)
            ), classed as (
                update health.source_kind set source_class = named.source_class
                from named
                where source_kind.person_id = $1 and source_kind.source_id = named.source_id
            )
            update health.source set bundle_identifier = named.bundle_identifier, source_class = named.source_class
            from named
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
        let parameters: [Parameter] = [
            .int32(person.id), .int32Array(newSources.map(\.id)),
            .int32Array(newSources.map { $0.revision.wasUserEntered ? 1 : 0 }),
            .textArray(newSources.map(\.sourceClass.rawValue)),
        ]
        _ = try session.execute([
            Statement(
                """
                insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)
                select $1, source_id, was_user_entered = 1, source_class, \(SourceRegistry.label)
                from unnest($2, $3, $4) as added (source_id, was_user_entered, source_class)
                """, parameters),
            Statement(
                """
                insert into health.source (person_id, source_id, was_user_entered, source_class, name, bundle_identifier)
                select $1, source_id, was_user_entered = 1, source_class, name, bundle_identifier
                from unnest($2, $3, $4, $5, $6)
                    as added (source_id, was_user_entered, source_class, name, bundle_identifier)
                """,
                parameters + [
                    .textArray(newSources.map(\.revision.name)),
                    .optionalTextArray(newSources.map(\.revision.bundleIdentifier)),
                ]),
        ])
    }

    /// A new label of a source, for callers who may not read its name. It is random, so it does not
    /// depend on the name or on other sources.
    static let label = "'Source ' || left(md5(gen_random_uuid()::text), 6)"

    /// Returns all sources of a person.
    static func sources(of person: Person, _ session: Session) throws -> SourceIndex {
        try sources(reading: session.execute(statement(person)))
    }

    /// The statement for all sources of a person.
    static func statement(_ person: Person) -> Statement {
        Statement(
            """
            select source_id, name, bundle_identifier, was_user_entered
            from health.source where person_id = $1 order by source_id
            """, [.int32(person.id)])
    }

    private static func sources(reading rows: Rows) throws -> SourceIndex {
        var sources = SourceIndex()
        for row in rows {
            var row = row
            sources.add(
                id: try row.int32(), name: try row.text(), bundleIdentifier: try row.optionalText(),
                wasUserEntered: try row.bool())
        }
        return sources
    }

    // MARK: Revisions

    /// Returns the stored revisions of the sources with these ids.
    private func knownRevisions(of sourceIDs: [Int32]) throws -> [SourceRevisionKey: Int32] {
        var known: [SourceRevisionKey: Int32] = [:]
        for row in try session.execute(
            """
            select source_id, version, product_type, operating_system_version, source_revision_id
            from health.source_revision where person_id = $1 and source_id = any($2)
            """,
            [.int32(person.id), .int32Array(sourceIDs)])
        {
            var row = row
            known[try SourceRegistry.key(&row)] = try row.int32()
        }
        return known
    }

    /// Returns all revisions of a person's sources.
    static func revisions(of person: Person, _ session: Session) throws -> Set<SourceRevisionKey> {
        Set(
            try session.execute(
                """
                select source_id, version, product_type, operating_system_version
                from health.source_revision where person_id = $1
                """,
                [.int32(person.id)]
            ).map { row in
                var row = row
                return try key(&row)
            })
    }

    private static func key(_ row: inout Row) throws -> SourceRevisionKey {
        SourceRevisionKey(
            sourceID: try row.int32(), version: try row.optionalText(), productType: try row.optionalText(),
            operatingSystemVersion: try row.optionalText())
    }

    /// Returns the greatest id of a revision. Ids count from 1 and rows are never deleted, so it is
    /// also the number of revisions.
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
