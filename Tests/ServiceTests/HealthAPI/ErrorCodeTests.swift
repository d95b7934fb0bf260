import Foundation
import HealthCore
import HealthImport
import Testing

@testable import HealthAPI

@Suite struct ErrorCodeTests {
    @Test("every code of parameters, records, lines and imports is listed")
    func codes() {
        let imports = [HealthImportError.Code.noExport, .unreadable, .malformed, .tooLarge]
        var codes = ["upload_abandoned", "upload_lost", "import_failed", "import_cancelled"]
        codes += ParameterError.Code.allCases.map(\.rawValue)
        codes += Refusal.Code.allCases.map(\.rawValue)
        codes += imports.map(\.rawValue)
        for code in codes { #expect(ErrorCode(rawValue: code) != nil, "\(code)") }
    }

    @Test("a code of a parameter has a status, and a meaning is one sentence")
    func statuses() {
        for code in ParameterError.Code.allCases { #expect(ErrorCode(code).status == .badRequest, "\(code)") }
        for code in ErrorCode.allCases {
            #expect(code.statuses.allSatisfy { (400...599).contains($0.rawValue) }, "\(code)")
            #expect(Set(code.statuses).count == code.statuses.count, "\(code)")
            #expect(code.meaning.hasSuffix(".") && !code.meaning.contains("|"), "\(code)")
        }
    }

    /// The rows of the table of codes in the article about errors.
    private static var rows: [String] {
        ErrorCode.allCases.map { code in
            let statuses = code.statuses.map { String($0.rawValue) }.joined(separator: ", ")
            return "| `\(code.rawValue)` | \(statuses.isEmpty ? "–" : statuses) | \(code.meaning) |"
        }
    }

    @Test("the article about errors lists every code with its statuses and its meaning")
    func article() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Sources/healthstore/Documentation.docc/Errors.md")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.split(separator: "|").count == 3 }
        let codes = rows.map(String.init).filter { row in
            ErrorCode(rawValue: String(row.dropFirst(3).prefix { $0 != "`" })) != nil
        }
        #expect(codes == Self.rows, "the table is to be:\n\(Self.rows.joined(separator: "\n"))")
    }
}
