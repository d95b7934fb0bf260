import Foundation
import HealthDatabase
import Postgres
import Synchronization
import TestSupport

/// A database and a service that runs imports. The service can be killed and started again.
final class ImportWorld: Sendable {
    let conninfo: String
    let directory: String
    private let arguments: [String]
    private let current: Mutex<RunningService>

    private init(conninfo: String, directory: String, arguments: [String]) async throws {
        self.conninfo = conninfo
        self.directory = directory
        self.arguments =
            ["--database-url", conninfo, "--import-dir", directory + "/spool", "--rate-limit", "0"] + arguments
        current = Mutex(try await RunningService.start(self.arguments))
    }

    static func with<Value>(
        _ arguments: [String] = [], _ body: (ImportWorld) async throws -> Value
    ) async throws -> Value {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                let world = try await ImportWorld(conninfo: conninfo, directory: directory, arguments: arguments)
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await body(world)) } catch { outcome = .failure(error) }
                await world.kill()
                return try outcome.get()
            }
        }
    }

    /// As `with`, for a store with a person Ada. The test gets her token.
    static func withAda<Value>(
        _ arguments: [String] = [], _ body: (ImportWorld, String) async throws -> Value
    ) async throws -> Value {
        try await with(arguments) { world in try await body(world, world.store.token()) }
    }

    var service: RunningService { current.withLock { $0 } }
    var store: ServedStore { ServedStore(service: service, conninfo: conninfo) }

    func kill() async {
        await service.process.killAndWait()
    }

    func start() async throws {
        let started = try await RunningService.start(arguments)
        current.withLock { $0 = started }
    }

    /// The names of the uploaded files that the service keeps.
    var spooledFiles: [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/spool")) ?? []
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: directory + "/spool/" + folder)) ?? [])
                .filter { UUID(uuidString: $0) != nil }
        }
    }

    // MARK: Requests

    /// Sends a file, or some of its bytes, with curl.
    func send(
        _ method: String = "POST", _ path: String = "/v1/imports", file: String, token: String, headers: [String] = [],
        arguments: [String] = []
    ) async throws -> RunningService.Answer {
        let upload = try Upload(self, method, path, file: file, token: token, headers: headers, arguments: arguments)
        return await upload.answer()
    }

    /// Sends some bytes of a file as a piece of an upload.
    func sendPiece(
        _ range: Range<Int>, of data: Data, total: String? = nil, to path: String = "/v1/imports",
        token: String, headers: [String] = [], arguments: [String] = []
    ) async throws -> RunningService.Answer {
        let file = directory + "/piece-" + UUID().uuidString
        try data[range].write(to: URL(fileURLWithPath: file))
        let contentRange =
            "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total ?? "\(data.count)")"
        return try await send(
            path == "/v1/imports" ? "POST" : "PUT", path, file: file, token: token, headers: headers + [contentRange],
            arguments: arguments)
    }

    func get(_ path: String, token: String) async throws -> RunningService.Answer {
        try await service.send("GET", path, token: token)
    }

    func state(_ id: Int, token: String) async throws -> String? {
        try await get("/v1/imports/\(id)", token: token).object["state"] as? String
    }

    /// Waits until an import has ended or has reached a state.
    ///
    /// - Throws: `NeverHappened`, also if the import does not exist.
    func wait(_ id: Int, for states: Set<String> = ["finished", "failed", "cancelled"], token: String) async throws
        -> [String: Any]
    {
        var last: [String: Any] = [:]
        var progress: (text: String, since: ContinuousClock.Instant) = ("", .now)
        // An import that makes progress may take any time.
        while progress.since + Patience.duration > .now {
            let answer = try await get("/v1/imports/\(id)", token: token)
            last = try answer.object
            if let state = last["state"] as? String, states.contains(state) { return last }
            guard answer.status == 200 else { break }
            if answer.body != progress.text { progress = (answer.body, .now) }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw NeverHappened("import \(id) to be one of \(states.sorted())", last: "\(last)")
    }

    func sampleCount(of name: String = "Ada") throws -> Int64 {
        try Session(conninfo: conninfo).execute(
            "select count(*) from health.sample join health.person using (person_id) where name = $1", [.text(name)])[0]
            .int64(0)
    }

    /// A curl process that sends a file.
    struct Upload: Sendable {
        let process: BackgroundProcess

        init(
            _ world: ImportWorld, _ method: String = "POST", _ path: String = "/v1/imports", file: String,
            token: String? = nil, headers: [String] = [], arguments: [String] = []
        ) throws {
            let headers = headers + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
            var words = [
                "-sS", "--max-time", "300", "-X", method, "-T", file, "-H", "Expect:", "-w",
                "\n<status>%{http_code} %header{location}|%header{content-range}|%header{idempotency-replayed}",
                world.service.address + path,
            ]
            for header in headers { words += ["-H", header] }
            process = BackgroundProcess("/usr/bin/curl", words + arguments)
            try process.start()
        }

        func answer() async -> RunningService.Answer {
            _ = await process.waitForExit(seconds: 310)
            guard let mark = process.output.range(of: "\n<status>", options: .backwards) else {
                return RunningService.Answer(status: 0, body: process.output)
            }
            let tail = process.output[mark.upperBound...].split(separator: " ", maxSplits: 1)
            let values = (tail.last ?? "").split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let names = ["location", "content-range", "idempotency-replayed"]
            var headers: [String: [String]] = [:]
            for (name, value) in zip(names, values) where !value.isEmpty { headers[name] = [value] }
            return RunningService.Answer(
                status: tail.first.flatMap { Int($0) } ?? 0, body: String(process.output[..<mark.lowerBound]),
                headers: headers)
        }
    }
}

/// Exports for tests.
enum TestExport {
    static func record(_ number: Int, value: String? = nil) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time =
            "\(2010 + number / 2_419_200 % 10)-03-\(two(1 + number / 86_400 % 28)) \(two(number / 3_600 % 24)):\(two(number / 60 % 60)):\(two(number % 60)) +0000"
        return
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(value ?? "\(number % 1_000)")\"/>\n"
    }

    /// Returns an export.xml with `count` records. Every `refusedEvery`-th record cannot be read.
    static func xml(_ count: Int, refusedEvery: Int = .max) -> Data {
        var text = "<HealthData locale=\"en_US\">\n"
        for number in 0..<count {
            text += record(number, value: number % refusedEvery == refusedEvery - 3 ? "many" : nil)
        }
        return Data((text + "</HealthData>\n").utf8)
    }
}

extension Dictionary where Key == String, Value == Any {
    var importID: Int { self["id"] as? Int ?? 0 }
    func records(_ name: String) -> Int? { (self["records"] as? [String: Any])?[name] as? Int }
    var errorCode: String? { (self["error"] as? [String: Any])?["code"] as? String }
}
