import Foundation
import TestSupport
import Testing

/// A client's copy of a person's samples, made only from `GET /v1/changes` or its stream. It holds
/// each sample as its JSON.
struct HTTPReplica: Sendable {
    let types: String?
    private(set) var isAtEnd = false
    private var anchor: String?
    private(set) var lastPosition = 0
    private var problems: [String] = []
    private var changedSources = false
    /// The samples by uuid.
    private var samples: [String: String] = [:]

    init(types: String?) { self.types = types }

    /// - Parameter toleratesFaults: true to read nothing if the service does not answer. It is
    ///   evaluated after the answer.
    mutating func read(
        _ store: ServedStore, _ token: String, limit: Int, toleratesFaults: @autoclosure () -> Bool = false
    ) async throws {
        let query =
            [("limit", "\(limit)")] + (anchor.map { [("anchor", $0)] } ?? []) + (types.map { [("types", $0)] } ?? [])
        let answer = try await store.get("/v1/changes", query, token: token)
        if [0, 502, 503, 504].contains(answer.status), toleratesFaults() { return }
        let page = (try? answer.object) ?? [:]
        guard answer.status == 200, let changes = page["changes"] as? [[String: Any]],
            let next = page["anchor"] as? String, let hasMore = page["hasMore"] as? Bool
        else {
            problems.append(answer.body)
            isAtEnd = true
            return
        }
        if changes.count > limit { problems.append("\(changes.count) changes, asked for \(limit)") }
        for change in changes { try apply(change) }
        if hasMore, next == anchor { problems.append("there is more, and the anchor stays the same") }
        isAtEnd = !hasMore || next == anchor
        anchor = next
    }

    /// Applies one change of the feed.
    mutating func apply(_ change: [String: Any]) throws {
        let position = change["position"] as? Int ?? -1
        if position <= lastPosition { problems.append("\(position) came behind \(lastPosition)") }
        lastPosition = position
        switch change["change"] as? String {
        case "saved":
            guard let sample = change["sample"] as? [String: Any], let uuid = sample["uuid"] as? String else {
                return problems.append("a sample without uuid")
            }
            samples[uuid] = try json(sample)
        case "deleted": samples[change["uuid"] as? String ?? ""] = nil
        case "preference": changedSources = changedSources || change["preference"] as? String == "sources"
        case "element": break
        default: problems.append("an unknown change")
        }
    }

    /// Returns the differences between the replica and the samples that every list prints, and the
    /// number of these samples.
    func differences(from store: ServedStore, _ token: String) async throws -> ([String], Int) {
        var known = samples
        if changedSources { known = try await withSources(known, store, token) }
        let listed = try await store.object("/v1/types?hasSamples", token: token)
        let names = (listed["types"] as? [[String: Any]] ?? []).compactMap { $0["identifier"] as? String }
        let wanted = types == nil ? names : ["HKQuantityTypeIdentifierStepCount", "HKWorkoutTypeIdentifier"]
        var expected: [String: String] = [:]
        for name in names where wanted.contains(name) {
            var cursor: String?
            repeat {
                let query = [("type", name), ("limit", "1000")] + (cursor.map { [("cursor", $0)] } ?? [])
                let page = try await store.object("/v1/samples", query, token: token)
                for sample in page["samples"] as? [[String: Any]] ?? [] {
                    expected[sample["uuid"] as? String ?? ""] = try json(sample)
                }
                cursor = page["cursor"] as? String
            } while cursor != nil
        }
        let differences = Set(expected.keys).union(known.keys).filter { expected[$0] != known[$0] }.map {
            "\(known[$0] ?? "nothing") instead of \(expected[$0] ?? "nothing")"
        }
        return (problems + differences, expected.count)
    }

    /// Returns the samples with the current bundle identifiers of their sources.
    private func withSources(
        _ samples: [String: String], _ store: ServedStore, _ token: String
    ) async throws -> [String: String] {
        let sources = try await store.object("/v1/sources", token: token)
        var bundles: [Int: Any] = [:]
        for source in sources["sources"] as? [[String: Any]] ?? [] {
            bundles[source["id"] as? Int ?? 0] = source["bundleIdentifier"]
        }
        return try samples.mapValues { text in
            var sample = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            var source = sample["source"] as? [String: Any] ?? [:]
            source["bundleIdentifier"] = bundles[source["id"] as? Int ?? 0] ?? NSNull()
            sample["source"] = source
            return try json(sample)
        }
    }
}
