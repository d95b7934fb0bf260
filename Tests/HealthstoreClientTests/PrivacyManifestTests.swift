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

    /// A manifest, and the folders of the code that it describes.
    struct Subject: Sendable {
        var manifest: String
        var folders: [String]

        static let all = [
            Subject(
                manifest: "Sources/HealthstoreClient/PrivacyInfo.xcprivacy",
                folders: ["Sources/HealthstoreClient", "Sources/GzipWriter"]),
            Subject(manifest: "Examples/Phone/App/PrivacyInfo.xcprivacy", folders: ["Examples/Phone"]),
        ]
    }

    private func properties(_ path: String) throws -> [String: Any] {
        let file = try Data(contentsOf: root.appendingPathComponent(path))
        return try #require(PropertyListSerialization.propertyList(from: file, format: nil) as? [String: Any])
    }

    @Test(
        "a manifest names the functions with a required reason that its code uses, which are none",
        arguments: Subject.all)
    func requiredReasons(_ subject: Subject) throws {
        let manifest = try properties(subject.manifest)
        let declared = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        var used: Set<String> = []
        for folder in subject.folders {
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

    @Test(
        "a manifest says that health data, fitness data and routes are sent for the app's function, not to track",
        arguments: Subject.all)
    func collectedData(_ subject: Subject) throws {
        let manifest = try properties(subject.manifest)
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

    @Test("the example has the purpose strings and the entitlements that the article and its code need")
    func settings() throws {
        let info = try properties("Examples/Phone/Settings/Info.plist")
        for key in ["NSHealthShareUsageDescription", "NSCameraUsageDescription"] {
            #expect((info[key] as? String)?.isEmpty == false, "\(key)")
        }
        let entitlements = try properties("Examples/Phone/Settings/Phone.entitlements")
        let names = ["com.apple.developer.healthkit", "com.apple.developer.healthkit.background-delivery"]
        #expect(Set(entitlements.keys) == Set(names))
        #expect(names.allSatisfy { entitlements[$0] as? Bool == true })
    }
}
