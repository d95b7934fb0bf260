import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HealthstoreClient {
    /// Returns the plan that a phone obeys: its own, or else that of all phones.
    ///
    /// - Parameter device: the name of the phone, `SyncConfiguration.device`.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func syncPlan(of device: String) async throws -> SyncPlan {
        guard let answer = try await syncPlan(of: device, unless: nil) else { throw HealthstoreClient.noPlan }
        return answer.plan
    }

    /// Returns the plan of a phone and its tag; nil if the plan still has the tag.
    func syncPlan(of device: String, unless tag: String?) async throws -> (plan: SyncPlan, tag: String?)? {
        var request = URLRequest(url: planAddress(of: device))
        request.setValue(tag, forHTTPHeaderField: "If-None-Match")
        let answer = try await send(request, accepting: tag == nil ? [200] : [200, 304])
        guard answer.status == 200 else { return nil }
        guard let plan = try? JSONDecoder().decode(SyncPlan.self, from: answer.body) else {
            throw HealthstoreClient.noPlan
        }
        return (plan, answer.headers["etag"])
    }

    /// Decides what a phone sends. The plan replaces the earlier plan of the phone.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func put(_ plan: SyncPlan, of device: String) async throws {
        _ = try await send(
            "v1/sync-plans/\(device)", try JSONEncoder().encode(SyncPlan.Change(plan: plan)), method: "PUT")
    }

    /// Reports since when the phone sees the samples of types.
    ///
    /// - Parameter sharedSince: the types whose recent samples alone the person shares.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    func put(_ sharedSince: [String: Date], of device: String) async throws {
        let list = sharedSince.sorted { $0.key < $1.key }.map { Shared(type: $0.key, startDate: $0.value) }
        let json = try JSONEncoder().encode(["sharedSince": list])
        _ = try await send("v1/sync-plans/\(device)/shared-since", json, method: "PUT")
    }

    private struct Shared: Encodable {
        var type: String
        var startDate: Date
    }

    private func planAddress(of device: String) -> URL { address.appendingPathComponent("v1/sync-plans/\(device)") }

    private static let noPlan = HealthstoreError(.notUnderstood, "the response is not a sync plan", status: 200)
}
