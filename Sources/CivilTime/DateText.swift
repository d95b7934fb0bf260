/// Converts between times and text: RFC 3339 for instants, ISO 8601 without an offset for
/// wall-clock times.
///
/// Parsing works on bytes, because it runs once or twice for each sample of a batch.
extension Instant {
    /// Parses RFC 3339: `2024-05-01T10:00:00.123Z` or `2024-05-01 10:00:00+02:00`. Returns nil for
    /// any other text and for years outside 1…9999. Digits after the microseconds are dropped. A
    /// leap second (`:60`) becomes the first second of the next minute.
    public init?(rfc3339 text: some Collection<UInt8>) {
        var reader = ByteReader(text)
        self.init(&reader, allowsSpace: false)
    }

    public init?(rfc3339 text: String) {
        self.init(rfc3339: Array(text.utf8))
    }

    /// Parses the format of the Health app's export, `yyyy-MM-dd HH:mm:ss ±HHMM`, and RFC 3339.
    /// Returns nil for any other text.
    public init?(exportText text: some Collection<UInt8>) {
        var reader = ByteReader(text)
        self.init(&reader)
    }

    /// - Parameter allowsSpace: true to allow a space before the offset.
    private init?(_ reader: inout ByteReader<some Collection<UInt8>>, allowsSpace: Bool = true) {
        guard let local = reader.localDateTime(timeIsRequired: true) else { return nil }
        if allowsSpace { reader.accept(UInt8(ascii: " ")) }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self.init(microseconds: local - offset * Instant.microsecondsPerSecond)
        guard self >= Instant.earliest, self <= Instant.latest else { return nil }
    }

    /// Parses one field of a larger buffer. It is not generic, so that other modules need not
    /// specialise it.
    public init?(exportText field: ArraySlice<UInt8>) {
        var reader = ByteReader(field)
        self.init(&reader)
    }

    /// The instant in UTC as RFC 3339, with a fraction only if it is not zero:
    /// `2024-05-01T10:00:00Z`.
    public var rfc3339: String {
        rfc3339(offsetSeconds: 0)
    }

    /// Returns RFC 3339 on the wall clock that is `offsetSeconds` ahead of UTC. RFC 3339 has
    /// offsets in whole minutes only. So for an offset with seconds (local mean time), the result
    /// is in UTC.
    public func rfc3339(offsetSeconds: Int) -> String {
        let offset = offsetSeconds % 60 == 0 ? offsetSeconds : 0
        let local = LocalDateTime(
            microsecondsSinceEpoch: microseconds + Int64(offset) * Instant.microsecondsPerSecond)
        guard offset != 0 else { return local.iso8601 + "Z" }
        let minutes = abs(offset) / 60
        var text = Array((local.iso8601 + (offset < 0 ? "-" : "+")).utf8)
        text.append(twoDigits: minutes / 60)
        text.append(UInt8(ascii: ":"))
        text.append(twoDigits: minutes % 60)
        return String(decoding: text, as: UTF8.self)
    }
}

extension LocalDateTime {
    /// Parses `2024-05-01`, `2024-05-01T10:00` or `2024-05-01T10:00:00[.123]`. Returns nil for any
    /// other text, including a text with an offset.
    public init?(iso8601 text: String) {
        var reader = ByteReader(Array(text.utf8))
        guard let local = reader.localDateTime(timeIsRequired: false), reader.isAtEnd else { return nil }
        self.init(microsecondsSinceEpoch: local)
    }

    /// The text `2024-05-01T10:00:00`, with a fraction only if it is not zero.
    public var iso8601: String {
        let second = Int(microsecondOfDay / Instant.microsecondsPerSecond)
        var fraction = Int(microsecondOfDay % Instant.microsecondsPerSecond)
        var text = Array(date.iso8601.utf8)
        for (mark, number) in [("T" as Unicode.Scalar, second / 3_600), (":", second / 60 % 60), (":", second % 60)] {
            text.append(UInt8(ascii: mark))
            text.append(twoDigits: number)
        }
        if fraction > 0 { text.append(UInt8(ascii: ".")) }
        while fraction > 0 {
            text.append(digit: fraction / 100_000)
            fraction = fraction % 100_000 * 10
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension CivilDate {
    /// Parses `yyyy-MM-dd`. Returns nil for any other text.
    public init?(iso8601 text: String) {
        var reader = ByteReader(Array(text.utf8))
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        self = date
    }

    /// The text `yyyy-MM-dd`. A bucket may begin before the year 0. Such a year has a minus sign:
    /// `-0001-12-31`.
    public var iso8601: String {
        var text: [UInt8] = year < 0 ? [UInt8(ascii: "-")] : []
        text.reserveCapacity(32)
        let digits = String(year.magnitude).utf8
        text += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.count))
        text += digits
        for number in [month, day] {
            text.append(UInt8(ascii: "-"))
            text.append(twoDigits: number)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(digit: Int) { append(UInt8(ascii: "0") + UInt8(digit)) }

    /// Appends a number from 0 to 99.
    fileprivate mutating func append(twoDigits number: Int) {
        append(digit: number / 10)
        append(digit: number % 10)
    }
}

/// Parses fixed-width fields from the left.
private struct ByteReader<Bytes: Collection<UInt8>> {
    private let bytes: Bytes
    private var position: Bytes.Index

    init(_ bytes: Bytes) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    @discardableResult
    mutating func accept(_ byte: UInt8) -> Bool {
        guard !isAtEnd, bytes[position] == byte else { return false }
        bytes.formIndex(after: &position)
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard !isAtEnd else { return nil }
            let digit = Int(bytes[position]) - 48
            guard digit >= 0, digit <= 9 else { return nil }
            number = number * 10 + digit
            bytes.formIndex(after: &position)
        }
        return number
    }

    mutating func date() -> CivilDate? {
        guard let year = digits(4), year >= 1, accept(UInt8(ascii: "-")), let month = digits(2),
            accept(UInt8(ascii: "-")), let day = digits(2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Returns microseconds since 1970 on the wall clock.
    mutating func localDateTime(timeIsRequired: Bool) -> Int64? {
        guard let date = date() else { return nil }
        let midnight = Int64(date.daysSinceEpoch) * LocalDateTime.microsecondsPerDay
        guard accept(UInt8(ascii: "T")) || accept(UInt8(ascii: " ")) || accept(UInt8(ascii: "t")) else {
            return timeIsRequired ? nil : midnight
        }
        guard let hour = digits(2), hour < 24, accept(UInt8(ascii: ":")), let minute = digits(2), minute < 60
        else { return nil }
        var microseconds = Int64(hour * 3_600 + minute * 60) * Instant.microsecondsPerSecond
        if accept(UInt8(ascii: ":")) {
            guard let second = digits(2), second <= 60, let fraction = fraction() else { return nil }
            microseconds += Int64(second) * Instant.microsecondsPerSecond + fraction
        } else if timeIsRequired {
            return nil
        }
        return midnight + microseconds
    }

    /// Returns the microseconds of a fraction such as `.123`. Returns 0 if there is no fraction,
    /// and nil if no digit follows the separator.
    private mutating func fraction() -> Int64? {
        guard accept(UInt8(ascii: ".")) || accept(UInt8(ascii: ",")) else { return 0 }
        var fraction: Int64 = 0
        var scale: Int64 = 100_000
        var count = 0
        while !isAtEnd, bytes[position] >= 48, bytes[position] <= 57 {
            fraction += Int64(bytes[position] - 48) * scale
            scale /= 10
            count += 1
            bytes.formIndex(after: &position)
        }
        return count == 0 ? nil : fraction
    }

    /// Parses `Z`, `+02:00` or `+0200`. Returns the seconds by which the clock is ahead of UTC.
    mutating func offset() -> Int64? {
        if accept(UInt8(ascii: "Z")) || accept(UInt8(ascii: "z")) { return 0 }
        let isAhead = accept(UInt8(ascii: "+"))
        guard isAhead || accept(UInt8(ascii: "-")) else { return nil }
        guard let hours = digits(2), hours < 24 else { return nil }
        accept(UInt8(ascii: ":"))
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return (isAhead ? 1 : -1) * Int64(hours * 3_600 + minutes * 60)
    }
}
