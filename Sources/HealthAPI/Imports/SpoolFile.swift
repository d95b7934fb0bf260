import Digests
import Dispatch
import Foundation
import Glibc

/// A file that is being uploaded. Whoever took it last writes to it; whoever did before is refused.
///
/// No other service can open it meanwhile. May be used from any thread; waiting for the disk takes none of Swift's.
final class SpoolFile: @unchecked Sendable {
    // @unchecked: `handle` and `turn` are reached on `queue` alone, or when nobody else has this object.
    private let queue = DispatchQueue(label: "healthstore.upload")
    private let name: UUID
    private let folder: SpoolFolder
    private var handle: FileHandle?
    private var turn = 0

    /// Bytes that are read at once for the digest. 1 MiB.
    private static let readBytes = 1 << 20

    enum Failure: Error, Sendable {
        /// Another service receives this upload.
        case isLocked
        /// Another request goes on with this upload, or it has ended.
        case isSuperseded
        /// The disk has no room, or refuses to work.
        case noRoom
    }

    init(_ name: UUID, in folder: SpoolFolder) {
        self.name = name
        self.folder = folder
    }

    deinit { try? handle?.close() }

    /// Takes the file from whoever wrote to it, making it where it is missing.
    ///
    /// - Returns: what the other methods have to be given.
    func take() async throws -> Int {
        try await onQueue { [self] in
            if handle == nil { handle = try open() }
            turn += 1
            return turn
        }
    }

    /// Takes the file from whoever writes to it, for nobody.
    func close() async {
        // There is no failure without a turn.
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

    /// Bytes of the file.
    func size(turn: Int) async throws -> Int64 {
        try await onQueue(turn) { Int64(try $0.seekToEnd()) }
    }

    func write(_ bytes: [UInt8], at place: Int64, turn: Int) async throws {
        try await onQueue(turn) { handle in
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data(bytes))
        }
    }

    /// Returns when what was written is on the disk for good.
    func synchronize(turn: Int) async throws {
        try await onQueue(turn) { try $0.synchronize() }
    }

    /// Cuts off what lies behind the end.
    func end(at bytes: Int64, turn: Int) async throws {
        try await onQueue(turn) { handle in
            try handle.truncate(atOffset: UInt64(bytes))
            try handle.synchronize()
        }
    }

    /// SHA-256 of the whole file.
    func sha256(turn: Int) async throws -> [UInt8] {
        try await onQueue(turn) { handle in
            var stream = SHA256()
            try handle.seek(toOffset: 0)
            while let piece = try handle.read(upToCount: SpoolFile.readBytes), !piece.isEmpty {
                stream.update(Array(piece))
            }
            return stream.digest()
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
