import Foundation
import HealthCore
import Postgres

/// The stored points of an automation in the time that a request covers.
///
/// An automation is a job of an app that sends the same points on each run. A request is one
/// request of an automation.
struct StoredPoints {
    private struct Key: Hashable {
        var type: Int32
        var kind: String
        var start: Int64
        /// 0 unless the key has an end.
        var end: Int64 = 0
        /// 0 unless the point is a category sample.
        var value: Int32 = 0
    }

    /// The fields by which stored points of a key are matched to those of the request.
    private struct Point {
        var uuid: UUID
        var source: String
        var quantity: Double?

        static func precedes(_ left: Point, _ right: Point) -> Bool {
            let sources = [left.source, right.source].map(SourceRevision.normalized)
            if sources[0] != sources[1] { return sources[0] < sources[1] }
            return (left.quantity ?? 0, left.uuid.uuidString) < (right.quantity ?? 0, right.uuid.uuidString)
        }
    }

    private let references: SampleReferences
    private var points: [Key: [Point]] = [:]
    private var listed: Set<UUID> = []
    /// The keys that the request lists.
    private var listedKeys: Set<Key> = []

    /// Reads the points that the holder may delete. The caller holds the person's lock.
    ///
    /// - Throws: `PostgresError`
    init(_ request: AutomationRequest, person: Person, access: WriteAccess, session: Session) throws {
        references = request.batch.references
        var spans = request.windows
        for (ordinal, sample) in request.batch.samples where request.points.contains(ordinal) {
            let span = spans[sample.type] ?? sample.start...sample.start
            spans[sample.type] = min(span.lowerBound, sample.start)...max(span.upperBound, sample.start)
        }
        guard !spans.isEmpty else { return }
        let types = spans.keys.sorted()
        for var row in try session.run(
            """
            select asked.type_index, sample.uuid, sample.start_time, sample.end_time, sample.category_value,
                sample.quantity, source.name, source.bundle_identifier, sample.holder_id,
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
            where starts_with(source.bundle_identifier, $6)
            """, person, types, types.map { request.batch.references.types[Int($0)].identifier },
            types.compactMap { spans[$0]?.lowerBound.rfc3339 }, types.compactMap { spans[$0]?.upperBound.rfc3339 },
            request.automation, access.holderID)
        {
            try add(&row, access)
        }
    }

    private mutating func add(_ row: inout Row, _ access: WriteAccess) throws {
        let (type, uuid) = (try row.int32(), try row.uuid())
        let (start, end) = (try row.timestamptz(), try row.timestamptz())
        let (value, quantity) = (try row.optionalInt32(), try row.optionalDouble())
        let (source, bundle) = (try row.text(), try row.text())
        let scope = SampleScope(
            identifier: references.types[Int(type)].identifier, start: Instant(microseconds: start),
            end: Instant(microseconds: end), holderID: try row.optionalInt32(), isAlsoOwn: try row.bool())
        guard access.mayDelete(scope) else { return }
        let key = key(type: type, bundle: bundle, start: start, end: end, value: value)
        points[key, default: []].append(Point(uuid: uuid, source: source, quantity: quantity))
    }

    private func key(type: Int32, bundle: String, start: Int64, end: Int64, value: Int32?) -> Key {
        let isCategory = references.types[Int(type)].kind == .category
        let (kind, hasEnd) = AutomationRequest.kind(ofBundle: bundle)
        return Key(
            type: type, kind: kind, start: start, end: isCategory || hasEnd ? end : 0,
            value: isCategory ? value ?? -1 : 0)
    }

    private func key(_ sample: Sample) -> Key {
        key(
            type: sample.type, bundle: references.sourceRevisions[Int(sample.sourceRevision)].bundleIdentifier ?? "",
            start: sample.start.microseconds, end: sample.end.microseconds, value: sample.content.categoryValue)
    }

    /// Marks points of the request as listed.
    ///
    /// The points of a key get the uuids of the stored points of the key. A point gets its own uuid
    /// if a stored point has it. The others get uuids in the order of source and quantity. If no
    /// stored point of the key is left, the store finds the point by its uuid. It does not if
    /// another point of the request already is that stored sample. A point has a new key if the
    /// catalogue now has the word of a sleep stage, or if the start of a night moved.
    ///
    /// - Parameter isStored: returns true if the store has a sample with the uuid.
    /// - Returns: the uuids of the stored points, by ordinal. New points are not in it.
    mutating func take(
        _ points: some Sequence<(ordinal: Int64, sample: Sample)>, isStored: (UUID) -> Bool
    ) -> [Int64: UUID] {
        var taken: [Int64: UUID] = [:]
        var others: [(ordinal: Int64, uuid: UUID)] = []
        var groups: [Key: [(ordinal: Int64, sample: Sample)]] = [:]
        for point in points {
            let key = key(point.sample)
            if self.points[key] == nil {
                if isStored(point.sample.uuid) { others.append((point.ordinal, point.sample.uuid)) }
            } else {
                groups[key, default: []].append(point)
            }
        }
        listedKeys = Set(groups.keys)
        for (key, group) in groups {
            var stored = self.points[key] ?? []
            var uuids: [UUID: UUID] = [:]
            let same = Set(stored.map(\.uuid)).intersection(group.map(\.sample.uuid))
            for uuid in same { uuids[uuid] = uuid }
            stored.removeAll { same.contains($0.uuid) }
            // Equal stages have one uuid.
            let fresh = Dictionary(
                group.filter { !same.contains($0.sample.uuid) }.map { ($0.sample.uuid, point(of: $0.sample)) }
            ) { first, _ in first }
            for (point, known) in zip(
                fresh.values.sorted(by: Point.precedes), stored.sorted(by: Point.precedes))
            {
                uuids[point.uuid] = known.uuid
            }
            for (ordinal, sample) in group {
                if let uuid = uuids[sample.uuid] {
                    listed.insert(uuid)
                    taken[ordinal] = uuid
                } else if isStored(sample.uuid) {
                    others.append((ordinal, sample.uuid))
                }
            }
        }
        let known = listed
        for (ordinal, uuid) in others where !known.contains(uuid) {
            listed.insert(uuid)
            taken[ordinal] = uuid
        }
        return taken
    }

    private func point(of sample: Sample) -> Point {
        Point(
            uuid: sample.uuid, source: references.sourceRevisions[Int(sample.sourceRevision)].name,
            quantity: sample.content.quantity?.value)
    }

    /// True if a listed point has this uuid.
    func has(_ uuid: UUID) -> Bool { listed.contains(uuid) }

    /// True if the store has points of the key of `sample`.
    func hasKey(of sample: Sample) -> Bool { listedKeys.contains(key(sample)) }

    /// Returns the points that the request does not list, by the index of the type: those of its
    /// keys, and those in `windows`.
    func unlisted(in windows: [Int32: ClosedRange<Instant>]) -> [Int32: [UUID]] {
        var gone: [Int32: [UUID]] = [:]
        for (key, points) in points
        where listedKeys.contains(key) || windows[key.type]?.contains(Instant(microseconds: key.start)) ?? false {
            let uuids = points.map(\.uuid).filter { !listed.contains($0) }
            if !uuids.isEmpty { gone[key.type, default: []] += uuids }
        }
        return gone.mapValues { $0.sorted { $0.uuidString < $1.uuidString } }
    }
}
