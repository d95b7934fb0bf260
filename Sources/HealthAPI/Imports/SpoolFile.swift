import Digests
import Dispatch
import Foundation
import Glibc
import HealthJobs

/// The file of an upload. Each request takes a turn. Only the request with the last turn can use
/// the file, and calls with an earlier turn are refused.
///
/// The file is locked, so that no other service can use it. `SpoolFile` may be used from any
/// thread. Its queue waits for the disk, so Swift's cooperative threads do not block.
final class SpoolFile: @unchecked Sendable {
    // @unchecked: `handle` and `turn` are used only on `queue` or in `deinit`.
    private let queue = DispatchQueue(label: "healthstore.upload")
    private let name: UUID
    private let folder: SpoolFolder
    private var handle: FileHandle?
    private var turn = 0

    /// The number of bytes that are read at once for the digest. 1 MiB.
    private static let readBytes = 1 << 20

    enum Failure: Error, Sendable {
        /// Another service is receiving this upload.
        case isLocked
        /// Another request has taken the file, or the upload has ended.
        case isSuperseded
        /// The disk is full or has failed.
        case noRoom
    }

    init(_ name: UUID, in folder: SpoolFolder) {
        self.name = name
        self.folder = folder
    }

    deinit { try? handle?.close() }

    /// The time for which a request waits until another service has closed the file. A service that
    /// received the piece before may not have noticed yet that its client is gone. 3 seconds.
    private static let lockPatience = Duration.seconds(3)
    /// The time between two attempts to lock the file. 20 milliseconds.
    private static let lockInterval = Duration.milliseconds(20)

    /// Takes a turn, which ends the previous turn. Creates the file if it is missing.
    ///
    /// - Returns: the turn, which the other methods take as an argument.
    /// - Throws: `Failure`. The other methods throw the same type.
    func take() async throws -> Int {
        let end = ContinuousClock.now + SpoolFile.lockPatience
        while true {
            do {
                return try await onQueue { [self] in
                    if handle == nil { handle = try open() }
                    turn += 1
                    return turn
                }
            } catch Failure.isLocked where ContinuousClock.now < end {
                try? await Task.sleep(for: SpoolFile.lockInterval)
            }
        }
    }

    /// Closes the file, so that another service can lock it.
    func release() async {
        try? await onQueue { [self] in
            turn += 1
            try? handle?.close()
            handle = nil
        }
    }

    /// Ends the current turn.
    func close() async {
        // The closure checks no turn, so it cannot fail.
        try? await onQueue { [self] in turn += 1 }
    }

    private func open() throws -> FileHandle {
        let path = folder.path(of: name)
        try folder.prepare()
        if !folder.hasFile(name) {
            guard
                FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw Failure.noRoom }
            try folder.synchronize()
        }
        guard let handle = FileHandle(forUpdatingAtPath: path) else { throw Failure.noRoom }
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            try? handle.close()
            throw Failure.isLocked
        }
        return handle
    }

    /// Returns the size of the file in bytes.
    func size(turn: Int) async throws -> Int64 {
        try await onQueue(turn) { Int64(try $0.seekToEnd()) }
    }

    func write(_ bytes: [UInt8], at offset: Int64, turn: Int) async throws {
        try await onQueue(turn) { handle in
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: Data(bytes))
        }
    }

    /// Makes the written bytes durable.
    func synchronize(turn: Int) async throws {
        try await onQueue(turn) { try $0.synchronize() }
    }

    /// Truncates the file to `bytes` and makes it durable.
    func end(at bytes: Int64, turn: Int) async throws {
        try await onQueue(turn) { handle in
            try handle.truncate(atOffset: UInt64(bytes))
            try handle.synchronize()
        }
    }

    /// Returns the SHA-256 of the whole file.
    func sha256(turn: Int) async throws -> [UInt8] {
        try await onQueue(turn) { handle in
            var digest = SHA256()
            try handle.seek(toOffset: 0)
            while let piece = try handle.read(upToCount: SpoolFile.readBytes), !piece.isEmpty {
                digest.update(Array(piece), count: piece.count)
            }
            return digest.digest()
        }
    }

    private func onQueue<Value: Sendable>(
        _ turn: Int, _ work: @escaping @Sendable (FileHandle) throws -> Value
    ) async throws -> Value {
        try await onQueue { [self] in
            guard turn == self.turn, let handle else { throw Failure.isSuperseded }
            return try work(handle)
        }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        do { return try await queue.run(work) } catch { throw error as? Failure ?? Failure.noRoom }
    }
}
