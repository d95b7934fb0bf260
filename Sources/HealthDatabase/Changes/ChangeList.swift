import Foundation
import HealthCore
import Postgres

/// Reads the change feed in the snapshot of the caller's transaction.
struct ChangeList {
    let person: Person
    let session: Session
    /// Nil for all types.
    let typeIDs: [Int32]?
    /// As in `FeedSamples`.
    let isLimited: Bool

    private func samples(_ length: Int64 = 1_000) -> FeedSamples {
        FeedSamples(person: person, session: session, isLimited: isLimited, length: length)
    }

    /// A position of the feed, and the fields that are needed to read the rest of the change.
    struct Entry {
        var position: Int64
        var kind: Kind
        /// Set for samples, for deletions of a known type, and for preferences about one type.
        var sampleTypeID: Int32?
        /// The size of the change's JSON as PostgreSQL stores it, possibly compressed.
        var storedBytes: Int64
    }

    enum Kind {
        case saved(UUID)
        case deleted(UUID, at: Instant)
        case element
        case preference(PreferenceChange?)
    }

    /// Returns the entries with positions greater than `start` and at most `end`, in order.
    func entries(after start: Int64, to end: Int64, limit: Int) throws -> [Entry] {
        var entries: [Entry] = []
        // Nearly every position has a change.
        var samples = samples(Int64(limit))
        var start = start
        repeat {
            let piece = try samples.piece(after: start, to: end, typeIDs: typeIDs)
            let found = try self.entries(after: start, piece, limit: limit - entries.count)
            entries += found
            samples.expect(limit - entries.count, found: found.count, at: piece.end - start)
            start = piece.end
        } while start < end && entries.count < limit
        return entries
    }

    private func entries(after start: Int64, _ piece: FeedSamples.Piece, limit: Int) throws -> [Entry] {
        try session.all(entriesQuery, person, start, piece.end, limit, typeParameters, piece.samples) { row in
            let (position, number) = (try row.int64(), try row.int32())
            let (uuid, deletedAt) = (try row.optionalUUID(), try row.optionalTimestamptz())
            let preference = try row.optionalText()
            let kind: Kind =
                switch (number, uuid, deletedAt) {
                case (0, let uuid?, _): .saved(uuid)
                case (1, let uuid?, let deletedAt?): .deleted(uuid, at: Instant(microseconds: deletedAt))
                case (2, _, _): .element
                default: .preference(preference.flatMap(PreferenceChange.init))
                }
            return Entry(
                position: position, kind: kind, sampleTypeID: try row.optionalInt32(),
                storedBytes: Int64(try row.int32()))
        }
    }

    /// The contents of entries.
    struct Contents {
        var byPosition: [Int64: Change.Content] = [:]
        /// The first position at which contents were not read, because they would be too long. Nil
        /// if all contents were read.
        var unreadFrom: Int64?
    }

    /// Returns the contents of consecutive entries of the feed.
    ///
    /// - Parameter bytesMax: the maximum number of bytes of the texts of samples, and also of those
    ///   of elements. The first sample and the first element are always read.
    func contents(
        of entries: ArraySlice<Entry>, types: [Int32: SampleTypeReader.Stored], bytesMax: Int
    ) throws -> Contents {
        var contents = Contents()
        var uuids: [UUID] = []
        var hasElements = false
        for entry in entries {
            let type = entry.sampleTypeID.flatMap { types[$0]?.identifier }
            switch entry.kind {
            case .saved(let uuid): uuids.append(uuid)
            case .element: hasElements = true
            case .deleted(let uuid, let time):
                contents.byPosition[entry.position] = .deleted(uuid, type: type, at: time)
            case .preference(let preference):
                contents.byPosition[entry.position] = preference.map { .preference($0, type: type) }
            }
        }
        guard let first = entries.first?.position, let last = entries.last?.position else { return contents }
        let range: [Parameter] = [.int32(person.id), .int64(first), .int64(last)]
        let samples: Parameter =
            isLimited ? .uuidArray(uuids) : .int32Array(Set(entries.compactMap(\.sampleTypeID)).sorted())
        if !uuids.isEmpty {
            try readSamples(range + typeParameters + [samples], types, bytesMax: bytesMax, into: &contents)
        }
        if hasElements { try readElements(range, bytesMax: bytesMax, into: &contents) }
        return contents
    }

    private func readSamples(
        _ parameters: [Parameter], _ types: [Int32: SampleTypeReader.Stored], bytesMax: Int,
        into contents: inout Contents
    ) throws {
        var samples: [StoredSample] = []
        var keys: [(position: Int64, typeID: Int32)] = []
        var unreadFrom: Int64?
        var bytes = 0
        var rows = SampleRows()
        try session.forEachRow(of: samplesQuery, parameters) { row in
            guard let (sample, position, typeID) = try rows.sample(row) else { return true }
            bytes += sample.textBytes
            guard bytes <= bytesMax || samples.isEmpty else {
                unreadFrom = position
                return false
            }
            keys.append((position, typeID))
            samples.append(sample)
            return true
        }
        contents.unreadFrom = unreadFrom
        try SampleReader(person: person, session: session).addQuantities(to: &samples)
        for (key, sample) in zip(keys, samples) {
            guard let type = types[key.typeID] else { continue }
            contents.byPosition[key.position] = .saved(sample, type: type)
        }
    }

    private func readElements(_ range: [Parameter], bytesMax: Int, into contents: inout Contents) throws {
        var unreadFrom = contents.unreadFrom
        var found: [Int64: Change.Content] = [:]
        var bytes = 0
        try session.forEachRow(of: ChangeList.elementsQuery, range) { row in
            var row = row
            let position = try row.int64()
            let (uuid, name) = (try row.uuid(), try row.text())
            let json = try row.optionalJSONB() ?? []
            bytes += json.count
            guard bytes <= bytesMax || found.isEmpty else {
                unreadFrom = min(unreadFrom ?? position, position)
                return false
            }
            found[position] = .element(uuid, name: name, json: json)
            return true
        }
        contents.unreadFrom = unreadFrom
        contents.byPosition.merge(found) { $1 }
    }

    private var typeParameters: [Parameter] { typeIDs.map { [.int32Array($0)] } ?? [] }

    /// Returns the condition that selects the types. Adding zero keeps the planner from using the
    /// index by type and start. With that index, all samples of the type would be sorted for every
    /// page.
    private func isWanted(parameter: String) -> String {
        typeIDs == nil ? "true" : "sample_type_id + 0 = any(\(parameter))"
    }

    /// Each table returns at most one page, in the order of its index. So only these rows are
    /// sorted together.
    private var entriesQuery: String {
        let between = "person_id = $1 and change_position > $2 and change_position <= $3"
        let isWanted = isWanted(parameter: "$5")
        let sampleEntries = samples().select(
            "feed_position as change_position, 0 as kind, uuid, null::timestamptz as deleted_at, null::text as preference, sample_type_id",
            after: "$2", to: "$3", isWanted, limit: "$4", samples: typeIDs == nil ? 5 : 6)
        let elements = """
            union all (
                select change_position, 2, uuid, null, null, null from health.export_element
                where \(between) order by change_position limit $4)
            """
        return """
            select change_position, kind, uuid, deleted_at, preference, sample_type_id,
                case kind
                    when 0 then coalesce((
                        select coalesce(pg_column_size(detail.metadata), 0) + coalesce(pg_column_size(detail.parts), 0)
                        from health.sample_detail detail where detail.person_id = $1 and detail.uuid = change.uuid), 0)
                        + coalesce((
                            select series.count * \(Change.quantityBytes) from health.quantity_series series
                            where series.person_id = $1 and series.uuid = change.uuid), 0)
                    when 2 then coalesce((
                        select pg_column_size(element.element)
                        from health.export_element element where element.person_id = $1 and element.uuid = change.uuid), 0)
                    else 0
                end
            from (
                \(sampleEntries)
                union all (
                    select change_position, 1, uuid, deleted_at, null, sample_type_id from health.deleted_sample
                    where \(between) and (sample_type_id is null or \(isWanted)) order by change_position limit $4)
                \(typeIDs == nil ? elements : "")
                union all (
                    select change_position, 3, null, null, preference, nullif(sample_type_id, 0) from health.preference_change
                    where \(between) and (sample_type_id = 0 or \(isWanted)) order by change_position limit $4)
                order by change_position limit $4
            ) change
            order by change_position
            """
    }

    /// The subquery limits the rows first, so that the planner estimates the number of joined rows
    /// well.
    private var samplesQuery: String {
        let rows = samples().select(
            "*", after: "($2 - 1)", to: "$3", isWanted(parameter: "$4"), limit: String(ChangeReader.slice),
            samples: typeIDs == nil ? 4 : 5)
        return SampleReader.select(from: rows, "sample.feed_position", position: "feed_position")
    }

    private static let elementsQuery = """
        select change_position, uuid, name, element from health.export_element
        where person_id = $1 and change_position between $2 and $3
        order by change_position
        """
}
