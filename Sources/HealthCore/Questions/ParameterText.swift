/// Parses the text of single parameters. Errors name the parameter.
public enum ParameterText {
    /// - Throws: `ParameterError` (`missing`) if the text is nil or empty.
    public static func required(_ text: String?, _ name: String) throws(ParameterError) -> String {
        guard let text, !text.isEmpty else { throw ParameterError(.missing, name, "\(name) is missing") }
        return text
    }

    /// Parses `true` or `false`. The empty text means true, because an option may have no value.
    /// Nil means false.
    ///
    /// - Throws: `ParameterError`.
    public static func flag(_ text: String?, _ name: String) throws(ParameterError) -> Bool {
        switch text {
        case nil, "false": return false
        case "true", "": return true
        default: throw ParameterError(.malformed, name, "\(name) must be true or false")
        }
    }

    /// Parses a whole number in decimal digits; returns nil for nil.
    ///
    /// - Throws: `ParameterError`.
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

    /// Parses the name of a zone of the IANA database.
    ///
    /// - Throws: `ParameterError` (`unknownTimeZone`).
    public static func zone(_ text: String, _ name: String) throws(ParameterError) -> Zone {
        guard let zone = Zone(identifier: text) else {
            throw ParameterError(
                .unknownTimeZone, name, "\(name) must be a name of the IANA time zone database, such as Europe/Berlin")
        }
        return zone
    }

    /// Parses `ascending` or `descending`; returns nil for nil.
    ///
    /// - Throws: `ParameterError`.
    public static func isAscending(_ text: String?, _ name: String) throws(ParameterError) -> Bool? {
        switch text {
        case nil: return nil
        case "ascending": return true
        case "descending": return false
        default: throw ParameterError(.malformed, name, "\(name) must be ascending or descending")
        }
    }

    /// Parses `null` or `omit`. Returns true if entries without data are left out, and false for
    /// nil.
    ///
    /// - Throws: `ParameterError`.
    public static func omission(_ text: String?, _ name: String) throws(ParameterError) -> Bool {
        switch text {
        case nil, "null": return false
        case "omit": return true
        default: throw ParameterError(.malformed, name, "\(name) must be null or omit")
        }
    }

    /// Parses a civil day, such as `2024-05-01`. Required.
    ///
    /// - Throws: `ParameterError`.
    public static func date(_ text: String?, _ name: String) throws(ParameterError) -> CivilDate {
        guard let date = CivilDate(iso8601: try required(text, name)) else {
            throw ParameterError(.malformed, name, "\(name) must be a date such as 2024-05-01")
        }
        return date
    }

    /// Parses the first of some civil days and the day after the last one. Both are required.
    ///
    /// - Parameter what: names the days in the message about too many of them.
    /// - Returns: the days since 1970.
    /// - Throws: `ParameterError`.
    public static func days(
        from: String?, to: String?, max: Int, _ what: String = "days"
    ) throws(ParameterError) -> Range<Int> {
        let first = try date(from, "from").daysSinceEpoch
        let end = try date(to, "to").daysSinceEpoch
        guard first < end else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        guard end - first <= max else {
            throw ParameterError(
                .rangeTooLong, "to", "the range has \(end - first) \(what); at most \(max) are allowed")
        }
        return first..<end
    }

    /// Parses `HH:MM`. Returns microseconds since midnight, and nil for nil.
    ///
    /// - Throws: `ParameterError`.
    public static func timeOfDay(_ text: String?, _ name: String) throws(ParameterError) -> Int64? {
        guard let text else { return nil }
        guard text.utf8.count == 5, let local = LocalDateTime(iso8601: "2001-01-01T" + text) else {
            throw ParameterError(.malformed, name, "\(name) must be a time of day such as 04:00")
        }
        return local.microsecondOfDay
    }
}
