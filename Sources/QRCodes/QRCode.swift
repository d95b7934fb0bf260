import CQREncode

/// A QR code (ISO/IEC 18004) of a text, made by libqrencode.
///
/// https://fukuchi.org/works/qrencode/manual/index.html
public struct QRCode: Sendable, Hashable {
    /// The number of modules of a side, without the quiet zone.
    public let width: Int
    /// Whether a module is dark, row by row.
    private let isDark: [Bool]

    /// Encodes a text with error correction of about 15 per cent (level M); nil for an empty text,
    /// for one that contains U+0000, and for one that is longer than a QR code holds, about 2,300
    /// bytes.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0),
            let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let modules = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit of a module is its colour.
        isDark = (0..<width * width).map { modules[$0] & 1 == 1 }
    }

    /// Whether the module is dark; false outside the code.
    public func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return isDark[row * width + column]
    }
}

extension QRCode {
    /// The modules of the light border that readers need around a code.
    public static let quietZone = 4

    /// The code for a terminal: two rows of modules in a line of half blocks. Light modules are
    /// painted, because most terminals have a dark background.
    ///
    /// - Parameter hasColours: whether the lines select white on black themselves, for a terminal.
    public func text(hasColours: Bool) -> String {
        let rows = -QRCode.quietZone..<width + QRCode.quietZone
        return stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
            let line = rows.map { column in
                let isUpperLight = !isDark(column: column, row: row)
                // The last line may have one row.
                let isLowerLight = row + 1 < rows.upperBound && !isDark(column: column, row: row + 1)
                return isUpperLight ? isLowerLight ? "█" : "▀" : isLowerLight ? "▄" : " "
            }.joined()
            return (hasColours ? "\u{1b}[40;97m" + line + "\u{1b}[0m" : line) + "\n"
        }.joined()
    }
}
