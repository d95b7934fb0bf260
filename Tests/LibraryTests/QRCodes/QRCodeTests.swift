import QRCodes
import Testing

@Suite struct QRCodeTests {
    private static let link = "https://health.example/#login=hs_1_" + String(repeating: "0123456789abcdef", count: 6)

    /// The finder pattern in three corners of every code: ISO/IEC 18004, 6.3.3.
    private static let finder = [
        "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
    ]

    @Test("a code has the size of a version and the three finder patterns")
    func patterns() throws {
        let code = try #require(QRCode(Self.link))
        #expect((code.width - 17).isMultiple(of: 4) && (21...177).contains(code.width))
        for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
            let lines = (0..<7).map { y in
                (0..<7).map { code.isDark(column: column + $0, row: row + y) ? "#" : " " }.joined()
            }
            #expect(lines == Self.finder)
        }
        // Dark and light alternate between the patterns: 6.3.5.
        for column in 8..<code.width - 8 {
            #expect(code.isDark(column: column, row: 6) == column.isMultiple(of: 2))
        }
    }

    @Test("the text of a code has each of its modules, and a light border of four around them")
    func text() throws {
        let code = try #require(QRCode(Self.link))
        let lines = code.text(hasColours: false).split(separator: "\n").map(Array.init)
        let side = code.width + 8
        #expect(lines.count == (side + 1) / 2 && lines.allSatisfy { $0.count == side })
        for row in 0..<side {
            for column in 0..<side {
                let block = lines[row / 2][column]
                let isLight = block == "█" || block == (row.isMultiple(of: 2) ? "▀" : "▄")
                #expect(isLight == !code.isDark(column: column - 4, row: row - 4), "\(column), \(row)")
            }
        }
        let coloured = code.text(hasColours: true).split(separator: "\n")
        #expect(coloured.allSatisfy { $0.hasPrefix("\u{1b}[40;97m") && $0.hasSuffix("\u{1b}[0m") })
    }

    @Test("other texts have other codes, and a text that is too long for a code has none")
    func limits() {
        #expect(QRCode("a") != QRCode("b"))
        #expect(QRCode("") == nil)
        #expect(QRCode("a\u{0}b") == nil)
        let longest = String(repeating: "x", count: QRCode.textBytesMax)
        #expect(QRCode(longest)?.width == 177)
        #expect(QRCode(longest + "x") == nil)
        // The limit counts bytes, and ü has two.
        #expect(QRCode(longest.dropLast() + "ü") == nil)
    }
}
