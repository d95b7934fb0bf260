/// The members of a header field that lists alternatives with weights, as `Accept` and `Accept-Encoding` do (RFC 9110,
/// section 12.4.2). A member that cannot be read is left out.
struct WeightedList {
    struct Member: Hashable {
        /// In lower case, without its parameters.
        var value: String
        /// In thousandths, from 0, which means never, to 1000.
        var weight: Int
    }

    let members: [Member]

    /// - Parameter fields: the values of all fields of the name.
    init(_ fields: [String]) {
        members = fields.flatMap { WeightedList.split($0, at: UInt8(ascii: ",")) }.compactMap(WeightedList.member)
    }

    private static func member(_ text: String) -> Member? {
        let parts = split(text, at: UInt8(ascii: ";"))
        guard let value = parts.first, !value.isEmpty else { return nil }
        var weight = 1000
        for parameter in parts.dropFirst() {
            let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, trimmed(String(sides[0])).lowercased() == "q" else { continue }
            guard let read = self.weight(trimmed(String(sides[1]))) else { return nil }
            weight = read
        }
        return Member(value: value.lowercased(), weight: weight)
    }

    /// `0`, `1`, and at most three digits behind a point.
    private static func weight(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard let first = digits.first, (1...5).contains(digits.count) else { return nil }
        let fraction = digits.dropFirst(2)
        guard digits.count < 2 || digits[1] == UInt8(ascii: "."),
            fraction.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        var thousandths = 0
        for place in 0..<3 {
            thousandths = thousandths * 10 + (place < fraction.count ? Int(fraction[2 + place]) - 48 : 0)
        }
        switch first {
        case UInt8(ascii: "0"): return thousandths
        case UInt8(ascii: "1"): return thousandths == 0 ? 1000 : nil
        default: return nil
        }
    }

    /// The pieces between the separators that stand outside of quoted strings, without white space around them.
    private static func split(_ text: String, at separator: UInt8) -> [String] {
        var pieces: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in text.utf8 {
            if byte == separator, !isQuoted {
                pieces.append([])
                continue
            }
            pieces[pieces.count - 1].append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
        }
        return pieces.map { trimmed(String(decoding: $0, as: UTF8.self)) }
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...].drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}

extension HTTPRequest {
    /// Which of the media types that can be made the client likes best, by `Accept` (RFC 9110, section 12.5.1).
    ///
    /// Of several media ranges that cover a type the most specific one gives its weight; of types with the same weight the
    /// one that was named more exactly goes first, so that `text/csv, */*` asks for CSV, then the one offered earlier. The
    /// parameters of a range, such as `charset`, are not looked at. A field in which nothing can be read counts for
    /// none, and where there is none every type is welcome.
    ///
    /// - Parameter offered: types without parameters, in lower case, the favourite of the server first.
    /// - Returns: the place in `offered`; nil where the client wants none of them.
    public func preferredMediaType(among offered: [String]) -> Int? {
        let ranges = WeightedList(headers.values("Accept")).members.filter { MediaRange($0.value) != nil }
        guard !ranges.isEmpty else { return offered.isEmpty ? nil : 0 }
        var best: (place: Int, weight: Int, precision: Int)?
        for (place, type) in offered.enumerated() {
            let matches = ranges.compactMap { range in
                MediaRange(range.value)?.precision(of: type).map { (weight: range.weight, precision: $0) }
            }
            // A range that is given twice counts by its greater weight.
            guard let match = matches.max(by: { ($0.precision, $0.weight) < ($1.precision, $1.weight) }),
                match.weight > 0
            else { continue }
            if let best, (best.weight, best.precision) >= (match.weight, match.precision) { continue }
            best = (place, match.weight, match.precision)
        }
        return best?.place
    }

    /// How the client may have the body coded, by `Accept-Encoding` (RFC 9110, section 12.5.3).
    var acceptedCodings: AcceptedCodings { AcceptedCodings(headers) }
}

/// `*/*`, `text/*` or `text/csv`.
private struct MediaRange {
    private let type: Substring
    private let subtype: Substring

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, parts[0] != "*" || parts[1] == "*" else {
            return nil
        }
        (type, subtype) = (parts[0], parts[1])
    }

    /// How exactly this means a media type; nil where it does not.
    func precision(of mediaType: String) -> Int? {
        if type == "*" { return 0 }
        if subtype == "*" { return mediaType.hasPrefix(type + "/") ? 1 : nil }
        return mediaType == "\(type)/\(subtype)" ? 2 : nil
    }
}

/// What a client says about the two codings that the server has.
struct AcceptedCodings: Hashable {
    /// Whether gzip is welcome, and no less so than no coding.
    var prefersGzip: Bool
    /// Whether the body may come as it is. A client that refuses this and gzip, too, gets it so all the same.
    var allowsIdentity: Bool

    /// Without the field a client gets no coding: it need not know any.
    init(_ headers: HTTPHeaders) {
        var weights: [String: Int] = [:]
        for member in WeightedList(headers.values("Accept-Encoding")).members {
            // The two names mean the same.
            let name = member.value == "x-gzip" ? "gzip" : member.value
            weights[name] = max(weights[name] ?? 0, member.weight)
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
        allowsIdentity = weights["identity"] ?? weights["*"] ?? 1 > 0
    }
}
