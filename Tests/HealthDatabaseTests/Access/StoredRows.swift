import Foundation
import HealthCore
import Postgres

/// A row of a personal table: its columns as JSON, and the columns that decide who may read it.
struct StoredRow: Decodable {
    var text = ""
    /// The ctid of the row.
    var position = ""
    var person: Int32
    var type: Int32?
    var uuid: String?
    var containerUUID: String?
    var sampleUUID: String?
    var start: Double?
    var end: Double?
    var holder: Int32?
    var revision: Int32?
    var source: Int32?
    var device: Int32?
    var unit: Int32?
    var name: String?
    var metadata: [String: Ignored]?
    var isAggregate: Bool?

    /// Any value.
    struct Ignored: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private enum CodingKeys: String, CodingKey {
        case person = "person_id"
        case type = "sample_type_id"
        case uuid, name, metadata
        case containerUUID = "container_uuid"
        case sampleUUID = "sample_uuid"
        case start = "start_seconds"
        case end = "end_seconds"
        case holder = "holder_id"
        case revision = "source_revision_id"
        case source = "source_id"
        case device = "device_id"
        case unit
        case isAggregate = "is_aggregate"
    }

    var namesDevice: Bool { metadata?.keys.contains { $0.hasPrefix("HKDevice") || $0.hasPrefix("HKUDI") } ?? false }
}

/// All rows of the personal tables that a role may read. The owner of the tables reads them once.
struct StoredRows {
    private(set) var tables: [String: [StoredRow]] = [:]
    /// The columns that analysts may read, by table.
    private var columns: [String: [String]] = [:]
    private(set) var types: [Int32: StoredType] = [:]
    private(set) var samples: [Int32: [String: StoredRow]] = [:]
    private(set) var sourceOfRevision: [Int32: [Int32: Int32]] = [:]
    /// Units that are not in the catalogue.
    private(set) var personalUnits: [Int32] = []
    /// The id of the type of nights that apps send as wholes.
    private(set) var aggregateNights: Int32?

    subscript(table: String) -> [StoredRow] { tables[table] ?? [] }

    /// A FROM item with the columns of a table that analysts may read.
    func source(of table: String) -> String {
        "(select \(columns[table, default: []].joined(separator: ", ")) from health.\(table))"
    }

    /// - Parameter readable: the personal tables that a role may read.
    init(_ readable: [String], _ session: Session) throws {
        for table in readable {
            let columns = try session.execute(
                "select attname::text from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
                [.text("health.\(table)")]
            ).map { try $0.text(0) }.filter { $0 != "change_position" }
            self.columns[table] = columns
            var extra = ""
            for bound in ["start", "end"] where columns.contains("\(bound)_time") {
                extra += ", '\(bound)_seconds', extract(epoch from \(bound)_time)::double precision"
            }
            for unit in ["unit_id", "sent_unit_id"] where columns.contains(unit) { extra += ", 'unit', \(unit)" }
            tables[table] = try session.execute(
                """
                select (to_jsonb(t) - 'change_position')::text, ctid::text,
                    (to_jsonb(t) || jsonb_build_object('x', 1\(extra)))::text
                from health.\(table) t
                """
            ).map { row in
                var stored = try JSONDecoder().decode(StoredRow.self, from: Data(try row.text(2).utf8))
                stored.text = try row.text(0)
                stored.position = try row.text(1)
                return stored
            }
        }
        for row in try session.execute("select sample_type_id, access_group, in_catalogue from health.sample_type") {
            types[try row.int32(0)] = StoredType(
                id: try row.int32(0), group: try row.text(1), isInCatalogue: try row.bool(2))
        }
        aggregateNights = try session.execute(
            "select sample_type_id from health.sample_type where identifier = $1",
            [.text(AggregateNight.typeIdentifier)]
        ).first?.int32(0)
        for row in self["sample"] { samples[row.person, default: [:]][row.uuid ?? ""] = row }
        for row in self["source_revision"] {
            sourceOfRevision[row.person, default: [:]][row.revision ?? 0] = row.source
        }
        personalUnits = try session.execute("select unit_id from health.unit where not in_catalogue").map {
            try $0.int32(0)
        }
    }
}
