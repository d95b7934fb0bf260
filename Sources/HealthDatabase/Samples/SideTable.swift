import Postgres

/// A table with further rows of a sample, beside its row in `health.sample`.
enum SideTable: String, CaseIterable, Codable {
    case detail = "sample_detail"
    /// The rows follow from the metadata (`SampleTimeZone`).
    case timeZone = "sample_time_zone"
    case workout
    case series = "quantity_series"
    case seriesQuantity = "series_quantity"
    case extreme = "aggregate_extreme"
    /// The samples in a correlation or workout.
    case contained = "contained_sample"

    /// The column with the uuid of the sample to which a row belongs.
    var key: String { self == .contained ? "container_uuid" : "uuid" }

    /// Deletes the rows of samples.
    ///
    /// - Parameter tables: the tables from which to delete; all of them by default.
    /// - Throws: `PostgresError`
    static func deleteRows(
        in tables: [SideTable] = allCases, of uuids: Parameter, _ person: Person, _ session: Session
    ) throws {
        for table in tables {
            switch table {
            case .series: try StoredSeries.delete(of: uuids, person, session)
            // `StoredSeries.delete` deletes them with their series.
            case .seriesQuantity: break
            case .detail, .timeZone, .workout, .extreme, .contained:
                try session.run(
                    "delete from health.\(table.rawValue) where person_id = $1 and \(table.key) = any($2)", person,
                    uuids)
            }
        }
    }

    /// Returns a statement that deletes the rows of the person $1 whose samples are in the FROM
    /// item `rows`.
    func deletion(of rows: String) -> String {
        """
        delete from health.\(rawValue) using \(rows)
        where \(rawValue).person_id = $1 and \(rawValue).\(key) = \(rows).uuid
        """
    }
}
