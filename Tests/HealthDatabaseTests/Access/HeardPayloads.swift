import Postgres
import Synchronization

/// The notifications that a listener has received.
final class HeardPayloads: Sendable {
    private let state = Mutex((isListening: false, payloads: [String]()))

    var isListening: Bool { state.withLock { $0.isListening } }
    var payloads: [String] { state.withLock { $0.payloads } }

    func append(_ event: NotificationListener.Event) {
        switch event {
        case .listening: state.withLock { $0.isListening = true }
        case .notified(_, let payload): state.withLock { $0.payloads.append(payload) }
        case .lost: break
        }
    }
}
