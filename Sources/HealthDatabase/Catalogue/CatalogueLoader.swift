import Foundation
import HealthCore
import Postgres

/// Writes the program's catalogue of HealthKit types to the database: to the catalogue's own
/// tables, and to `health.sample_type` and `health.unit`.
struct CatalogueLoader {
    /// - Returns: false if the database already has this catalogue.
    func load(_ session: Session) throws -> Bool {
        let tables = try Catalogue.tables.map {
            (name: $0.name, columns: $0.columns, json: try CatalogueLoader.json($0))
        }
        let text = tables.map { $0.name + "\n" + $0.json }.joined(separator: "\n")
        let hash = Migrator.hash(text + CatalogueLoader.sampleTypeText)
        guard try Migrator.installed(session)[Migrator.Part.catalogue] != hash else { return false }
        for table in tables {
            let name = session.quoteIdentifier(table.name)
            let columns = table.columns.map(session.quoteIdentifier).joined(separator: ", ")
            try session.run("delete from health.\(name)")
            try session.run(
                """
                insert into health.\(name) (\(columns))
                select \(columns) from jsonb_populate_recordset(null::health.\(name), $1)
                """, Parameter.jsonb(Array(table.json.utf8)))
        }
        try registerSampleTypes(session)
        try registerUnits(session)
        try Migrator.record(Migrator.Part.catalogue, hash, session)
        return true
    }

    /// Registers the types of the catalogue. Types are never removed, because samples may refer to
    /// their ids.
    private func registerSampleTypes(_ session: Session) throws {
        try session.run("update health.sample_type set in_catalogue = false where in_catalogue")
        for type in Catalogue.sampleTypes.sorted(by: { $0.identifier < $1.identifier }) {
            let preferred = type.units.first { $0.unit == type.preferredUnit }
            try session.run(
                """
                insert into health.sample_type (
                    identifier, short_name, kind, aggregation_style, canonical_unit, value_enum, preferred_unit,
                    preferred_factor, preferred_shift, display_name, display_group, in_catalogue)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true)
                on conflict (identifier) do update
                set short_name = excluded.short_name, kind = excluded.kind,
                    aggregation_style = excluded.aggregation_style, canonical_unit = excluded.canonical_unit,
                    value_enum = excluded.value_enum, preferred_unit = excluded.preferred_unit,
                    preferred_factor = excluded.preferred_factor, preferred_shift = excluded.preferred_shift,
                    display_name = excluded.display_name, display_group = excluded.display_group,
                    in_catalogue = true
                """, type.identifier, type.shortName, type.kind.rawValue, type.aggregationStyle?.name,
                type.canonicalUnit?.unitString, type.valueEnum, type.preferredUnit?.unitString, preferred?.factor,
                preferred?.shift, type.displayName, type.displayGroup)
        }
        let types = Catalogue.sampleTypes.sorted { $0.identifier < $1.identifier }
        try session.run(
            """
            update health.sample_type set access_group = given.access_group
            from unnest($1::text[], $2::text[]) as given (identifier, access_group)
            where sample_type.identifier = given.identifier and sample_type.access_group <> given.access_group
            """, types.map(\.identifier), types.map(\.accessGroup.rawValue))
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

    /// The content that `registerSampleTypes` writes, as input of the hash.
    private static var sampleTypeText: String {
        Catalogue.sampleTypes.map { type in
            let preferred = type.units.first { $0.unit == type.preferredUnit }
            return [
                type.identifier, type.shortName, type.kind.rawValue, type.aggregationStyle?.name ?? "",
                type.canonicalUnit?.unitString ?? "", type.valueEnum ?? "", preferred.map { "\($0)" } ?? "",
                type.displayName, type.displayGroup, type.accessGroup.rawValue,
            ].joined(separator: ",")
        }.joined(separator: "\n")
    }

    /// Returns the rows of a table as a JSON array of objects. The values are texts, which
    /// PostgreSQL casts to the types of the columns.
    private static func json(_ table: CatalogueTable) throws -> String {
        let rows = table.rows.map { row in
            Dictionary(zip(table.columns, row).compactMap { column, cell in cell.map { (column, $0) } }) { $1 }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(rows), as: UTF8.self)
    }
}
