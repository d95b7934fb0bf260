import HealthCore
import TestSupport
import Testing

@Suite("The engine and the worked cases of the contract")
struct StatisticsVectorTests {
    @Test("gives every expected figure of every worked case", arguments: try StatisticsVectors.load().cases)
    func givesExpectedFigures(_ vector: VectorCase) throws {
        let actual = try vector.answer()
        #expect(actual.count == vector.expect.count)
        for (expected, bucket) in zip(vector.expect, actual) {
            #expect(expected.differences(from: bucket) == [])
        }
    }

    @Test("gives them in the preferred and in other units", arguments: try StatisticsVectors.load().cases)
    func convertsFigures(_ vector: VectorCase) throws {
        let answer = try vector.answer()
        var known: Set<String> = []
        for type in Catalogue.sampleTypes where type.aggregationStyle?.name == vector.style {
            for unit in type.units where known.insert(unit.unit.unitString).inserted || LongRun.isOn {
                let quantity = try QuantityRequest(type: type.shortName, unit: unit.unit.unitString)
                for (expected, bucket) in zip(vector.expect, answer) {
                    let differences = expected.converted { quantity.conversion($0) }
                        .differences(from: bucket.converted { quantity.conversion.printed($0) })
                    #expect(differences == [], "\(type.shortName) \(unit.unit)")
                }
            }
        }
    }
}

extension VectorCase: CustomTestStringConvertible {
    var range: SampleRange {
        get throws {
            SampleRange(
                from: try #require(Instant(rfc3339: from)), to: try #require(Instant(rfc3339: to)),
                strictStart: strictStart ?? false, strictEnd: strictEnd ?? false)
        }
    }

    var plan: BucketPlan {
        get throws {
            let (unit, count) = try #require(interval.first)
            let range = try range
            let step = try #require(BucketInterval.Unit(rawValue: unit))
            let grid = BucketGrid(
                anchor: try #require(LocalDateTime(iso8601: anchor)),
                interval: try #require(BucketInterval(step, count: count)),
                clock: WallClock(try #require(Zone(identifier: timeZone))))
            return try BucketPlan(grid: grid, from: range.from, to: range.to)
        }
    }

    /// Returns the engine's answer in the form of the expectation.
    func answer() throws -> [VectorBucket] {
        var engine = try StatisticsEngine(
            plan: plan, style: #require(AggregationStyle(name: style)), range: range, sourceCount: sources.count,
            separateBySource: true)
        let samples = try samples.map { sample in
            StatisticsSample(
                start: try #require(Instant(rfc3339: sample.start)).microseconds,
                end: try #require(Instant(rfc3339: sample.end)).microseconds, value: sample.value,
                sourceRank: try #require(sources.firstIndex(of: sample.source)), uuid: sample.uuid)
        }
        for sample in samples.sorted(by: { $0.start < $1.start }) { try engine.add(sample) }
        return engine.finish().map { bucket in
            VectorBucket(
                start: bucket.start.rfc3339, end: bucket.end.rfc3339,
                statistics: bucket.statistics.map(VectorStatistics.init),
                bySource: Dictionary(
                    uniqueKeysWithValues: bucket.bySource.map { (sources[$0.rank], VectorStatistics($0.statistics)) }))
        }
    }
}
