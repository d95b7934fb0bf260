import Foundation
import TestSupport
import Testing

@Suite("Compressed bodies, end to end")
struct CompressedBodyTests {
    private static let endpoints = [
        ("POST", "/v1/batches"), ("PUT", "/v1/anchors/phone/HKQuantityTypeIdentifierStepCount"),
        ("PUT", "/v1/sources/priority?type=HKQuantityTypeIdentifierStepCount"), ("PUT", "/v1/time-zones"),
        ("POST", "/v1/time-zones"), ("POST", "/v1/clients/health-auto-export"), ("POST", "/api/v1/sdk/users/Ada/sync"),
        ("POST", "/v1/reconcile"),
    ]
    /// A well-formed token that belongs to no person.
    private static let unknownToken =
        "hs_1_\(String(repeating: "a", count: 32))_\(String(repeating: "b", count: 64))"

    @Test("no endpoint decompresses a body before it knows whose token it is")
    func tokenFirst() async throws {
        try await ServedStore.withAda { store, token in
            for (method, path) in Self.endpoints {
                // A service that decompressed this body would find that it is not gzip data.
                for (token, status, code) in [
                    (Self.unknownToken, 401, "invalid_token"), (token, 400, "malformed_body"),
                ] {
                    let answer = try await store.service.send(
                        method, path, token: token, body: "no gzip",
                        headers: ["Content-Encoding: gzip", "automation-id: one"])
                    answer.expect(status, code, "\(method) \(path)")
                }
            }
        }
    }

    @Test("a compressed batch may be larger than one that is not")
    func batches() async throws {
        try await expectStatuses("/v1/batches", #"{"samples": []"#, [(20, ["200", "413"]), (65, ["413", "413"])])
    }

    @Test("Health Auto Export may send bodies larger than others may, compressed or not")
    func healthAutoExport() async throws {
        try await expectStatuses(
            "/v1/clients/health-auto-export", #"{"data": {"metrics": []}"#,
            [(20, ["200", "200"]), (65, ["413", "413"])])
    }

    /// Posts bodies of some MiB, each as gzip data and as it is, and expects the statuses.
    private func expectStatuses(
        _ path: String, _ beginning: String, _ cases: [(megabytes: Int, statuses: [String])]
    ) async throws {
        try await ServedStore.withAda { store, token in
            try await withTemporaryDirectory { directory in
                for (megabytes, statuses) in cases {
                    let file = "\(directory)/\(megabytes).json"
                    let padding = String(repeating: " ", count: megabytes << 20)
                    try Data((beginning + padding + "}").utf8).write(to: URL(fileURLWithPath: file))
                    _ = try await Command.run("/bin/sh", ["-c", "gzip -1k \(file)"], seconds: 60)
                    let forms = [(file + ".gz", "Content-Encoding: gzip"), (file, "X-None: 1")]
                    for ((file, field), status) in zip(forms, statuses) {
                        let answer = try await Command.run(
                            "/usr/bin/curl",
                            [
                                "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", field, "-H",
                                "Authorization: Bearer \(token)", "-H", "automation-id: one", "--data-binary",
                                "@\(file)", store.service.address + path,
                            ], seconds: 60)
                        #expect(answer.output == status, "\(megabytes) \(field)")
                    }
                }
            }
        }
    }
}
