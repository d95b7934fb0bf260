import Foundation
import HealthCore
import StatisticsVectors
import TestSupport
import Testing

/// Runs the worked cases through the whole program. They are posted over HTTP, stored in
/// PostgreSQL, and read over HTTP in the type's preferred unit and in other units.
@Suite struct ServedVectorTests {
    /// One type for each style, and another unit for its values.
    private static let types = [
        "cumulative": ("distanceWalkingRunning", "mi"), "discreteArithmetic": ("bodyTemperature", "degF"),
        "discreteTemporallyWeighted": ("heartRate", "count/min"),
        "discreteEquivalentContinuousLevel": ("environmentalAudioExposure", "dBASPL"),
    ]

    @Test("the service gives every expected figure of every worked case, in every unit")
    func givesExpectedFigures() async throws {
        let all = try StatisticsVectors.load().cases
        // A short run has a case of each style.
        let vectors = LongRun.isOn ? all : Self.types.keys.compactMap { style in all.first { $0.style == style } }
        try await ServedStore.with { store in
            for (number, vector) in vectors.enumerated() {
                let question = try Question(vector, person: "person \(number)", store)
                try await question.post()
                for unit in [nil, question.canonical.unitString, question.other] {
                    let actual = try await question.answer(unit)
                    question.compare(actual, unit)
                }
            }
        }
    }

    /// A worked case about a person.
    private struct Question {
        let vector: VectorCase
        let person: String
        let store: ServedStore
        let token: String
        let type: SampleType
        let canonical: HealthCore.Unit
        /// Another unit for the answer.
        let other: String

        init(_ vector: VectorCase, person: String, _ store: ServedStore) throws {
            (self.vector, self.person, self.store) = (vector, person, store)
            token = try store.token(for: person)
            let (name, other) = try #require(ServedVectorTests.types[vector.style])
            type = try #require(Catalogue.sampleType(named: name))
            canonical = try #require(type.canonicalUnit)
            self.other = other
        }

        func post() async throws {
            let samples = vector.samples.map { sample -> [String: Any] in
                [
                    "uuid": sample.uuid.uuidString, "type": type.identifier, "startDate": sample.start,
                    "endDate": sample.end, "value": sample.value, "unit": canonical.unitString,
                    "source": ["name": sample.source],
                ]
            }
            let posted = try await store.post(["samples": samples], token: token)
            #expect(posted.status == 200)
            #expect(try posted.object["inserted"] as? Int == samples.count)
            let present = vector.sources.filter { source in vector.samples.contains { $0.source == source } }
            let order = String(
                decoding: try JSONSerialization.data(withJSONObject: ["sources": present]), as: UTF8.self)
            let ordered = try await store.service.send(
                "PUT", "/v1/sources/priority", query: [("type", type.shortName)], token: token, body: order)
            #expect(ordered.status == 200)
        }

        func answer(_ unit: String?) async throws -> ServedCollection {
            let (unitName, count) = try #require(vector.interval.first)
            let collection = try await store.service.send(
                "GET", "/v1/statistics-collection",
                query: [
                    ("type", type.shortName), ("interval", "\(count)\(unitName)"), ("anchor", vector.anchor),
                    ("timeZone", vector.timeZone), ("from", vector.from), ("to", vector.to),
                    ("separateBySource", "true"), ("strictStartDate", "\(vector.strictStart ?? false)"),
                    ("strictEndDate", "\(vector.strictEnd ?? false)"),
                ] + (unit.map { [("unit", $0)] } ?? []), token: token)
            #expect(collection.status == 200, "\(collection.body)")
            return try JSONDecoder().decode(ServedCollection.self, from: collection.data)
        }

        /// - Parameter unit: the unit of the question, or nil if it has none.
        func compare(_ actual: ServedCollection, _ unit: String?) {
            #expect(actual.unit == unit ?? type.preferredUnit?.unitString, "\(vector.name)")
            guard let answered = try? HealthCore.Unit(parsing: actual.unit),
                let conversion = try? canonical.conversion(to: answered)
            else {
                Issue.record("\(vector.name): \(actual.unit)")
                return
            }
            #expect(actual.buckets.count == vector.expect.count, "\(vector.name), \(actual.unit)")
            for (expected, bucket) in zip(vector.expect, actual.buckets) {
                let differences = expected.converted { conversion($0) }.differences(from: bucket.vector)
                #expect(differences == [], "\(vector.name), \(actual.unit)")
            }
        }
    }
}

/// The response of `GET /v1/statistics-collection`.
private struct ServedCollection: Decodable {
    var unit: String
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
