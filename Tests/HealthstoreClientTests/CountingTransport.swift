import Foundation
import Synchronization

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends to a real service at its current address, and counts requests and bytes.
final class CountingTransport: HTTPTransport {
    struct Cost: Sendable {
        var requests = 0
        /// Bytes of bodies in both directions, before compression.
        var bytes = 0
        var samples = 0
        var deletions = 0
    }

    private let usual = URLSessionTransport()
    private let state: Mutex<(address: URL, cost: Cost, killSwitch: KillSwitch?, onUUIDs: @Sendable () -> Void)>

    init(address: URL) { state = Mutex((address, Cost(), nil, {})) }

    var address: URL { state.withLock { $0.address } }
    func move(to address: URL) { state.withLock { $0.address = address } }
    func obey(_ killSwitch: KillSwitch?) { state.withLock { $0.killSwitch = killSwitch } }

    /// Called after uuids were compared.
    func onUUIDs(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onUUIDs = body } }

    /// The cost since the last call.
    func take() -> Cost {
        state.withLock { state in
            defer { state.cost = Cost() }
            return state.cost
        }
    }

    func send(_ request: URLRequest) async throws -> HTTPAnswer {
        var request = request
        let sent = try SentBody.bytes(of: request)
        let batch = try? JSONDecoder().decode(SentBatch.self, from: sent)
        let killSwitch = state.withLock { state in
            let path = request.url?.path.components(separatedBy: "/v1/").last ?? ""
            let query = request.url?.query.map { "?\($0)" } ?? ""
            request.url = URL(string: "v1/\(path)\(query)", relativeTo: state.address)
            return state.killSwitch
        }
        try killSwitch?.step()
        let answer = try await usual.send(request)
        try killSwitch?.step()
        if String(decoding: sent.prefix(64), as: UTF8.self).contains(#""uuids":"#)
            || String(decoding: answer.body.prefix(64), as: UTF8.self).contains(#""uuids":"#)
        {
            state.withLock { $0.onUUIDs }()
        }
        state.withLock { state in
            state.cost.requests += 1
            state.cost.bytes += sent.count + answer.body.count
            state.cost.samples += batch?.samples.count ?? 0
            state.cost.deletions += batch?.deleted.count ?? 0
        }
        return answer
    }
}
