import HealthCore
import Postgres

/// Whether slots of one type of a person are kept: the only access in Swift to
/// `health.slot_type`.
struct SlotTypeTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// A query for all rows.
    static let rows = "select person_id, sample_type_id, aggregation_style, format from health.slot_type"

    /// The style and the format of the slots that are kept.
    struct Kept: Hashable {
        var style: String
        var format: Int32

        /// Whether this program can use the slots for `style`.
        func fits(_ style: AggregationStyle) -> Bool { self.style == style.name && format == SlotFormat.current }
    }

    /// Nil if no slots of the type are kept.
    ///
    /// - Parameter isLocking: locks the row until the transaction ends, so that no other session
    ///   removes the slots, with the person or to make them again. The lock does not block writers
    ///   of samples.
    func kept(isLocking: Bool = false) throws -> Kept? {
        try session.execute(
            """
            select aggregation_style, format from health.slot_type
            where person_id = $1 and sample_type_id = $2 \(isLocking ? "for key share" : "")
            """, key
        ).first.map { Kept(style: try $0.text(0), format: try $0.int32(1)) }
    }

    /// Begins to keep slots of the type in this program's format.
    func insert(_ style: AggregationStyle) throws {
        _ = try session.execute(
            "insert into health.slot_type (person_id, sample_type_id, aggregation_style, format) values ($1, $2, $3, $4)",
            key + [.text(style.name), .int32(SlotFormat.current)])
    }

    /// Keeps no slots of the type any more. Waits for a session that has locked the row.
    func delete() throws {
        _ = try session.execute("delete from health.slot_type where person_id = $1 and sample_type_id = $2", key)
    }

    // MARK: All types

    /// The types whose slots are kept, in order of person and type.
    static func entries(_ session: Session) throws -> [SlotBacklog.Entry] {
        try session.execute(
            """
            select person.person_id, person.uuid, person.name, slot_type.sample_type_id
            from health.slot_type join health.person using (person_id) order by 1, 4
            """
        ).map { row in
            var row = row
            return try SlotBacklog.Entry(reading: &row)
        }
    }

    /// The aggregation style of a type; nil for a type that has none, and so no slots.
    static func style(_ sampleTypeID: Int32, _ session: Session) throws -> AggregationStyle? {
        let type = try session.execute(
            "select identifier from health.sample_type where sample_type_id = $1", [.int32(sampleTypeID)])
        return try type.first.flatMap { Catalogue.sampleType(named: try $0.text(0))?.aggregationStyle }
    }
}
