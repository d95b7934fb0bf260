import HealthDatabase
import Postgres

/// Notes which tables about a person are written, whether the writer holds a lock of the person when
/// it commits, and whether it has raised the version of the person's figures.
///
/// `StorePoint` computes the digests of a backup at a point of the log. It takes both locks of each
/// person, so that no writer of the person commits between its snapshot and the point.
enum WriteWatch {
    /// The writes, as the name of a table and INSERT, UPDATE or DELETE.
    struct Writes: Sendable {
        var all: Set<String> = []
        /// The writes of transactions that did not hold a lock.
        var unlocked: Set<String> = []
        /// The writes of transactions after which remembered answers would be stale.
        var unraised: Set<String> = []

        mutating func formUnion(_ other: Writes) {
            all.formUnion(other.all)
            unlocked.formUnion(other.unlocked)
            unraised.formUnion(other.unraised)
        }
    }

    /// The tables on whose rows no remembered answer depends. Writers of every other table raise
    /// the version (`FiguresVersion`).
    static let withoutFigures: Set<String> = Set(
        // Every request looks up its rights.
        ["access_grant", "holder", "passkey", "used_challenge", "token", "token_use", "client_session"]
            // What clients and imports have sent, and what they were told.
            + ["access_log", "client_anchor", "complete_range", "idempotency_key", "recognised_record", "sync_plan"]
            + ["webhook"]
            + ["import", "import_count", "import_refusal", "import_upload"]
            // Stored figures are those of the samples. An answer with stale ones is not remembered.
            + ["hour", "day", "night", "mark"]
            // What one holder's page shows, and reports of zones, whose history is in day_clock.
            + ["reader_preference", "time_zone_report"])

    /// An export has only imports that have finished or were undone. The lock is held when they get
    /// these states, but not before.
    static let tables = Set(BackupRecord.allCases.filter { ![.type, .import].contains($0) }.flatMap(\.tables))

    /// Adds triggers to the tables of a store. Writes of this session are not noted.
    static func install(_ session: Session) throws {
        try session.executeScript(
            """
            create schema test;
            create table test.write (
                table_name text, operation text, is_locked boolean, is_raised boolean,
                primary key (table_name, operation, is_locked, is_raised));
            create function test.note_write() returns trigger language plpgsql security definer as $$
            declare
                written integer := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
            begin
                -- The digests leave out people who are being erased.
                if current_setting('test.is_unwatched', true) = 'on'
                    or not exists (select from health.person where person_id = written and erasing_since is null)
                then
                    return null;
                end if;
                insert into test.write
                select tg_table_name, tg_op, exists (
                    select from pg_locks
                    where locktype = 'advisory' and pid = pg_backend_pid() and granted
                        and classid = \(0x7065_7273) and objid = written::oid and objsubid = 2
                ) or exists (
                    -- The row of the feed was locked or changed by a transaction that has not ended.
                    select from health.change_counter counter
                    where counter.person_id = written
                        and 'in progress' in (
                            pg_xact_status(counter.xmax::text::xid8), pg_xact_status(counter.xmin::text::xid8))
                ), exists (
                    select from health.change_counter counter
                    where counter.person_id = written and pg_xact_status(counter.xmin::text::xid8) = 'in progress')
                on conflict do nothing;
                return null;
            end;
            $$;
            set test.is_unwatched = on;
            """)
        let personal = try session.execute(
            """
            select table_name::text from information_schema.columns join information_schema.tables using (table_schema, table_name)
            where table_schema = 'health' and column_name = 'person_id' and table_type = 'BASE TABLE'
            """
        ).map { try $0.text(0) }
        for table in personal {
            try session.executeScript(
                """
                create constraint trigger note_write after insert or update or delete on health.\(table)
                deferrable initially deferred for each row execute function test.note_write()
                """)
        }
    }

    static func read(_ session: Session) throws -> Writes {
        var writes = Writes()
        for row in try session.execute("select table_name, operation, is_locked, is_raised from test.write") {
            let table = try row.text(0)
            let write = "\(table) \(try row.text(1))"
            if tables.contains(table) {
                writes.all.insert(write)
                if try !row.bool(2) { writes.unlocked.insert(write) }
            }
            if try !withoutFigures.contains(table) && !row.bool(3) { writes.unraised.insert(write) }
        }
        return writes
    }
}
