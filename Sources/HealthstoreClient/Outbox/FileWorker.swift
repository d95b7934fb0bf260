import Foundation

/// Runs the operations of files, such as those of an outbox, on a Dispatch queue. They block, and
/// Swift's cooperative threads are few.
///
/// @unchecked: `files` is used only on `queue`.
final class FileWorker<Files>: @unchecked Sendable {
    private let queue: DispatchQueue
    private var files: Files?
    /// Converts the errors of operations.
    private let failure: Failure

    typealias Failure = @Sendable (any Error) -> any Error

    private init(_ queue: DispatchQueue, _ files: Files, _ failure: @escaping Failure) {
        self.queue = queue
        self.files = files
        self.failure = failure
    }

    /// - Parameters:
    ///   - name: of the queue, for debuggers.
    ///   - failure: converts the errors of `make` and of operations.
    static func open(
        _ name: String, failure: @escaping Failure = { $0 }, _ make: @escaping @Sendable () throws -> Files
    ) async throws -> FileWorker {
        let queue = DispatchQueue(label: name)
        return try await onQueue(queue, failure) { FileWorker(queue, try make(), failure) }
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (inout Files) throws -> Value) async throws -> Value {
        // The queue releases an operation a moment after the caller continues. So the operation
        // does not retain this object, which would keep the lock of the directory for this moment.
        defer { withExtendedLifetime(self) {} }
        return try await FileWorker.onQueue(queue, failure) { [unowned self] in
            guard var files = self.files else { throw HealthstoreError(.inUse, "the files are closed") }
            // A second reference to an outbox would copy its list of batches at each change.
            self.files = nil
            defer { self.files = files }
            return try body(&files)
        }
    }

    /// Releases the directory for other processes at once, even if references to this object still
    /// exist.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.files = nil
                continuation.resume()
            }
        }
    }

    private static func onQueue<Value: Sendable>(
        _ queue: DispatchQueue, _ failure: @escaping Failure, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }.mapError(failure)) }
        }
    }
}

typealias OutboxWorker = FileWorker<Outbox>

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
