import Dispatch
import Foundation
import Synchronization

/// The signals SIGTERM and SIGINT that arrive after the creation of this object, as a sequence.
@MainActor
final class StopSignals {
    private let names: AsyncStream<String>
    private let count: Counter
    private let sources: [any DispatchSourceSignal]

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    /// - Parameter endsAtSecond: true if a second signal ends the program at once.
    init(endsAtSecond: Bool = false) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let count = Counter()
        names = stream
        self.count = count
        sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler is Sendable and not isolated to an actor, because it runs on a thread of
            // Dispatch.
            let handler: @Sendable () -> Void = {
                let signals = count.value.add(1, ordering: .relaxed).newValue
                if endsAtSecond, signals > 1 {
                    signal(number, SIG_DFL)
                    kill(getpid(), number)
                }
                continuation.yield(name)
            }
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }

    /// True if a signal was received.
    nonisolated var hasCome: Bool { count.value.load(ordering: .relaxed) > 0 }

    /// Waits for the next signal. Returns an empty text if the task is cancelled.
    func next() async -> String {
        for await name in names { return name }
        return ""
    }
}
