/// A time as given in a parameter.
public enum QuestionTime: Hashable, Sendable {
    case instant(Instant)
    /// A wall-clock time on the clock of the question.
    case local(LocalDateTime)

    /// Parses RFC 3339, or a wall clock without an offset.
    ///
    /// - Throws: `ParameterError`.
    public init(_ text: String, _ name: String) throws(ParameterError) {
        if let instant = Instant(rfc3339: text) {
            self = .instant(instant)
        } else if let local = LocalDateTime(iso8601: text) {
            self = .local(local)
        } else {
            // A query string encodes a space as a plus sign.
            let hint = text.contains(" ") ? "in a query string, write + as %2B" : nil
            throw ParameterError(
                .malformed, name,
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date",
                hint: hint)
        }
    }

    /// Returns the instant at which the clock shows the time.
    public func instant(on clock: WallClock) -> Instant {
        switch self {
        case .instant(let instant): instant
        case .local(let local): clock.instant(of: local)
        }
    }
}

/// The range of a question. It may have no start or no end.
public struct QuestionRange: Hashable, Sendable {
    /// Nil if the range begins at the earliest instant.
    private let from: QuestionTime?
    /// Nil if the range ends at the latest instant.
    private let to: QuestionTime?
    private let isStrictStart: Bool
    private let isStrictEnd: Bool
    /// True if the range may be longer than `SampleRange.yearsMax`.
    private let isOpen: Bool

    /// Parses a range with a start and an end that is at most `SampleRange.yearsMax` long.
    ///
    /// - Throws: `ParameterError`.
    public init(
        from: String?, to: String?, strictStart: String? = nil, strictEnd: String? = nil
    ) throws(ParameterError) {
        isStrictStart = try ParameterText.flag(strictStart, "strictStartDate")
        isStrictEnd = try ParameterText.flag(strictEnd, "strictEndDate")
        self.from = try QuestionTime(try ParameterText.required(from, "from"), "from")
        self.to = try QuestionTime(try ParameterText.required(to, "to"), "to")
        isOpen = false
    }

    /// Parses the range of a list. The start and the end are optional. Returns nil if both are
    /// missing.
    ///
    /// - Throws: `ParameterError`.
    public init?(
        ofListFrom from: String?, to: String?, strictStart: String? = nil, strictEnd: String? = nil
    ) throws(ParameterError) {
        isStrictStart = try ParameterText.flag(strictStart, "strictStartDate")
        isStrictEnd = try ParameterText.flag(strictEnd, "strictEndDate")
        guard from != nil || to != nil else {
            guard !isStrictStart, !isStrictEnd else {
                throw ParameterError(.missing, "from", "strictStartDate and strictEndDate need from or to")
            }
            return nil
        }
        self.from = try from.map { text throws(ParameterError) in try QuestionTime(text, "from") }
        self.to = try to.map { text throws(ParameterError) in try QuestionTime(text, "to") }
        isOpen = true
    }

    /// Parses only the strict predicates. The caller determines the start and the end of the range.
    ///
    /// - Throws: `ParameterError`.
    init(strictStart: String?, strictEnd: String?) throws(ParameterError) {
        isStrictStart = try ParameterText.flag(strictStart, "strictStartDate")
        isStrictEnd = try ParameterText.flag(strictEnd, "strictEndDate")
        (from, to, isOpen) = (nil, nil, true)
    }

    /// Returns the range on a clock.
    ///
    /// - Throws: `ParameterError` if the range is empty or too long on `clock`. On
    ///   `WallClock.unread`, only if this is so on every clock.
    public func range(on clock: WallClock) throws(ParameterError) -> SampleRange {
        var range = strict(
            from: from?.instant(on: clock) ?? .earliest, to: to?.instant(on: clock) ?? .latest)
        let uncertainty = clock.isUnread ? 2 * Zone.spreadMicroseconds : 0
        if range.to <= range.from, range.from.microseconds - range.to.microseconds < uncertainty {
            range.to = Instant(microseconds: range.from.microseconds + 1)
        }
        guard range.from < range.to else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        let length = range.to.microseconds - range.from.microseconds
        guard isOpen || length <= SampleRange.microsecondsMax + uncertainty else {
            throw ParameterError(
                .rangeTooLong, "to", "to must be at most \(SampleRange.yearsMax) years after from")
        }
        return range
    }

    /// Returns a range with other ends and the same strict predicates.
    func strict(from: Instant, to: Instant) -> SampleRange {
        SampleRange(from: from, to: to, strictStart: isStrictStart, strictEnd: isStrictEnd)
    }
}
