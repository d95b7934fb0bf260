/// The members of a header field that lists alternatives with weights, such as `Accept` and
/// `Accept-Encoding` (RFC 9110, section 12.4.2). Malformed members are left out.
struct WeightedList {
    struct Member: Hashable {
        /// The value in lower case, without its parameters.
        var value: String
        /// The weight in thousandths, from 0 to 1000. 0 means that the client refuses the value.
        var weight: Int
    }

    let members: [Member]

    /// - Parameter fields: the values of all header fields of one name.
    init(_ fields: [String]) {
        members = fields.flatMap { WeightedList.split($0, at: UInt8(ascii: ",")) }.compactMap(WeightedList.member)
    }

    private static func member(_ text: String) -> Member? {
        let parts = split(text, at: UInt8(ascii: ";"))
        guard let value = parts.first, !value.isEmpty else { return nil }
        var weight = 1000
        for parameter in parts.dropFirst() {
            let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, String(sides[0]).trimmed.lowercased() == "q" else { continue }
            guard let read = self.weight(String(sides[1]).trimmed) else { return nil }
            weight = read
        }
        return Member(value: value.lowercased(), weight: weight)
    }

    /// Parses `0` or `1`, optionally followed by a point and at most three decimal places.
    private static func weight(_ text: String) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard ["0", "1"].contains(parts[0]), decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let thousandths = Int(parts[0] + decimals + String(repeating: "0", count: 3 - decimals.utf8.count))
        return thousandths.flatMap { $0 <= 1000 ? $0 : nil }
    }

    /// The pieces between separators outside quoted strings, without surrounding white space.
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
        return pieces.map { String(decoding: $0, as: UTF8.self).trimmed }
    }
}

extension HTTPRequest {
    /// Returns the index of the offered media type that the client prefers according to `Accept`
    /// (RFC 9110, section 12.5.1).
    ///
    /// The most specific media range that covers a type gives the type's weight. The type with the
    /// greatest weight wins. Of types with equal weight, the one with the more specific range wins,
    /// so that `text/csv, */*` selects CSV. If the ranges are equally specific, too, the type
    /// offered earlier wins. Parameters of a range, such as `charset`, are ignored. Without the
    /// field, or without a valid member in it, every type is acceptable.
    ///
    /// - Parameter offered: types without parameters, in lower case, in the server's order of
    ///   preference.
    /// - Returns: an index of `offered`, or nil if the client accepts none of them.
    public func preferredMediaType(among offered: [String]) -> Int? {
        let ranges = WeightedList(headers.values("Accept")).members.filter { MediaRange($0.value) != nil }
        guard !ranges.isEmpty else { return offered.isEmpty ? nil : 0 }
        var best: (index: Int, weight: Int, precision: Int)?
        for (index, type) in offered.enumerated() {
            let matches = ranges.compactMap { range in
                MediaRange(range.value)?.precision(of: type).map { (weight: range.weight, precision: $0) }
            }
            // If a range is given twice, the greater weight counts.
            guard let match = matches.max(by: { ($0.precision, $0.weight) < ($1.precision, $1.weight) }),
                match.weight > 0
            else { continue }
            if let best, (best.weight, best.precision) >= (match.weight, match.precision) { continue }
            best = (index, match.weight, match.precision)
        }
        return best?.index
    }

    /// Returns the content coding that the client prefers according to `Accept-Encoding`.
    ///
    /// - Parameter offered: names of codings in lower case, in the server's order of preference.
    /// - Returns: one of `offered`; nil if the client accepts none of them, or prefers no coding.
    public func preferredCoding(among offered: [String]) -> String? {
        let accepted = acceptedCodings
        return offered.filter(accepted.prefers).max { accepted.weight(of: $0) < accepted.weight(of: $1) }
    }

    /// The content codings that the client accepts, according to `Accept-Encoding` (RFC 9110,
    /// section 12.5.3).
    var acceptedCodings: AcceptedCodings { AcceptedCodings(headers) }
}

/// A media range: `*/*`, `text/*` or `text/csv`.
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

    /// The number of parts that the range names: 2 for `text/csv`, 1 for `text/*`, 0 for `*/*`. Nil
    /// if the range does not cover the media type.
    func precision(of mediaType: String) -> Int? {
        if type == "*" { return 0 }
        if subtype == "*" { return mediaType.hasPrefix(type + "/") ? 1 : nil }
        return mediaType == "\(type)/\(subtype)" ? 2 : nil
    }
}

/// The content codings that a client accepts.
struct AcceptedCodings: Hashable {
    /// The weight of each coding that the client names, in thousandths.
    private var weights: [String: Int] = [:]

    /// Without the field, the client gets no coding, because it may not support any.
    init(_ headers: HTTPHeaders) {
        for member in WeightedList(headers.values("Accept-Encoding")).members {
            // Both names mean the same coding.
            let name = member.value == "x-gzip" ? "gzip" : member.value
            weights[name] = max(weights[name] ?? 0, member.weight)
        }
    }

    func weight(of coding: String) -> Int { weights[coding] ?? weights["*"] ?? 0 }

    /// True if the client accepts the coding and gives it at least the weight of an uncoded body.
    func prefers(_ coding: String) -> Bool {
        weight(of: coding) > 0 && weight(of: coding) >= weights["identity"] ?? 0
    }

    var prefersGzip: Bool { prefers("gzip") }

    /// True if the client accepts an uncoded body. A client that refuses all codings and uncoded
    /// bodies gets an uncoded body.
    var allowsIdentity: Bool { weights["identity"] ?? weights["*"] ?? 1 > 0 }
}
