import Dispatch
import Foundation
import TestSupport

/// The response that curl received.
struct CurlAnswer: Sendable {
    /// curl's exit status. It is 0 for a complete response.
    let exitStatus: Int32
    /// The status of the last response, or 0 without a response.
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Runs the real curl, which ends after at most 10 seconds. Waits on a thread of Dispatch, because
/// the server's handlers need the cooperative threads.
func curl(_ arguments: String...) async throws -> CurlAnswer { try await curl(arguments) }

func curl(_ arguments: [String]) async throws -> CurlAnswer {
    try await withCheckedThrowingContinuation { done in
        DispatchQueue(label: "curl").async {
            done.resume(with: Result { try runCurl(arguments) })
        }
    }
}

private func runCurl(_ arguments: [String]) throws -> CurlAnswer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    process.arguments =
        ["--silent", "--globoff", "--max-time", "\(Int(Patience.seconds))", "--dump-header", "/dev/stderr"] + arguments
    let (body, head) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = body
    process.standardError = head
    try process.run()
    let bodyBytes = try body.fileHandleForReading.readToEnd() ?? Data()
    let headBytes = try head.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // A second head follows "100 Continue". The last head is used.
    let heads = String(decoding: headBytes, as: UTF8.self).components(separatedBy: "\r\n\r\n").filter { !$0.isEmpty }
    let lines = (heads.last ?? "").components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return CurlAnswer(
        exitStatus: process.terminationStatus, status: status, headers: headers, body: Array(bodyBytes))
}

/// A file of `size` bytes for curl to send, removed afterwards.
func withFile<Result>(ofSize size: Int, _ use: (String) async throws -> Result) async throws -> Result {
    try await withBytes(testBytes(size), use)
}

/// A file of these bytes for curl to send, removed afterwards.
func withBytes<Result>(_ bytes: [UInt8], _ use: (String) async throws -> Result) async throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("http-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await use(file.path)
}

/// Returns bytes whose wrong order a test would find. Their period is prime, so no two blocks of a
/// buffer are equal. The function is fast, because the server's handlers need the threads of tests.
func testBytes(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + testBlock.count)
    while bytes.count < size { bytes += testBlock }
    return Array(bytes.prefix(size))
}

private let testBlock = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
