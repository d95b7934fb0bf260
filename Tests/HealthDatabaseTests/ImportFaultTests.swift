import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests imports during which the server fails. The file is not the cause.
@Suite(.disabled(if: TestServer.isCluster, "Citus refuses the triggers with which the tests make statements fail"))
struct ImportFaultTests {
    /// Runs a test on a store whose server fails as the setting `test.fault` says.
    private static func withStore(_ body: (TestStore) async throws -> Void) async throws {
        try await TestStore.with { store in
            try store.session.executeScript(prepare)
            try await body(store)
        }
    }

    private static let prepare =
        """
        create function public.fail() returns trigger language plpgsql as $$
        declare
            fault constant text := coalesce(current_setting('test.fault', true), '');
        begin
            if fault = 'slow' then
                perform pg_sleep(600);
            elsif fault <> '' then
                raise exception using errcode = fault, message = 'a failure';
            end if;
            return null;
        end;
        $$;
        create trigger fail before insert on health.sample for each statement execute function public.fail();
        """

    enum Moment: String, CaseIterable {
        /// The fault occurs while samples are stored as they are read.
        case storing
        /// The fault occurs while staged samples are merged.
        case merging
    }

    /// 53100 is a full disk, 57014 is a statement that took too long, and 58030 is an error of the
    /// disk.
    private static func faults(_ moment: Moment) -> [String] {
        if LongRun.isOn { return ["53100", "53200", "57014", "58030", "40001", "slow"] }
        return moment == .storing ? ["53100"] : ["slow"]
    }

    /// Returns a new person, and a sample of the person if the next import is to be staged.
    private static func begin(_ store: TestStore, _ moment: Moment, _ name: String) throws -> TestStore {
        let store = store.of(try PersonStore.create(name: "\(moment) \(name)", store.session))
        if moment == .merging { try store.post { try $0.add(InterruptedFile.uuid(-1_000_000), .quantity(1), at: 1e6) } }
        return store
    }

    @Test(
        "a failure of the server interrupts an import, which goes on where it was and ends as if nothing had been",
        arguments: Moment.allCases)
    func fault(moment: Moment) async throws {
        let file = try InterruptedFile(1_000, seed: 23)
        try await Self.withStore { all in
            let whole = try Self.begin(all, moment, "whole")
            let report = try file.importing(whole)
            let (expected, counts) = (try ImportResumeTests.contents(whole), try ImportResumeTests.counts(whole))
            for fault in Self.faults(moment) {
                let store = try Self.begin(all, moment, fault)
                let failure = #expect(throws: PostgresError.self, "\(fault)") {
                    try file.importing(
                        store,
                        betweenPieces: { index in
                            guard index >= 600 else { return }
                            let limit = fault == "slow" ? "300ms" : "0"
                            try store.session.executeScript(
                                "set test.fault = '\(fault)'; set statement_timeout = '\(limit)'")
                        })
                }
                #expect(failure?.sqlState == (fault == "slow" ? "57014" : fault))
                try store.session.executeScript("set test.fault = ''; set statement_timeout = 0")
                let stored = try ImportStore(person: store.person, session: store.session).find(1)
                #expect(stored?.state == .running && stored?.error == nil, "\(fault)")
                var starts: [Int] = []
                let resumed = try file.importing(store, betweenPieces: { starts.append($0) })
                #expect(starts.first.map { $0 >= 400 } ?? (moment == .merging), "\(fault): \(starts)")
                #expect(resumed == report, "\(fault)")
                #expect(try ImportResumeTests.contents(store) == expected, "\(fault)")
                #expect(try ImportResumeTests.counts(store) == counts, "\(fault)")
                try ImportResumeTests.expectSound(store)
            }
        }
    }

    @Test("a server that ends the session while rows are merged, or cannot gather statistics of them, loses nothing")
    func merging() async throws {
        let file = try InterruptedFile(1_000, seed: 29)
        try await Self.withStore { all in
            let whole = try Self.begin(all, .merging, "whole")
            let (report, expected) = (try file.importing(whole), try ImportResumeTests.contents(whole))
            let store = try Self.begin(all, .merging, "interrupted")
            // Only ANALYZE waits for this lock.
            let other = try Session(conninfo: store.conninfo)
            try store.session.executeScript("set lock_timeout = '100ms'")
            let locked = #expect(throws: PostgresError.self) {
                try file.importing(
                    store,
                    betweenPieces: { index in
                        guard index == 600 else { return }
                        try other.executeScript(
                            "begin; lock table health_staging.import_\(store.person.id)_1 in share update exclusive mode"
                        )
                    })
            }
            #expect(locked?.isLockTimeout == true)
            let imports = ImportStore(person: store.person, session: store.session)
            #expect(try imports.find(1)?.state == .running)
            try other.executeScript("rollback")
            // The session is ended in the middle of the merge.
            let ended = #expect(throws: PostgresError.self) {
                try file.importing(
                    store,
                    progress: { _, _ in
                        _ = try other.execute(
                            "select pg_terminate_backend($1, 10000)", [.int32(try processID(of: store.session))])
                    })
            }
            #expect(ended?.isConnectionLost == true)
            let again = try store.inNewSession()
            #expect(try ImportStore(person: again.person, session: again.session).find(1)?.state == .running)
            #expect(try file.importing(again) == report)
            #expect(try ImportResumeTests.contents(again) == expected)
            try ImportResumeTests.expectSound(again)
        }
    }

    private func processID(of session: Session) throws -> Int32 {
        try session.execute("select pg_backend_pid()")[0].int32(0)
    }

    @Test("of a sample that is deleted while its file is read, a repetition further down stays one of its own")
    func deletedBetween() async throws {
        try await TestStore.with { store in
            var maker = SampleMaker()
            let repeated = InterruptedFile.uuid(7)
            try maker.add(repeated, .quantity(7), at: 7)
            for number in 100..<300 { try maker.add(InterruptedFile.uuid(number), .quantity(1), at: Double(number)) }
            try maker.add(repeated, .quantity(7), at: 7)
            var file = try InterruptedFile(0, seed: 1)
            file.records = maker.records
            file.references = maker.references
            // The first piece is stored as it is read.
            #expect(throws: ImportCancelled.self) { try file.importing(store, checkpoint: 40, reads: 2) }
            #expect(try store.count("sample") == 80)
            try store.delete(repeated)
            let report = try file.importing(store, checkpoint: 40)
            #expect(report.received == 202 && report.stored == 202, "\(report)")
            // The first sample is deleted. The second is stored under the uuid of an equal record.
            let second = try store.texts(
                "select uuid::text from health.sample where person_id = \(store.person.id) and quantity = 7")
            #expect(second.count == 1 && second != [repeated.uuidString.lowercased()])
            #expect(try store.count("sample") == 201)
            #expect(
                try store.texts("select uuid::text from health.deleted_sample") == [repeated.uuidString.lowercased()])
            // Importing the file again neither restores the first sample nor stores the second
            // twice.
            let again = try file.importing(store, fingerprint: "again")
            #expect(again.stored == 0 && again.deletedBefore == 1, "\(again)")
            #expect(try store.count("sample") == 201)
            try ImportResumeTests.expectSound(store)
        }
    }
}
