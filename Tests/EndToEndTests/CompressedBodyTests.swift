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

    @Test("a bomb with a wrong token is answered by 401 and takes no memory, and one with a good token is bounded")
    func bomb() async throws {
        try await ServedStore.withAda { store, token in
            try await withTemporaryDirectory { directory in
                let file = directory + "/bomb.gz"
                _ = try await Command.run(
                    "/bin/sh", ["-c", "head -c 200000000 /dev/zero | gzip > \(file)"], seconds: 60)
                func send(_ token: String, _ path: String) async throws -> String {
                    try await Command.run(
                        "/usr/bin/curl",
                        [
                            "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Encoding: gzip", "-H",
                            "Authorization: Bearer \(token)", "-H", "automation-id: one", "--data-binary", "@\(file)",
                            store.service.address + path,
                        ], seconds: 60
                    ).output
                }
                for (method, path) in Self.endpoints where method == "POST" {
                    #expect(try await send(Self.unknownToken, path) == "401")
                }
                let before = try peakBytes(of: store.service)
                for _ in 0..<Rounds.count(4) {
                    for (method, path) in Self.endpoints where method == "POST" {
                        #expect(try await send(Self.unknownToken, path) == "401")
                    }
                }
                #expect(try peakBytes(of: store.service) - before < 16 << 20)
                #expect(try await send(token, "/v1/batches") == "413")
                #expect(try await send(token, "/v1/clients/health-auto-export") == "413")
            }
        }
    }

    @Test("Health Auto Export may send bodies larger than others may, compressed or not")
    func healthAutoExport() async throws {
        try await ServedStore.withAda { store, token in
            try await withTemporaryDirectory { directory in
                for (name, megabytes, status) in [("large", 20, "200"), ("larger", 65, "413")] {
                    let file = "\(directory)/\(name).json"
                    let padding = String(repeating: " ", count: megabytes << 20)
                    try Data((#"{"data": {"metrics": []"# + padding + "}}").utf8).write(to: URL(fileURLWithPath: file))
                    _ = try await Command.run("/bin/sh", ["-c", "gzip -1k \(file)"], seconds: 60)
                    let forms = [(file + ".gz", "Content-Encoding: gzip"), (file, "X-None: 1")]
                    for (path, field) in forms.prefix(Rounds.count(2)) {
                        let answer = try await Command.run(
                            "/usr/bin/curl",
                            [
                                "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", field, "-H",
                                "Authorization: Bearer \(token)", "-H", "automation-id: one", "--data-binary",
                                "@\(path)", store.service.address + "/v1/clients/health-auto-export",
                            ], seconds: 60)
                        #expect(answer.output == status, "\(name) \(field)")
                    }
                }
            }
        }
    }

    /// Returns the largest resident memory of the service so far.
    private func peakBytes(of service: RunningService) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(service.process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 1024
    }
}
