import Foundation
import HealthCore
import Postgres

/// Erases a person. Deletes every row of every personal table, in transactions of limited size.
///
/// `begin` ends all reading and writing of the person at once, and `finish` deletes the rows. If an
/// erasing is interrupted, the person stays unreadable, and `pending` returns the person. The
/// functions lock only rows of this person, so requests about other people do not wait.
public struct PersonEraser {
    /// The number of deleted rows by table, and the files to delete.
    public struct Counts: Sendable {
        public var rows: [String: Int64] = [:]
        /// The uploaded files of the person, in the folder of uploads. The caller deletes them.
        public var files: [UUID] = []

        public var total: Int64 { rows.values.reduce(0, +) }

        fileprivate mutating func add(_ count: Int64, of table: String) {
            if count > 0 { rows[table, default: 0] += count }
        }
    }

    /// The number of consecutive blocks of a table whose rows one transaction deletes: 4 MiB, which
    /// are up to about 40,000 samples. They take about half a second on a busy machine.
    static let pieceBlocks: Int64 = 512
    /// The number of deleted rows of a table from which `vacuum` frees their space.
    static let vacuumRows: Int64 = 10_000
    /// "eras", the first half of the key of the advisory lock of an erasing. The second half is the
    /// person's id.
    static let lockClass: Int32 = 0x6572_6173

    /// Tables without a foreign key that are written without the lock of the person's change feed.
    /// `finish` deletes their rows again while it locks the person's row.
    private static let lateTables = ["access_log", "day", "hour", "mark", "night"]

    private let person: Person
    private let session: Session

    public init(_ person: Person, _ session: Session) {
        self.person = person
        self.session = session
    }

    /// Returns the people whose erasing has begun.
    ///
    /// - Throws: `PostgresError`.
    public static func pending(_ session: Session) throws -> [Person] {
        try session.all(
            "select person_id, uuid, name from health.person where erasing_since is not null order by erasing_since",
            as: Person.self)
    }

    /// Erases a person. Has no effect if the person does not exist.
    ///
    /// - Parameters:
    ///   - list: the list of erased people. The person is appended before a row is deleted.
    ///   - progress: called after each transaction.
    ///   - removeFile: removes an uploaded file. It is called before the row that names the file is
    ///     deleted, so that the next call finds the files that an interrupted erasing leaves.
    /// - Returns: the deleted rows; nil if another session erases the person.
    /// - Throws: `PostgresError`, `HealthDatabaseError` (`damagedStore`), an error of the file
    ///   system, and what `progress` throws.
    @discardableResult
    public static func erase(
        _ person: Person, list: ErasedList? = nil, _ session: Session, progress: (Counts) throws -> Void = { _ in },
        removeFile: (UUID) -> Void = { _ in }
    ) throws -> Counts? {
        guard try tryLock(person, session) else { return nil }
        defer {
            // If the session is lost, the server has released the lock.
            _ = try? session.run("select pg_advisory_unlock($1, $2)", lockClass, person)
        }
        let eraser = PersonEraser(person, session)
        try list?.addErased(person.uuid)
        var counts = try eraser.begin()
        for file in counts.files { removeFile(file) }
        try eraser.finish(&counts, progress)
        return counts
    }

    private static func tryLock(_ person: Person, _ session: Session) throws -> Bool {
        try session.value("select pg_try_advisory_lock($1, $2)", lockClass, person, as: Bool.self)
    }

    /// Returns the approximate number of rows that an erasing deletes, to display its progress.
    ///
    /// - Throws: `PostgresError`.
    public static func estimatedRows(of person: Person, _ session: Session) throws -> Int64 {
        // Most rows are samples and their parts. The planner's estimate would also count rows of
        // other people.
        try ["sample", "sample_detail", "series_quantity", "sample_time_zone"].reduce(0) { sum, table in
            try sum
                + session.value("select count(*) from health.\(table) where person_id = $1", person, as: Int64.self)
        }
    }

    // MARK: Begin

    /// Ends all reading and writing of the person. Deletes every token and grant, drops the staging
    /// tables of imports, and deletes the row that every writer of samples locks.
    ///
    /// Blocks until writers of the person's samples have committed.
    ///
    /// - Throws: `PostgresError`.
    @discardableResult
    public func begin() throws -> Counts {
        try session.transaction {
            var counts = Counts()
            try session.run("select last_position from health.change_counter where person_id = $1 for update", person)
            // A refresher that computes figures shares this lock. Without it, its new rows
            // could remain after the deletion.
            try PersonLock.take(person, session)
            let isThere = "select exists (select 1 from health.person where person_id = $1)"
            guard try session.value(isThere, person, as: Bool.self) else { return counts }
            try TokenRevocation.notify(ofAll: person, session)
            try AccessChange.notify(ofAllHoldersAbout: person, session)
            counts.files = try session.all(
                "select spool_name from health.import_upload where person_id = $1", person, as: UUID.self)
            let running = try session.all(
                "select import_id from health.import where person_id = $1 and state = 'running'", person, as: Int32.self
            )
            for id in running { try ImportTable(person: person, id: id).drop(session) }
            try session.run(
                "update health.person set erasing_since = least(erasing_since, now()) where person_id = $1", person)
            try session.run("insert into health.erased_person (uuid) values ($1) on conflict do nothing", person.uuid)
            // The grants of other people to the person's own holder are deleted with the holder.
            let isHeld = "person_id = $1 or holder_id = (select holder_id from health.holder where person_id = $1)"
            for table in ["token", "access_grant"] { try delete(from: table, where: isHeld, &counts) }
            for table in ["holder", "change_counter", "day_clock", "mark"] { try delete(from: table, &counts) }
            return counts
        }
    }

    // MARK: Finish

    /// Deletes the rows of a person whose erasing has begun, and then the row of the person.
    ///
    /// - Parameter progress: called after each transaction.
    /// - Throws: `PostgresError`, and what `progress` throws.
    func finish(_ counts: inout Counts, _ progress: (Counts) throws -> Void) throws {
        try AccessLogStore.waitForWriters(session)
        for table in try personalTables() { try deleteRows(of: table, &counts, progress) }
        try deleteNames(&counts)
        try session.transaction {
            try PersonLock.take(person, session)
            for table in PersonEraser.lateTables + ["person"] { try delete(from: table, &counts) }
        }
        try progress(counts)
    }

    private func delete(
        from table: String, where condition: String = "person_id = $1", _ counts: inout Counts
    ) throws {
        counts.add(try session.affectedRows("delete from health.\(table) where \(condition)", person), of: table)
    }

    /// Returns every table of the store with a column `person_id`, so that none can be forgotten. A
    /// table that refers to another table, such as `source_revision` to `source`, comes first,
    /// because rows that a foreign key deletes are not counted.
    private func personalTables() throws -> [String] {
        try session.all(
            """
            select relname::text from pg_class
            join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
            where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and relname <> 'person'
            order by relname desc
            """, as: String.self)
    }

    /// Deletes the rows in the order in which they are stored, in pieces of the table. One query
    /// finds the pieces that have rows of the person. A new search for each transaction would read
    /// the rows again that earlier transactions deleted.
    private func deleteRows(of table: String, _ counts: inout Counts, _ progress: (Counts) throws -> Void) throws {
        let pieces = try session.all(
            """
            select distinct (ctid::text::point)[0]::bigint / $2 from health.\(table) where person_id = $1 order by 1
            """, person, PersonEraser.pieceBlocks, as: Int64.self)
        for piece in pieces {
            let deleted = try session.transaction {
                // A crash of the server can undo the last transactions. Their rows are deleted when
                // the erasing continues. Without the indexes, PostgreSQL reads only the blocks of
                // the piece.
                try session.executeScript("set local synchronous_commit = off")
                try session.executeScript("set local enable_indexscan = off")
                try session.executeScript("set local enable_seqscan = off")
                return try session.affectedRows(
                    "delete from health.\(table) where person_id = $1 and ctid >= $2::text::tid and ctid < $3::text::tid",
                    person, "(\(piece * PersonEraser.pieceBlocks),0)", "(\((piece + 1) * PersonEraser.pieceBlocks),0)")
            }
            counts.add(deleted, of: table)
            try progress(counts)
        }
    }

    /// Deletes types and units that are in no catalogue and that no person has. Their names are
    /// personal.
    ///
    /// A writer who is about to use such a name has locked its row, which is then left. A writer
    /// that looked it up before this transaction and uses it afterwards gets an error of the
    /// foreign key, and succeeds when it repeats the request.
    private func deleteNames(_ counts: inout Counts) throws {
        for (table, column, ownTable) in [
            ("sample_type", "sample_type_id", "person_sample_type"), ("unit", "unit_id", "person_unit"),
        ] {
            let deleted = try session.transaction {
                try Cluster.prepareForChanges(session)
                let unused = try session.all(
                    """
                    select \(column) from health.\(table)
                    where not in_catalogue and \(column) not in (select own.\(column) from health.\(ownTable) own)
                    order by 1
                    """, as: Int32.self)
                let locked = try session.all(
                    "select \(column) from health.\(table) where \(column) = any($1) for update skip locked", unused,
                    as: Int32.self)
                // Reads again, because another person may have begun to use a name before the lock.
                let used = Set(
                    try session.all(
                        "select distinct \(column) from health.\(ownTable) where \(column) = any($1)", locked,
                        as: Int32.self))
                return try session.affectedRows(
                    "delete from health.\(table) where \(column) = any($1)", locked.filter { !used.contains($0) })
            }
            counts.add(deleted, of: table)
        }
    }

    /// Frees the space of the deleted rows, which remain on the disk until then. Must not run in a
    /// transaction.
    ///
    /// - Throws: `PostgresError`.
    public static func vacuum(_ counts: Counts, _ session: Session) throws {
        let tables = counts.rows.filter { $0.value >= vacuumRows }.keys.sorted()
        guard !tables.isEmpty else { return }
        try session.executeScript(
            "vacuum (skip_locked) " + tables.map { "health." + $0 }.joined(separator: ", "))
    }
}
