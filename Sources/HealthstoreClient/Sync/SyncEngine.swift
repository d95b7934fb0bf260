import Foundation

/// Sends the changes of the phone's HealthKit store to the service. It sends each change at least
/// once and in order, regardless of interruptions of the phone, the network or the service. Sending
/// a change twice has the same effect as sending it once.
///
/// The engine reads changes page by page into files, and sends the files in order. The files are
/// the outbox. The anchor of a type is a position in the store's changes. It moves only when the
/// service has stored or refused the changes before it. The engine reports each refused record as
/// an event. A batch that is refused as a whole goes into quarantine, a directory of batches that
/// are not sent again automatically.
public actor SyncEngine {
    let store: any HealthSampleStore
    let client: HealthstoreClient
    let types: [String]
    let configuration: SyncConfiguration
    let onEvent: @Sendable (SyncEvent) -> Void
    let onSamples: (@Sendable ([SampleRecord]) -> Void)?
    private let openOutbox: @Sendable () throws -> Outbox
    let sleep: @Sendable (TimeInterval) async throws -> Void
    let now: @Sendable () -> Date
    /// The phone's time zone.
    let timeZone: @Sendable () -> String?

    /// The plan that the engine obeys. It sends everything until the service has returned a plan.
    public internal(set) var plan = SyncPlan()
    /// The reason why the engine sends nothing for now; nil if it sends.
    public internal(set) var pause: SyncPause?
    /// True if `run` was called, so that HealthKit wakes the app for the types of the plan.
    private(set) var wakesApp = false
    /// The types for which HealthKit wakes the app, and how often; nil if it was not told yet.
    var delivered: (types: [String], frequency: SyncPlan.Frequency)?
    /// True while a comparison is requested because the last one was long ago.
    var isComparisonDue = false

    /// The types of samples that the service has refused because of its plan.
    var refusedEarly: Set<String> = []

    /// Types to read, in the order of requests.
    private var requested: [String] = []
    /// Types that the store could not read in the current run.
    var unread: [String] = []
    /// Types that have samples on the phone but no usable anchor. They are compared with the
    /// service.
    var unanchored: [String] = []
    /// Types that are read and sent from the beginning.
    var readsWhole: Set<String> = []
    /// Comparisons that an app has requested.
    var comparisons: [String: DeletionRule] = [:]
    /// The types whose incomplete samples are read again without a delay.
    var typesToComplete: Set<String> = []
    /// The types with a refused record since they were last read from the beginning or compared.
    /// The service does not have all their samples.
    var refusedTypes: Set<String> = []
    /// The last comparison of each type.
    var reports: [String: ReconciliationReport] = [:]
    /// Updates of the store whose changes are not read yet.
    private var updates: [StoreUpdate] = []
    private var retriesQuarantine = false
    private var forgetsAnchors = false
    /// The running task. It also handles requests that callers make while it runs.
    private var working: Task<Void, any Error>?
    var progress = SyncProgress(type: "")
    /// True from the deadline of `sync(_:until:)` to its return.
    private var isStopped = false
    /// The size above which bodies are sent in parts. The status 413 lowers it.
    var bodyBytesMax = SyncConfiguration.bodyBytesMax

    /// Creates an engine, which does nothing before `syncNow` or `run`.
    ///
    /// - Parameters:
    ///   - directory: a directory of this engine only, in the app's own container. It is created if
    ///     it does not exist. It contains health data.
    ///   - types: HealthKit's identifiers of the types to synchronise.
    ///   - onEvent: called for each event, from any thread. It should return at once.
    ///   - onSamples: called with the samples that the service has stored, from any thread, for
    ///     example to show or use them in the app. Samples may come again.
    public init(
        store: any HealthSampleStore, client: HealthstoreClient, directory: URL, types: [String],
        configuration: SyncConfiguration = SyncConfiguration(),
        onEvent: @escaping @Sendable (SyncEvent) -> Void = { _ in },
        onSamples: (@Sendable ([SampleRecord]) -> Void)? = nil
    ) {
        self.init(
            store: store, client: client, types: types, configuration: configuration, onEvent: onEvent,
            onSamples: onSamples, openOutbox: { try Outbox(directory, limits: configuration.outbox) },
            sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000)) },
            timeZone: { TimeZone.autoupdatingCurrent.identifier })
    }

    /// Creates an engine. Tests pass their own disk and clock.
    init(
        store: any HealthSampleStore, client: HealthstoreClient, types: [String], configuration: SyncConfiguration,
        onEvent: @escaping @Sendable (SyncEvent) -> Void, onSamples: (@Sendable ([SampleRecord]) -> Void)? = nil,
        openOutbox: @escaping @Sendable () throws -> Outbox,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        now: @escaping @Sendable () -> Date = { Date() }, timeZone: @escaping @Sendable () -> String? = { nil }
    ) {
        self.store = store
        self.client = client
        self.types = types
        self.configuration = configuration
        self.onEvent = onEvent
        self.onSamples = onSamples
        self.openOutbox = openOutbox
        self.sleep = sleep
        self.now = now
        self.timeZone = timeZone
    }

    nonisolated var recordsPerBatch: Int { min(max(configuration.recordsPerBatch, 1), SyncConfiguration.recordsMax) }
    nonisolated var recordsPerFirstBatch: Int {
        min(max(configuration.recordsPerFirstBatch, 1), SyncConfiguration.recordsMax)
    }

    // MARK: Functions for apps

    /// Reads the plan, reads and sends new changes, and sends waiting changes. Sends nothing while
    /// `pause` is not nil after the call, because of the plan.
    ///
    /// - Parameter types: the types to read, or nil for all.
    /// - Throws: `CancellationError`, or `HealthstoreError`, for example in these cases. The
    ///   service was not reached after `RetryPolicy.attemptsMax` attempts. It does not accept the
    ///   client. The store cannot be read. The quarantine is full. The disk fails. No error loses a
    ///   change.
    public func syncNow(_ types: [String]? = nil) async throws {
        for type in types ?? self.types where !requested.contains(type) { requested.append(type) }
        while let working {
            // Another caller's cancellation does not end this call.
            do { return try await working.value } catch is CancellationError where !Task.isCancelled { continue }
        }
        let task = Task { try await work() }
        working = task
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Synchronises until a deadline, for example the end of a launch in the background. It stops
    /// `SyncConfiguration.deadlineMargin` before the deadline. What was read stays in the outbox,
    /// and the next sync continues from there. If `run` is working at the deadline, it pauses like
    /// after a lost connection.
    ///
    /// - Parameter types: the types to read, or nil for all.
    /// - Returns: true if all changes were sent; false if the deadline was reached before.
    /// - Throws: the same errors as `syncNow`.
    public func sync(_ types: [String]? = nil, until deadline: Date) async throws -> Bool {
        let seconds = deadline.timeIntervalSince(now()) - SyncConfiguration.deadlineMargin
        guard seconds > 0 else { return false }
        let timer = Task {
            try await sleep(seconds)
            isStopped = true
            working?.cancel()
        }
        defer {
            timer.cancel()
            isStopped = false
        }
        do { try await syncNow(types) } catch let error as HealthstoreError where error.code == .deadlineReached {
            return false
        }
        return true
    }

    /// Starts uploads of waiting batches, which go on while the app is suspended. Call it when the
    /// app leaves the screen. `sync(_:until:)` does it at its deadline. Without a
    /// `BackgroundTransport` nothing happens.
    ///
    /// - Throws: `HealthstoreError`, for example `inUse`, or `CancellationError`.
    public func continueInBackground() async throws {
        // The end of the present work starts the uploads.
        guard await !stopWork(), plan.isOn else { return }
        let outbox = try await OutboxWorker.open("healthstore.outbox", failure: Outbox.failure, openOutbox)
        await startUploads(outbox)
        await outbox.close()
    }

    /// Ends the present work early. Its callers get `deadlineReached`, after which `run` goes on.
    ///
    /// - Returns: false if nothing was at work.
    func stopWork() async -> Bool {
        guard let working else { return false }
        isStopped = true
        working.cancel()
        _ = await working.result
        isStopped = false
        return true
    }

    /// Synchronises all types of the plan. Then synchronises each type when the store reports a
    /// change, for which HealthKit also wakes the app. Ends when the task is cancelled or the
    /// store's stream of updates ends. An app calls it each time it starts.
    ///
    /// - Throws: permanent errors of `syncNow`, such as `HealthstoreError` `notAccepted`;
    ///   `CancellationError` if the task is cancelled.
    public func run() async throws {
        wakesApp = true
        let updates = store.updates(types)
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wake.yield()
        for type in types where !requested.contains(type) { requested.append(type) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await update in updates {
                    await self.request(update)
                    wake.yield()
                }
                wake.finish()
            }
            group.addTask {
                for await _ in wakes { try await self.syncPatiently() }
            }
            do {
                while try await group.next() != nil {}
            } catch {
                group.cancelAll()
                throw error
            }
        }
        try Task.checkCancellation()
    }

    /// Sends the records in quarantine again, for example after the service was updated.
    ///
    /// - Throws: the same errors as `syncNow`.
    public func retryQuarantined() async throws {
        retriesQuarantine = true
        try await syncNow([])
    }

    /// Reads everything from the beginning and sends it again. This does not change samples that
    /// the service already has, except samples that were sent without some of their parts.
    ///
    /// - Throws: the same errors as `syncNow`.
    public func syncFromBeginning() async throws {
        forgetsAnchors = true
        try await syncNow()
    }

    // MARK: Work

    /// The seconds after which a pause of `run` ends to read the plan again.
    private static let pauseMax: TimeInterval = 3_600

    func request(_ type: String) {
        if types.contains(type), !requested.contains(type) { requested.append(type) }
    }

    private func request(_ update: StoreUpdate) {
        if let failure = update.failure {
            onEvent(.failed(.updates(type: update.type), HealthstoreError(.storeUnavailable, failure)))
        }
        if updates.isEmpty {
            Task {
                try await sleep(SyncConfiguration.updateSecondsMax)
                completeUpdates()
            }
        }
        updates.append(update)
        request(update.type)
        // The phone computes the rings from samples of several types.
        request(SyncEngine.activitySummaryType)
    }

    /// Calls the completion handlers of HealthKit's updates. Their changes were read, or cannot be
    /// read now and are read later from the anchor.
    func completeUpdates() {
        let completed = updates
        updates = []
        for update in completed { update.completion() }
    }

    /// Synchronises, and tries again after every transient error.
    private func syncPatiently() async throws {
        var round = configuration.retry.attemptsMax
        defer { completeUpdates() }
        while true {
            do {
                try await syncNow([])
                guard case .until(let next) = pause else { return }
                completeUpdates()
                // The plan may change meanwhile.
                try await sleep(min(max(0, next.timeIntervalSince(now())), SyncEngine.pauseMax))
            } catch let error as HealthstoreError where error.isTransient {
                try await wait(afterAttempt: round, error)
                round += 1
            }
        }
    }

    /// True if a request is pending.
    private var hasRequests: Bool {
        !requested.isEmpty || !unanchored.isEmpty || !comparisons.isEmpty || forgetsAnchors || retriesQuarantine
    }

    /// Works until no request is pending.
    private func work() async throws {
        defer {
            for type in unread { request(type) }
            unread = []
            working = nil
        }
        var failure: HealthstoreError?
        progress = SyncProgress(type: "")
        repeat {
            let outbox = try await OutboxWorker.open("healthstore.outbox", failure: Outbox.failure, openOutbox)
            do {
                if isStopped { throw CancellationError() }
                failure = try await work(with: outbox) ?? failure
            } catch {
                if error is CancellationError, isStopped, plan.isOn { await startUploads(outbox) }
                await outbox.close()
                if error is CancellationError, isStopped {
                    throw HealthstoreError(.deadlineReached, "the deadline is reached; the next sync continues")
                }
                throw error
            }
            await outbox.close()
            // No `await` is between this check and the end, so a request made meanwhile is not
            // lost.
        } while hasRequests && pause == nil
        if let failure { throw failure }
    }

    /// Collects and sends until no change is waiting.
    ///
    /// - Returns: the reason why a type could not be read, or nil.
    private func work(with outbox: OutboxWorker) async throws -> HealthstoreError? {
        if try await outbox.run({ $0.damagedCount }) > 0 { recordDamage(in: types) }
        try await readPlan(outbox)
        guard pause == nil else { return nil }
        try await reportTimeZone(outbox)
        try await requestDueComparison(outbox)
        var failure: HealthstoreError?
        repeat {
            if forgetsAnchors {
                try await outbox.run {
                    try $0.anchors.removeAll()
                    try $0.forgetReports()
                }
                forgetsAnchors = false
                readsWhole.formUnion(types)
            }
            if retriesQuarantine {
                retriesQuarantine = false
                if try await outbox.run({ try $0.releaseQuarantine() }) > 0 {
                    onEvent(.failed(.quarantine, HealthstoreError(.damaged, "a batch in quarantine is damaged")))
                }
            }
            failure = try await collect(into: outbox) ?? failure
            try await send(from: outbox)
            failure = try await stateFirstPasses(outbox) ?? failure
            failure = try await makeAnchors(outbox) ?? failure
            // Changes are sent before the comparison. Otherwise the comparison would report them as
            // differences.
            if requested.isEmpty {
                try await sendWidened(outbox)
                try await performComparisons(outbox)
            }
        } while hasRequests
        try await reportSharing(outbox)
        if let failure { return failure }
        failure = try await completeSamples(outbox)
        if failure == nil { try await finish(outbox) }
        return failure
    }

    /// Reads the requested types into the outbox until it is full.
    ///
    /// - Returns: the reason why a type could not be read, or nil. Other types are read in spite of
    ///   it.
    private func collect(into outbox: OutboxWorker) async throws -> HealthstoreError? {
        var failure: HealthstoreError?
        while let type = requested.first {
            // The type is removed before the read, so that an update that arrives during the read
            // requests the type again.
            requested.removeFirst()
            guard plan.includes(type) else { continue }
            do { try await collect(type, into: outbox) } catch let error as HealthstoreError
                where error.code == .storeUnavailable
            {
                unread.append(type)
                failure = error
            } catch {
                if !requested.contains(type) { requested.insert(type, at: 0) }
                guard let error = error as? HealthstoreError, error.code == .outboxFull else { throw error }
                onEvent(.full)
                return failure
            }
        }
        return failure
    }
}
