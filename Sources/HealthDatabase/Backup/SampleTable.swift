import HealthCore
import Postgres

/// The samples of one type as a CSV table, for spreadsheets and other programs. `CSVWriter` writes
/// it. Times are UTC, in a form that spreadsheets read as times. No program of this package reads
/// it.
public final class SampleTable: PersonQueries {
    /// Returns the identifiers of the types with samples of the person.
    ///
    /// - Throws: `PostgresError`
    public func types() throws -> [String] {
        try session.all(
            """
            select identifier from health.sample_type type
            where \(BackupRecord.hasSamples(of: "$1"))
            order by identifier collate "C"
            """, person, as: String.self)
    }

    private struct Column {
        var name: String
        /// SQL of the cell. Its type can be cast to text.
        var expression: String
        /// True if people or apps wrote the cells as texts; false for numbers and times.
        var isText = false
        /// True if the cells of quantities are numbers in a column of texts.
        var hasNumbersOfQuantities = false
    }

    /// Value and unit are canonical. For a series, the value is its summary.
    private static let columns = sampleColumns + memberColumns + contentColumns

    private static let sampleColumns = [
        Column(name: "date", expression: "left(to_json(sample.start_time) #>> '{}', 10)"),
        Column(name: "uuid", expression: "sample.uuid"), time("startDate", "start_time"), time("endDate", "end_time"),
        Column(name: "value", expression: "coalesce(sample.quantity, series.quantity, sample.category_value)"),
        Column(
            name: "unit",
            expression: """
                case when unit.unit_id is not null
                then coalesce(type.canonical_unit, health_code.unit_name(unit.unit_string)) end
                """,
            isText: true),
        Column(
            name: "sentValue",
            expression: """
                case when unit.unit_id is not null then coalesce(sample.sent_quantity, sample.quantity)::text
                else sample.sent_category_value end
                """, isText: true, hasNumbersOfQuantities: true),
        Column(name: "sentUnit", expression: "unit.unit_string", isText: true),
        Column(name: "count", expression: "series.count"),
        Column(name: "sourceName", expression: "source.name", isText: true),
        Column(name: "sourceBundleIdentifier", expression: "source.bundle_identifier", isText: true),
        Column(name: "sourceVersion", expression: "revision.version", isText: true),
        Column(name: "productType", expression: "revision.product_type", isText: true),
        Column(name: "operatingSystemVersion", expression: "revision.operating_system_version", isText: true),
        Column(name: "device", expression: "coalesce(device.name, device.unparsed)", isText: true),
        Column(name: "deviceModel", expression: "coalesce(device.hardware_version, device.model)", isText: true),
    ]

    private static let memberColumns = SampleMembers.all.map { member in
        if case .time = member.value { return time(member.name, member.column) }
        return Column(name: member.name, expression: "to_json(sample.\(member.column)) #>> '{}'")
    }

    private static func time(_ name: String, _ column: String) -> Column {
        Column(name: name, expression: "left(replace(to_json(sample.\(column)) #>> '{}', 'T', ' '), -6)")
    }

    private static let contentColumns = [
        Column(name: "workoutActivityType", expression: "workout.activity_type"),
        Column(name: "sentWorkoutActivityType", expression: "workout.sent_activity_type", isText: true),
        Column(name: "duration", expression: "workout.duration"),
        Column(name: "totalEnergyBurned", expression: "workout.total_energy_burned"),
        Column(name: "totalDistance", expression: "workout.total_distance"),
        Column(name: "metadata", expression: "detail.metadata::text", isText: true),
        Column(name: "parts", expression: "detail.parts::text", isText: true),
    ]

    /// Passes the table to `write`, in blocks.
    ///
    /// - Parameters:
    ///   - type: the identifier of the type.
    ///   - from: the earliest start of a sample; nil for no limit.
    ///   - to: the instant before which samples start; nil for no limit.
    /// - Returns: the number of rows.
    /// - Throws: what `write` throws, or `PostgresError`
    public func write(
        _ type: String, from: Instant? = nil, to: Instant? = nil, to write: ([UInt8]) throws -> Void
    ) throws -> Int64 {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try session.executeScript("set local extra_float_digits = 1")
            let found = try session.first(
                "select sample_type_id, kind = 'quantity' from health.sample_type where identifier = $1", type
            ) { (id: try $0.int32(), isQuantity: try $0.bool()) }
            guard let found else { return 0 }
            var rows = CSVWriter(capacity: 2 * PersonExport.pieceBytes)
            rows.appendHeader(SampleTable.columns.map(\.name))
            var cell: [UInt8] = []
            var count: Int64 = 0
            try session.copyOut(copy(found.id, from: from, to: to)) { row in
                for column in SampleTable.columns {
                    cell.removeAll(keepingCapacity: true)
                    guard try row.appendOptional(to: &cell) else {
                        rows.appendNull()
                        continue
                    }
                    if column.isText && !(found.isQuantity && column.hasNumbersOfQuantities) {
                        rows.append(text: cell)
                    } else {
                        rows.append(raw: cell)
                    }
                }
                rows.endRow()
                count += 1
                guard rows.bytes.count >= PersonExport.pieceBytes else { return }
                try write(rows.bytes)
                rows.removeAll()
            }
            try write(rows.bytes)
            return count
        }
    }

    private func copy(_ sampleTypeID: Int32, from: Instant?, to: Instant?) -> String {
        let cells = SampleTable.columns.map { "(\($0.expression))::text" }
        let range = [from.map { "and start_time >= '\($0.rfc3339)'" }, to.map { "and start_time < '\($0.rfc3339)'" }]
        let isOfSample = "person_id = \(person.id) and uuid = sample.uuid"
        return """
            copy (
                select \(cells.joined(separator: ", "))
                from (
                    select * from health.sample
                    where person_id = \(person.id) and sample_type_id = \(sampleTypeID) \(range.compactMap { $0 }.joined(separator: " "))
                    order by start_time, uuid offset 0
                ) sample
                join health.sample_type type on type.sample_type_id = sample.sample_type_id
                join health.source_revision revision on revision.person_id = \(person.id)
                    and revision.source_revision_id = sample.source_revision_id
                join health.source on source.person_id = \(person.id) and source.source_id = revision.source_id
                left join health.device on device.person_id = \(person.id) and device.device_id = sample.device_id
                left join health.unit on unit.unit_id = sample.sent_unit_id
                \(LookUp.any("sample_detail", as: "detail", where: isOfSample))
                \(LookUp.any("workout", where: isOfSample))
                \(LookUp.any("quantity_series", as: "series", where: isOfSample))
                order by sample.start_time, sample.uuid
            ) to stdout (format binary)
            """
    }
}
