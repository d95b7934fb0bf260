import Postgres

/// Searches for faults: settings that can lose data, and rows that violate a rule for which there
/// is no foreign key.
public struct Doctor {
    let session: Session
    let list: ErasedList?

    /// - Parameter list: the list of erased people beside the database, if the store has one.
    public init(session: Session, list: ErasedList? = nil) {
        self.session = session
        self.list = list
    }

    public struct Finding: Sendable {
        public var isGood: Bool
        public var text: String
        public var hint: String?

        public init(isGood: Bool, text: String, hint: String? = nil) {
            self.isGood = isGood
            self.text = text
            self.hint = hint
        }

        static func fault(_ text: String, hint: String?) -> Finding { Finding(isGood: false, text: text, hint: hint) }

        /// The finding that something holds, but for what `names` lists.
        init(_ text: String, butFor names: [String], named: String = "", hint: String) {
            let exceptions = names.isEmpty ? "" : ", but for \(named)\(names.joined(separator: ", "))"
            self.init(isGood: names.isEmpty, text: text + exceptions, hint: hint)
        }
    }

    /// Examines the database in one snapshot and changes nothing. Some checks read all samples.
    ///
    /// - Parameter isCopy: true for a copy of a store, in which no import or erasing goes on.
    /// - Throws: `PostgresError`.
    public func examine(isCopy: Bool = false) throws -> [Finding] {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            var findings = try settings()
            do {
                try Migrator().verify(session)
                findings.append(Finding(isGood: true, text: "the schema is this program's"))
            } catch let error as HealthDatabaseError {
                // The other checks need this program's schema.
                return findings + [.fault(error.message, hint: error.hint)]
            }
            findings += try [functions(), sizes()] + archive()
            if !isCopy { findings += try interruptedImports() }
            findings += try services() + access() + cluster() + [erasedPeople()]
            let begun = try begunErasings()
            guard begun.isEmpty else { return isCopy ? findings : findings + begun }
            return try findings + figureFindings() + run(Doctor.checks)
        }
    }

    private func settings() throws -> [Finding] {
        let version = Finding(
            isGood: session.serverVersion >= 150_000, text: "PostgreSQL \(session.serverVersion / 10_000)",
            hint: "15 or newer is needed")
        return try [version]
            + ["fsync", "full_page_writes", "synchronous_commit"].map { name in
                let value = try session.value("select current_setting($1)", name, as: String.self)
                return Finding(
                    isGood: value != "off", text: "\(name) is \(value)",
                    hint: "acknowledged samples can be lost when the machine fails")
            }
    }

    private func functions() throws -> Finding {
        do {
            try session.attempt { try FunctionCheck.run(session) }
        } catch let error as PostgresError where !error.isConnectionLost {
            return .fault(
                "the functions for analysts cannot be used: \(error.message)",
                hint: "if PostgreSQL was upgraded, restart it; else healthstore migrate installs them again")
        }
        return Finding(isGood: true, text: "the functions for analysts can be used")
    }

    /// Returns no finding if the server archives nothing itself.
    private func archive() throws -> [Finding] {
        guard let seconds = try ServerArchive.failingSeconds(session) else { return [] }
        let failure = seconds == 0 ? "" : ", but the last attempt failed"
        return [
            Finding(
                isGood: seconds == 0, text: "the server archives its write-ahead log\(failure)",
                hint: "the server's log says why archive_command or archive_library fails")
        ]
    }

    private func sizes() throws -> Finding {
        let bytes = try Cluster.bytes(of: ["sample"], session)
        let people = try session.value("select count(*) from health.person", as: Int64.self)
        let samples = try Cluster.rows(of: "sample", session)
        let size = try session.value("select pg_size_pretty($1::bigint)", bytes, as: String.self)
        return Finding(isGood: true, text: "\(people) people, about \(samples) samples in \(size)")
    }

    /// Reports the running imports whose program has ended. No session holds the lock of such a
    /// person's imports.
    private func interruptedImports() throws -> [Finding] {
        let importing = try lockedPeople(ImportJob.lockClass)
        return try session.run(
            """
            select import.person_id, import.file_name, person.name, import.updated_at::date::text
            from health.import join health.person using (person_id)
            where import.state = 'running'
            order by import.person_id
            """
        ).filter { try !importing.contains($0.int32(0)) }.map { row in
            .fault(
                "an import of \(try row.text(1)) for \(try row.text(2)) was interrupted on \(try row.text(3))",
                hint: "import the file again: it goes on where it stopped")
        }
    }

    /// The people for whom a session holds an advisory lock of the class.
    func lockedPeople(_ lockClass: Int32) throws -> Set<Int32> {
        Set(
            try session.all(
                """
                select objid::integer from pg_locks
                where locktype = 'advisory' and classid::bigint = $1 and objsubid = 2
                    and database = (select oid from pg_database where datname = current_database())
                """, lockClass, as: Int32.self))
    }

    /// Runs checks. A check has a text, and a statement that counts the rows that violate it.
    func run(_ checks: KeyValuePairs<String, String>) throws -> [Finding] {
        try checks.map { text, statement in
            let count = try session.value(statement, as: Int64.self)
            return Finding(
                isGood: count == 0, text: count == 0 ? text : "\(text): \(count) exceptions",
                hint: "please report this; the raw samples are safe")
        }
    }

    private static let checks: KeyValuePairs = [
        "every sample has a person, a type and a source": """
        select count(*) from health.sample
        left join health.person using (person_id)
        left join health.sample_type using (sample_type_id)
        left join health.source_revision using (person_id, source_revision_id)
        where person.person_id is null or sample_type.sample_type_id is null
            or source_revision.source_revision_id is null
        """,
        "every device and unit of a sample is known": """
        select count(*) from health.sample
        left join health.device using (person_id, device_id)
        left join health.unit on unit.unit_id = sample.sent_unit_id
        where (sample.device_id is not null and device.device_id is null)
            or (sample.sent_unit_id is not null and unit.unit_id is null)
        """,
        "details, workouts and contents belong to samples": """
        select (select count(*) from health.sample_detail left join health.sample using (person_id, uuid)
                where sample.uuid is null)
            + (select count(*) from health.workout left join health.sample using (person_id, uuid)
                where sample.uuid is null)
            + (select count(*) from health.contained_sample contained
                left join health.sample on sample.person_id = contained.person_id
                    and sample.uuid = contained.container_uuid
                where sample.uuid is null)
        """,
        "every time zone in use was said by a sample": """
        select count(*) from health.sample_time_zone zone left join health.sample using (person_id, uuid)
        where sample.uuid is null or sample.start_time <> zone.start_time
        """,
        "every sync identifier's sample is stored or deleted": """
        select count(*) from health.sample_sync
        left join health.sample using (person_id, uuid)
        left join health.deleted_sample using (person_id, uuid)
        where sample.uuid is null and deleted_sample.uuid is null
        """,
        "every series has its quantities, and nothing else has any": """
        select count(*)
        from (
            select * from health.sample
            where quantity is null and sent_unit_id is not null and (person_id, uuid) not in (
                select person_id, uuid from health.aggregate_extreme where ordinal <= -3)
        ) sample
        full join health.quantity_series series using (person_id, uuid)
        full join (
            select person_id, uuid, count(*) as count, min(start_time) as start_time, max(end_time) as end_time,
                min(sample_type_id) as sample_type_id, max(sample_type_id) as greatest_type_id,
                min(source_revision_id) as source_revision_id, max(source_revision_id) as greatest_revision_id
            from health.series_quantity group by person_id, uuid
        ) inside using (person_id, uuid)
        where (series.count = inside.count and inside.start_time >= sample.start_time
            and inside.end_time <= sample.end_time and inside.sample_type_id = sample.sample_type_id
            and inside.greatest_type_id = sample.sample_type_id
            and inside.source_revision_id = sample.source_revision_id
            and inside.greatest_revision_id = sample.source_revision_id) is not true
        """,
        "every extreme is that of a sample, and agrees with it": """
        select count(*) from health.aggregate_extreme extreme left join health.sample using (person_id, uuid)
        where (extreme.sample_type_id = sample.sample_type_id and extreme.start_time = sample.start_time
            and extreme.end_time = sample.end_time and extreme.source_revision_id = sample.source_revision_id
            and (extreme.ordinal >= -2 or sample.quantity is null)) is not true
        """,
        "no deleted sample is still there":
            "select count(*) from health.deleted_sample join health.sample using (person_id, uuid)",
        "no record that stands for another sample is one itself": """
        select count(*) from health.recognised_record record
        join health.sample on sample.person_id = record.person_id and sample.uuid = record.imported_uuid
        """,
        "no sample is longer than its type's extent": """
        select count(*) from health.sample left join health.sample_extent using (person_id, sample_type_id)
        where sample_extent.longest_duration is null
            or sample.end_time - sample.start_time > sample_extent.longest_duration
        """,
        "every change has a position of its own in its person's change feed": """
        select count(*) - count(distinct (person_id, change_position)) from (
            select person_id, change_position from health.sample
            union all select person_id, change_position from health.deleted_sample
            union all select person_id, change_position from health.export_element
            union all select person_id, change_position from health.preference_change
        ) change
        """,
        "every import that waits was uploaded": """
        select count(*) from health.import left join health.import_upload using (person_id, import_id)
        where state in ('receiving', 'queued') and spool_name is null
        """,
        "no change lies behind the end of its person's change feed": """
        select count(*) from health.sample join health.change_counter using (person_id)
        where sample.change_position > change_counter.last_position
            and not (sample.import_id is not null and exists (
                select 1 from health.import
                where import.person_id = sample.person_id and import.state = 'running'
                    and sample.change_position > import.direct_position))
        """,
        "everything that is staged belongs to an import that is not finished": """
        select count(*) from pg_tables left join health.import
            on tablename = format('import_%s_%s', import.person_id, import.import_id) and import.state = 'running'
        where schemaname = 'health_staging' and import.person_id is null
        """,
    ]
}
