import CSpawn
import Foundation

/// Programs that run at once. Each reads the output of the one before it.
enum Pipeline {
    /// Runs the programs to their end.
    ///
    /// - Parameters:
    ///   - stages: the commands in order; each begins with the name or path of a program.
    ///   - input: the descriptor from which the first program reads, or nil for no input.
    ///   - output: the descriptor to which the last program writes.
    ///   - environment: the environment of the programs.
    ///   - isCancelled: polled while the programs run; nil if nothing cancels them. If it returns
    ///     true, the programs are ended.
    /// - Returns: what each program wrote to its error stream.
    /// - Throws: `EmbeddedPostgresError` (`programFailed`) that names the first program that
    ///   failed; `CancellationError` if cancelled.
    @discardableResult
    static func run(
        _ stages: [[String]], input: Int32? = nil, output: Int32,
        environment: [String: String] = Programs.environment, isCancelled: (() -> Bool)? = nil
    ) throws -> [String] {
        let nothing = try MemoryFile()
        var errors: [MemoryFile] = []
        var processes: [pid_t] = []
        var source = input ?? nothing.descriptor
        var failure: EmbeddedPostgresError?
        let variables = environment.map { "\($0.key)=\($0.value)" }
        for (index, stage) in stages.enumerated() {
            let isLast = index == stages.count - 1
            var pipe: [Int32] = [-1, -1]
            guard isLast || hs_pipe(&pipe) == 0 else {
                failure = .system(.programFailed, "cannot make a pipe")
                break
            }
            let error = try MemoryFile()
            errors.append(error)
            let process = Programs.withCStrings(stage) { arguments in
                Programs.withCStrings(variables) { variables in
                    hs_start(arguments, variables, source, isLast ? output : pipe[1], error.descriptor)
                }
            }
            // This process keeps no end of a pipe, or a reader would never reach the end.
            if index > 0 { close(source) }
            if !isLast { close(pipe[1]) }
            source = pipe[0]
            guard process >= 0 else {
                if !isLast { close(source) }
                failure = .system(
                    .programFailed, "cannot run \(stage[0])", number: -process, hint: "install the program")
                break
            }
            processes.append(process)
        }
        // A program that fails because its reader has ended is not the cause. So the first other
        // failure is reported.
        var failures: [(stage: Int, status: Int32)] = []
        for (index, status) in statuses(processes, isCancelled).enumerated() where status != 0 {
            failures.append((index, Programs.exitStatus(status)))
        }
        if isCancelled?() == true { throw CancellationError() }
        let texts = errors.map(\.text)
        if let failure { throw failure }
        let cause = failures.first { $0.status != 128 + SIGPIPE && !ProgramFailure.isOfReader(texts[$0.stage]) }
        guard let failed = cause ?? failures.first else { return texts }
        let name = URL(fileURLWithPath: program(stages[failed.stage])).lastPathComponent
        throw ProgramFailure.error(name, texts[failed.stage])
    }

    /// Waits for the ends of the programs, and returns their statuses in the form of waitpid.
    private static func statuses(_ processes: [pid_t], _ isCancelled: (() -> Bool)?) -> [Int32] {
        var isEnding = false
        // Most programs end soon, and a backup of a large cluster takes hours.
        var pause: UInt32 = 500
        return processes.indices.map { index in
            var status: Int32 = 0
            while true {
                let ended = waitpid(processes[index], &status, isCancelled == nil ? 0 : WNOHANG)
                guard ended == 0 || ended < 0 && errno == EINTR else { return status }
                if !isEnding, isCancelled?() == true {
                    isEnding = true
                    // A program that a thread of Dispatch starts gets its mask, which blocks
                    // SIGTERM.
                    for process in processes[index...] { kill(process, SIGKILL) }
                }
                usleep(pause)
                pause = min(pause * 2, pauseLongest)
            }
        }
    }

    /// The longest wait between two looks for the end of a program, in microseconds. 50 ms.
    private static let pauseLongest: UInt32 = 50_000

    /// Returns the program of a command that may begin with `ServerUser.command`.
    private static func program(_ stage: [String]) -> String {
        guard let end = stage.firstIndex(of: "--"), stage[0] == "setpriv", end + 1 < stage.count else {
            return stage[0]
        }
        return stage[end + 1]
    }
}

/// A file in memory. A program reads bytes of this process from it, or writes to it.
final class MemoryFile {
    let descriptor: Int32

    /// - Parameter size: the size of the file, at least that of `bytes`. Its further bytes are
    ///   zeros.
    /// - Throws: `EmbeddedPostgresError` if memory is short.
    init(_ bytes: [UInt8] = [], size: Int? = nil) throws {
        descriptor = hs_memory_file()
        do {
            let file = FileHandle(fileDescriptor: descriptor)
            try file.write(contentsOf: bytes)
            try file.truncate(atOffset: UInt64(size ?? bytes.count))
            try file.seek(toOffset: 0)
        } catch {
            if descriptor >= 0 { close(descriptor) }
            throw EmbeddedPostgresError(.programFailed, "cannot keep \(bytes.count) bytes in memory")
        }
    }

    deinit { close(descriptor) }

    /// What programs wrote to the file, as a text.
    var text: String { String(decoding: contents(), as: UTF8.self) }

    /// Returns what programs wrote to the file.
    func contents() -> [UInt8] {
        let file = FileHandle(fileDescriptor: descriptor)
        try? file.seek(toOffset: 0)
        return Array((try? file.readToEnd()) ?? Data())
    }
}
