import HealthCore
import Postgres

/// The row of `health.slot_type` of one type of a person. The type has slots if the row exists.
///
/// No other Swift code accesses the table, except that `PersonStore` deletes a person's rows.
struct SlotTypeTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// A query for all rows, of all people and types.
    static let rows = "select person_id, sample_type_id, aggregation_style, format from health.slot_type"

    /// The aggregation style and the format of a type's slots.
    struct Kept: Hashable {
        var style: String
        var format: Int32

        /// True if this program can use the slots for `style`.
        func fits(_ style: AggregationStyle) -> Bool { self.style == style.name && format == SlotFormat.current }
    }

    /// Returns the style and format of the type's slots; nil if the type has no slots.
    ///
    /// - Parameter isLocking: if true, locks the row until the transaction ends. No other session
    ///   can then delete the slots. The lock does not block writers of samples.
    func kept(isLocking: Bool = false) throws -> Kept? {
        try session.execute(
            """
            select aggregation_style, format from health.slot_type
            where person_id = $1 and sample_type_id = $2 \(isLocking ? "for key share" : "")
            """, key
        ).first.map { Kept(style: try $0.text(0), format: try $0.int32(1)) }
    }

    /// Records that slots of the type are kept, in this program's format.
    func insert(_ style: AggregationStyle) throws {
        _ = try session.execute(
            "insert into health.slot_type (person_id, sample_type_id, aggregation_style, format) values ($1, $2, $3, $4)",
            key + [.text(style.name), .int32(SlotFormat.current)])
    }

    /// Records that no slots of the type are kept. Waits for a session that has locked the row.
    func delete() throws {
        _ = try session.execute("delete from health.slot_type where person_id = $1 and sample_type_id = $2", key)
    }

    // MARK: All types

    /// Returns the types that have slots, in order of person and type.
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

    /// Returns the aggregation style of a type; nil for a type without a style, which has no slots.
    static func style(_ sampleTypeID: Int32, _ session: Session) throws -> AggregationStyle? {
        let type = try session.execute(
            "select identifier from health.sample_type where sample_type_id = $1", [.int32(sampleTypeID)])
        return try type.first.flatMap { Catalogue.sampleType(named: try $0.text(0))?.aggregationStyle }
    }
}
