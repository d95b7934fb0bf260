/// Reads single parameters that come as texts.
public enum ParameterText {
    public static func required(_ text: String?, _ name: String) throws(ParameterError) -> String {
        guard let text, !text.isEmpty else { throw ParameterError(.missing, name, "\(name) is missing") }
        return text
    }

    /// `true` or `false`; false where nothing is given.
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
        guard let number = Int(text) else { throw ParameterError(.malformed, name, "\(name) must be a whole number") }
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

    /// RFC 3339, or a wall clock in `zone`.
    public static func instant(_ text: String, _ name: String, in zone: Zone) throws(ParameterError) -> Instant {
        if let instant = Instant(rfc3339: text) { return instant }
        guard let local = LocalDateTime(iso8601: text) else {
            // A plus sign in a query string is a space.
            let hint = text.contains(" ") ? "in a query string, write + as %2B" : nil
            throw ParameterError(
                .malformed, name,
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date",
                hint: hint)
        }
        return zone.instant(of: local)
    }
}
