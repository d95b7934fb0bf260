import HealthCore
import Postgres

/// Looks up and adds the sources of one person and their revisions. `SourceIndex` defines when two
/// revisions belong to one source.
struct SourceRegistry {
    let person: Person
    let session: Session
    /// True if names beyond the limits of `PersonName` are refused.
    let isBounded: Bool

    /// True if a stored source got its bundle identifier, or the order of stored sources changed.
    private(set) var changedSources = false
    /// The kind of name whose limit a refused revision exceeds, by its index among the revisions.
    private(set) var refused: [Int: PersonName] = [:]

    /// Returns the ids of `revisions` in their order; 0 for a refused revision. Adds unknown
    /// revisions in a few statements, however many there are.
    ///
    /// - Parameters:
    ///   - found: the rows of `statement`.
    ///   - keepsFacts: false if a later call gives the same facts again. The facts then only decide
    ///     class and rank.
    mutating func resolve(
        _ revisions: [(revision: SourceRevision, facts: SourceFacts)], _ found: Rows, keepsFacts: Bool
    ) throws -> [Int32] {
        guard !revisions.isEmpty else { return [] }
        let stored = try SourceRegistry.sources(reading: found)
        let roots = RegisteredSource.roots(stored.map { ($0.id, $0.joinedTo) })
        let sourceIDs = try self.sourceIDs(of: revisions, stored, keepsFacts)
        var known = try knownRevisions(of: Array(Set(sourceIDs.map { roots[$0] ?? $0 }).subtracting([0])))
        let areKnown = zip(revisions, sourceIDs).allSatisfy {
            known[SourceRevisionKey($0.revision, sourceID: $1)] != nil
        }
        var lastID = try areKnown ? 0 : lastRevisionID()
        var added: [(id: Int32, key: SourceRevisionKey)] = []
        var ids: [Int32] = []
        for (index, (revision, _)) in revisions.enumerated() {
            let key = SourceRevisionKey(revision, sourceID: sourceIDs[index])
            if key.sourceID == 0 {
                ids.append(0)
            } else if let id = known[key] {
                ids.append(id)
            } else if isBounded, Int(lastID) >= PersonName.sourceRevision.countMax {
                refused[index] = .sourceRevision
                ids.append(0)
            } else {
                lastID += 1
                known[key] = lastID
                added.append((lastID, key))
                ids.append(lastID)
            }
        }
        try insert(added, roots)
        return ids
    }

    // MARK: Sources

    /// Returns the ids of the sources of `revisions`; 0 for a refused revision. Adds the facts to
    /// the sources, and stores new and changed sources.
    private mutating func sourceIDs(
        of revisions: [(revision: SourceRevision, facts: SourceFacts)], _ stored: [RegisteredSource], _ keepsFacts: Bool
    ) throws -> [Int32] {
        var index = SourceRegistry.index(stored)
        var known = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
        var ids: [Int32] = []
        for (number, (revision, facts)) in revisions.enumerated() {
            var id: Int32
            switch index.match(revision) {
            case .known(let found): id = found
            case .unnamed(let found):
                id = found
                known[id]?.bundleIdentifier = revision.bundleIdentifier
                changedSources = true
            case .new where isBounded && index.count >= PersonName.source.countMax:
                refused[number] = .source
                id = 0
            case .new:
                id = index.add(revision)
                known[id] = RegisteredSource(
                    id: id, name: revision.name, bundleIdentifier: revision.bundleIdentifier,
                    wasUserEntered: revision.wasUserEntered, facts: SourceFacts(), sourceClass: .other, rank: 0)
            }
            ids.append(id)
            known[id]?.facts.add(facts, isCounted: revision.bundleIdentifier == nil)
        }
        try save(Array(known.values), stored, keepsFacts)
        return ids
    }

    /// Derives class and rank of each source from its facts, and stores what differs from `stored`.
    ///
    /// A new source does not change the order of the others. If their order changes, their figures
    /// may change.
    private mutating func save(_ sources: [RegisteredSource], _ stored: [RegisteredSource], _ keepsFacts: Bool) throws {
        let before = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
        guard sources.contains(where: { before[$0.id] != $0 }) else { return }
        let ranked = RegisteredSource.ranked(sources)
        try write(ranked.filter { before[$0.id] != $0 }, keepsFacts)
        guard RegisteredSource.order(ranked).filter({ before[$0] != nil }) != RegisteredSource.order(stored) else {
            return
        }
        changedSources = true
        try MarkTable.addForOrder(sampleTypeID: nil, of: person, session)
    }

    private func write(_ sources: [RegisteredSource], _ keepsFacts: Bool) throws {
        let ids: [Parameter] = [
            .int32(person.id), .int32Array(sources.map(\.id)),
            .int32Array(sources.map { $0.wasUserEntered ? 1 : 0 }), .textArray(sources.map(\.sourceClass.rawValue)),
        ]
        let facts = sources.map { keepsFacts ? $0.facts : SourceFacts() }
        _ = try session.execute([
            Statement(
                """
                insert into health.source_kind as kind (
                    person_id, source_id, was_user_entered, source_class, default_rank, label)
                select $1::integer, source_id, was_user_entered = 1, source_class, default_rank,
                    \(SourceRegistry.label)
                from unnest($2, $3, $4, $5) as changed (source_id, was_user_entered, source_class, default_rank)
                on conflict (person_id, source_id) do update
                set source_class = excluded.source_class, default_rank = excluded.default_rank
                """, ids, sources.map(\.rank)),
            Statement(
                """
                insert into health.source as known (
                    person_id, source_id, was_user_entered, source_class, name, bundle_identifier,
                    first_creation_time, watch_count, phone_count, other_count)
                select $1::integer, source_id, was_user_entered = 1, changed.source_class, changed.name,
                    changed.bundle_identifier, changed.first_creation_time, changed.watch_count, changed.phone_count,
                    changed.other_count
                from unnest($2, $3, $4, $5, $6, $7, $8, $9, $10) as changed (
                    source_id, was_user_entered, source_class, name, bundle_identifier, first_creation_time,
                    watch_count, phone_count, other_count)
                on conflict (person_id, source_id) do update
                set source_class = excluded.source_class, bundle_identifier = excluded.bundle_identifier,
                    first_creation_time = coalesce(excluded.first_creation_time, known.first_creation_time),
                    watch_count = greatest(excluded.watch_count, known.watch_count),
                    phone_count = greatest(excluded.phone_count, known.phone_count),
                    other_count = greatest(excluded.other_count, known.other_count)
                """, ids, sources.map(\.name), sources.map(\.bundleIdentifier),
                facts.map(\.firstCreation), facts.map(\.watchCount), facts.map(\.phoneCount), facts.map(\.otherCount)),
        ])
    }

    /// Derives the facts of all sources from the stored samples, after samples were deleted that
    /// should never have been stored.
    ///
    /// - Throws: `PostgresError`.
    mutating func recount() throws {
        var facts: [Int32: SourceFacts] = [:]
        for var row in try session.run(
            """
            select source.source_id, source.name, source.bundle_identifier, source.was_user_entered, revision.version,
                revision.product_type, revision.operating_system_version, written.count, written.first_creation,
                \(DeviceRegistry.columns.map { "device.\($0)" }.joined(separator: ", ")), device.device_id
            from (
                select source_revision_id, device_id, count(*) as count,
                    min(coalesce(creation_time, start_time)) as first_creation
                from health.sample where person_id = $1 group by source_revision_id, device_id
            ) written
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = written.source_revision_id
            join health.source on source.person_id = $1
                and source.source_id = coalesce(revision.sent_source_id, revision.source_id)
            left join health.device on device.person_id = $1 and device.device_id = written.device_id
            """, person)
        {
            let id = try row.int32()
            let revision = SourceRevision(
                name: try row.text(), bundleIdentifier: try row.optionalText(), wasUserEntered: try row.bool(),
                version: try row.optionalText(), productType: try row.optionalText(),
                operatingSystemVersion: try row.optionalText())
            let (count, first) = (try row.int64(), Instant(microseconds: try row.timestamptz()))
            let device = try Device(reading: &row)
            let hasDevice = try row.optionalInt32() != nil
            facts[id, default: SourceFacts()].add(
                SourceFacts(revision, device: hasDevice ? device : nil, firstCreation: first, count: count),
                isCounted: revision.bundleIdentifier == nil)
        }
        try session.run(
            """
            update health.source
            set first_creation_time = null, watch_count = 0, phone_count = 0, other_count = 0
            where person_id = $1
            """, person)
        let stored = try SourceRegistry.sources(reading: session.execute(SourceRegistry.statement(person)))
        let counted = stored.map { source in
            var source = source
            source.facts = facts[source.id] ?? SourceFacts()
            return source
        }
        try save(counted, stored, true)
    }

    /// Derives class and rank of all sources, after they were restored or joined.
    ///
    /// - Throws: `PostgresError`.
    mutating func rankAll() throws {
        try save(SourceRegistry.sources(reading: session.execute(SourceRegistry.statement(person))), [], true)
    }

    /// A new label of a source, for callers who may not read its name. It is random, so it does not
    /// depend on the name or on other sources.
    private static let label = "'Source ' || left(md5(gen_random_uuid()::text), 6)"

    /// Returns all sources of a person.
    static func sources(of person: Person, _ session: Session) throws -> SourceIndex {
        try index(sources(reading: session.execute(statement(person))))
    }

    /// The statement for all sources of a person.
    static func statement(_ person: Person) -> Statement {
        Statement(
            """
            select source.source_id, name, bundle_identifier, source.was_user_entered, first_creation_time,
                watch_count, phone_count, other_count, source.source_class, coalesce(default_rank, 0), joined_source_id
            from health.source
            left join health.source_kind on source_kind.person_id = $1 and source_kind.source_id = source.source_id
            where source.person_id = $1 order by source.source_id
            """, person)
    }

    private static func sources(reading rows: Rows) throws -> [RegisteredSource] {
        try rows.all(as: RegisteredSource.init)
    }

    private static func index(_ sources: [RegisteredSource]) -> SourceIndex {
        var index = SourceIndex()
        for source in sources {
            index.add(
                id: source.id, name: source.name, bundleIdentifier: source.bundleIdentifier,
                wasUserEntered: source.wasUserEntered)
        }
        return index
    }

    // MARK: Revisions

    /// SQL of the fields of a `SourceRevisionKey`. The source is that whose name was sent.
    private static let keyColumns =
        "coalesce(sent_source_id, source_id), version, product_type, operating_system_version"

    /// Returns the stored revisions of the sources with these ids, and of their other names.
    private func knownRevisions(of sourceIDs: [Int32]) throws -> [SourceRevisionKey: Int32] {
        try session.dictionary(
            """
            select \(SourceRegistry.keyColumns), source_revision_id
            from health.source_revision where person_id = $1 and source_id = any($2)
            """, person, sourceIDs)
    }

    /// Returns all revisions of a person's sources.
    static func revisions(of person: Person, _ session: Session) throws -> Set<SourceRevisionKey> {
        Set(
            try session.all(
                "select \(keyColumns) from health.source_revision where person_id = $1", person,
                as: SourceRevisionKey.self))
    }

    /// Returns the greatest id of a revision. Ids count from 1, so the person has at most as many
    /// revisions. `UnusedNames` may have deleted some.
    private func lastRevisionID() throws -> Int32 {
        try session.value(
            "select coalesce(max(source_revision_id), 0) from health.source_revision where person_id = $1", person,
            as: Int32.self)
    }

    private func insert(_ revisions: [(id: Int32, key: SourceRevisionKey)], _ roots: [Int32: Int32]) throws {
        guard !revisions.isEmpty else { return }
        try session.run(
            """
            insert into health.source_revision (
                person_id, source_revision_id, sent_source_id, source_id, version, product_type,
                operating_system_version)
            select $1, id, nullif(sent, counted), counted, version, product, system
            from unnest($2::integer[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[])
                as added (id, sent, counted, version, product, system)
            """, person, revisions.map(\.id), revisions.map(\.key.sourceID),
            revisions.map { roots[$0.key.sourceID] ?? $0.key.sourceID }, revisions.map(\.key.version),
            revisions.map(\.key.productType), revisions.map(\.key.operatingSystemVersion))
    }
}

/// Reads `SourceRegistry.keyColumns`.
extension SourceRevisionKey: ColumnValue {
    public init(reading row: inout Row) throws {
        self.init(
            sourceID: try row.int32(), version: try row.optionalText(), productType: try row.optionalText(),
            operatingSystemVersion: try row.optionalText())
    }
}

/// Reads the columns of the facts, in their order.
extension SourceFacts: ColumnValue {
    public init(reading row: inout Row) throws {
        self.init()
        firstCreation = try row.optionalInstant()
        (watchCount, phoneCount, otherCount) = (try row.int64(), try row.int64(), try row.int64())
    }
}
