import Foundation
import Synchronization

/// A program that a test runs, and its output.
public struct Command: Sendable {
    public var status: Int32
    public var output: String
    public var errors: String

    /// Runs a program to its end.
    ///
    /// - Parameter seconds: the time limit, at least `Patience.seconds`. A program that exceeds it
    ///   is killed; its status is not 0.
    public static func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        seconds: Double = 0
    ) async throws -> Command {
        let process = BackgroundProcess(executable, arguments, environment: environment)
        try process.start(input: input)
        let status = await process.waitForExit(seconds: seconds)
        return Command(status: status, output: process.output, errors: process.errors)
    }

    /// Runs the built program to its end. `HEALTHSTORE_DATABASE_URL` of this process has no effect.
    ///
    /// - Parameter database: the value of `--database-url`, or nil for no such option.
    public static func healthstore(
        _ arguments: [String], database: String? = nil, environment: [String: String] = [:], seconds: Double = 0
    ) async throws -> Command {
        try await run(
            try product(), arguments + (database.map { ["--database-url", $0] } ?? []),
            environment: ["HEALTHSTORE_DATABASE_URL": ""].merging(environment) { $1 }, seconds: seconds)
    }

    /// The executable that this package builds.
    public static func product(_ name: String = "healthstore") throws -> String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        for directory in [tests, URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL] {
            let product = directory.deletingLastPathComponent().appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: product.path) { return product.path }
        }
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
}

/// A program that runs during a test. The test that starts it waits for it or kills it.
public final class BackgroundProcess: Sendable {
    private let state: Mutex<Pair>
    private let captured = Mutex<(output: Data, errors: Data)>((Data(), Data()))
    /// Programs start one after the other. Otherwise a program could inherit the pipes of another,
    /// whose output would then seem to go on as long as the first program runs.
    private static let starting = Mutex(())

    /// @unchecked: accessed only under the lock of `state`.
    private struct Pair: @unchecked Sendable {
        var process: Process
        var isStarted = false
    }

    public init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        state = Mutex(Pair(process: process))
    }

    /// Returns the largest memory of the running process so far, in bytes.
    public func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let line, let kilobytes = Int(line.filter(\.isNumber)) else { throw CocoaError(.fileReadCorruptFile) }
        return kilobytes << 10
    }

    public func start(input: String? = nil) throws {
        let (outputPipe, errorPipe, inputPipe) = try BackgroundProcess.starting.withLock { _ in
            let pipes = (output: Pipe(), errors: Pipe(), input: Pipe())
            try state.withLock { state in
                state.process.standardOutput = pipes.output
                state.process.standardError = pipes.errors
                state.process.standardInput = input == nil ? FileHandle.nullDevice : pipes.input
                try state.process.run()
                state.isStarted = true
            }
            return pipes
        }
        read(outputPipe) { [self] data in captured.withLock { $0.output.append(data) } }
        read(errorPipe) { [self] data in captured.withLock { $0.errors.append(data) } }
        if let input {
            try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? inputPipe.fileHandleForWriting.close()
        }
    }

    private let readers = DispatchGroup()

    private func read(_ pipe: Pipe, _ append: @escaping @Sendable (Data) -> Void) {
        readers.enter()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let handle = UncheckedHandle(handle: pipe.fileHandleForReading)
        Thread.detachNewThread { [readers] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                append(Data(buffer[..<count]))
            }
            try? handle.handle.close()
            readers.leave()
        }
    }

    /// @unchecked: passed to one thread, and used only on it.
    private struct UncheckedHandle: @unchecked Sendable {
        let handle: FileHandle
    }

    public var output: String { captured.withLock { String(decoding: $0.output, as: UTF8.self) } }
    public var errors: String { captured.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    public var isRunning: Bool { state.withLock { $0.isStarted && $0.process.isRunning } }
    /// Whether the program has ended and all of its output is read.
    public var hasEnded: Bool {
        state.withLock { $0.isStarted && !$0.process.isRunning } && readers.wait(timeout: .now()) == .success
    }
    public var processIdentifier: Int32 { state.withLock { $0.process.processIdentifier } }

    public func terminate() { signal(SIGTERM) }
    public func kill() { signal(SIGKILL) }

    /// Kills the program and waits for its end.
    public func killAndWait() async {
        kill()
        _ = await waitForExit()
    }

    public func signal(_ number: Int32) {
        if isRunning { _ = Foundation.kill(processIdentifier, number) }
    }

    /// Terminates the program, waits for its end, and returns its status.
    public func stop() async -> Int32 {
        terminate()
        return await waitForExit(seconds: 120)
    }

    /// Waits until the program has ended and its output is read. Kills the program after the longer
    /// of `seconds` and `Patience.seconds`, and then adds a note at the end of its errors. Waits as
    /// long again for the end of its output, which a child of the program may keep open.
    ///
    /// - Returns: the program's status, or -1 if the program was killed and did not end.
    public func waitForExit(seconds: Double = 0) async -> Int32 {
        let limit = max(seconds, Patience.seconds)
        if await !isTrue(within: limit, { !isRunning }) {
            Patience.noteVainWait()
            kill()
            note("the test waited \(limit) s and killed it")
        }
        if await !isTrue(within: limit, { hasEnded }) {
            Patience.noteVainWait()
            note("the test waited \(limit) s for the end of its output")
        }
        return isRunning ? -1 : state.withLock { $0.process.terminationStatus }
    }

    private func isTrue(within seconds: Double, _ condition: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    private func note(_ text: String) {
        captured.withLock { $0.errors.append(Data("\n\(text)\n".utf8)) }
    }

    /// Waits until the standard output contains `text`. Returns nil if the program ends before, or
    /// after `Patience.seconds`.
    public func waitForOutput(containing text: String) async -> String? {
        let isOver = await eventually { output.contains(text) || hasEnded }
        return isOver && output.contains(text) ? output : nil
    }
}
