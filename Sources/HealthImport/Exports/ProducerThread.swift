import Dispatch
import Foundation
import Synchronization

/// Produces elements on a separate thread, before they are requested.
///
/// The queue between the threads is bounded. Each element has a weight, and the weights in the
/// queue are at most `weightMax` in sum. Only one thread may call `next` at a time.
final class ProducerThread<Element: Sendable>: Sendable {
    private struct State {
        var queue: [(element: Element, weight: Int)] = []
        /// The end of the queue: nil while the thread runs, then success or the thrown error.
        var end: Result<Void, any Error>?
        var isAbandoned = false
    }

    private let weightMax: Int
    private let weight: @Sendable (Element) -> Int
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)
    /// Created with the value 0 and then raised. Dispatch traps if a semaphore is freed below its
    /// initial value, and the thread may hold some of the value at that time.
    private let free = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - weightMax: the sum of the weights in the queue, 1 or more.
    ///   - weight: returns the weight of an element. A result below 1 or above `weightMax` counts
    ///     as that limit.
    ///   - produce: returns the next element, or nil at the end. The thread is its only caller,
    ///     and releases it at its end.
    init(
        weightMax: Int, weight: @escaping @Sendable (Element) -> Int,
        produce: sending @escaping () throws -> Element?
    ) {
        self.weightMax = weightMax
        self.weight = weight
        for _ in 0..<weightMax { free.signal() }
        let handed = Handed(produce: produce)
        Thread.detachNewThread { [self] in run(handed.produce) }
    }

    /// @unchecked: the initialiser takes the closure as `sending`, so only the thread has access to
    /// it.
    private struct Handed: @unchecked Sendable {
        let produce: () throws -> Element?
    }

    private func run(_ produce: () throws -> Element?) {
        let end = Result { while let element = try produce() { try append(element) } }
        state.withLock { $0.end = end }
        filled.signal()
    }

    private func append(_ element: Element) throws {
        let weight = max(1, min(weight(element), weightMax))
        for _ in 0..<weight { free.wait() }
        let isAbandoned = state.withLock { state in
            state.queue.append((element, weight))
            return state.isAbandoned
        }
        guard !isAbandoned else { throw CancellationError() }
        filled.signal()
    }

    /// Waits for the next element and returns it. Returns nil after the last element.
    ///
    /// - Throws: the error of `produce`, after every element before it was returned.
    func next() throws -> Element? {
        filled.wait()
        let (first, end) = state.withLock { state in
            (state.queue.isEmpty ? nil : state.queue.removeFirst(), state.end)
        }
        if let first {
            for _ in 0..<first.weight { free.signal() }
            return first.element
        }
        // With this signal, a further call returns nil, too.
        filled.signal()
        _ = try end?.get()
        return nil
    }

    /// Ends the thread when it has produced its current element.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        for _ in 0..<weightMax { free.signal() }
    }
}
