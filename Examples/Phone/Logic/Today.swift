import Foundation
import HealthstoreClient

/// The figures of a day, which the service computes as the Health app does. Each is nil without
/// data.
struct Today: Equatable {
    struct HeartRate: Equatable {
        var average: Double
        var minimum: Double
        var maximum: Double
    }

    var steps: Double?
    var heartRate: HeartRate?
    /// The seconds asleep in the night that ends on the day.
    var asleep: Double?

    /// - Throws: `HealthstoreError`, for example if the token may not read; `CancellationError`.
    static func load(from client: HealthstoreClient, now: Date = Date(), zone: TimeZone = .current) async throws
        -> Today
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // Nights have dates, and no times.
        let dates = [now, calendar.date(byAdding: .day, value: 1, to: now) ?? now].map {
            $0.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
        }
        let day = TimeRange(from: .local(dates[0]), to: .local(dates[1]), timeZone: zone.identifier)
        var today = Today()
        for collection in try await client.statisticsCollection(["stepCount", "heartRate"], by: "day", in: day) {
            let figures = collection.buckets.first?.statistics
            if let sum = figures?.sum { today.steps = sum }
            if let average = figures?.average, let minimum = figures?.minimum, let maximum = figures?.maximum {
                today.heartRate = HeartRate(average: average, minimum: minimum, maximum: maximum)
            }
        }
        today.asleep = try await client.sleep(in: day).last?.asleep
        return today
    }
}
