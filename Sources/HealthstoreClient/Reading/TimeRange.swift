import Foundation

/// A time in a question: a moment, or a date or time on the clock of the question's zone.
public enum QuestionTime: Hashable, Sendable, ExpressibleByStringLiteral {
    case moment(Date)
    /// A date (`2026-02-28`), the start of that day, or a time without an offset
    /// (`2026-02-28T06:30`), in the zone of the question.
    case local(String)

    public init(stringLiteral text: String) { self = .local(text) }

    /// - Throws: `HealthstoreError` (`refused`) for a moment outside the years 1 to 9999.
    func text() throws(HealthstoreError) -> String {
        switch self {
        case .local(let text): return text
        case .moment(let date):
            guard let text = TimeText.text(of: date) else {
                throw HealthstoreError(.refused, "a time of the question is outside the years 1 to 9999")
            }
            return text
        }
    }
}

/// The range of a question, and the zone whose clock its days follow.
public struct TimeRange: Hashable, Sendable {
    /// The begin; nil for a range without a begin, which statistics and sleep refuse.
    public var from: QuestionTime?
    /// The end, which does not belong to the range; nil for a range without an end.
    public var to: QuestionTime?
    /// A name of the IANA database, such as `Europe/Berlin`; or `person` for the zone in which the
    /// person was on each day, if the service knows it.
    public var timeZone: String

    /// - Parameter timeZone: by default the zone of this device.
    public init(from: QuestionTime? = nil, to: QuestionTime? = nil, timeZone: String = TimeZone.current.identifier) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
    }

    func query() throws(HealthstoreError) -> [(String, String)] {
        var query = [("timeZone", timeZone)]
        if let from { query.append(("from", try from.text())) }
        if let to { query.append(("to", try to.text())) }
        return query
    }
}
