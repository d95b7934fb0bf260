// swift-tools-version: 6.1
//
// The arrows between the targets are the architecture; the compiler keeps them.
// Sources/healthstore/Documentation.docc/Architecture.md draws them.

import PackageDescription

// scripts/check and scripts/test set this: every warning is then an error, and
// unsafe constructs are errors outside the C wrappers. The flags are left out of
// ordinary builds because SwiftPM refuses "unsafe" flags in a dependency.
let isChecked = Context.environment["HEALTHSTORE_STRICT"] == "1"

/// Flags of a target that wraps a C library and may therefore use pointers.
let wrapper: [SwiftSetting] = isChecked ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// Flags of every other target: strict memory safety, which the compiler knows from 6.2 on.
#if compiler(>=6.2)
    let safe: [SwiftSetting] =
        isChecked ? [.unsafeFlags(["-warnings-as-errors", "-strict-memory-safety"])] : []
#else
    let safe: [SwiftSetting] = wrapper
#endif

// scripts/run sets it to the commit that it builds, which healthstore --version then says. A number, because Swift takes no
// pointers from C here.
let commit = (Context.environment["HEALTHSTORE_COMMIT"] ?? "").prefix(12)
let commitSettings: [CSetting] =
    commit.count == 12 && commit.allSatisfy(\.isHexDigit) ? [.define("HEALTHSTORE_COMMIT", to: "0x\(commit)")] : []

let package = Package(
    name: "healthstore",
    // For HealthstoreClient, the one product that is for apps; the others are for Linux.
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9)],
    products: [
        .executable(name: "healthstore", targets: ["healthstore"]),
        .library(name: "HealthstoreClient", targets: ["HealthstoreClient"]),
    ],
    targets: [
        // C libraries of the distribution. Each has one Swift target above it, and only that one imports it; zlib has
        // another one for apps, since their SDKs have a module Compression of their own.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CSpawn"),
        .target(name: "CProgram", cSettings: commitSettings),

        // Wrappers: the only targets with pointers.
        .target(name: "Postgres", dependencies: ["CLibPQ"], swiftSettings: wrapper),
        .target(name: "HTTPServer", dependencies: ["CMicroHTTPD", "Compression"], swiftSettings: wrapper),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: wrapper),
        .target(name: "XMLStream", dependencies: ["CExpat"], swiftSettings: wrapper),
        .target(name: "ArchiveReader", dependencies: ["CArchive"], swiftSettings: wrapper),
        .target(name: "JSONReader", dependencies: ["CSimdJSON"], swiftSettings: wrapper),
        .target(name: "Digests", dependencies: ["CCrypto"], swiftSettings: wrapper),

        // The product.
        .target(name: "HealthCore", swiftSettings: safe),
        .target(
            name: "HealthImport", dependencies: ["ArchiveReader", "XMLStream", "JSONReader", "Digests", "HealthCore"],
            swiftSettings: safe),
        .target(
            name: "SQLFiles", path: "sql", exclude: ["schema.sql"],
            resources: [.copy("migrations"), .copy("code")]),
        .target(
            name: "HealthDatabase", dependencies: ["Postgres", "SQLFiles", "Digests", "HealthCore"],
            swiftSettings: safe),
        // Work that outlives a request: reads files into the store and refreshes slots, on threads and sessions of its own.
        .target(
            name: "HealthJobs",
            dependencies: ["JSONReader", "HealthImport", "HealthDatabase", "Postgres", "HealthCore"],
            swiftSettings: safe),
        .target(
            name: "HealthAPI",
            dependencies: [
                "HTTPServer", "JSONReader", "HealthJobs", "HealthImport", "HealthDatabase", "Postgres", "Digests",
                "HealthCore",
            ],
            swiftSettings: safe),
        .target(name: "EmbeddedPostgres", dependencies: ["CSpawn", "Postgres"], swiftSettings: wrapper),
        .executableTarget(
            name: "healthstore",
            dependencies: [
                "HealthAPI", "HealthJobs", "HealthImport", "HealthDatabase", "EmbeddedPostgres", "HTTPServer",
                "Compression", "Postgres", "SQLFiles", "HealthCore", "CProgram",
            ],
            resources: [.copy("Documentation.docc")], swiftSettings: safe),

        // For apps: sends a phone's HealthKit samples. It depends on nothing but Foundation and zlib, which SDKs have.
        .target(name: "GzipWriter", dependencies: ["CZlib"], swiftSettings: wrapper),
        .target(name: "HealthstoreClient", dependencies: ["GzipWriter"], swiftSettings: safe),

        // Not part of the product: what scripts/bench measures inside one process.
        .executableTarget(
            name: "benchmarks", dependencies: ["HealthDatabase", "Postgres", "HealthCore"], path: "Sources/Benchmarks",
            swiftSettings: safe),

        // Tests, one target per target, and the help they share.
        .target(name: "TestSupport", dependencies: ["EmbeddedPostgres", "Postgres"], path: "Tests/TestSupport"),
        .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
        .testTarget(name: "EmbeddedPostgresTests", dependencies: ["EmbeddedPostgres", "Postgres", "TestSupport"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport"]),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"]),
        .testTarget(name: "XMLStreamTests", dependencies: ["XMLStream"]),
        .testTarget(name: "ArchiveReaderTests", dependencies: ["ArchiveReader"]),
        .testTarget(name: "JSONReaderTests", dependencies: ["JSONReader"]),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
        .target(
            name: "StatisticsVectors", dependencies: ["HealthCore"], path: "Tests/Fixtures",
            resources: [.copy("statistics.json"), .copy("README.md")]),
        .testTarget(name: "HealthCoreTests", dependencies: ["HealthCore", "StatisticsVectors", "TestSupport"]),
        .testTarget(
            name: "HealthImportTests",
            dependencies: [
                "HealthImport", "ArchiveReader", "Compression", "XMLStream", "HealthCore", "TestSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HealthDatabaseTests",
            dependencies: [
                "HealthDatabase", "HealthCore", "Postgres", "SQLFiles", "StatisticsVectors", "TestSupport",
            ]),
        .testTarget(
            name: "SQLTests", dependencies: ["HealthDatabase", "Postgres", "TestSupport"], exclude: ["pgtap"]),
        .testTarget(
            name: "HealthJobsTests",
            dependencies: ["HealthJobs", "HealthDatabase", "HealthCore", "Postgres", "TestSupport"]),
        .testTarget(
            name: "HealthAPITests",
            dependencies: [
                "HealthAPI", "HealthImport", "HealthJobs", "HealthDatabase", "HealthCore", "HTTPServer", "JSONReader",
                "Postgres",
                "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Digests", "HealthAPI", "HealthCore", "HealthDatabase", "HealthImport", "HealthJobs", "HTTPServer",
                "Postgres",
                "StatisticsVectors", "TestSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HealthstoreClientTests",
            dependencies: ["HealthstoreClient", "GzipWriter", "Compression", "Postgres", "TestSupport"]),
        .testTarget(name: "DocumentationTests", dependencies: ["Postgres", "TestSupport"]),
        .testTarget(name: "StyleTests"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
