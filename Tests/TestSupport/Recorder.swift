import Postgres
import Synchronization

/// Records values, from any thread.
public final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    public init() {}

    public var all: [Element] { elements.withLock { $0 } }

    public func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

extension Recorder where Element == NotificationListener.Event {
    public var payloads: [String] {
        all.compactMap { if case .notified(_, let payload) = $0 { payload } else { nil } }
    }

    public var listeningCount: Int { all.count { if case .listening = $0 { true } else { false } } }
    public var lossCount: Int { all.count { if case .lost = $0 { true } else { false } } }
}
