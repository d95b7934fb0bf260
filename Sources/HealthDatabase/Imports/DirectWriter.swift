import HealthCore
import Postgres

/// Copies samples that the store cannot know into its tables, without a staging table between.
///
/// The caller holds the person's lock, has seen under it that the person has no samples but those that it wrote itself, and gives
/// each uuid once.
struct DirectWriter {
    let person: Person
    let session: Session
    /// The change position before the first sample.
    let position: Int64
    private(set) var storedCount: Int64 = 0
    private var resolved = ResolvedReferences()
    private var marks = SlotMarkRanges()

    init(person: Person, session: Session, position: Int64) {
        self.person = person
        self.session = session
        self.position = position
    }

    /// - Parameter references: the names in all samples until now.
    mutating func write(
        _ samples: [(ordinal: Int64, sample: Sample)], _ references: SampleReferences,
        deviceOfRevision: [Int32: Int32]
    ) throws {
        guard !samples.isEmpty else { return }
        if !resolved.covers(references) {
            resolved = try ReferenceResolver(person: person, session: session, isBounded: false)
                .resolve(references, deviceOfRevision: deviceOfRevision, known: resolved)
        }
        var rows = BinaryCopyWriter()
        var details = BinaryCopyWriter()
        var hasDetails = false
        var zoned: [Sample] = []
        for (ordinal, sample) in samples {
            append(sample, ordinal, to: &rows)
            if case .quantity = sample.content {
                marks.note(type: sample.type, start: sample.start.microseconds, end: sample.end.microseconds)
            }
            guard !sample.metadata.isEmpty || !sample.parts.isEmpty else { continue }
            hasDetails = true
            details.beginRow(4)
            details.int32(person.id)
            details.uuid(sample.uuid)
            details.optionalJSONB(sample.metadata)
            details.optionalJSONB(sample.parts)
            if SampleTimeZone.mayBeNamed(in: sample.metadata) { zoned.append(sample) }
        }
        storedCount += try copy("health.sample (\(DirectWriter.columns))", &rows)
        if hasDetails { _ = try copy("health.sample_detail (person_id, uuid, metadata, parts)", &details) }
        if !zoned.isEmpty { try insertTimeZones(of: zoned) }
    }

    /// Lets readers and other writers find what was written so far, of which `contents` tells. Must be the last call before the
    /// transaction ends.
    mutating func show(_ contents: StagedContents) throws {
        guard storedCount > 0 else { return }
        if var rows = marks.take(of: person, sampleTypeIDs: resolved.sampleTypeIDs) {
            _ = try copy(SlotMarkTable.target, &rows)
        }
        try SampleMerge(table: .batch, person: person, references: resolved, position: position)
            .raiseExtents(contents, session)
        try ChangeCounter.noteImport(until: contents.latestStart, of: person, session)
    }

    /// What the metadata mean is left to the server, which knows it for every other writer, too.
    private func insertTimeZones(of samples: [Sample]) throws {
        _ = try session.execute(
            """
            insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
            select $1, \(SampleTimeZone.name(in: "metadata")), start_time, uuid
            from (
                select uuid, start_time::timestamptz, metadata::jsonb
                from unnest($2, $3, $4) as sample (uuid, start_time, metadata)
            ) sample
            where \(SampleTimeZone.isNamed(in: "metadata"))
            """,
            [
                .int32(person.id), .uuidArray(samples.map(\.uuid)), .textArray(samples.map(\.start.rfc3339)),
                .textArray(samples.map { String(decoding: $0.metadata, as: UTF8.self) }),
            ])
    }

    private static let columns = """
        person_id, change_position, sample_type_id, uuid, start_time, end_time, source_revision_id, device_id,
        creation_time, quantity, sent_quantity, sent_unit_id, category_value, sent_category_value, is_imported
        """

    private func append(_ sample: Sample, _ ordinal: Int64, to rows: inout BinaryCopyWriter) {
        rows.beginRow(15)
        rows.int32(person.id)
        rows.int64(position + 1 + ordinal)
        rows.int32(resolved.sampleTypeIDs[Int(sample.type)])
        rows.uuid(sample.uuid)
        rows.timestamptz(sample.start.microseconds)
        rows.timestamptz(sample.end.microseconds)
        rows.int32(resolved.sourceRevisionIDs[Int(sample.sourceRevision)])
        rows.int32(sample.device.map { resolved.deviceIDs[Int($0)] })
        rows.timestamptz(sample.creation?.microseconds)
        switch sample.content {
        case .quantity(let quantity):
            rows.double(quantity.value)
            rows.double(quantity.sentValue == quantity.value ? nil : quantity.sentValue)
            rows.int32(resolved.unitIDs[Int(quantity.sentUnit)])
            rows.null()
            rows.null()
        case .category(let value, let sent):
            for _ in 0..<3 { rows.null() }
            rows.int32(value)
            rows.text(sent)
        case .correlation, .workout, .other:
            for _ in 0..<5 { rows.null() }
        }
        rows.bool(true)
    }

    private func copy(_ table: String, _ writer: inout BinaryCopyWriter) throws -> Int64 {
        writer.trailer()
        var bytes: [UInt8]? = writer.take()
        return try session.copyIn("copy \(table) from stdin (format binary)") {
            defer { bytes = nil }
            return bytes
        }
    }
}

extension ResolvedReferences {
    /// Whether every name is resolved; the lists of names only grow.
    fileprivate func covers(_ references: SampleReferences) -> Bool {
        sampleTypeIDs.count == references.types.count && unitIDs.count == references.units.count
            && sourceRevisionIDs.count == references.sourceRevisions.count
            && deviceIDs.count == references.devices.count
    }
}

extension BinaryCopyWriter {
    /// JSON text; nothing is null.
    mutating func optionalJSONB(_ json: [UInt8]) {
        if json.isEmpty { null() } else { jsonb(json) }
    }
}

extension Sample.Content {
    /// Whether other samples may be inside.
    var isContainer: Bool {
        switch self {
        case .correlation, .workout: true
        case .quantity, .category, .other: false
        }
    }
}
