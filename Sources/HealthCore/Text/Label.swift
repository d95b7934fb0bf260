extension String {
    /// Returns whether the text has at most `bytesMax` UTF-8 bytes and no control characters.
    public func isLabel(bytesMax: Int) -> Bool {
        utf8.count <= bytesMax && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}
