import HealthCore

extension StatisticsParameters {
    /// The parameters of a question in UTC.
    init(_ type: String, by interval: String? = nil, from: String, to: String) {
        self.init()
        (self.type, self.interval, timeZone, self.from, self.to) = (type, interval, "UTC", from, to)
    }
}
