import CQREncode

/// A QR code (ISO/IEC 18004) of a text, which libqrencode makes.
///
/// https://fukuchi.org/works/qrencode/manual/index.html
public struct QRCode: Sendable, Hashable {
    /// The number of modules of a side, without the quiet zone.
    public let width: Int
    /// True for each dark module, row by row.
    private let isDark: [Bool]

    /// The maximum length of a text in bytes of UTF-8. It is what the largest code, version 40,
    /// holds with error correction of level M: ISO/IEC 18004, table 7.
    public static let textBytesMax = 2_331

    /// Encodes a text with error correction of about 15 per cent (level M). Returns nil for an
    /// empty text, for a text with U+0000, and for a text of more than `textBytesMax` bytes.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= QRCode.textBytesMax, !text.utf8.contains(0),
            let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let modules = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit of a module is 1 if the module is dark.
        isDark = (0..<width * width).map { modules[$0] & 1 == 1 }
    }

    /// Returns true if the module is dark, and false outside the code.
    public func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return isDark[row * width + column]
    }
}

extension QRCode {
    /// The width, in modules, of the light border that readers need around a code.
    public static let quietZone = 4

    /// Returns the code as text for a terminal. Each line has two rows of modules, as half blocks.
    /// Light modules are printed, because most terminals have a dark background.
    ///
    /// - Parameter hasColours: true to add escape sequences that select white on black.
    public func text(hasColours: Bool) -> String {
        let rows = -QRCode.quietZone..<width + QRCode.quietZone
        return stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
            let line = rows.map { column in
                let isUpperLight = !isDark(column: column, row: row)
                // The last line may have only one row.
                let isLowerLight = row + 1 < rows.upperBound && !isDark(column: column, row: row + 1)
                return isUpperLight ? isLowerLight ? "█" : "▀" : isLowerLight ? "▄" : " "
            }.joined()
            return (hasColours ? "\u{1b}[40;97m" + line + "\u{1b}[0m" : line) + "\n"
        }.joined()
    }
}
