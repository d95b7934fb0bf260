import Foundation
import HealthCore
import Postgres

/// The stored points of an automation in the time that a statement covers.
///
/// An automation is a job of an app that sends the same aggregates on each run. These aggregates
/// are its points. A statement is one request of an automation.
struct KnownPoints {
    private struct Key: Hashable {
        var type: Int32
        var bundle: String
        var source: String
        var start: Int64
        /// 0 unless the point is a category sample.
        var end: Int64 = 0
        var value: Int32 = 0
    }

    private let references: SampleReferences
    private var uuids: [Key: UUID] = [:]
    /// Further points with a key that `uuids` already has. No statement lists such points.
    private var others: [(type: Int32, start: Int64, uuid: UUID)] = []
    private var listed: Set<UUID> = []

    /// Reads the points that the holder may delete. The caller holds the person's lock.
    ///
    /// - Throws: `PostgresError`
    init(_ statement: AutomationStatement, person: Person, access: WriteAccess, session: Session) throws {
        references = statement.batch.references
        var spans = statement.windows
        for (ordinal, sample) in statement.batch.samples where statement.points.contains(ordinal) {
            let span = spans[sample.type] ?? sample.start...sample.start
            spans[sample.type] = min(span.lowerBound, sample.start)...max(span.upperBound, sample.start)
        }
        guard !spans.isEmpty else { return }
        let types = spans.keys.sorted()
        for row in try session.execute(
            """
            select asked.type_index, sample.uuid, sample.start_time, sample.end_time, sample.category_value, source.name,
                source.bundle_identifier, sample.holder_id,
                exists (
                    select 1 from health.sample_holder further
                    where further.person_id = $1 and further.uuid = sample.uuid
                        and further.holder_id = \(OwnHolder.or("$7")))
            from unnest($2, $3, $4, $5) as asked (type_index, identifier, first, last)
            \(LookUp.one("sample_type", where: "sample_type.identifier = asked.identifier"))
            cross join lateral (
                select * from health.sample
                where sample.person_id = $1 and sample.sample_type_id = sample_type.sample_type_id
                    and sample.start_time between asked.first::timestamptz and asked.last::timestamptz
                offset 0
            ) sample
            \(SampleReader.sourceLookUps)
            where source.source_class = 'aggregate' and starts_with(source.bundle_identifier, $6)
            order by sample.change_position
            """,
            [
                .int32(person.id), .int32Array(types),
                .textArray(types.map { statement.batch.references.types[Int($0)].identifier }),
                .textArray(types.compactMap { spans[$0]?.lowerBound.rfc3339 }),
                .textArray(types.compactMap { spans[$0]?.upperBound.rfc3339 }), .text(statement.automation),
                .int32(access.holderID),
            ])
        {
            try add(row, access)
        }
    }

    private mutating func add(_ row: Row, _ access: WriteAccess) throws {
        var row = row
        let (type, uuid) = (try row.int32(), try row.uuid())
        let (start, end) = (try row.timestamptz(), try row.timestamptz())
        let value = try row.optionalInt32()
        let (source, bundle) = (try row.text(), try row.text())
        let scope = SampleScope(
            identifier: references.types[Int(type)].identifier, start: Instant(microseconds: start),
            end: Instant(microseconds: end), holderID: try row.optionalInt32(), isAlsoOwn: try row.bool())
        guard access.mayDelete(scope) else { return }
        var key = Key(type: type, bundle: bundle, source: SourceRevision.normalized(source), start: start)
        if references.types[Int(type)].kind == .category {
            key.end = end
            key.value = value ?? -1
        }
        if let older = uuids.updateValue(uuid, forKey: key) { others.append((type, start, older)) }
    }

    private func key(_ sample: Sample) -> Key {
        let revision = references.sourceRevisions[Int(sample.sourceRevision)]
        var key = Key(
            type: sample.type, bundle: revision.bundleIdentifier ?? "",
            source: SourceRevision.normalized(revision.name), start: sample.start.microseconds)
        if case .category(let value, _) = sample.content {
            key.end = sample.end.microseconds
            key.value = value ?? -1
        }
        return key
    }

    /// Marks points of the statement as listed.
    ///
    /// The store finds a point by its key. If no stored point has the key, it finds the point by
    /// its uuid, unless another point of the statement is that stored sample. A point has a new key
    /// if the catalogue now has the word of a sleep stage, or if the start of a night moved.
    ///
    /// - Parameter isStored: returns true if the store has a sample with the uuid.
    /// - Returns: the uuids of the stored points, by ordinal. New points are not in it.
    mutating func take(
        _ points: some Sequence<(ordinal: Int64, sample: Sample)>, isStored: (UUID) -> Bool
    ) -> [Int64: UUID] {
        var taken: [Int64: UUID] = [:]
        var others: [(ordinal: Int64, uuid: UUID)] = []
        for (ordinal, sample) in points {
            if let uuid = uuids[key(sample)] {
                listed.insert(uuid)
                taken[ordinal] = uuid
            } else if isStored(sample.uuid) {
                others.append((ordinal, sample.uuid))
            }
        }
        let known = listed
        for (ordinal, uuid) in others where !known.contains(uuid) {
            listed.insert(uuid)
            taken[ordinal] = uuid
        }
        return taken
    }

    /// True if a listed point has this uuid.
    func has(_ uuid: UUID) -> Bool { listed.contains(uuid) }

    /// Returns the points in `windows` that the statement does not list, by the index of the type.
    func unlisted(in windows: [Int32: ClosedRange<Instant>]) -> [Int32: [UUID]] {
        var gone: [Int32: [UUID]] = [:]
        for (type, start, uuid) in uuids.map({ ($0.type, $0.start, $1) }) + others
        where windows[type]?.contains(Instant(microseconds: start)) ?? false && !listed.contains(uuid) {
            gone[type, default: []].append(uuid)
        }
        return gone.mapValues { $0.sorted { $0.uuidString < $1.uuidString } }
    }
}
