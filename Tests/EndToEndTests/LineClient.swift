import Foundation
import TestSupport

/// The response to a stream of lines.
struct LineAnswer {
    var status: Int
    var isReplayed: Bool
    var text: String

    /// Each line of the response.
    var lines: [[String: Any]] {
        text.split(separator: "\n").map { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
        }
    }

    /// The lines that are receipts of chunks.
    var receipts: [[String: Any]] { lines.filter { $0["chunk"] != nil } }
    var summary: [String: Any]? { lines.last?["summary"] as? [String: Any] }
    /// The `code` of the last line's error, or of the whole response's error.
    var code: String? { (lines.last?["error"] as? [String: Any] ?? lines.last)?["code"] as? String }
    var firstLineNotStored: Int? { lines.last?["firstLineNotStored"] as? Int }

    /// Parses what curl printed.
    init(_ output: String) {
        let end = output.range(of: "\n<status>", options: .backwards)
        text = end.map { String(output[..<$0.lowerBound]) } ?? output
        let tail = end.map { output[$0.upperBound...].split(separator: " ", omittingEmptySubsequences: false) } ?? []
        status = tail.first.flatMap { Int($0) } ?? 0
        isReplayed = tail.last == "true"
    }
}

extension ServedStore {
    /// Sends a file as a chunked stream of lines.
    func postLines(
        file: String, token: String, query: String = "", headers: [String] = [], seconds: Double = 300
    ) async throws -> LineAnswer {
        let upload = try LineUpload(self, from: file, token: token, query: query, headers: headers, seconds: seconds)
        return await upload.answer()
    }

    func postLines(
        _ text: String, token: String, query: String = "", headers: [String] = []
    ) async throws -> LineAnswer {
        try await withTemporaryDirectory { directory in
            let file = directory + "/lines"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            return try await postLines(file: file, token: token, query: query, headers: headers)
        }
    }
}

/// A curl process that sends a file or a pipe as a chunked stream.
struct LineUpload: Sendable {
    let process: BackgroundProcess

    init(
        _ store: ServedStore, from file: String, token: String? = nil, query: String = "", headers: [String] = [],
        seconds: Double = 300
    ) throws {
        let headers = headers + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
        var arguments = [
            "-sS", "-N", "--max-time", "\(Int(seconds))", "-X", "POST", "-T", "-", "-w",
            "\n<status>%{http_code} %header{idempotency-replayed}", store.service.address + "/v1/batches" + query,
        ]
        let type = headers.contains { $0.hasPrefix("Content-Type") } ? [] : ["Content-Type: application/x-ndjson"]
        for header in headers + type { arguments += ["-H", header] }
        process = BackgroundProcess("/bin/sh", ["-c", #"exec /usr/bin/curl "$@" < "$0""#, file] + arguments)
        try process.start()
    }

    func answer() async -> LineAnswer {
        _ = await process.waitForExit(seconds: 310)
        return LineAnswer(process.output)
    }
}

/// A named pipe. Its writer decides when the client of a stream has something to send.
final class LinePipe {
    let path: String
    private var descriptor: Int32 = -1

    init(directory: String) throws {
        // A client that has ended must not end the tests.
        signal(SIGPIPE, SIG_IGN)
        path = directory + "/pipe-" + UUID().uuidString
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { try? end() }

    /// Writes text. The first call waits for the reader, and each call waits for space in the pipe.
    /// A wait takes at most `Patience.seconds`.
    func write(_ text: String) throws {
        let deadline = Date(timeIntervalSinceNow: Patience.seconds)
        while descriptor < 0 {
            // Without a reader, a pipe cannot be opened in this mode.
            descriptor = open(path, O_WRONLY | O_NONBLOCK)
            if descriptor < 0 { try pause(until: deadline, "a reader of the pipe") }
        }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = Foundation.write(descriptor, Array(bytes.prefix(1 << 16)), min(bytes.count, 1 << 16))
            if count > 0 { bytes = bytes.dropFirst(count) }
            guard count < 0 else { continue }
            guard errno == EAGAIN || errno == EINTR else { throw CocoaError(.fileWriteUnknown) }
            try pause(until: deadline, "the reader of the pipe to go on")
        }
    }

    private func pause(until deadline: Date, _ what: String) throws {
        guard Date() < deadline else { throw NeverHappened(what) }
        usleep(2_000)
    }

    func end() throws {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}

/// Lines for tests.
enum StepLine {
    static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Returns a step sample that contains only its number.
    static func sample(_ number: Int, more: String = "") -> String {
        let time =
            "2024-05-\(10 + number / 86_400 % 20)T\(digits(number / 3_600 % 24)):\(digits(number / 60 % 60)):\(digits(number % 60))Z"
        return
            #"{"uuid":"\#(uuid(number))","type":"HKQuantityTypeIdentifierStepCount","startDate":"\#(time)","endDate":"\#(time)","value":\#(number % 1_000),"unit":"count","source":{"name":"Phone"}\#(more)}"#
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static func samples(_ numbers: Range<Int>) -> String {
        var text = ""
        for number in numbers { text += sample(number) + "\n" }
        return text
    }
}
