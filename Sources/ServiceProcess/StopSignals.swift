import CProgram
import Dispatch
import Foundation

/// The signals SIGTERM and SIGINT that arrive after the creation of this object, as a sequence.
///
/// A process has one such object at a time: a new one receives the signals of the earlier one.
///
/// Dispatch's sources of signals are not used. `resume` returns before the source is active, and a
/// signal in between is lost if it is ignored, or else ends the process.
@MainActor
public final class StopSignals {
    private let names: AsyncStream<String>
    private let source: any DispatchSourceRead

    /// - Parameter endsAtSecond: true if a second signal ends the program at once.
    public init(endsAtSecond: Bool = false) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        names = stream
        let descriptor = hs_watch_stop_signals(endsAtSecond ? 1 : 0)
        precondition(descriptor >= 0, "no file descriptor is left for the signals that stop the program")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // The handler is Sendable and not isolated to an actor, because it runs on a thread of
        // Dispatch.
        let handler: @Sendable () -> Void = {
            switch hs_take_stop_signal() {
            case SIGTERM: continuation.yield("SIGTERM")
            case SIGINT: continuation.yield("SIGINT")
            default: break
            }
        }
        source.setEventHandler(handler: handler)
        source.resume()
    }

    /// True if a signal was received.
    public nonisolated var hasCome: Bool { hs_stop_signal_count() > 0 }

    /// Waits for the next signal. Returns an empty text if the task is cancelled.
    public func next() async -> String {
        for await name in names { return name }
        return ""
    }
}
