import HealthCore

/// Nights as a table for people. If an app sent the figures of a whole night, the table shows these
/// figures.
struct SleepTable {
    let request: SleepRequest
    let nights: [SleepNight]

    private static let stages: [SleepValue] = [.asleepCore, .asleepDeep, .asleepREM, .asleepUnspecified, .awake]

    var text: String {
        var table = TextTable(
            [("night", false), ("from", false), ("to", false), ("asleep", true)]
                + SleepTable.stages.map { ($0.name, true) }
                + [("in bed", true), ("efficiency", true), ("naps", true)])
        for night in nights {
            let start = night.main?.start ?? night.aggregate?.start
            let end = night.main?.end ?? night.aggregate?.end
            let lengths = night.aggregate?.lengths
            let efficiency = night.main?.efficiency ?? lengths?.efficiency
            table.append(
                [
                    night.window.date.iso8601, clock(start), clock(end), length(night.main?.asleep ?? lengths?.asleep),
                ]
                    + SleepTable.stages.map { length(night.main?.duration(of: $0) ?? lengths?.duration(of: $0)) }
                    + [
                        length(night.main?.timeInBed ?? lengths?.inBed),
                        efficiency.map { "\(Int(($0 * 100).rounded())) %" } ?? "",
                        napCount(night),
                    ])
        }
        return table.text
    }

    private func napCount(_ night: SleepNight) -> String {
        let count = night.naps.count + night.aggregateNaps.count
        return count == 0 ? "" : String(count)
    }

    /// Returns a text such as `23:10`.
    private func clock(_ instant: Instant?) -> String {
        instant.map { String(LocalTimeText(clock: request.clock).minute($0).suffix(5)) } ?? ""
    }

    /// Returns hours and minutes, such as `7:40`.
    private func length(_ microseconds: Int64?) -> String {
        guard let microseconds else { return "" }
        let half = 30 * Instant.microsecondsPerSecond
        let minutes = (microseconds + half) / (2 * half)
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}
