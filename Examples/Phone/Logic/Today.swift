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
    static func load(from client: HealthstoreClient, now: Date = Date(), calendar: Calendar = .current) async throws
        -> Today
    {
        let start = calendar.startOfDay(for: now)
        let end = calendar.date(byAdding: .day, value: 1, to: start) ?? now
        let day = TimeRange(from: .moment(start), to: .moment(end), timeZone: calendar.timeZone.identifier)
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
