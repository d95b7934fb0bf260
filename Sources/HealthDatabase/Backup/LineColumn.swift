/// A column of a table, and the member of a line of JSON that has its value.
struct LineColumn {
    let name: String
    /// The name of the member. By default it is the name of the column in camel case.
    let member: String
    /// PostgreSQL's type of the member; nil for a column that lines do not have.
    let type: String?
    /// SQL of the member in a row of the table. By default it is the column.
    let exported: String?
    /// SQL of the column in the row `item` of a line. By default it is the member.
    let restored: String

    init(
        _ name: String, _ type: String?, as member: String? = nil, exported: String? = nil, restored: String? = nil
    ) {
        let words = name.split(separator: "_")
        self.name = name
        self.member = member ?? words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        self.type = type
        self.exported = exported
        self.restored = restored ?? "item.\"\(self.member)\""
    }

    static func text(_ name: String, as member: String? = nil) -> LineColumn { LineColumn(name, "text", as: member) }
    static func texts(_ name: String) -> LineColumn { LineColumn(name, "text[]") }
    static func uuid(_ name: String, as member: String? = nil) -> LineColumn { LineColumn(name, "uuid", as: member) }
    static func bool(_ name: String) -> LineColumn { LineColumn(name, "boolean") }
    static func time(_ name: String, as member: String? = nil) -> LineColumn {
        LineColumn(name, "timestamptz", as: member)
    }
    static func integer(_ name: String, as member: String? = nil) -> LineColumn {
        LineColumn(name, "integer", as: member)
    }
    static func bigint(_ name: String) -> LineColumn { LineColumn(name, "bigint") }
    static func double(_ name: String) -> LineColumn { LineColumn(name, "double precision") }
    static func jsonb(_ name: String) -> LineColumn { LineColumn(name, "jsonb") }
    static func bytes(_ name: String, as member: String? = nil) -> LineColumn { LineColumn(name, "bytea", as: member) }

    /// The identifier of a sample type.
    static let sampleType = LineColumn(
        "sample_type_id", "text", as: "type", exported: "type.identifier", restored: "type.sample_type_id")
    /// The own holder of the new person.
    static let ownHolder = LineColumn("holder_id", nil, restored: OwnHolder.or("null"))
    /// The position in the feed of the new store.
    static let position = LineColumn("change_position", nil, restored: "$3 + line_number")
}

extension BackupStatements {
    /// Of lines that are rows of a table.
    ///
    /// - Parameters:
    ///   - condition: SQL that selects the exported rows.
    ///   - order: the columns by which lines are sorted.
    ///   - onConflict: what the insertion does about a row that exists.
    ///   - preparation: inserts rows of shared tables.
    init(
        _ table: String, where condition: String = "true", order: String,
        onConflict: String = "", preparation: String? = nil, _ columns: [LineColumn]
    ) {
        let hasType = columns.contains { $0.restored == LineColumn.sampleType.restored }
        let members = columns.filter { $0.type != nil }
        func list(_ columns: [LineColumn], _ text: (LineColumn) -> String) -> String {
            columns.map(text).joined(separator: ", ")
        }
        self.init(
            table: table,
            export: """
                select \(list(members) { "\($0.exported ?? "\(table).\($0.name)") as \"\($0.member)\"" })
                from health.\(table) \(hasType ? "left join health.sample_type type using (sample_type_id)" : "")
                where \(table).person_id = PERSON and \(condition) order by \(order)
                """,
            fields: list(members) { "\"\($0.member)\" \($0.type ?? "")" },
            insert: """
                insert into health.\(table) (person_id, \(list(columns, \.name)))
                select $1, \(list(columns, \.restored))
                from item \(hasType ? "left join health.sample_type type on type.identifier = item.type" : "")
                where \(hasType ? "(item.type is null or type.sample_type_id is not null)" : "true")
                \(onConflict)
                """,
            preparation: preparation)
    }
}
