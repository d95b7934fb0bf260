// swift-tools-version: 6.1
//
// The dependencies between the targets are the architecture, and the compiler enforces them.
// Sources/healthstore/Documentation.docc/Architecture.md shows them as a diagram.

import PackageDescription

// scripts/check and scripts/test set this variable. Every warning is then an error, and unsafe
// constructs are errors outside the C wrappers. Ordinary builds do not use these flags, because
// SwiftPM refuses "unsafe" flags in a dependency.
let isChecked = Context.environment["HEALTHSTORE_STRICT"] == "1"

/// Flags of a target that wraps a C library and may therefore use pointers.
let wrapper: [SwiftSetting] = isChecked ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// Flags of every other target. Compilers support strict memory safety from 6.2 on.
#if compiler(>=6.2)
    let safe: [SwiftSetting] =
        isChecked ? [.unsafeFlags(["-warnings-as-errors", "-strict-memory-safety"])] : []
#else
    let safe: [SwiftSetting] = wrapper
#endif

/// The modules whose loops take much of the tests' time. Tests run faster by more than compiling takes
/// longer, which is not so for other modules.
let optimised: [SwiftSetting] = isChecked ? [.unsafeFlags(["-O"])] : []

// scripts/run sets the variable to the commit that it builds, and healthstore --version prints it.
// CProgram returns the commit as a number, because strictly safe Swift code cannot use a C string.
let commit = (Context.environment["HEALTHSTORE_COMMIT"] ?? "").prefix(12)
let commitSettings: [CSetting] =
    commit.count == 12 && commit.allSatisfy(\.isHexDigit) ? [.define("HEALTHSTORE_COMMIT", to: "0x\(commit)")] : []

let package = Package(
    name: "healthstore",
    // These platforms are for HealthstoreClient, the only product for apps. The other product runs
    // on Linux.
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9)],
    products: [
        .executable(name: "healthstore", targets: ["healthstore"]),
        .library(name: "HealthstoreClient", targets: ["HealthstoreClient"]),
    ],
    targets: [
        // C libraries, most of them from packages of the distribution. One Swift target imports
        // each of them. Two targets import zlib: Compression, and GzipWriter for apps, because
        // Apple's SDKs have their own module named Compression.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("gnutls")]),
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CSpawn"),
        .target(name: "CProgram", cSettings: commitSettings),

        // Wrappers of C libraries. No other target uses pointers, except EmbeddedPostgres,
        // ServiceProcess and GzipWriter below.
        .target(name: "Postgres", dependencies: ["CLibPQ"], swiftSettings: wrapper + optimised),
        .target(name: "HTTPServer", dependencies: ["CMicroHTTPD", "Compression"], swiftSettings: wrapper),
        .target(name: "Compression", dependencies: ["CZlib", "CDeflate", "CBrotli"], swiftSettings: wrapper),
        .target(name: "XMLStream", dependencies: ["CExpat"], swiftSettings: wrapper),
        .target(name: "ArchiveReader", dependencies: ["CArchive"], swiftSettings: wrapper),
        .target(name: "JSON", dependencies: ["CSimdJSON"], swiftSettings: wrapper + optimised),
        .target(name: "Digests", dependencies: ["CCrypto"], swiftSettings: wrapper),
        .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: wrapper),
        .target(name: "HTTPClient", dependencies: ["CCurl"], swiftSettings: wrapper),

        // The product.
        // Instants, dates and their texts, for the service and for apps.
        .target(name: "CivilTime", swiftSettings: safe),
        .target(
            name: "HealthCore", dependencies: ["CivilTime"], resources: [.copy("Catalogue/Tables")],
            swiftSettings: safe),
        .target(
            name: "HealthImport", dependencies: ["ArchiveReader", "XMLStream", "JSON", "Digests", "HealthCore"],
            swiftSettings: safe),
        .target(
            name: "SQLFiles", dependencies: ["HealthCore"], path: "sql", exclude: ["schema.sql", "README.md"],
            resources: [
                .copy("order.txt"), .copy("schemas.sql"), .copy("types"), .copy("tables"), .copy("access"),
                .copy("functions"), .copy("views"), .copy("analysis.sql"), .copy("migrations"),
            ]),
        .target(
            name: "HealthDatabase", dependencies: ["Postgres", "SQLFiles", "Digests", "HealthCore"],
            swiftSettings: safe),
        // Work that outlives a request. It imports files and computes stale figures, on its own
        // threads and database sessions.
        .target(
            name: "HealthJobs",
            dependencies: [
                "HTTPClient", "JSON", "HealthImport", "HealthDatabase", "Postgres", "HealthCore",
            ],
            swiftSettings: safe),
        .target(
            name: "HealthAPI",
            dependencies: [
                "HTTPServer", "HTTPClient", "JSON", "HealthJobs", "HealthImport", "HealthDatabase", "Postgres",
                "Digests", "QRCodes", "HealthCore",
            ],
            swiftSettings: safe),
        // The web page. It asks the API like any other client, so it depends on none of the above.
        .target(
            name: "HealthPage", dependencies: ["HTTPServer", "Compression", "Digests"], resources: [.copy("Files")],
            swiftSettings: safe),
        .target(name: "EmbeddedPostgres", dependencies: ["CSpawn", "Postgres"], swiftSettings: wrapper),
        // The process as a service of its machine: its manager, its signals and its user.
        .target(name: "ServiceProcess", dependencies: ["CProgram"], swiftSettings: wrapper),
        .executableTarget(
            name: "healthstore",
            dependencies: [
                "HealthAPI", "HealthPage", "HealthJobs", "HealthImport", "HealthDatabase", "EmbeddedPostgres",
                "ServiceProcess", "HTTPServer", "HTTPClient", "JSON", "Compression", "Postgres", "QRCodes",
                "SQLFiles", "HealthCore", "CProgram",
            ],
            resources: [.copy("Documentation.docc")], swiftSettings: safe),

        // For apps: sends a phone's HealthKit samples. It depends only on Foundation, zlib and
        // CryptoKit, which Apple's SDKs contain. Linux has no CryptoKit.
        .target(name: "GzipWriter", dependencies: ["CZlib"], swiftSettings: wrapper),
        .target(
            name: "HealthstoreClient",
            dependencies: ["CivilTime", "GzipWriter", .target(name: "Digests", condition: .when(platforms: [.linux]))],
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: safe),

        // The example of an app, without its views, which only Apple's platforms have.
        .target(
            name: "PhoneLogic", dependencies: ["HealthstoreClient"], path: "Examples/Phone/Logic", swiftSettings: safe),

        // Not part of the product. scripts/bench runs it to measure inside one process.
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "HTTPServer", "HealthAPI", "HealthJobs", "HealthImport", "HealthDatabase", "Postgres", "HealthCore",
                "XMLStream", "ArchiveReader",
            ],
            path: "Sources/Benchmarks", swiftSettings: safe),

        // The tests of a large library are a target. Those of small ones, of the service's parts and of
        // the whole program share a target each, because a target takes seconds to build.
        .target(name: "TestSupport", dependencies: ["EmbeddedPostgres", "Postgres"], path: "Tests/TestSupport"),
        .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
        .testTarget(name: "EmbeddedPostgresTests", dependencies: ["EmbeddedPostgres", "Postgres", "TestSupport"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport"]),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "ArchiveReader", "Compression", "Digests", "JSON", "QRCodes", "ServiceProcess", "XMLStream",
                "TestSupport",
            ]),
        .testTarget(name: "HealthCoreTests", dependencies: ["HealthCore", "TestSupport"]),
        .testTarget(
            name: "HealthImportTests",
            dependencies: [
                "HealthImport", "ArchiveReader", "Compression", "XMLStream", "HealthCore", "TestSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HealthDatabaseTests",
            dependencies: ["Digests", "HealthDatabase", "HealthCore", "Postgres", "SQLFiles", "TestSupport"]),
        .testTarget(
            name: "SQLTests", dependencies: ["HealthDatabase", "Postgres", "TestSupport"], exclude: ["pgtap"]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "HealthAPI", "HealthPage", "HealthImport", "HealthJobs", "HealthDatabase", "HealthCore", "HTTPClient",
                "HTTPServer", "JSON", "Postgres", "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CCrypto", "Digests", "HealthAPI", "HealthCore", "HealthDatabase", "HealthImport", "HealthJobs",
                "HTTPServer", "Postgres", "QRCodes", "TestSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HealthstoreClientTests",
            dependencies: [
                "HealthstoreClient", "PhoneLogic", "GzipWriter", "Compression", "Postgres", "TestSupport",
            ]),
        .testTarget(name: "DocumentationTests", dependencies: ["Postgres", "TestSupport"]),
        .testTarget(name: "StyleTests"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
