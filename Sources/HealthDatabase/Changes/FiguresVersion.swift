import Foundation
import HealthCore
import Postgres

/// Identifies everything on which a person's figures depend, except the question, the program and
/// the time. While the version stays the same, the figures of a question stay the same, except that
/// stored figures may differ from those of samples in their last bit, and are used while no mark
/// is.
///
/// A version never comes back. Each transaction that changes figures moves the end of the feed or
/// raises `figures_version`, and holds the person's lock until it commits.
public struct FiguresVersion: Hashable, Sendable {
    private let position: Int64
    private let figures: Int64
    /// Changes when the person's data were restored.
    private let feed: UUID
    /// The start of the database server. A standby that became the primary may have lost the last
    /// changes, and may use their positions again.
    private let serverStart: Int64

    static func statement(_ personID: Int32) -> Statement {
        Statement(
            """
            select last_position, figures_version, feed_uuid, pg_postmaster_start_time()
            from health.change_counter where person_id = $1
            """, personID)
    }

    /// Reads the columns of `statement`.
    init(reading row: Row) throws {
        var row = row
        position = try row.int64()
        figures = try row.int64()
        feed = try row.uuid()
        serverStart = try row.timestamptz()
    }
}
