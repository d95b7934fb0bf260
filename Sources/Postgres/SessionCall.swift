import CLibPQ
import Dispatch
import Synchronization

/// One caller's use of a pooled session. Any thread can cancel it.
///
/// A cancellation stops the running statement and refuses further statements, except the rollback.
/// It never affects the session's next call, because it is sent only while this call uses the
/// session, and `end` waits until it is sent.
/// https://www.postgresql.org/docs/15/libpq-cancel.html
final class SessionCall: Sendable {
    private let isCancelledFlag = Atomic(false)
    private let handle = Mutex<Handle?>(nil)

    /// `@unchecked Sendable`: libpq allows PQcancel from any thread while another thread uses the
    /// connection.
    private struct Handle: @unchecked Sendable {
        let cancel: OpaquePointer
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }

    /// - Throws: `CancellationError` after a cancellation.
    func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Connects the call with the session that it uses.
    ///
    /// - Throws: `CancellationError` after a cancellation.
    func begin(_ session: Session) throws {
        set(PQgetCancel(session.connection))
        session.call = self
        // A cancellation after this check finds the handle.
        try check()
    }

    /// Runs `body` while cancellations are not sent to the server. Blocks first while one is being
    /// sent.
    ///
    /// - Throws: `CancellationError` after a cancellation, or the error of `body`.
    func withoutCancellation<Value>(_ session: Session, _ body: () throws -> Value) throws -> Value {
        set(nil)
        try check()
        defer { set(PQgetCancel(session.connection)) }
        return try body()
    }

    private func set(_ cancel: OpaquePointer?) {
        handle.withLock { handle in
            if let handle { PQfreeCancel(handle.cancel) }
            handle = cancel.map(Handle.init)
        }
    }

    /// Ends the call's use of the session. Blocks while a cancellation is being sent.
    func end(_ session: Session) {
        session.call = nil
        set(nil)
    }

    /// Requests cancellation and returns at once. The statement ends soon after.
    func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        // PQcancel connects to the server and blocks until the server answers.
        DispatchQueue.global().async { [self] in
            handle.withLock { handle in
                guard let handle else { return }
                // If the cancellation cannot be sent, the statement runs until its time limit.
                var message = [CChar](repeating: 0, count: 256)
                _ = PQcancel(handle.cancel, &message, CInt(message.count))
            }
        }
    }
}
