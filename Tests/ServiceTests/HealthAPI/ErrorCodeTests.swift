import HealthCore
import HealthDatabase
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

    @Test("a code of the store is listed, or only commands have it")
    func storeCodes() {
        let unlisted = HealthDatabaseError.Code.allCases.filter { ErrorCode($0) == nil }
        let ofCommands: [HealthDatabaseError.Code] = [
            .notACluster, .storeInUse, .clusterFailed, .rolesRefused, .unknownAnalyst, .analystExists,
            .holderExists, .ownHolder, .damagedStore, .malformedBackup, .truncatedBackup, .backupTooNew,
            .personNotEmpty, .storeNotEmpty, .personErased,
        ]
        #expect(Set(unlisted) == Set(ofCommands))
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
}
