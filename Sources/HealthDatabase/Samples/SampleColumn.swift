import HealthCore
import Postgres

/// A column that holds a part of a sample, in `health.sample` or in a side table.
///
/// `SampleColumn.all` is the only list of these columns. A column that samples of every kind have
/// is a row of `SampleMembers`, which the list contains. The statements that insert, compare and
/// restore samples and the COPY of a first import are made from it. `SampleColumnTests` compares
/// the list with the schema.
struct SampleColumn: Sendable {
    /// The side table; nil for `health.sample`.
    let table: SideTable?
    let name: String
    /// SQL of the value in a row `staged`. Its parameters are `SampleMerge.parameters`.
    let staged: String
    /// SQL of the value in a row `restored`, after the joins of `BackupRows`.
    let restored: String
    /// Appends the value to a COPY into the table; nil if no COPY writes the table.
    let write: Write?

    typealias Write = @Sendable (Sample, ResolvedReferences, inout BinaryCopyWriter) -> Void

    static let all = sample + detail + workout

    /// Returns the columns of `table` that hold parts of a sample. Person, position, origin and
    /// holder are not parts of a sample. The uuid is a part in `health.sample`, and only a key in
    /// side tables.
    static func columns(of table: SideTable?) -> [SampleColumn] { all.filter { $0.table == table } }

    static func names(of table: SideTable?) -> String { columns(of: table).map(\.name).joined(separator: ", ") }

    /// The values of the columns of `table` in a row `staged`, as a SELECT list.
    static func staged(_ table: SideTable?) -> String { columns(of: table).map(\.staged).joined(separator: ",\n") }

    /// The values of the columns of `table` in a row `restored`, as a SELECT list.
    static func restored(_ table: SideTable?) -> String { columns(of: table).map(\.restored).joined(separator: ",\n") }

    // MARK: health.sample

    private static let sample: [SampleColumn] =
        [
            column("sample_type_id", index("$2", "sample_type"), restored: "sample_type.sample_type_id") {
                $2.int32($1.sampleTypeIDs[Int($0.type)])
            },
            column("uuid", "staged.uuid", restored: "restored.uuid") { $2.uuid($0.uuid) },
            column("start_time", "staged.start_time", restored: "restored.start_time") {
                $2.timestamptz($0.start.microseconds)
            },
            column("end_time", "staged.end_time", restored: "restored.end_time") {
                $2.timestamptz($0.end.microseconds)
            },
            column(
                "quantity", "staged.quantity",
                restored: "case when restored.kind = 'quantity' then coalesce(restored.quantity, sent.number) end"
            ) { $2.double($0.content.quantity?.value) },
            column(
                "source_revision_id", index("$3", "source_revision"), restored: "restored.source_revision_id"
            ) { $2.int32($1.sourceRevisionIDs[Int($0.sourceRevision)]) },
            column("device_id", index("$4", "device"), restored: "restored.device_id") { sample, references, writer in
                writer.int32(sample.device.map { references.deviceIDs[Int($0)] })
            },
            column("sent_unit_id", index("$5", "sent_unit"), restored: "unit.unit_id") { sample, references, writer in
                writer.int32(sample.content.quantity.map { references.unitIDs[Int($0.sentUnit)] })
            },
            column(
                "category_value", onlyOf(.category, "category_value"),
                restored: """
                    case when restored.kind = 'category' then coalesce(restored.category_value, sent.number::integer) end
                    """
            ) { $2.int32($0.content.categoryValue) },
            column(
                "sent_quantity", "staged.sent_quantity",
                restored: """
                    case when restored.kind = 'series' or restored.kind = 'quantity' and restored.quantity is not null
                        then sent.number end
                    """
            ) { $2.double($0.content.quantity?.sentValueIfConverted) },
            column(
                "sent_category_value", onlyOf(.category, "sent_text"),
                restored: "case when restored.kind = 'category' then sent.text end"
            ) { $2.text($0.content.sentCategoryValue) },
        ]
        + SampleMembers.all.map { member in
            column(member.column, "staged.\(member.column)", restored: "restored.\(member.column)") {
                sample, _, writer in
                member.write(sample.members, to: &writer)
            }
        }

    private static func column(
        _ name: String, _ staged: String, restored: String, write: @escaping Write
    ) -> SampleColumn {
        SampleColumn(table: nil, name: name, staged: staged, restored: restored, write: write)
    }

    /// SQL of the id of a name. The staged row has the index of the name in `SampleReferences`.
    private static func index(_ numbers: String, _ name: String) -> String {
        "(\(numbers)::integer[])[staged.\(name) + 1]"
    }

    private static func onlyOf(_ kind: StagedKind, _ name: String) -> String {
        "case when \(kind.isKind("staged")) then staged.\(name) end"
    }

    // MARK: Side tables

    private static let detail = [
        SampleColumn(table: .detail, name: "metadata", staged: "staged.metadata", restored: "restored.metadata") {
            $2.optionalJSONB($0.metadata)
        },
        SampleColumn(table: .detail, name: "parts", staged: "staged.parts", restored: "restored.parts") {
            $2.optionalJSONB($0.parts)
        },
    ]

    private static let workout = [
        workoutColumn(
            "activity_type", "category_value",
            restored: """
                case when json_typeof(restored.activity) = 'number' then (restored.activity #>> '{}')::integer
                    else restored.activity_type end
                """),
        workoutColumn(
            "sent_activity_type", "sent_text",
            restored: "case when json_typeof(restored.activity) = 'string' then restored.activity #>> '{}' end"),
        workoutColumn("duration", "duration", restored: "restored.duration"),
        workoutColumn("total_energy_burned", "total_energy_burned", restored: "restored.total_energy_burned"),
        workoutColumn("total_distance", "total_distance", restored: "restored.total_distance"),
    ]

    private static func workoutColumn(_ name: String, _ staged: String, restored: String) -> SampleColumn {
        SampleColumn(table: .workout, name: name, staged: onlyOf(.workout, staged), restored: restored, write: nil)
    }
}

extension Sample.Content {
    var categoryValue: Int32? { if case .category(let value, _) = self { value } else { nil } }
    var sentCategoryValue: String? { if case .category(_, let sent) = self { sent } else { nil } }
    var workout: Workout? { if case .workout(let workout) = self { workout } else { nil } }
}

extension Quantity {
    /// The value as sent; nil if it equals `value`, so that it is not stored twice.
    var sentValueIfConverted: Double? { sentValue == value ? nil : sentValue }
}

extension BinaryCopyWriter {
    /// Appends JSON text. An empty text becomes null.
    mutating func optionalJSONB(_ json: [UInt8]) {
        if json.isEmpty { null() } else { jsonb(json) }
    }
}
