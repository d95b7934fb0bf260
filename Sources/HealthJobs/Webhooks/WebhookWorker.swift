import Dispatch
import Foundation
import HTTPClient
import HealthCore
import HealthDatabase
import Postgres
import Synchronization

/// Delivers the events of webhooks.
///
/// One `BackgroundWorker` finds the events, and records the outcomes. Each request has its own
/// thread, because libcurl blocks. `WebhookSlots` limits the requests, so that receivers that do
/// not answer delay no others.
public final class WebhookWorker: Sendable {
    /// The size of the stack of a request's thread, in bytes. 1 MiB in place of the usual 8 MiB.
    private static let stackBytes = 1 << 20
    /// Seconds between two searches for events without a notification. 15 seconds.
    static let pollSeconds = 15.0
    /// Seconds between a notification and the search.
    static let settleSeconds = 0.25

    /// The numbers of outcomes since the start.
    public struct Totals: Sendable {
        public var delivered = 0
        public var failed = 0
        public var disabled = 0
    }

    /// True if webhooks may have addresses of `http` and of private networks.
    public let allowsPrivateAddresses: Bool
    private let client: HTTPClient
    private let accessLog: AccessLogWriter?
    private let log: Log
    private let worker: BackgroundWorker
    private let state = Mutex(State())
    private let requests = DispatchGroup()

    private struct State {
        var isStopping = false
        /// The webhooks whose request was begun and whose outcome is not recorded.
        var slots = WebhookSlots()
        /// Outcomes that are not recorded.
        var attempts: [(request: WebhookRequest, outcome: WebhookQueue.Outcome)] = []
        var totals = Totals()
    }

    /// - Parameters:
    ///   - allowsPrivateAddresses: true to send also to addresses of `http` and of private
    ///     networks.
    ///   - accessLog: gets an entry for each request that was answered.
    public init(_ database: Database, allowsPrivateAddresses: Bool, accessLog: AccessLogWriter?, log: Log) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.accessLog = accessLog
        self.log = log
        client = HTTPClient(
            usesProxy: false, seconds: WebhookRequest.seconds, bytesMax: WebhookRequest.answerBytesMax,
            reach: allowsPrivateAddresses ? .everywhere : .publicOnly)
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore webhooks", lockTimeout: "5s",
                pollSeconds: WebhookWorker.pollSeconds, settleSeconds: WebhookWorker.settleSeconds,
                errorEvent: "webhooks_interrupted", log: log))
    }

    /// The numbers of outcomes since the start, and of requests that are being sent.
    public var load: (totals: Totals, inFlight: Int) { state.withLock { ($0.totals, $0.slots.count) } }

    /// Starts the worker and listens for notifications of changes.
    ///
    /// - Throws: `PostgresError` (53000) if the process has too many open files.
    public func start() throws {
        try worker.listenToChanges()
        worker.start { [self] session in
            try record(session)
            try deliver(session)
            return false
        }
    }

    /// Stops the worker and the requests, which the next start repeats. Waits for at most about a
    /// second.
    public func stop() async {
        state.withLock { $0.isStopping = true }
        await worker.stop()
        await withCheckedContinuation { wait in
            requests.notify(queue: .global()) { [self] in
                recordRest()
                wait.resume()
            }
        }
    }

    // MARK: On the thread of the worker

    private func deliver(_ session: Session) throws {
        var next = WebhookWorker.pollSeconds
        for waiting in try WebhookQueue.waiting(session) where !worker.isStopping {
            guard waiting.seconds <= 0 else {
                next = min(next, waiting.seconds)
                continue
            }
            // The end of a request wakes the worker again.
            guard state.withLock({ $0.slots.begin(waiting) }) else { continue }
            do {
                if let request = try request(waiting, session) { start(request) } else { end(waiting.webhookID) }
            } catch {
                end(waiting.webhookID)
                try worker.reportUnlessLost(error)
            }
        }
        if next < WebhookWorker.pollSeconds { worker.wake(after: next) }
    }

    private static var now: Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000) }

    private func end(_ webhookID: UUID) { state.withLock { $0.slots.end(webhookID) } }

    private func request(_ waiting: WebhookQueue.Waiting, _ session: Session) throws -> WebhookRequest? {
        guard let claim = try WebhookQueue.claim(waiting, session) else { return nil }
        switch claim.content {
        case .event(let event): return WebhookRequest(claim: claim, event: event)
        case .changes(let changes):
            let event = WebhookRequest.event(of: changes, about: claim.person, now: WebhookWorker.now)
            return try WebhookQueue.store(event, of: claim, session) ? WebhookRequest(claim: claim, event: event) : nil
        }
    }

    private func start(_ request: WebhookRequest) {
        requests.enter()
        let thread = Thread { [self] in
            let started = WebhookWorker.now
            let (outcome, status) = request.send(by: client) { [self] in state.withLock { $0.isStopping } }
            if let status {
                accessLog?.append(
                    AccessLogEntry(
                        personID: request.claim.person.id, time: started, holderID: request.claim.holderID,
                        credentialID: request.claim.webhookID, kind: .webhook, method: "POST", route: nil,
                        types: request.event.types, status: status, answerBytes: request.event.body.utf8.count))
            }
            state.withLock { $0.attempts.append((request, outcome)) }
            worker.wake()
            requests.leave()
        }
        thread.stackSize = WebhookWorker.stackBytes
        thread.start()
    }

    private func record(_ session: Session) throws {
        while let (request, outcome) = state.withLock({ $0.attempts.first }) {
            let isDisabled = try WebhookQueue.record(outcome, of: request.event, request.claim, session)
            state.withLock { state in
                state.attempts.removeFirst()
                state.slots.end(request.claim.webhookID)
                switch outcome {
                case .delivered: state.totals.delivered += 1
                case .failed, .refused: state.totals.failed += 1
                case .interrupted: break
                }
                if isDisabled { state.totals.disabled += 1 }
            }
            switch outcome {
            case .failed(let reason, _), .refused(let reason):
                log.event(
                    .warning, isDisabled ? "webhook_disabled" : "webhook_failed",
                    [("webhook", request.claim.webhookID.uuidString.lowercased()), ("reason", reason)])
            case .delivered, .interrupted: break
            }
        }
    }

    /// Records the outcomes after the worker has stopped. An event without an outcome is sent again
    /// when its claim ends.
    private func recordRest() {
        guard state.withLock({ !$0.attempts.isEmpty }) else { return }
        do {
            try record(try worker.openSession())
        } catch {
            log.event(.warning, "webhook_outcomes_lost", [("count", state.withLock { $0.attempts.count })])
        }
    }
}
