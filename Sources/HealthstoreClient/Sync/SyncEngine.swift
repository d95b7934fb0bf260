import Foundation

/// Brings a store's changes to the service: each at least once, in order, whatever happens to the phone, the network or the
/// service in between; the service sees to it that twice is the same as once.
///
/// Changes are read page by page into files, and sent from there one after the other. The anchor of a type moves only when
/// the service has said that what is before it is durable (or refused it, and it is in quarantine).
public actor SyncEngine {
    let store: any HealthSampleStore
    let client: HealthstoreClient
    let types: [String]
    let configuration: SyncConfiguration
    let onEvent: @Sendable (SyncEvent) -> Void
    private let openOutbox: @Sendable () throws -> Outbox
    let sleep: @Sendable (TimeInterval) async throws -> Void
    let now: @Sendable () -> Date
    /// The phone's own.
    private let timeZone: @Sendable () -> String?

    /// Types that are to be read, in the order in which they were asked for.
    private var wanted: [String] = []
    /// Types that the store could not read this time.
    var unread: [String] = []
    /// Types without an anchor of which the phone has samples: they are compared with the service.
    var unanchored: [String] = []
    /// Types that are sent from the beginning.
    var readsWhole: Set<String> = []
    /// Comparisons that an app asked for.
    var comparisons: [String: DeletionRule] = [:]
    /// The last comparison of each type.
    var reports: [String: ReconciliationReport] = [:]
    /// Updates of the store that wait to be read.
    private var updates: [StoreUpdate] = []
    private var retriesQuarantine = false
    private var forgetsAnchors = false
    /// The work under way, which also does what is asked for meanwhile.
    private var working: Task<Void, any Error>?
    /// Longer bodies are sent in parts; learnt from 413.
    var bodyBytesMax = SyncConfiguration.bodyBytesMax

    /// - Parameters:
    ///   - directory: for this engine alone, in the app's own container; made if it is not there. What waits in it
    ///     are health data.
    ///   - types: what is synchronised, by HealthKit's identifiers.
    ///   - onEvent: is called as things happen, from any thread; it should return at once.
    public init(
        store: any HealthSampleStore, client: HealthstoreClient, directory: URL, types: [String],
        configuration: SyncConfiguration = SyncConfiguration(),
        onEvent: @escaping @Sendable (SyncEvent) -> Void = { _ in }
    ) {
        self.init(
            store: store, client: client, types: types, configuration: configuration, onEvent: onEvent,
            openOutbox: { try Outbox(directory, limits: configuration.outbox) },
            sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000)) },
            timeZone: { TimeZone.autoupdatingCurrent.identifier })
    }

    /// For tests, which put their own disk and clock in.
    init(
        store: any HealthSampleStore, client: HealthstoreClient, types: [String], configuration: SyncConfiguration,
        onEvent: @escaping @Sendable (SyncEvent) -> Void, openOutbox: @escaping @Sendable () throws -> Outbox,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        now: @escaping @Sendable () -> Date = { Date() }, timeZone: @escaping @Sendable () -> String? = { nil }
    ) {
        self.store = store
        self.client = client
        self.types = types
        self.configuration = configuration
        self.onEvent = onEvent
        self.openOutbox = openOutbox
        self.sleep = sleep
        self.now = now
        self.timeZone = timeZone
    }

    nonisolated var recordsPerBatch: Int { min(max(configuration.recordsPerBatch, 1), SyncConfiguration.recordsMax) }

    // MARK: What an app calls

    /// Reads and sends what is new, and what is waiting.
    ///
    /// - Parameter types: to read; nil: all.
    /// - Throws: `HealthstoreError` when the service could not be reached after `RetryPolicy.attemptsMax` attempts, does
    ///   not accept the client, or the disk fails; the store's errors; `CancellationError`. Nothing is lost by any of them.
    public func syncNow(_ types: [String]? = nil) async throws {
        for type in types ?? self.types where !wanted.contains(type) { wanted.append(type) }
        while let working {
            // Another caller's cancellation is not this one's.
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

    /// Synchronises everything, then each type whenever the store says that it changed, until the task is cancelled or
    /// the store's stream of updates ends.
    ///
    /// - Throws: what `syncNow` throws and will not pass by itself, such as `HealthstoreError` `notAccepted`.
    public func run() async throws {
        let updates = store.updates(types)
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wake.yield()
        for type in types where !wanted.contains(type) { wanted.append(type) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await update in updates {
                    await self.want(update)
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

    /// Sends again what is in quarantine, for example after the service was updated.
    ///
    /// - Throws: as `syncNow`.
    public func retryQuarantined() async throws {
        retriesQuarantine = true
        try await syncNow([])
    }

    /// Reads everything from the beginning and sends it again, which changes nothing that the service has.
    ///
    /// - Throws: as `syncNow`.
    public func syncFromBeginning() async throws {
        forgetsAnchors = true
        try await syncNow()
    }

    // MARK: Work

    func want(_ type: String) {
        if types.contains(type), !wanted.contains(type) { wanted.append(type) }
    }

    private func want(_ update: StoreUpdate) {
        updates.append(update)
        want(update.type)
    }

    /// Tells the store that its updates were read, or cannot be now: then they are read later from the anchor.
    func completeUpdates() {
        let completed = updates
        updates = []
        for update in completed { update.completion() }
    }

    /// Goes on after everything that may pass by itself.
    private func syncPatiently() async throws {
        var round = configuration.retry.attemptsMax
        defer { completeUpdates() }
        while true {
            do { return try await syncNow([]) } catch let error as HealthstoreError where error.isTransient {
                let delay = configuration.retry.delay(
                    afterAttempt: round, retryAfter: error.retryAfter, chance: Double.random(in: 0...1))
                round += 1
                try await wait(delay, after: error)
            }
        }
    }

    /// Whether an app asked for something that is not done.
    private var isAsked: Bool {
        !wanted.isEmpty || !unanchored.isEmpty || !comparisons.isEmpty || forgetsAnchors || retriesQuarantine
    }

    /// Works until nothing is asked for any more.
    private func work() async throws {
        defer {
            for type in unread { want(type) }
            unread = []
            working = nil
        }
        var failure: HealthstoreError?
        repeat {
            let outbox = try await OutboxWorker.open(openOutbox)
            do { failure = try await work(with: outbox) ?? failure } catch {
                await outbox.close()
                throw error
            }
            await outbox.close()
            // Between this look and the end there is no await, so nothing is forgotten that is asked for meanwhile.
        } while isAsked
        if let failure { throw failure }
    }

    /// Collects and sends until nothing waits.
    ///
    /// - Returns: why a type could not be read.
    private func work(with outbox: OutboxWorker) async throws -> HealthstoreError? {
        if try await outbox.run({ $0.damagedCount }) > 0 { found(damageIn: types) }
        try await reportTimeZone(outbox)
        var failure: HealthstoreError?
        repeat {
            if forgetsAnchors {
                try await outbox.run { try $0.forgetAnchors() }
                forgetsAnchors = false
                readsWhole.formUnion(types)
            }
            if retriesQuarantine {
                retriesQuarantine = false
                try await outbox.run { try $0.releaseQuarantine() }
            }
            failure = try await collect(into: outbox) ?? failure
            try await send(from: outbox)
            failure = try await makeAnchors(outbox) ?? failure
            // What changed is to arrive before the comparison, or it would be found by it.
            if wanted.isEmpty { try await compareAsked(outbox) }
        } while isAsked
        return failure
    }

    /// Reads the wanted types into the outbox until it is full.
    ///
    /// - Returns: why a type could not be read, which keeps no other from being read.
    private func collect(into outbox: OutboxWorker) async throws -> HealthstoreError? {
        var failure: HealthstoreError?
        while let type = wanted.first {
            // Taken off before the store is read: an update that comes later is for what comes later.
            wanted.removeFirst()
            do { try await collect(type, into: outbox) } catch let error as HealthstoreError
                where error.code == .storeUnavailable
            {
                unread.append(type)
                failure = error
            } catch {
                if !wanted.contains(type) { wanted.insert(type, at: 0) }
                guard let error = error as? HealthstoreError, error.code == .outboxFull else { throw error }
                onEvent(.full)
                return failure
            }
        }
        return failure
    }

    private func collect(_ type: String, into outbox: OutboxWorker) async throws {
        var position = try await outbox.run { $0.position(of: type) }
        guard try await hasPlace(position, type) else { return unanchored.append(type) }
        // What batches hang together by; a page without changes moves only where the next one is read.
        var link = position
        while true {
            try Task.checkCancellation()
            let (after, limit) = (position, recordsPerBatch)
            let page: SampleChanges
            do {
                page = try await store.reading { try await $0.changes(of: type, after: after, limit: limit) }
            } catch is UnusableAnchorError {
                // What waits is sent before the anchor is forgotten, since it hangs on it.
                return unanchored.append(type)
            }
            let batch = OutboxBatch(
                type: type, after: link, anchor: page.anchor,
                deleted: try page.deleted.map { try BatchBody.line($0, type: type) },
                samples: page.added.compactMap(line))
            if !batch.lines.isEmpty {
                try await outbox.run { try $0.enqueue(batch) }
                link = page.anchor
            }
            position = page.anchor
            guard page.hasMore else { break }
        }
        readsWhole.remove(type)
    }

    /// Whether a type is read from its place, and not compared with the service first.
    private func hasPlace(_ position: Data?, _ type: String) async throws -> Bool {
        guard position == nil, !readsWhole.contains(type) else { return true }
        return try await store.reading { try await $0.identities(of: type, from: nil, to: nil, limit: 1) }.isEmpty
    }

    /// Says where the phone is when that changed. What keeps it from being said keeps nothing else from being sent.
    private func reportTimeZone(_ outbox: OutboxWorker) async throws {
        guard configuration.reportsTimeZone, let zone = timeZone(), try await outbox.run({ $0.timeZone }) != zone else {
            return
        }
        do { try await client.reportTimeZone(zone) } catch let error as HealthstoreError where error.code != .refused {
            return
        } catch is HealthstoreError {
            // The service does not know the zone, and will not know it the next time.
        }
        try await outbox.run { try $0.setTimeZone(zone) }
    }

    /// Nil, and reported, for what JSON cannot hold: it must not keep the others from being sent.
    func line(_ sample: SampleRecord) -> Data? {
        do { return try BatchBody.line(sample) } catch {
            let path = (error as? EncodingError).map { error in
                switch error {
                case .invalidValue(_, let context): context.codingPath.map(\.stringValue).joined(separator: ".")
                @unknown default: ""
                }
            }
            onEvent(
                .rejected(
                    RejectedSample(
                        uuid: sample.uuid, type: sample.type, code: "not_encodable", field: path ?? "",
                        message: "a number is not finite, or a year is not 1 to 9999")))
            return nil
        }
    }

    /// Reads the types again from the anchors that stand.
    func found(damageIn types: [String]) {
        onEvent(.damaged)
        for type in types { want(type) }
    }
}
