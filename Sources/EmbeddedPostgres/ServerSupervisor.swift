import Dispatch
import Foundation
import Synchronization

/// Keeps the private server of a service running. It restarts the server when it dies, and when its
/// programs were replaced.
public final class ServerSupervisor: Sendable {
    /// Limits and intervals of supervision. The defaults are for a service; tests use shorter ones.
    public struct Policy: Sendable {
        /// The number of consecutive failures after which supervision ends. The end of a server
        /// within `stableTime` is a failure, too. While the disk is full, supervision does not end.
        public var failuresMax = 10
        /// The wait before the second attempt. It doubles after each failure, up to
        /// `backoffLongest`.
        public var backoffShortest = Duration.milliseconds(500)
        public var backoffLongest = Duration.seconds(30)
        /// The time that a server must run until its start counts as a success. One minute.
        public var stableTime = Duration.seconds(60)
        /// The interval between two checks of the server. One second.
        public var pollInterval = Duration.seconds(1)

        public init() {}
    }

    /// An event that the supervisor reports.
    public enum Event: Sendable {
        /// The server process ended. `reason` is the fatal line of its log, or another text if the
        /// log has none.
        case died(reason: String)
        case startedAgain
        /// A start failed. It was number `failures` of the failures in a row.
        case startFailed(EmbeddedPostgresError, failures: Int)
        /// An upgrade is delayed until the server is idle. `reason` says why it is busy. Reported
        /// when the delay begins and when the reason changes.
        case upgradeWaits(PendingUpgrade, reason: String)
        case upgraded(PendingUpgrade)
    }

    private let server: EmbeddedServer
    private let policy: Policy
    private let busyReason: @Sendable () -> String?
    private let report: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "healthstore.supervisor")

    /// Creates a supervisor. It does nothing before `run` is called.
    ///
    /// - Parameters:
    ///   - server: a started server. The caller stops it after `run` has ended.
    ///   - busyReason: returns the reason why the service needs its sessions now, or nil.
    ///   - report: called on a thread of the supervisor. It must not block.
    public init(
        server: EmbeddedServer, policy: Policy = Policy(), busyReason: @escaping @Sendable () -> String?,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.server = server
        self.policy = policy
        self.busyReason = busyReason
        self.report = report
    }

    /// Supervises the server until the task is cancelled.
    ///
    /// - Throws: the last `EmbeddedPostgresError` after `failuresMax` consecutive failures.
    public func run() async throws {
        var failures = 0
        var startedAt: ContinuousClock.Instant?
        var waitingReason: String?
        while await rest(policy.pollInterval) {
            let isRunning = await queue.run { [server] in
                guard server.isRunning else { return false }
                server.log.rotate()
                return true
            }
            if isRunning {
                try await upgrade(&waitingReason)
                continue
            }
            let failure = await queue.run { [server] in server.lastFailure }
            let reason = failure ?? "it was killed, or could not write its log"
            report(.died(reason: reason))
            if let startedAt, ContinuousClock.now - startedAt < policy.stableTime {
                failures += 1
                if failures >= policy.failuresMax, !(await isOutOfSpace(reason)) {
                    throw EmbeddedPostgresError.diedAgain(reason, failures)
                }
            } else {
                failures = 0
            }
            guard try await startAgain(&failures) else { return }
            startedAt = .now
        }
    }

    /// Tries to start the server until it runs.
    ///
    /// - Returns: false if the task was cancelled.
    private func startAgain(_ failures: inout Int) async throws -> Bool {
        var wasFull = false
        while failures == 0 ? true : await rest(backoff(after: failures)) {
            do {
                try await attempt { [server] in try server.startAgain(isCancelled: $0) }
                if wasFull { failures = 0 }
                report(.startedAgain)
                return true
            } catch is CancellationError {
                return false
            } catch {
                failures += 1
                let error = error as? EmbeddedPostgresError ?? EmbeddedPostgresError(.programFailed, "\(error)")
                report(.startFailed(error, failures: failures))
                wasFull = await isOutOfSpace(error.message)
                if failures >= policy.failuresMax, !wasFull { throw error }
            }
        }
        return false
    }

    private func isOutOfSpace(_ message: String) async -> Bool {
        await queue.run { [server] in server.isOutOfSpace(message) }
    }

    private func backoff(after failures: Int) -> Duration {
        var backoff = policy.backoffShortest
        for _ in 1..<max(failures, 1) where backoff < policy.backoffLongest { backoff *= 2 }
        return min(backoff, policy.backoffLongest)
    }

    /// Restarts the server if its programs were replaced and the server is idle. If the restart
    /// fails, the next check finds a dead server and starts it.
    ///
    /// - Parameter waitingReason: the reason of the last call's delay, or nil.
    private func upgrade(_ waitingReason: inout String?) async throws {
        let pending = await queue.run { [server] in try? server.pendingUpgrade() }
        guard let pending else {
            waitingReason = nil
            return
        }
        let reason: String?
        do {
            reason =
                if let busy = busyReason() { busy } else {
                    try await attempt { [server] in try server.restartIfQuiet(isCancelled: $0) }
                }
        } catch is CancellationError {
            return
        } catch {
            reason = (error as? EmbeddedPostgresError)?.message ?? "the server does not answer"
        }
        if let reason {
            if reason != waitingReason { report(.upgradeWaits(pending, reason: reason)) }
        } else {
            report(.upgraded(pending))
        }
        waitingReason = reason
    }

    // MARK: Waiting

    /// - Returns: false if the task was cancelled.
    private func rest(_ duration: Duration) async -> Bool { (try? await Task.sleep(for: duration)) != nil }

    /// Runs blocking work on the queue. `isCancelled` returns true after the task was cancelled.
    private func attempt<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try work { isCancelled.isSet } }) }
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

extension DispatchQueue {
    /// Runs blocking work on a thread of the queue.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in async { continuation.resume(returning: work()) } }
    }
}

/// A Boolean that can be set once, on any thread.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}

extension EmbeddedPostgresError {
    fileprivate static func diedAgain(_ reason: String, _ failures: Int) -> EmbeddedPostgresError {
        EmbeddedPostgresError(.programFailed, "the private PostgreSQL died \(failures) times in a row: \(reason)")
    }
}
