import Dispatch
import Foundation

/// Keeps receipts until they can be sent. The first receipts are in memory, further receipts in an
/// unlinked file. The file is deleted together with the spool.
///
/// Only one task at a time may call `append`. `piece` may be called only after the last `append`.
final class ReceiptSpool: @unchecked Sendable {
    // @unchecked: `memory` and `file` are used only on `queue`, where file operations may block.
    private let queue = DispatchQueue(label: "healthstore.receipts")
    private var memory: [UInt8] = []
    private var file: FileHandle?
    private var fileBytes = 0

    /// Most bytes in memory, and most bytes that one call of `piece` returns. 64 KiB.
    static let memoryBytesMax = 64 << 10
    deinit { try? file?.close() }

    /// Adds one line.
    ///
    /// - Throws: `APIError` if the file cannot be written. The line is then kept in memory.
    func append(_ line: [UInt8]) async throws {
        try await queue.run { [self] in
            memory += line
            memory.append(UInt8(ascii: "\n"))
            if memory.count > ReceiptSpool.memoryBytesMax { try spill() }
        }
    }

    /// True if the spool has a file.
    var hasFile: Bool {
        get async { await queue.run { [self] in file != nil } }
    }

    /// Returns the appended bytes from an offset on. Returns nil at the end.
    ///
    /// - Throws: `CocoaError` if the file cannot be read.
    func piece(at offset: Int) async throws -> [UInt8]? {
        try await queue.run { [self] in
            guard offset < fileBytes + memory.count else { return nil }
            guard offset < fileBytes, let file else { return Array(memory[(offset - fileBytes)...]) }
            try file.seek(toOffset: UInt64(offset))
            let count = min(ReceiptSpool.memoryBytesMax, fileBytes - offset)
            guard let bytes = try file.read(upToCount: count), !bytes.isEmpty else {
                throw CocoaError(.fileReadUnknown)
            }
            return Array(bytes)
        }
    }

    /// Moves the bytes in memory to the file.
    private func spill() throws {
        do {
            let file = try self.file ?? ReceiptSpool.unlinkedFile()
            self.file = file
            // If a write failed halfway, the next write begins at the same offset.
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
}
