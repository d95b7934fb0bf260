import Foundation
import HealthCore
import Postgres

/// Writes the program's catalogue of HealthKit types to the database: to the catalogue's own
/// tables, and to `health.sample_type` and `health.unit`.
struct CatalogueLoader {
    /// - Returns: false if the database already has this catalogue.
    func load(_ session: Session) throws -> Bool {
        let tables = try Catalogue.tables.map { try Table(name: $0.name, columns: $0.columns, $0.rows) }
        let types = try CatalogueLoader.sampleTypes()
        let hash = Migrator.hash((tables + [types]).map { $0.name + "\n" + $0.json }.joined(separator: "\n"))
        guard try Migrator.installed(session)[Migrator.Part.catalogue] != hash else { return false }
        for table in tables {
            try session.run("delete from health.\(session.quoteIdentifier(table.name))")
            try table.insert(session)
        }
        try registerSampleTypes(types, session)
        try registerUnits(session)
        try Migrator.record(Migrator.Part.catalogue, hash, session)
        return true
    }

    /// Rows for a table of the database.
    private struct Table {
        let name: String
        let columns: [String]
        /// An array of objects. The values are texts, which PostgreSQL casts to the types of the
        /// columns.
        let json: String

        init(name: String, columns: [String], _ rows: [[String?]]) throws {
            (self.name, self.columns) = (name, columns)
            let objects = rows.map { row in
                Dictionary(zip(columns, row).compactMap { column, cell in cell.map { (column, $0) } }) { $1 }
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            json = String(decoding: try encoder.encode(objects), as: UTF8.self)
        }

        func insert(_ session: Session, onConflict: String = "") throws {
            let name = session.quoteIdentifier(name)
            let columns = columns.map(session.quoteIdentifier).joined(separator: ", ")
            try session.run(
                """
                insert into health.\(name) (\(columns))
                select \(columns) from jsonb_populate_recordset(null::health.\(name), $1)
                \(onConflict)
                """, Parameter.jsonb(Array(json.utf8)))
        }
    }

    /// Registers the types of the catalogue. Types are never removed, because samples may refer to
    /// their ids.
    private func registerSampleTypes(_ types: Table, _ session: Session) throws {
        try session.run("update health.sample_type set in_catalogue = false where in_catalogue")
        let updates = types.columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try types.insert(session, onConflict: "on conflict (identifier) do update set \(updates)")
    }

    private static func sampleTypes() throws -> Table {
        let columns = [
            "identifier", "short_name", "kind", "aggregation_style", "canonical_unit", "value_enum", "preferred_unit",
            "preferred_factor", "preferred_shift", "display_name", "display_group", "access_group", "in_catalogue",
        ]
        let types = Catalogue.sampleTypes.sorted { $0.identifier < $1.identifier }
        return try Table(
            name: "sample_type", columns: columns,
            types.map { type -> [String?] in
                let preferred = type.units.first { $0.unit == type.preferredUnit }
                return [
                    type.identifier, type.shortName, type.kind.rawValue, type.aggregationStyle?.name,
                    type.canonicalUnit?.unitString, type.valueEnum, type.preferredUnit?.unitString,
                    preferred.map { "\($0.factor)" }, preferred.map { "\($0.shift)" }, type.displayName,
                    type.displayGroup, type.accessGroup.rawValue, "true",
                ]
            })
    }

    /// Registers the units that exports use, so that few imports add a unit. If an import adds a
    /// unit, other writers that add the same unit wait until the import commits. Also marks the
    /// units of HealthKit's grammar.
    private func registerUnits(_ session: Session) throws {
        try session.run(
            """
            insert into health.unit (unit_string)
            select canonical_unit from health.quantity_type where canonical_unit is not null
            union
            select regexp_split_to_table(export_xml_units_observed, ' *; *') from health.quantity_type
            on conflict (unit_string) do nothing
            """)
        try SharedNames.markUnits(session)
    }
}
