import CivilTime
import Foundation

/// The number and digest of the samples of one type that start in one `CivilUnit`.
struct UnitDigest: Hashable, Sendable {
    var count: Int
    var digest: String
}

extension UnitDigest {
    init(_ uuids: [UUID]) {
        self.init(count: uuids.count, digest: Digest.hexadecimal(of: uuids))
    }
}

/// The differences of one type between a phone and the service in one `CivilUnit`.
struct UnitDifference: Decodable, Sendable {
    var type: String
    var date: String
    /// Samples that the phone must send.
    var missing: [UUID]
    /// Samples that the service has and the phone does not have.
    var unknown: [UUID]
    /// Samples that the phone has but that are deleted at the service.
    var deleted: [UUID]
}

/// Requests to `POST /v1/reconcile`, always in UTC.
extension HealthstoreClient {
    /// The service's maximum number of uuids in one request. It applies to the phone's uuids and to
    /// the service's uuids separately.
    static let uuidsMax = 100_000
    /// The service's maximum number of units in a request that compares uuids.
    static let unitsMax = 1_000

    /// Returns the service's digests, by type and unit.
    ///
    /// - Parameter scope: the unit to which the request is limited, or nil for all times.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    func digests(
        _ types: [String], _ interval: CivilInterval, in scope: CivilUnit?
    ) async throws -> [String: [CivilUnit: UnitDigest]] {
        // The request contains no digests of the phone, so the service returns all of its own units
        // as different.
        let request = DigestRequest(
            interval: interval, types: types, from: scope?.text, to: scope.map { CivilUnit.text($0.endDay) })
        let answer: DigestResponse = try await reconcile(request)
        var digests: [String: [CivilUnit: UnitDigest]] = [:]
        for difference in answer.differences {
            guard let unit = CivilUnit(interval, difference.date), let digest = difference.digest else {
                throw HealthstoreClient.notUnderstood
            }
            digests[difference.type, default: [:]][unit] = UnitDigest(count: difference.count, digest: digest)
        }
        return digests
    }

    /// Compares uuids, unit by unit. Returns the differences in the order of the units.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    func differences(
        _ units: [(type: String, unit: CivilUnit, uuids: [UUID])], _ interval: CivilInterval
    ) async throws -> [UnitDifference] {
        let request = UUIDRequest(
            interval: interval,
            uuids: units.map { entry in
                UUIDRequest.Entry(
                    type: entry.type, date: entry.unit.text, uuids: entry.uuids.map { $0.uuidString.lowercased() })
            })
        let answer: UUIDResponse = try await reconcile(request)
        guard answer.uuids.count == units.count,
            zip(answer.uuids, units).allSatisfy({ $0.type == $1.type && $0.date == $1.unit.text })
        else { throw HealthstoreClient.notUnderstood }
        return answer.uuids
    }

    private func reconcile<Response: Decodable>(_ request: some Encodable) async throws -> Response {
        let answer = try await send("v1/reconcile", try JSONEncoder().encode(request))
        guard let decoded = try? JSONDecoder().decode(Response.self, from: answer.body) else {
            throw HealthstoreClient.notUnderstood
        }
        return decoded
    }

    private static let notUnderstood = HealthstoreError(
        .notUnderstood, "the response does not match the request", status: 200)
}

private struct DigestRequest: Encodable {
    var timeZone = "UTC"
    var interval: CivilInterval
    var types: [String]
    var from: String?
    var to: String?
    var digests: [String] = []
}

private struct DigestResponse: Decodable {
    struct Difference: Decodable {
        var type: String
        var date: String
        var count: Int
        var digest: String?
    }
    var differences: [Difference]
}

private struct UUIDRequest: Encodable {
    struct Entry: Encodable {
        var type: String
        var date: String
        var uuids: [String]
    }
    var timeZone = "UTC"
    var interval: CivilInterval
    var uuids: [Entry]
}

private struct UUIDResponse: Decodable {
    var uuids: [UnitDifference]
}
