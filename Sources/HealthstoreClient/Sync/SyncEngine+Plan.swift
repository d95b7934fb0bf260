import Foundation

/// Reads the plan of the phone from the service, and obeys it.
extension SyncEngine {
    /// Switches the sync of this phone on or off. The service remembers it. While it is off, the
    /// engine keeps its anchors and waiting batches; when it is on again, it continues there.
    ///
    /// - Throws: `HealthstoreError`, also if the configuration names no device;
    ///   `CancellationError`; after switching on, the errors of `syncNow`.
    public func setOn(_ isOn: Bool) async throws {
        guard let device = configuration.device else {
            throw HealthstoreError(.refused, "the configuration names no device")
        }
        var plan = try await client.syncPlan(of: device)
        if plan.isOn != isOn {
            plan.isOn = isOn
            try await client.put(plan, of: device)
        }
        self.plan.isOn = isOn
        // The present work has read the earlier plan.
        _ = await stopWork()
        try await syncNow(isOn ? nil : [])
    }

    /// Reads the plan, and decides whether the engine sends anything. Without a connection, the
    /// stored plan counts.
    func readPlan(_ outbox: OutboxWorker) async throws {
        pause = nil
        guard let device = configuration.device else { return await setBackgroundDelivery() }
        let state = try await outbox.run { $0.state }
        if let plan = state.plan { self.plan = plan }
        await setBackgroundDelivery()
        do {
            // Without any plan the engine waits for one, because it may leave everything out.
            let answer =
                state.plan == nil
                ? try await retrying { [client] in try await client.syncPlan(of: device, unless: nil) }
                : try await client.syncPlan(of: device, unless: state.tag)
            if let answer { try await obey(answer.plan, answer.tag, outbox) }
        } catch let error as HealthstoreError where state.plan != nil {
            onEvent(.failed(.plan, error))
        }
        await setBackgroundDelivery()
        if !plan.isOn {
            pause = .off
        } else if let finishedAt = state.finishedAt, plan.leastInterval > 0 {
            let next = finishedAt.addingTimeInterval(plan.leastInterval)
            // The clock may have been set back.
            if finishedAt <= now(), now() < next { pause = .until(next) }
        }
        if let pause { onEvent(.paused(pause)) }
    }

    private func obey(_ plan: SyncPlan, _ tag: String?, _ outbox: OutboxWorker) async throws {
        let types = types
        let earlier: SyncPlan? = try await outbox.run { outbox in
            var state = outbox.state
            let earlier = state.plan
            if let earlier, earlier != plan {
                let isKept: (SampleRecord) -> Bool = {
                    plan.includes($0.type)
                        && plan.includes(startDate: $0.startDate, source: $0.source?.bundleIdentifier)
                }
                // The process may stop after batches have lost samples, and may then get the
                // earlier plan again. So their types are compared in any case.
                for type in outbox.typesLosingSamples(isKept) { state.widen(type, before: nil) }
                try outbox.setState(state)
                for type in types where plan.includes(type) && outbox.hasRead(type) {
                    if !earlier.includes(type) || plan.widensSources(of: earlier) {
                        state.widen(type, before: nil)
                    } else if let start = earlier.startDate, plan.startDate ?? .distantPast < start {
                        state.widen(type, before: start)
                    }
                }
                // If the process stops after this step, the next one repeats it.
                try outbox.keepSamples(isKept)
            }
            (state.plan, state.tag) = (plan, tag)
            try outbox.setState(state)
            return earlier
        }
        self.plan = plan
        guard earlier != plan else { return }
        onEvent(.plan(plan))
        for type in types { request(type) }
    }

    /// Lets HealthKit wake the app for the types of the plan, if `run` has asked for it.
    private func setBackgroundDelivery() async {
        let wanted = (types: plan.isOn ? types.filter(plan.includes) : [], frequency: plan.frequency)
        guard wakesApp, delivered.map({ $0 != wanted }) ?? true else { return }
        delivered = wanted
        var failures = await store.setBackgroundDelivery(of: types.filter { !wanted.types.contains($0) }, nil)
        failures.merge(await store.setBackgroundDelivery(of: wanted.types, wanted.frequency)) { $1 }
        for (type, reason) in failures.sorted(by: { $0.key < $1.key }) {
            onEvent(.failed(.updates(type: type), HealthstoreError(.storeUnavailable, reason)))
        }
    }

    /// Notes since when the person shares the samples of a type with the app.
    func noteSharing(_ type: String, _ outbox: OutboxWorker) async throws {
        let date = try await store.reading { try await $0.earliestAuthorizedSampleDate(of: type) }
        let earlier = try await outbox.run { $0.state.sharedSince[type] }
        guard date != earlier else { return }
        try await outbox.run { outbox in
            var state = outbox.state
            state.sharedSince[type] = date
            if let earlier, date ?? .distantPast < earlier, outbox.hasRead(type) { state.widen(type, before: earlier) }
            try outbox.setState(state)
        }
        onEvent(.sharedSince(type: type, date))
    }

    /// Reports to the service since when the person shares types. A failure does not stop the sync.
    func reportSharing(_ outbox: OutboxWorker) async throws {
        guard let device = configuration.device else { return }
        let state = try await outbox.run { $0.state }
        guard state.sharedSince != state.reportedSharedSince else { return }
        do { try await client.put(state.sharedSince, of: device) } catch let error as HealthstoreError {
            return onEvent(.failed(.sharedSince, error))
        }
        try await outbox.run { try $0.updateState { $0.reportedSharedSince = state.sharedSince } }
    }

    /// Sends what the engine left out before because of an earlier plan or a limit of sharing.
    func sendWidened(_ outbox: OutboxWorker) async throws {
        let widened = try await outbox.run { $0.state.widened }
        for (type, new) in widened.sorted(by: { $0.key < $1.key }) where types.contains(type) && plan.includes(type) {
            refusedEarly.remove(type)
            if type == SyncEngine.activitySummaryType {
                try await sendActivitySummaries(before: new.end, outbox)
            } else if SyncEngine.hasSamples(type) {
                _ = try await compare([type], .never, outbox, before: new.end)
            }
            guard !refusedEarly.contains(type) else { continue }
            try await outbox.run { outbox in
                try outbox.updateState { if $0.widened[type] == new { $0.widened[type] = nil } }
            }
        }
    }

    /// Notes that the service has refused samples that start before its plan. The engine has not
    /// read this plan, and may never read it. So the type is compared until nothing is refused.
    func noteEarly(_ type: String, _ outbox: OutboxWorker) async throws {
        guard configuration.device != nil else { return }
        refusedEarly.insert(type)
        try await outbox.run { try $0.updateState { $0.widen(type, before: nil) } }
    }

    /// Requests a comparison of all types if the last one was long ago.
    func requestDueComparison(_ outbox: OutboxWorker) async throws {
        guard let interval = configuration.comparisonInterval else { return }
        let due = try await outbox.run { $0.state.nextComparison }
        let next = now().addingTimeInterval(due == nil ? interval : min(interval, SyncEngine.secondsToNextAttempt))
        // The clock may have been set back.
        guard due.map({ $0 <= now() || $0 > now().addingTimeInterval(interval) }) ?? true else { return }
        // The date moves first. Otherwise a comparison that ends at the deadline of each launch in
        // the background would begin again at the next.
        try await outbox.run { try $0.updateState { $0.nextComparison = next } }
        guard due != nil else { return }
        for type in types where SyncEngine.hasSamples(type) && plan.includes(type) && comparisons[type] == nil {
            comparisons[type] = configuration.deletions
        }
        isComparisonDue = true
    }

    /// Notes that everything was sent.
    func finish(_ outbox: OutboxWorker) async throws {
        let next = isComparisonDue ? configuration.comparisonInterval.map(now().addingTimeInterval) : nil
        isComparisonDue = false
        guard next != nil || plan.leastInterval > 0 else { return }
        try await outbox.run { [now] outbox in
            try outbox.updateState { state in
                state.finishedAt = now()
                if let next { state.nextComparison = next }
            }
        }
    }

    /// The time after which a comparison that did not end is tried again. A day.
    static let secondsToNextAttempt: TimeInterval = 86_400
}
