import CLibPQ
import Dispatch
import Synchronization

/// One call that has a session, which can be cancelled from any thread.
///
/// A cancellation stops the statement that runs and refuses those that follow, except the rollback. It never reaches a
/// statement of the next call of the session: it is sent while the session belongs to this one, and `end` waits for it.
/// https://www.postgresql.org/docs/15/libpq-cancel.html
final class SessionCall: Sendable {
    private let isCancelledFlag = Atomic(false)
    private let handle = Mutex<Handle?>(nil)

    /// `@unchecked Sendable`: libpq allows PQcancel from any thread while another uses the connection.
    private struct Handle: @unchecked Sendable {
        let cancel: OpaquePointer
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }

    /// - Throws: `CancellationError` after a cancellation.
    func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// The call has the session from now on.
    func begin(_ session: Session) throws {
        let cancel = PQgetCancel(session.connection)
        handle.withLock { $0 = cancel.map(Handle.init) }
        session.call = self
        // Later cancellations find the handle.
        try check()
    }

    /// The call has the session no longer. Blocks while a cancellation is being sent.
    func end(_ session: Session) {
        session.call = nil
        handle.withLock { handle in
            if let handle { PQfreeCancel(handle.cancel) }
            handle = nil
        }
    }

    /// Returns at once; the statement ends soon after.
    func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        // PQcancel connects to the server and waits for its answer.
        DispatchQueue.global().async { [self] in
            handle.withLock { handle in
                guard let handle else { return }
                // A cancellation that cannot be sent leaves the statement to its time limit.
                var message = [CChar](repeating: 0, count: 256)
                _ = PQcancel(handle.cancel, &message, CInt(message.count))
            }
        }
    }
}
