/// A key that few metadata have. The search for it must be fast for the others.
struct MetadataKey {
    private let quoted: [UInt8]
    private let rareByte: UInt8
    private let rareOffset: Int

    /// - Parameter rarest: the byte of the key that is rarest in metadata. The search begins with
    ///   it.
    init(_ key: String, rarest: Unicode.Scalar) {
        quoted = Array("\"\(key)\"".utf8)
        rareByte = UInt8(ascii: rarest)
        rareOffset = quoted.firstIndex(of: rareByte) ?? 0
    }

    /// Returns true if metadata may have the key.
    func isIn(_ metadata: [UInt8]) -> Bool {
        var rest = metadata[...]
        while let index = rest.firstIndex(of: rareByte) {
            let start = index - rareOffset
            if start >= 0, metadata[start...].starts(with: quoted) { return true }
            rest = metadata[(index + 1)...]
        }
        return false
    }
}
