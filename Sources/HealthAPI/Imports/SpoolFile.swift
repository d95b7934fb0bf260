import Digests
import Dispatch
import Foundation
import Glibc
import HealthJobs

/// The file of an upload. Each request takes a turn; only the last turn can use the file, and
/// earlier ones are refused.
///
/// The file is locked against other services. It may be used from any thread; a queue waits for the
/// disk, not Swift's threads.
final class SpoolFile: @unchecked Sendable {
    // @unchecked: `handle` and `turn` are used on `queue` only, or in `deinit`.
    private let queue = DispatchQueue(label: "healthstore.upload")
    private let name: UUID
    private let folder: SpoolFolder
    private var handle: FileHandle?
    private var turn = 0

    /// Bytes that the digest reads at once. 1 MiB.
    private static let readBytes = 1 << 20

    enum Failure: Error, Sendable {
        /// Another service is receiving this upload.
        case isLocked
        /// Another request has taken the file, or the upload has ended.
        case isSuperseded
        /// The disk is full, or fails.
        case noRoom
    }

    init(_ name: UUID, in folder: SpoolFolder) {
        self.name = name
        self.folder = folder
    }

    deinit { try? handle?.close() }

    /// Takes a turn, which ends the turn before. Creates the file if it is missing.
    ///
    /// - Returns: the turn, for the other methods.
    /// - Throws: `Failure`, as do the other methods.
    func take() async throws -> Int {
        try await onQueue { [self] in
            if handle == nil { handle = try open() }
            turn += 1
            return turn
        }
    }

    /// Ends the current turn.
    func close() async {
        // Without a turn it cannot fail.
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

    /// Returns the bytes of the file.
    func size(turn: Int) async throws -> Int64 {
        try await onQueue(turn) { Int64(try $0.seekToEnd()) }
    }

    func write(_ bytes: [UInt8], at offset: Int64, turn: Int) async throws {
        try await onQueue(turn) { handle in
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: Data(bytes))
        }
    }

    /// Makes what was written durable.
    func synchronize(turn: Int) async throws {
        try await onQueue(turn) { try $0.synchronize() }
    }

    /// Truncates the file and makes it durable.
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
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try work() }.mapError { $0 as? Failure ?? Failure.noRoom })
            }
        }
    }
}
