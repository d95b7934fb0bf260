import Foundation
import Testing

/// https://developer.apple.com/documentation/bundleresources/privacy-manifest-files
@Suite struct PrivacyManifestTests {
    /// The functions that need a reason, by Apple's category.
    /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
    private static let functions = [
        "NSPrivacyAccessedAPICategoryFileTimestamp":
            #"\b(contentModificationDate|fileModificationDate|creationDateKey|attributesOfItem|getattrlist\w*|f?l?stat(at)?\()"#,
        "NSPrivacyAccessedAPICategorySystemBootTime": #"\b(systemUptime|mach_absolute_time)\b"#,
        "NSPrivacyAccessedAPICategoryDiskSpace":
            #"\b(volume\w*Capacity\w*|systemFreeSize|systemSize|f?statv?fs)\b"#,
        "NSPrivacyAccessedAPICategoryActiveKeyboards": #"\bactiveInputModes\b"#,
        "NSPrivacyAccessedAPICategoryUserDefaults": #"\b(UserDefaults|AppStorage)\b"#,
    ]

    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func manifest() throws -> [String: Any] {
        let file = root.appendingPathComponent("Sources/HealthstoreClient/PrivacyInfo.xcprivacy")
        let manifest = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return try #require(manifest as? [String: Any])
    }

    @Test("the manifest names the functions with a required reason that the library uses, which are none")
    func requiredReasons() throws {
        let declared = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        var used: Set<String> = []
        for folder in ["Sources/HealthstoreClient", "Sources/GzipWriter"] {
            let url = root.appendingPathComponent(folder)
            for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) where name.hasSuffix(".swift") {
                let text = try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
                for (category, pattern) in PrivacyManifestTests.functions
                where text.range(of: pattern, options: .regularExpression) != nil {
                    used.insert(category)
                }
            }
        }
        #expect(Set(declared.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }) == used)
        let example = "try FileManager.default.attributesOfItem(atPath: path)"
        let pattern = try #require(PrivacyManifestTests.functions["NSPrivacyAccessedAPICategoryFileTimestamp"])
        #expect(example.range(of: pattern, options: .regularExpression) != nil)
    }

    @Test("the manifest says that health data, fitness data and routes are sent for the app's function, not to track")
    func collectedData() throws {
        let manifest = try manifest()
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let types = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(
            types.map { $0["NSPrivacyCollectedDataType"] as? String } == [
                "NSPrivacyCollectedDataTypeHealth", "NSPrivacyCollectedDataTypeFitness",
                "NSPrivacyCollectedDataTypePreciseLocation",
            ])
        for type in types {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == true)
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(
                type["NSPrivacyCollectedDataTypePurposes"] as? [String] == [
                    "NSPrivacyCollectedDataTypePurposeAppFunctionality"
                ])
        }
    }
}
