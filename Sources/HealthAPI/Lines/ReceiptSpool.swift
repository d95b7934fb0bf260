import Dispatch
import Foundation

/// Keeps receipts until they can be sent: a little in memory, and what is more in a file that nobody else can open and that is
/// gone when this is.
///
/// `append` is called by one task at a time, and `piece` after the last `append`.
final class ReceiptSpool: @unchecked Sendable {
    // @unchecked: `memory` and `file` are reached on `queue` alone, where file operations may block.
    private let queue = DispatchQueue(label: "healthstore.receipts")
    private var memory: [UInt8] = []
    private var file: FileHandle?
    private var fileBytes = 0

    /// Most bytes that are kept in memory; also how many are read at once. 64 KiB.
    static let memoryBytesMax = 64 << 10
    deinit { try? file?.close() }

    /// Keeps one line.
    ///
    /// - Throws: `APIError` where the file cannot be written; what was appended is there nevertheless.
    func append(_ line: [UInt8]) async throws {
        try await onQueue { [self] in
            memory += line
            memory.append(UInt8(ascii: "\n"))
            if memory.count > ReceiptSpool.memoryBytesMax { try spill() }
        }
    }

    /// Whether there is more than memory holds.
    var hasFile: Bool {
        get async {
            await withCheckedContinuation { wait in queue.async { [self] in wait.resume(returning: file != nil) } }
        }
    }

    /// What was appended, from a place on; nil at the end.
    func piece(at place: Int) async throws -> [UInt8]? {
        try await onQueue { [self] in
            guard place < fileBytes + memory.count else { return nil }
            guard place < fileBytes, let file else { return Array(memory[(place - fileBytes)...]) }
            try file.seek(toOffset: UInt64(place))
            let count = min(ReceiptSpool.memoryBytesMax, fileBytes - place)
            guard let bytes = try file.read(upToCount: count), !bytes.isEmpty else {
                throw CocoaError(.fileReadUnknown)
            }
            return Array(bytes)
        }
    }

    /// Moves what is in memory to the file.
    private func spill() throws {
        do {
            let file = try self.file ?? ReceiptSpool.unlinkedFile()
            self.file = file
            // After a write that failed in the middle, the next begins at the same place.
            try file.seek(toOffset: UInt64(fileBytes))
            try file.write(contentsOf: Data(memory))
        } catch {
            throw APIError(
                .noRoom, "the receipts cannot be kept",
                hint: "the temporary directory of the service needs room")
        }
        fileBytes += memory.count
        memory = []
    }

    private static func unlinkedFile() throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("healthstore-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
