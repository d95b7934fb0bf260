import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// A primary and its synchronous standby, a service that names both, and a byte proxy before each:
/// one for the service, and one for the other server.
final class ReplicatedWorld: Sendable {
    let nodes: [ReplicatedNode]
    /// The proxies by which the service reaches the nodes.
    let ways: [ByteProxy]
    /// The proxies by which each node is reached by the other.
    private let links: [ByteProxy]
    private let directory: String
    let token: String
    /// A second person, to whom the imports belong.
    private let importToken: String
    private let state: Mutex<State>

    private struct State {
        var service: RunningService
        /// The index of the node that was promoted last.
        var primary = 0
        /// The number of imports so far.
        var imports = 0
    }

    static func with(_ body: (ReplicatedWorld) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let nodes = try ["a", "b"].map { try ReplicatedNode(directory: "\(directory)/\($0)") }
            var proxies: [ByteProxy] = []
            var world: ReplicatedWorld?
            do {
                for (name, node) in zip(["wa", "wb", "la", "lb"], nodes + nodes) {
                    proxies.append(try ByteProxy(directory: "\(directory)/\(name)", target: node.directory))
                }
                let made = try await ReplicatedWorld(directory, nodes, proxies)
                world = made
                try await body(made)
                await end(made, nodes, proxies)
            } catch {
                if let service = world?.service { print(service.process.errors.suffix(6_000)) }
                await end(world, nodes, proxies)
                throw error
            }
        }
    }

    private static func end(_ world: ReplicatedWorld?, _ nodes: [ReplicatedNode], _ proxies: [ByteProxy]) async {
        if let service = world?.service {
            await service.process.killAndWait()
        }
        for proxy in proxies { proxy.close() }
        for node in nodes {
            node.resume()
            try? await node.stop()
        }
    }

    private init(_ directory: String, _ nodes: [ReplicatedNode], _ proxies: [ByteProxy]) async throws {
        self.directory = directory
        self.nodes = nodes
        ways = Array(proxies[0..<2])
        links = Array(proxies[2..<4])
        try await nodes[0].create()
        let migrated = try await Command.healthstore(
            ["migrate"], database: nodes[0].conninfo, environment: ReplicatedWorld.environment(directory))
        try #require(migrated.status == 0, "\(migrated.errors)")
        try await nodes[1].copy(from: links[0].directory)
        try await wait(for: "the standby follows") { try await nodes[1].isStandby() }
        try await nodes[0].setSynchronous("*")
        try await wait(for: "the standby confirms") { try await nodes[0].hasSynchronousStandby() }
        let service = try await ReplicatedWorld.serve(directory, ways)
        let store = ServedStore(service: service, conninfo: nodes[0].conninfo)
        token = try store.token(for: "Ada")
        importToken = try store.token(for: "Ben")
        state = Mutex(State(service: service))
    }

    // MARK: The service

    /// The names of both ways, as libpq expects several hosts.
    private static func conninfo(_ ways: [ByteProxy]) -> String {
        ReplicatedNode.conninfo(ways.map(\.directory).joined(separator: ","))
    }

    private static func environment(_ directory: String) -> [String: String] {
        ["HEALTHSTORE_STATE_DIR": directory + "/state"]
    }

    private static func serve(_ directory: String, _ ways: [ByteProxy]) async throws -> RunningService {
        try await RunningService.start(
            [
                "--rate-limit", "0", "--commit-timeout", "4", "--import-dir", directory + "/imports", "--database-url",
                conninfo(ways),
            ],
            environment: environment(directory))
    }

    var service: RunningService { state.withLock { $0.service } }
    var store: ServedStore { ServedStore(service: service, conninfo: primary.conninfo) }

    /// Kills the service and starts it again, as a supervisor does, until it keeps running.
    func restartService() async throws {
        await service.process.killAndWait()
        try await wait(for: "the service starts") {
            do {
                let started = try await ReplicatedWorld.serve(directory, ways)
                state.withLock { $0.service = started }
                return true
            } catch is RunningService.DidNotStart { return false }
        }
    }

    /// Runs a command with the same two servers.
    func run(_ arguments: [String]) async throws -> Command {
        try await Command.healthstore(
            arguments, database: ReplicatedWorld.conninfo(ways), environment: ReplicatedWorld.environment(directory))
    }

    /// Posts samples once.
    func post(_ uuids: [String], key: String? = nil, seconds: Double = 20) async throws -> RunningService.Answer {
        // The same batch must have the same bytes, because it may have a key.
        try await service.send(
            "POST", "/v1/batches", token: token, body: json(["samples": uuids.map { step($0) }]),
            headers: key.map { ["Idempotency-Key: \($0)"] } ?? [], seconds: seconds)
    }

    // MARK: Imports

    /// The records of each import. No two imports have a record in common.
    static let importRecords = 5_000

    /// Begins an import and waits until it has read a record. Returns its id.
    func beginImport() async throws -> Int {
        let first = state.withLock { state in
            state.imports += 1
            return (state.imports - 1) * ReplicatedWorld.importRecords
        }
        let records = (first..<first + ReplicatedWorld.importRecords).map { TestExport.record($0) }
        let text = "<HealthData locale=\"en_US\">\n\(records.joined())</HealthData>\n"
        var id = 0
        try await wait(for: "the service accepts an export") {
            let answer = try await self.service.send(
                "POST", "/v1/imports", token: self.importToken, body: text, headers: ["Content-Type: application/xml"])
            guard (200..<300).contains(answer.status) else { return false }
            id = try answer.object.importID
            return true
        }
        try await wait(for: "the import runs") {
            ["running", "finished"].contains(try await self.importState(id))
        }
        return id
    }

    /// Waits for the end of an import, and expects that all of its records are stored.
    func finishImport(_ id: Int) async throws {
        try await wait(for: "the import ends") {
            ["finished", "failed", "cancelled"].contains(try await self.importState(id))
        }
        #expect(try await importState(id) == "finished")
    }

    /// Returns the state of an import, or nil while the service does not answer.
    private func importState(_ id: Int) async throws -> String? {
        let answer = try await service.send("GET", "/v1/imports/\(id)", token: importToken)
        return answer.status == 200 ? try answer.object["state"] as? String : nil
    }

    /// Expects that a server has all records of the imports that have ended.
    func checkImports(_ node: ReplicatedNode) async throws {
        let count = try await node.session().execute(
            "select count(*), count(distinct start_time) from health.sample join health.person using (person_id) where name = 'Ben'"
        )[0]
        let expected = Int64(state.withLock { $0.imports } * ReplicatedWorld.importRecords)
        #expect(try count.int64(0) == expected && count.int64(1) == expected)
    }

    // MARK: The servers

    var primary: ReplicatedNode { nodes[state.withLock { $0.primary }] }
    var standby: ReplicatedNode { nodes[1 - state.withLock { $0.primary }] }
    /// The way of the service to the primary, and the link of the standby to it.
    var wayToPrimary: ByteProxy { ways[state.withLock { $0.primary }] }
    var linkToPrimary: ByteProxy { links[state.withLock { $0.primary }] }

    /// Promotes the standby.
    func promote() async throws {
        try await standby.promote()
        state.withLock { $0.primary = 1 - $0.primary }
    }

    /// Makes the former primary, which is stopped, the synchronous standby of the new one.
    func rejoin(isCopied: Bool = false) async throws {
        try await standby.rejoin(linkToPrimary.directory, isCopied: isCopied)
        try await primary.setSynchronous("*")
        try await wait(for: "the rewound server confirms") { try await primary.hasSynchronousStandby() }
    }

    /// Waits until the standby has applied what the primary has committed.
    func waitForReplay() async throws { try await standby.waitForReplay(of: primary) }

    /// Returns the uuids of Ada's samples on a server, in order.
    func samples(_ node: ReplicatedNode) async throws -> [String] {
        try await node.session().execute(
            "select upper(sample.uuid::text) from health.sample join health.person using (person_id) where name = 'Ada' order by sample.uuid"
        ).map { try $0.text(0) }
    }
}
