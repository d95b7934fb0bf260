import Postgres

/// The rows that a merge compares with the store and moves into it.
enum StagedRows {
    case batch(StagedBatch)
    /// - Parameter count: the number of rows in the table, except for known records.
    case imported(ImportTable, count: Int64)

    /// The FROM item of the rows in statements with `SampleMerge.parameters`. It has the columns of
    /// `health.staged_record`. Known records of an import are not in it.
    var item: String {
        switch self {
        case .batch: StagedBatch.item
        case .imported(let table, _):
            "(select * from \(table.name) row where person_id = $1 and not \(StagedKind.known.isKind("row")))"
        }
    }

    /// True if looking up each row in an index costs less than reading all rows of the person.
    ///
    /// An import may have millions of rows. PostgreSQL then decides how to find them in the store.
    var areFew: Bool {
        switch self {
        case .batch: true
        case .imported(_, let count): count <= StagedRows.fewMax
        }
    }

    private static let fewMax: Int64 = 20_000

    /// The import whose records the rows are; nil for a batch.
    var importID: Int32? { if case .imported(let table, _) = self { table.id } else { nil } }

    /// $8 and $9 of the statements: the records and the series.
    var parameters: [Parameter] {
        switch self {
        case .batch(let batch): batch.parameters
        case .imported: []
        }
    }
}
