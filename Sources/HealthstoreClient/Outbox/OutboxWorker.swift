import Foundation

/// Runs the file operations of an outbox on a Dispatch queue. They block, and Swift's cooperative
/// threads are few.
///
/// @unchecked: `outbox` is used only on `queue`.
final class OutboxWorker: @unchecked Sendable {
    private static let queue = DispatchQueue(label: "healthstore.outbox")
    private var outbox: Outbox?

    private init(_ outbox: Outbox) {
        self.outbox = outbox
    }

    static func open(_ make: @escaping @Sendable () throws -> Outbox) async throws -> OutboxWorker {
        try await onQueue { OutboxWorker(try make()) }
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (inout Outbox) throws -> Value) async throws -> Value {
        try await OutboxWorker.onQueue {
            guard var outbox = self.outbox else { throw HealthstoreError(.inUse, "the outbox is closed") }
            // A second reference to the outbox would copy its list of batches at each change.
            self.outbox = nil
            defer { self.outbox = outbox }
            return try body(&outbox)
        }
    }

    /// Releases the directory for other processes at once, even if references to this object still
    /// exist.
    func close() async {
        await withCheckedContinuation { continuation in
            OutboxWorker.queue.async {
                self.outbox = nil
                continuation.resume()
            }
        }
    }

    private static func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// A lock on a directory. While it exists, no other engine can use the directory, in this or
/// another process.
final class DirectoryLock {
    private let handle: FileHandle

    /// - Throws: `HealthstoreError` `inUse`.
    init(_ directory: URL) throws {
        try DurableDirectory.create(directory)
        #if canImport(Darwin)
            // The anchors are invalid on another phone. If a backup brought them there, the engine
            // would leave samples out.
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var directory = directory
            try directory.setResourceValues(values)
        #endif
        let file = directory.appendingPathComponent("lock")
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        handle = try FileHandle(forUpdating: file)
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw HealthstoreError(.inUse, "another engine uses the directory")
        }
    }

    deinit { try? handle.close() }
}
