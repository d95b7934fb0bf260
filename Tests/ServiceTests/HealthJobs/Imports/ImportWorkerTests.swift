import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthJobs

/// A database with waiting uploads, and a worker that imports them.
private struct WorkerWorld {
    let conninfo: String
    let session: Session
    let folder: SpoolFolder
    let worker: ImportWorker
    /// The events of the worker's log.
    let events: Recorder<String>

    static func with(deferralSeconds: Double = 60, _ body: (WorkerWorld) async throws -> Void) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                let session = try Session(conninfo: conninfo)
                let folder = SpoolFolder(path: directory, name: "database", walBytesMax: 0)
                try folder.prepare()
                let events = Recorder<String>()
                let worker = ImportWorker(
                    Database(conninfo), folder: folder, log: events.log, deferralSeconds: deferralSeconds)
                let world = WorkerWorld(
                    conninfo: conninfo, session: session, folder: folder, worker: worker, events: events)
                do { try await body(world) } catch {
                    await worker.stop()
                    throw error
                }
                await worker.stop()
            }
        }
    }

    /// Adds a file of `count` steps that waits for its import.
    func upload(_ count: Int, for person: Person) throws -> ImportKey {
        var text = "<HealthData locale=\"en_US\">\n"
        for number in 0..<count {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let time = "2024-01-\(two(1 + number / 1_440)) \(two(number / 60 % 24)):\(two(number % 60)):00 +0000"
            text +=
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(number % 90)\"/>\n"
        }
        let data = Data((text + "</HealthData>\n").utf8)
        let uploads = UploadStore(person: person, session: session)
        let (begun, _) = try uploads.begin(
            UploadStore.Announcement(fileName: "export.xml", bytes: Int64(data.count), sha256: nil, key: nil))
        let name = try #require(begun.upload?.spoolName)
        try data.write(to: URL(fileURLWithPath: folder.path(of: name)))
        let count = Int64(data.count)
        #expect(try uploads.recordProgress(begun.id, receivedBytes: count, bytes: count, folder: "host/00000001"))
        #expect(try uploads.enqueue(begun.id, bytes: count))
        return ImportKey(person: person.id, id: begun.id)
    }

    func stored(_ key: ImportKey) throws -> StoredImport? {
        let person = try PersonStore.list(session).first { $0.id == key.person }
        return try person.flatMap { try ImportStore(person: $0, session: session).find(key.id) }
    }

    func isFinished(_ key: ImportKey) throws -> Bool { try stored(key)?.state == .finished }

    func sampleCount(_ person: Person) throws -> Int64 {
        try session.execute("select count(*) from health.sample where person_id = $1", [.int32(person.id)])[0].int64(0)
    }
}

@Suite struct ImportWorkerTests {
    @Test("a service that has only the beginning of a file leaves its import to the service that has the whole file")
    func beginningOnly() async throws {
        try await WorkerWorld.with { world in
            let people = try ["Ada", "Bea"].map { try PersonStore.create(name: $0, world.session) }
            let cut = try world.upload(10, for: people[0])
            let path = try world.folder.path(of: #require(try world.stored(cut)?.upload?.spoolName))
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            try whole.prefix(200).write(to: URL(fileURLWithPath: path))
            let other = try world.upload(10, for: people[1])
            world.worker.start()
            try await wait(for: "the other import") { try world.isFinished(other) }
            #expect(try world.stored(cut)?.state == .queued)
            try whole.write(to: URL(fileURLWithPath: path))
            world.worker.wake()
            try await wait(for: "the import") { try world.isFinished(cut) }
            #expect(try world.sampleCount(people[0]) == 10)
        }
    }

    @Test("an import that hangs keeps those of other people from nothing, and of one person no two run at once")
    func sideBySide() async throws {
        try await WorkerWorld.with { world in
            let people = try ["Ada", "Bea", "Cleo"].map { try PersonStore.create(name: $0, world.session) }
            let (ada, bea, cleo) = (people[0], people[1], people[2])
            // Another session writes for Ada and does not commit.
            let other = try Session(conninfo: world.conninfo)
            try other.executeScript(
                "begin; select from health.change_counter where person_id = \(ada.id) for update")
            let hanging = try (0..<3).map { _ in try world.upload(10, for: ada) }
            let keys =
                try (0..<3).map { try world.upload(2_000 + $0, for: bea) }
                + (0..<2).map { try world.upload(2_000 + $0, for: cleo) }
            world.worker.start()
            var together = 0
            try await wait(for: "the imports of others are finished") {
                let running = (hanging + keys).filter { world.worker.progress($0) != nil }
                #expect(Set(running.map(\.person)).count == running.count, "\(running)")
                together = max(together, running.count)
                return try keys.allSatisfy(world.isFinished)
            }
            #expect(together == ImportWorker.importsAtOnce)
            #expect(try world.sampleCount(bea) == 2_002)
            #expect(try world.sampleCount(cleo) == 2_001)
            #expect(try world.sampleCount(ada) == 0)
            try other.executeScript("rollback")
            try await wait(for: "the others are finished, too") { try hanging.allSatisfy(world.isFinished) }
            #expect(try world.sampleCount(ada) == 10)
            // A file is removed after its import is finished.
            try await wait(for: "the files are removed") { world.folder.names().isEmpty }
        }
    }

    @Test(
        "an import that PostgreSQL interrupts before its first record is stored is tried again later, and keeps its file",
        .disabled(if: TestServer.isCluster, "the coordinator does not see the sessions of other servers"))
    func interruptedBeginning() async throws {
        try await WorkerWorld.with(deferralSeconds: 0.2) { world in
            let ada = try PersonStore.create(name: "Ada", world.session)
            let key = try world.upload(2_000, for: ada)
            let lock = try Session(conninfo: world.conninfo)
            try lock.executeScript(
                "begin; select from health.change_counter where person_id = \(ada.id) for update")
            world.worker.start()
            // A lock that takes too long, a shutdown and a full disk have the same effect.
            try await wait(for: "the import is interrupted") {
                _ = try world.session.execute(
                    """
                    select pg_cancel_backend(pid) from pg_stat_activity
                    where datname = current_database() and application_name = 'healthstore imports'
                        and wait_event_type = 'Lock'
                    """)
                return try world.stored(key)?.state.isEnd == true
                    || world.events.count(of: "import_interrupted") > 0
                        && world.events.all.contains { $0.contains("57014") }
            }
            let interrupted = try #require(try world.stored(key))
            #expect(!interrupted.state.isEnd && interrupted.error == nil)
            #expect(!world.folder.names().isEmpty)
            try lock.executeScript("rollback")
            try await wait(for: "the import is finished") {
                world.worker.wake()
                return try world.stored(key)?.state.isEnd == true
            }
            #expect(try world.stored(key)?.state == .finished)
            #expect(try world.sampleCount(ada) == 2_000)
        }
    }
}
