import Foundation
import TestSupport
import Testing

/// Compiles the code that ordinary builds on Linux leave out: the adapter for HealthKit and the
/// code for Darwin. `Tests/AppleStubs` has the signatures of Apple's frameworks that it uses.
///
/// The compiler on Linux does not check availability. `AvailabilityRule` checks it instead. It is
/// older than that of the newest SDK, so conditions such as `#if compiler(>=6.4)` are replaced.
@Suite struct ApplePlatformTests {
    @Test("the library and Examples/Phone compile for Apple's platforms, and a wrong use of HealthKit does not")
    func compiles() async throws {
        try await withTemporaryDirectory { directory in
            let modules = URL(fileURLWithPath: directory)
            for stub in [
                "Darwin", "CoreLocation", "CryptoKit", "HealthKit", "UIKit", "Security", "Vision", "VisionKit",
                "SwiftUI",
            ] {
                try await ApplePlatformTests.build(stub, from: "Tests/AppleStubs/\(stub)", to: modules)
            }
            for module in ["CivilTime", "GzipWriter", "HealthstoreClient"] {
                try await ApplePlatformTests.build(module, from: "Sources/\(module)", to: modules)
            }

            let app = try await ApplePlatformTests.compile(
                ["-typecheck"] + ApplePlatformTests.sources("Examples/Phone"), with: modules)
            #expect(app.status == 0, "\(app.errors)")

            let wrong = modules.appendingPathComponent("Wrong.swift")
            try Data(
                """
                import HealthKit
                import HealthstoreClient
                import SwiftUI
                func wrong(_ sample: HKSample, _ store: HKHealthStore) {
                    _ = SampleRecord(sample.uuid)
                    store.execute(sample)
                }
                struct Wrong: View {
                    var body: some View {
                        NoDataView(sample: 1)
                    }
                }
                """.utf8
            ).write(to: wrong)
            let command = try await ApplePlatformTests.compile(["-typecheck", wrong.path], with: modules)
            #expect(command.status != 0)
            for line in [5, 6, 10] { #expect(command.errors.contains("Wrong.swift:\(line):")) }
        }
    }

    @Test("the library compiles for watchOS, and with older SDKs", .enabled(if: LongRun.isOn))
    func compilesForOthers() async throws {
        let watchOSWithoutMedications = [
            "os(watchOS)": "true", "compiler(>=6.2)": "false", "compiler(>=6.4)": "false",
        ]
        for variant in [watchOSWithoutMedications, ["compiler(>=6.4)": "false"]] {
            try await withTemporaryDirectory { directory in
                let modules = URL(fileURLWithPath: directory)
                for (module, folder) in [
                    ("Darwin", "Tests/AppleStubs/Darwin"), ("CoreLocation", "Tests/AppleStubs/CoreLocation"),
                    ("CryptoKit", "Tests/AppleStubs/CryptoKit"), ("UIKit", "Tests/AppleStubs/UIKit"),
                    ("SwiftUI", "Tests/AppleStubs/SwiftUI"), ("CivilTime", "Sources/CivilTime"),
                    ("GzipWriter", "Sources/GzipWriter"),
                    ("HealthKit", "Tests/AppleStubs/HealthKit"), ("HealthstoreClient", "Sources/HealthstoreClient"),
                ] {
                    try await ApplePlatformTests.build(module, from: folder, to: modules, variant)
                }
            }
        }
    }

    @Test("newer API of HealthKit is used only where it is available, and a use elsewhere is found")
    func availability() throws {
        func texts(_ folder: String) throws -> [String] {
            try ApplePlatformTests.sources(folder).map { try String(contentsOfFile: $0, encoding: .utf8) }
        }
        let rule = try AvailabilityRule(declarations: texts("Tests/AppleStubs/HealthKit"))
        let violations = try texts("Sources/HealthstoreClient").flatMap(rule.violations)
        #expect(violations == [])
        let wrong = """
            func type() -> HKSampleType {
                if #available(iOS 18.0, macOS 15.0, watchOS 11.0, *) {
                    print(HKObjectType.stateOfMindType())
                }
                guard #available(iOS 18.0, macOS 15.0, watchOS 11.0, *) else {
                    return HKObjectType.stateOfMindType()
                }
                return HKObjectType.medicationDoseEventType()
            }
            func window() async throws {
                _ = try await phone.earliestAuthorizedSampleDate(of: "stepCount")
                _ = try await store.earliestAuthorizedSampleDate(for: [])
            }
            """
        #expect(
            rule.violations(in: wrong) == [
                "return HKObjectType.stateOfMindType()", "return HKObjectType.medicationDoseEventType()",
                "_ = try await store.earliestAuthorizedSampleDate(for: [])",
            ])
    }

    /// The conditions of the newest SDK.
    private static let newest = ["compiler(>=6.4)": "true"]

    /// - Parameter variant: conditions of the sources, and the conditions that replace them.
    private static func build(
        _ module: String, from folder: String, to modules: URL, _ variant: [String: String] = newest
    ) async throws {
        let copy = modules.appendingPathComponent("\(module)-copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        var copies: [String] = []
        for path in try sources(folder) {
            let source = URL(fileURLWithPath: path)
            var text = try String(contentsOf: source, encoding: .utf8)
            for (condition, replacement) in variant {
                text = text.replacingOccurrences(of: condition, with: replacement)
            }
            copies.append(copy.appendingPathComponent(source.lastPathComponent).path)
            try Data(text.utf8).write(to: URL(fileURLWithPath: copies[copies.count - 1]))
        }
        let command = try await compile(
            [
                "-emit-module", "-wmo", "-module-name", module, "-o",
                modules.appendingPathComponent("\(module).swiftmodule").path,
            ] + copies, with: modules)
        try #require(command.status == 0, "\(module): \(command.errors)")
    }

    private static func compile(_ arguments: [String], with modules: URL) async throws -> Command {
        try await Command.run(
            "/usr/bin/env",
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-I", modules.path, "-I",
                root.appendingPathComponent("Sources/CZlib").path, "-module-cache-path",
                modules.appendingPathComponent("cache").path,
            ] + arguments, seconds: 120)
    }

    private static func sources(_ folder: String) throws -> [String] {
        let url = folder.hasPrefix("/") ? URL(fileURLWithPath: folder) : root.appendingPathComponent(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path)
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { url.appendingPathComponent($0).path }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
