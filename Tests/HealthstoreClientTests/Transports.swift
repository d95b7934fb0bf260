import Foundation
import Synchronization
import TestSupport

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport of an app without a connection.
struct OfflineTransport: HTTPTransport {
    func send(_ request: URLRequest) async throws -> HTTPAnswer { throw URLError(.notConnectedToInternet) }
}

/// The uuids in the body of a batch.
struct SentBatch: Decodable {
    struct Named: Decodable {
        var uuid: String
    }

    var deleted: [Named]
    var samples: [Named]
}

/// Responds from a list, then with receipts. Records the requests.
final class ScriptedTransport: HTTPTransport {
    struct Sent: Sendable {
        var key: String
        var deleted: [String]
        var samples: [String]

        var count: Int { deleted.count + samples.count }
    }

    private let state: Mutex<(answers: [HTTPAnswer?], sent: [Sent])>
    /// Chooses the response by the request. nil means the next response of the list.
    private let decide: @Sendable (Sent) -> HTTPAnswer?

    /// - Parameter answers: the responses. nil stands for a receipt.
    init(_ answers: [HTTPAnswer?] = [], decide: @escaping @Sendable (Sent) -> HTTPAnswer? = { _ in nil }) {
        state = Mutex((answers, []))
        self.decide = decide
    }

    var sent: [Sent] { state.withLock { $0.sent } }

    func send(_ request: URLRequest) async throws -> HTTPAnswer {
        guard request.url?.lastPathComponent == "batches" else {
            // The service has no samples yet.
            return HTTPAnswer(status: 200, body: Data(#"{"differences": []}"#.utf8))
        }
        let body = try JSONDecoder().decode(SentBatch.self, from: try SentBody.bytes(of: request))
        let sent = Sent(
            key: request.value(forHTTPHeaderField: "Idempotency-Key") ?? "", deleted: body.deleted.map(\.uuid),
            samples: body.samples.map(\.uuid))
        let scripted = state.withLock { state in
            state.sent.append(sent)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        return try scripted ?? decide(sent) ?? ScriptedTransport.receipt(sent)
    }

    static func receipt(_ sent: Sent, rejected: [BatchReceipt.Rejection] = []) throws -> HTTPAnswer {
        let receipt = BatchReceipt(
            inserted: sent.samples.count - rejected.count, updated: 0, unchanged: 0, deleted: sent.deleted.count,
            superseded: 0, rejected: rejected,
            records: BatchReceipt.Records(
                samples: sent.samples.map { _ in "inserted" }, deleted: sent.deleted.map { _ in "deleted" }))
        return HTTPAnswer(status: 200, body: try JSONEncoder().encode(receipt))
    }

    static func failure(_ status: Int, code: String = "made_up", headers: [String: String] = [:]) -> HTTPAnswer {
        HTTPAnswer(
            status: status, headers: headers, body: Data(#"{"code": "\#(code)", "message": "it is made up"}"#.utf8))
    }
}

/// Sends to a real service at its current address, and loses connections at random.
final class FaultyTransport: HTTPTransport {
    private let usual = URLSessionTransport()
    private let state: Mutex<(address: URL, generator: SeededGenerator, faultPercent: Int, faults: Int)>
    private let killSwitch = Mutex<KillSwitch?>(nil)

    private let trace: SimulationTrace?

    init(address: URL, seed: UInt64, trace: SimulationTrace? = nil) {
        self.trace = trace
        state = Mutex((address, SeededGenerator(seed), 0, 0))
    }

    var faultCount: Int { state.withLock { $0.faults } }
    func move(to address: URL) { state.withLock { $0.address = address } }
    func setFaults(percent: Int) { state.withLock { $0.faultPercent = percent } }
    func obey(_ killSwitch: KillSwitch?) { self.killSwitch.withLock { $0 = killSwitch } }

    private enum Fault: CaseIterable {
        case refused, lostAnswer, cutAnswer, unavailable
    }

    func send(_ request: URLRequest) async throws -> HTTPAnswer {
        try killSwitch.withLock { $0 }?.step()
        var request = request
        let fault: Fault? = state.withLock { state in
            let path = request.url?.path.components(separatedBy: "/v1/").last ?? ""
            let query = request.url?.query.map { "?\($0)" } ?? ""
            request.url = URL(string: "v1/\(path)\(query)", relativeTo: state.address)
            guard state.generator.chance(state.faultPercent) else { return nil }
            state.faults += 1
            return Fault.allCases.randomElement(using: &state.generator)
        }
        switch fault {
        case .refused: throw URLError(.cannotConnectToHost)
        case .unavailable: return ScriptedTransport.failure(503, code: "overloaded", headers: ["retry-after": "1"])
        default: break
        }
        var answer = try await usual.send(request)
        // The service has committed, but the phone gets no response.
        try killSwitch.withLock { $0 }?.step()
        switch fault {
        case .lostAnswer: throw URLError(.timedOut)
        case .cutAnswer: answer.body = answer.body.prefix(answer.body.count / 2)
        default: noteReceipt(of: request, answer)
        }
        return answer
    }

    /// Records the receipt of a batch.
    private func noteReceipt(of request: URLRequest, _ answer: HTTPAnswer) {
        guard let trace, answer.status == 200, request.url?.lastPathComponent == "batches",
            let body = try? SentBody.bytes(of: request),
            let batch = try? JSONDecoder().decode(SentBatch.self, from: body)
        else { return }
        trace.note(
            "receipt", SimulationTrace.list(batch.deleted.map(\.uuid)),
            SimulationTrace.list(batch.samples.map(\.uuid)))
    }
}

/// Stops an engine at one of its steps like `kill -9`: its later actions have no effect.
final class KillSwitch: Sendable {
    private let steps: Mutex<Int>

    /// - Parameter steps: the number of steps before the end.
    init(after steps: Int) { self.steps = Mutex(steps) }

    var hasHappened: Bool { steps.withLock { $0 < 0 } }

    func step() throws {
        let isAlive = steps.withLock { steps in
            steps -= 1
            return steps >= 0
        }
        if !isAlive { throw CancellationError() }
    }

    /// A step with files. If the last step is a write, it ends in the middle.
    func step(_ step: DurableDirectory.Step) throws {
        do { try self.step() } catch {
            if steps.withLock({ $0 }) == -1, case .write(let url, let data) = step {
                try data.prefix(data.count / 2).write(to: url)
            }
            throw error
        }
    }
}

/// The uncompressed body of a request.
enum SentBody {
    static func bytes(of request: URLRequest) throws -> Data {
        let body = request.httpBody ?? Data()
        guard request.value(forHTTPHeaderField: "Content-Encoding") == "gzip" else { return body }
        return Data(try gunzip([UInt8](body)))
    }
}
