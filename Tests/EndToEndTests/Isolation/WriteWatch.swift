import HealthDatabase
import Postgres

/// Notes which tables that `healthstore export` writes are written, and whether the writer holds a
/// lock of the person when it commits.
///
/// `StorePoint` computes the digests of a backup at a point of the log. It takes both locks of each
/// person, so that no writer of the person commits between its snapshot and the point.
enum WriteWatch {
    /// The writes, as the name of a table and INSERT, UPDATE or DELETE.
    struct Writes: Sendable {
        var all: Set<String> = []
        /// The writes of transactions that did not hold a lock.
        var unlocked: Set<String> = []
    }

    /// An export has only imports that have finished or were undone. The lock is held when they get
    /// these states, but not before.
    static let tables = Set(BackupRecord.allCases.filter { ![.type, .import].contains($0) }.flatMap(\.tables))

    /// Adds triggers to the tables of a store. Writes of this session are not noted.
    static func install(_ session: Session) throws {
        try session.executeScript(
            """
            create schema test;
            create table test.write (
                table_name text, operation text, is_locked boolean, primary key (table_name, operation, is_locked));
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
                            pg_xact_status(counter.xmax::text::xid8), pg_xact_status(counter.xmin::text::xid8)))
                on conflict do nothing;
                return null;
            end;
            $$;
            set test.is_unwatched = on;
            """)
        for table in tables.sorted() {
            try session.executeScript(
                """
                create constraint trigger note_write after insert or update or delete on health.\(table)
                deferrable initially deferred for each row execute function test.note_write()
                """)
        }
    }

    static func read(_ session: Session) throws -> Writes {
        var writes = Writes()
        for row in try session.execute("select table_name || ' ' || operation, is_locked from test.write") {
            writes.all.insert(try row.text(0))
            if try !row.bool(1) { writes.unlocked.insert(try row.text(0)) }
        }
        return writes
    }
}
