/// Reads single parameters that come as texts.
public enum ParameterText {
    public static func required(_ text: String?, _ name: String) throws(ParameterError) -> String {
        guard let text, !text.isEmpty else { throw ParameterError(.missing, name, "\(name) is missing") }
        return text
    }

    /// `true` or `false`; the empty text, as of an option without a value, is true. False where nothing is given.
    public static func flag(_ text: String?, _ name: String) throws(ParameterError) -> Bool {
        switch text {
        case nil, "false": return false
        case "true", "": return true
        default: throw ParameterError(.malformed, name, "\(name) must be true or false")
        }
    }

    /// A whole number in decimal digits; nil where nothing is given.
    public static func integer(
        _ text: String?, _ name: String, in range: ClosedRange<Int>
    ) throws(ParameterError) -> Int? {
        guard let text else { return nil }
        guard !text.hasPrefix("+"), let number = Int(text) else {
            throw ParameterError(.malformed, name, "\(name) must be a whole number")
        }
        guard range.contains(number) else {
            throw ParameterError(
                .outOfRange, name, "\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    public static func zone(_ text: String, _ name: String) throws(ParameterError) -> Zone {
        guard let zone = Zone(identifier: text) else {
            throw ParameterError(
                .unknownTimeZone, name, "\(name) must be a name of the IANA time zone database, such as Europe/Berlin")
        }
        return zone
    }

    /// The clock of an IANA zone, or the person's own.
    ///
    /// - Parameter person: the clock that `person` stands for; nil where nobody has read it yet and the caller wants to know
    ///   what else is wrong.
    public static func clock(
        _ text: String?, _ name: String, person: WallClock?
    ) throws(ParameterError) -> WallClock {
        let text = try required(text, name)
        return text == WallClock.personName ? person ?? .unread : WallClock(try zone(text, name))
    }

    /// RFC 3339, or a wall clock as `clock` shows it.
    public static func instant(
        _ text: String, _ name: String, in clock: WallClock
    ) throws(ParameterError) -> Instant {
        if let instant = Instant(rfc3339: text) { return instant }
        guard let local = LocalDateTime(iso8601: text) else {
            // A plus sign in a query string is a space.
            let hint = text.contains(" ") ? "in a query string, write + as %2B" : nil
            throw ParameterError(
                .malformed, name,
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date",
                hint: hint)
        }
        return clock.instant(of: local)
    }

    /// The range between two times, which is neither empty nor longer than `SampleRange.yearsMax`.
    public static func range(
        from: String?, to: String?, in clock: WallClock, strictStart: Bool = false, strictEnd: Bool = false
    ) throws(ParameterError) -> SampleRange {
        var range = SampleRange(
            from: try instant(try required(from, "from"), "from", in: clock),
            to: try instant(try required(to, "to"), "to", in: clock), strictStart: strictStart, strictEnd: strictEnd)
        if clock.isUnread { range.widen() }
        guard range.from < range.to else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        let length = range.to.microseconds - range.from.microseconds
        guard length <= SampleRange.microsecondsMax + (clock.isUnread ? 2 * Zone.spreadMicroseconds : 0) else {
            throw ParameterError(
                .rangeTooLong, "to", "to must be at most \(SampleRange.yearsMax) years after from")
        }
        return range
    }

    /// The range of a list: what is not given is open; nil where neither end is given.
    public static func openRange(
        from: String?, to: String?, in clock: WallClock, strictStart: String? = nil, strictEnd: String? = nil
    ) throws(ParameterError) -> SampleRange? {
        let isStrictStart = try flag(strictStart, "strictStartDate")
        let isStrictEnd = try flag(strictEnd, "strictEndDate")
        guard from != nil || to != nil else {
            guard !isStrictStart, !isStrictEnd else {
                throw ParameterError(.missing, "from", "strictStartDate and strictEndDate need from or to")
            }
            return nil
        }
        func end(_ text: String?, _ name: String, otherwise: Instant) throws(ParameterError) -> Instant {
            guard let text else { return otherwise }
            return try instant(text, name, in: clock)
        }
        var range = SampleRange(
            from: try end(from, "from", otherwise: .earliest), to: try end(to, "to", otherwise: .latest),
            strictStart: isStrictStart, strictEnd: isStrictEnd)
        if clock.isUnread { range.widen() }
        guard range.from < range.to else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        return range
    }

    /// The clock of a list, whose times are in UTC where no zone is given; as `clock`.
    public static func openClock(_ text: String?, person: WallClock?) throws(ParameterError) -> WallClock {
        guard let text else { return .utc }
        return try clock(text, "timeZone", person: person)
    }

    /// `ascending` or `descending`; nil where nothing is given.
    public static func isAscending(_ text: String?, _ name: String) throws(ParameterError) -> Bool? {
        switch text {
        case nil: return nil
        case "ascending": return true
        case "descending": return false
        default: throw ParameterError(.malformed, name, "\(name) must be ascending or descending")
        }
    }

    /// `null` or `omit`: whether what has nothing to say is left out; false where nothing is given.
    public static func omission(_ text: String?, _ name: String) throws(ParameterError) -> Bool {
        switch text {
        case nil, "null": return false
        case "omit": return true
        default: throw ParameterError(.malformed, name, "\(name) must be null or omit")
        }
    }

    /// A civil day, `2024-05-01`.
    public static func date(_ text: String?, _ name: String) throws(ParameterError) -> CivilDate {
        guard let date = CivilDate(iso8601: try required(text, name)) else {
            throw ParameterError(.malformed, name, "\(name) must be a date such as 2024-05-01")
        }
        return date
    }

    /// `HH:MM` as microseconds since midnight; nil where nothing is given.
    public static func timeOfDay(_ text: String?, _ name: String) throws(ParameterError) -> Int64? {
        guard let text else { return nil }
        guard text.utf8.count == 5, let local = LocalDateTime(iso8601: "2001-01-01T" + text) else {
            throw ParameterError(.malformed, name, "\(name) must be a time of day such as 04:00")
        }
        return local.microsecondOfDay
    }
}

extension SampleRange {
    /// On a clock that nobody has read, an end may lie later and the other earlier than it seems.
    fileprivate mutating func widen() {
        guard to <= from, from.microseconds - to.microseconds < 2 * Zone.spreadMicroseconds else { return }
        to = Instant(microseconds: from.microseconds + 1)
    }
}
