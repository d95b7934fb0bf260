import Foundation
import TestSupport
import Testing

/// Compiles the code that ordinary builds on Linux leave out: the adapter for HealthKit and the
/// code for Darwin. `Tests/AppleStubs` has the signatures of Apple's frameworks that it uses.
///
/// The compiler on Linux does not check availability. `AvailabilityRule` checks it instead.
@Suite struct ApplePlatformTests {
    @Test("the library and the documented app compile for Apple's platforms, and a wrong use of HealthKit does not")
    func compiles() async throws {
        try await withTemporaryDirectory { directory in
            let modules = URL(fileURLWithPath: directory)
            for stub in ["Darwin", "CoreLocation", "CryptoKit", "HealthKit"] {
                try await ApplePlatformTests.build(stub, from: "Tests/AppleStubs/\(stub)", to: modules)
            }
            try await ApplePlatformTests.build("GzipWriter", from: "Sources/GzipWriter", to: modules)
            try await ApplePlatformTests.build("HealthstoreClient", from: "Sources/HealthstoreClient", to: modules)

            try await ApplePlatformTests.build("UIKit", from: "Tests/AppleStubs/UIKit", to: modules)
            let app = try await ApplePlatformTests.compile(
                ["-typecheck"] + ApplePlatformTests.sources("Tests/AppleStubs/DocumentedApp"), with: modules)
            #expect(app.status == 0, "\(app.errors)")

            let wrong = modules.appendingPathComponent("Wrong.swift")
            try Data(
                """
                import HealthKit
                import HealthstoreClient
                func wrong(_ sample: HKSample, _ store: HKHealthStore) {
                    _ = SampleRecord(sample.uuid)
                    store.execute(sample)
                }
                """.utf8
            ).write(to: wrong)
            let command = try await ApplePlatformTests.compile(["-typecheck", wrong.path], with: modules)
            #expect(command.status != 0)
            #expect(command.errors.contains("Wrong.swift:4:") && command.errors.contains("Wrong.swift:5:"))
        }
    }

    @Test("the library compiles for watchOS, and with SDKs that have no medications", .enabled(if: LongRun.isOn))
    func compilesForOthers() async throws {
        try await withTemporaryDirectory { directory in
            let modules = URL(fileURLWithPath: directory)
            try await ApplePlatformTests.build("Darwin", from: "Tests/AppleStubs/Darwin", to: modules)
            try await ApplePlatformTests.build("CoreLocation", from: "Tests/AppleStubs/CoreLocation", to: modules)
            try await ApplePlatformTests.build("CryptoKit", from: "Tests/AppleStubs/CryptoKit", to: modules)
            try await ApplePlatformTests.build("GzipWriter", from: "Sources/GzipWriter", to: modules)
            for (module, folder) in [
                ("HealthKit", "Tests/AppleStubs/HealthKit"), ("HealthstoreClient", "Sources/HealthstoreClient"),
            ] {
                let copy = modules.appendingPathComponent("\(module)-copy")
                try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                for path in try ApplePlatformTests.sources(folder) {
                    let source = URL(fileURLWithPath: path)
                    let text = try String(contentsOf: source, encoding: .utf8)
                        .replacingOccurrences(of: "os(watchOS)", with: "true")
                        .replacingOccurrences(of: "compiler(>=6.2)", with: "false")
                    try Data(text.utf8).write(to: copy.appendingPathComponent(source.lastPathComponent))
                }
                try await ApplePlatformTests.build(module, from: copy.path, to: modules)
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
            """
        #expect(
            rule.violations(in: wrong) == [
                "return HKObjectType.stateOfMindType()", "return HKObjectType.medicationDoseEventType()",
            ])
    }

    private static func build(_ module: String, from folder: String, to modules: URL) async throws {
        let command = try await compile(
            [
                "-emit-module", "-wmo", "-module-name", module, "-o",
                modules.appendingPathComponent("\(module).swiftmodule").path,
            ] + sources(folder), with: modules)
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
