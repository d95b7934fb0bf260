import HealthCore

/// Nights as a table for people.
struct SleepTable {
    private let request: SleepRequest
    private let nights: [SleepNight]

    init(_ request: SleepRequest, _ nights: [SleepNight]) {
        self.request = request
        self.nights = nights
    }

    private static let stages: [SleepValue] = [.asleepCore, .asleepDeep, .asleepREM, .asleepUnspecified, .awake]

    var text: String {
        var table = TextTable(
            [("night", false), ("from", false), ("to", false), ("asleep", true)]
                + SleepTable.stages.map { ($0.name, true) }
                + [("in bed", true), ("efficiency", true), ("naps", true)])
        for night in nights {
            let main = night.main
            table.append(
                [night.window.date.iso8601, clock(main?.start), clock(main?.end), length(main?.asleep)]
                    + SleepTable.stages.map { length(main?.duration(of: $0)) }
                    + [
                        length(main?.timeInBed), main?.efficiency.map { "\(Int(($0 * 100).rounded())) %" } ?? "",
                        night.naps.isEmpty ? "" : String(night.naps.count),
                    ])
        }
        return table.text
    }

    /// `23:10`
    private func clock(_ instant: Instant?) -> String {
        guard let instant else { return "" }
        let minutes = request.clock.localDateTime(at: instant).microsecondOfDay / (60 * Instant.microsecondsPerSecond)
        return SleepTable.text(minutes)
    }

    /// `7:40`, hours and minutes.
    private func length(_ microseconds: Int64?) -> String {
        guard let microseconds else { return "" }
        let half = 30 * Instant.microsecondsPerSecond
        let minutes = (microseconds + half) / (2 * half)
        return "\(minutes / 60):" + SleepTable.text(minutes).suffix(2)
    }

    private static func text(_ minutes: Int64) -> String {
        let (hour, minute) = (minutes / 60 % 24, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
