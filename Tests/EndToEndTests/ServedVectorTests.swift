import Foundation
import HealthCore
import StatisticsVectors
import TestSupport
import Testing

/// The worked cases once more, through the whole of the program: posted over HTTP, kept in PostgreSQL, read back over HTTP.
@Suite struct ServedVectorTests {
    /// One type for each style.
    private static let types = [
        "cumulative": "stepCount", "discreteArithmetic": "bodyMass", "discreteTemporallyWeighted": "heartRate",
        "discreteEquivalentContinuousLevel": "environmentalAudioExposure",
    ]

    @Test("the service gives every expected figure of every worked case")
    func givesExpectedFigures() async throws {
        let vectors = try StatisticsVectors.load().cases
        try await ServedStore.with { store in
            for (number, vector) in vectors.enumerated() {
                let token = try store.token(for: "person \(number)")
                let actual = try await answer(vector, store, token)
                #expect(actual.count == vector.expect.count, "\(vector.name)")
                for (expected, bucket) in zip(vector.expect, actual) {
                    #expect(expected.differences(from: bucket) == [], "\(vector.name)")
                }
            }
        }
    }

    private func answer(_ vector: VectorCase, _ store: ServedStore, _ token: String) async throws -> [VectorBucket] {
        let name = try #require(ServedVectorTests.types[vector.style])
        let type = try #require(Catalogue.sampleType(named: name))
        let unit = try #require(type.canonicalUnit).unitString
        let samples = vector.samples.map { sample -> [String: Any] in
            [
                "uuid": sample.uuid.uuidString, "type": type.identifier, "startDate": sample.start,
                "endDate": sample.end,
                "value": sample.value, "unit": unit, "source": ["name": sample.source],
            ]
        }
        let posted = try await store.post(["samples": samples], token: token)
        #expect(posted.status == 200)
        #expect(try posted.object["inserted"] as? Int == samples.count)
        let present = vector.sources.filter { source in vector.samples.contains { $0.source == source } }
        let order = String(decoding: try JSONSerialization.data(withJSONObject: ["sources": present]), as: UTF8.self)
        let ordered = try await store.service.send(
            "PUT", "/v1/sources/priority", query: [("type", type.shortName)], token: token, body: order)
        #expect(ordered.status == 200)
        let (unitName, count) = try #require(vector.interval.first)
        let collection = try await store.service.send(
            "GET", "/v1/statistics-collection",
            query: [
                ("type", type.shortName), ("interval", "\(count)\(unitName)"), ("anchor", vector.anchor),
                ("timeZone", vector.timeZone), ("from", vector.from), ("to", vector.to), ("separateBySource", "true"),
                ("strictStartDate", "\(vector.strictStart ?? false)"),
                ("strictEndDate", "\(vector.strictEnd ?? false)"),
            ], token: token)
        #expect(collection.status == 200, "\(collection.body)")
        return try JSONDecoder().decode(ServedCollection.self, from: collection.data).buckets.map(\.vector)
    }
}

/// What `GET /v1/statistics-collection` answers.
private struct ServedCollection: Decodable {
    var buckets: [Bucket]

    struct Bucket: Decodable {
        var startDate: String
        var endDate: String
        var statistics: Figures?
        var bySource: [Part]

        var vector: VectorBucket {
            VectorBucket(
                start: startDate, end: endDate, statistics: statistics?.vector,
                bySource: Dictionary(uniqueKeysWithValues: bySource.map { ($0.source.name, $0.statistics.vector) }))
        }
    }

    struct Part: Decodable {
        var source: Source
        var statistics: Figures
    }

    struct Source: Decodable {
        var name: String
    }

    struct Figures: Decodable {
        var count: Int
        var duration: Double
        var mostRecent: MostRecent
        var sum: Double?
        var average: Double?
        var minimum: Double?
        var maximum: Double?

        var vector: VectorStatistics {
            VectorStatistics(
                count: count, duration: duration,
                mostRecent: .init(value: mostRecent.value, start: mostRecent.startDate, end: mostRecent.endDate),
                sum: sum,
                average: average, min: minimum, max: maximum)
        }
    }

    struct MostRecent: Decodable {
        var value: Double
        var startDate: String
        var endDate: String
    }
}
