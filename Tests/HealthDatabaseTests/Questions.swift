import HealthCore

extension QuestionParameters {
    /// The parameters of a question in UTC.
    init(_ type: String, by interval: String? = nil, from: String, to: String) {
        self = [.type: type, .timeZone: "UTC", .from: from, .to: to]
        self[.interval] = interval
    }
}
