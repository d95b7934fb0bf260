import CCurl

/// The host of a URL, as a client reads it when it sends a request.
public struct URLHost: Sendable {
    /// The name in lower case without the dot of the root, or the number of an address.
    public let text: String

    /// - Parameter url: an absolute URL. Returns nil if the client cannot read it.
    public init?(of url: String) {
        guard let host = curl_url_host(url) else { return nil }
        defer { curl_free(host) }
        var text = Substring(String(cString: host).lowercased())
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if text.hasSuffix(".") { text = text.dropLast() }
        self.text = String(text)
    }

    /// True if every connection to the host is refused by `HTTPClient.Reach.publicOnly`: the host
    /// is an address that is not a `PublicAddress`, in any spelling, or a name of the machine
    /// itself ([RFC 6761](https://www.rfc-editor.org/rfc/rfc6761#section-6.3)). Other names may
    /// have any address, so the client checks them when it connects.
    public var isNeverPublic: Bool {
        if text == "localhost" || text.hasSuffix(".localhost") { return true }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = curl_number_bytes(text, &bytes)
        return count > 0 && !PublicAddress.isPublic(Array(bytes.prefix(count)))
    }
}
