/// The parsed and percent-decoded target of the request line (RFC 9112, section 3.2).
struct RequestTarget: Sendable {
    let path: String
    let pathSegments: [String]
    let query: [(name: String, value: String?)]

    /// Replaces a target that cannot be parsed.
    static let none = RequestTarget(path: "/", pathSegments: [], query: [])
}

extension RequestTarget {
    /// Parses the origin form (`/path?query`), the absolute form (`http://host/path?query`) and
    /// `*`.
    ///
    /// - Throws: `HTTPFailure` `malformedRequest` for any other form. Also for a percent sign that
    ///   is not followed by two hexadecimal digits, and for decoded text that is not UTF-8 or
    ///   contains the character NUL.
    init(parsing target: some Sequence<UInt8>) throws(HTTPFailure) {
        var rest = ArraySlice(target)
        if rest.elementsEqual("*".utf8) {
            self.init(path: "*", pathSegments: [], query: [])
            return
        }
        if rest.first != UInt8(ascii: "/") {
            rest = try Self.withoutAuthority(rest)
        }
        let parts = rest.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let rawPath = parts.first ?? []
        var segments: [String] = []
        for raw in rawPath.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            segments.append(try Self.decoded(raw, plusIsSpace: false))
        }
        var query: [(name: String, value: String?)] = []
        for pair in (parts.count > 1 ? parts[1] : []).split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try Self.decoded(pair[..<end], plusIsSpace: true)
            let value = end < pair.endIndex ? try Self.decoded(pair[(end + 1)...], plusIsSpace: true) : nil
            query.append((name: name, value: value))
        }
        self.init(path: "/" + segments.joined(separator: "/"), pathSegments: segments, query: query)
    }

    /// The parts of a decoded path that begins with a slash.
    static func segments(_ path: String) -> [String] {
        (path.hasPrefix("/") ? path.dropFirst() : path[...])
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns path and query of a target in absolute form. A missing path becomes `/`.
    private static func withoutAuthority(_ target: ArraySlice<UInt8>) throws(HTTPFailure) -> ArraySlice<UInt8> {
        let schemes = ["http://", "https://"].map { Array($0.utf8) }
        // Schemes are compared without regard to case. Setting bit 5 makes ASCII letters
        // lower-case.
        guard let scheme = schemes.first(where: { target.prefix($0.count).map { $0 | 0x20 } == $0.map { $0 | 0x20 } })
        else { throw HTTPFailure.malformedRequest("request target is neither a path nor a URL") }
        let rest = target.dropFirst(scheme.count).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
    }

    private static func decoded(_ raw: ArraySlice<UInt8>, plusIsSpace: Bool) throws(HTTPFailure) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            let byte = raw[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < raw.endIndex, let high = hexValue(raw[index + 1]), let low = hexValue(raw[index + 2])
                else {
                    throw HTTPFailure.malformedRequest("percent sign in request target is not followed by two digits")
                }
                bytes.append(UInt8(high << 4 | low))
                index += 3
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
        else { throw HTTPFailure.malformedRequest("request target is not UTF-8 text") }
        return text
    }

    private static func hexValue(_ byte: UInt8) -> Int? { Character(Unicode.Scalar(byte)).hexDigitValue }
}
