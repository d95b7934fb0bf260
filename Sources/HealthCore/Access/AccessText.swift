/// Parses and prints the parts of access that several types share.
enum AccessText {
    /// The items of a list that is separated by commas, without blanks around them.
    static func items(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { item in
            String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension ParameterText {
    /// The longest duration until an expiry: 100 years.
    public static let expiryDaysMax = 36_500

    /// Parses an expiry: a duration from now, such as `90d`, or a time, such as `2027-01-01`.
    /// Returns nil for nil.
    ///
    /// Units of durations are `m` (minutes), `h`, `d` (24 hours) and `w`. A time without an offset
    /// is on `clock`.
    ///
    /// - Throws: `ParameterError` that names `name`, also for a time that has passed.
    public static func expiry(
        _ text: String?, _ name: String, now: Instant, on clock: WallClock = .utc
    ) throws(ParameterError) -> Instant? {
        guard let text else { return nil }
        if let seconds = duration(text) {
            guard seconds > 0, seconds <= Int64(expiryDaysMax) * 86_400 else {
                throw ParameterError(
                    .outOfRange, name, "\(name) must be a duration of at least 1m and at most \(expiryDaysMax)d")
            }
            return Instant(microseconds: now.microseconds + seconds * Instant.microsecondsPerSecond)
        }
        guard let time = try? QuestionTime(text, name) else {
            throw ParameterError(
                .malformed, name, "\(name) must be a duration such as 90d, or a time such as 2027-01-01")
        }
        let instant = time.instant(on: clock)
        guard instant > now else { throw ParameterError(.outOfRange, name, "\(name) must be in the future") }
        return instant
    }

    /// Returns the seconds of a duration; nil for any other text.
    private static func duration(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        guard let seconds = text.last.flatMap({ units[$0] }), text.utf8.count <= 9,
            text.dropLast().utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let count = Int64(text.dropLast())
        else { return nil }
        return count * seconds
    }
}
