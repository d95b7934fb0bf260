import Foundation

extension SyncEngine {
    /// The identifier to pass in `types` so that an engine sends activity summaries.
    public static let activitySummaryType = "HKActivitySummaryTypeIdentifier"
    /// The number of days in one query of the store.
    static let summaryDaysPerPage = 31
    /// The number of days before today whose summaries are read again, because a watch may send
    /// samples late. Only changed summaries are sent again.
    static let recentSummaryDays = 7
    /// The first day that is read, 2014-01-01, before the first Apple Watch.
    private static let firstSummaryDay = 16_071

    /// True for types whose objects are samples with anchors. False for activity summaries and
    /// characteristics.
    static func hasSamples(_ type: String) -> Bool {
        type != activitySummaryType && !type.hasPrefix(CharacteristicRecord.typePrefix)
    }

    /// Sends a characteristic if it has changed since it was sent last.
    func sendCharacteristic(_ type: String, _ outbox: OutboxWorker) async throws {
        guard let record = try await store.reading({ try await $0.characteristic(type) }) else {
            return onEvent(.unreadable(type: type, reason: "the store does not show the characteristic"))
        }
        let json = try CharacteristicRecord.json([record])
        guard try await outbox.run({ $0.characteristics[type] }) != json else { return }
        do { try await retrying { [client] in try await client.patchCharacteristics(json) } } catch let error
            as HealthstoreError where [.refused, .notAccepted, .tooLarge].contains(error.code)
        {
            return onEvent(.failed(.characteristics, error))
        }
        try await outbox.run { try $0.characteristics.set(json, for: type) }
    }

    /// Sends the activity summaries that are new or have changed. They are no samples: HealthKit
    /// has no anchor for them, and they do not go through the outbox. A page of days counts as
    /// reported when the service has stored all its summaries.
    func sendActivitySummaries(_ outbox: OutboxWorker) async throws {
        let today = SyncEngine.civilDay(now())
        let recent = today - SyncEngine.recentSummaryDays
        let reported = try await outbox.run { $0.firstUnreportedDay }.flatMap { CivilUnit(.day, $0)?.firstDay }
        try await sendActivitySummaries(
            from: reported.map { min($0, recent) } ?? SyncEngine.firstSummaryDay, before: today + 1, recent, outbox)
    }

    /// Sends the activity summaries of earlier days, because the plan begins earlier than before.
    ///
    /// - Parameter end: the earlier start of the plan; nil if it sent no summaries.
    func sendActivitySummaries(before end: Date?, _ outbox: OutboxWorker) async throws {
        let today = SyncEngine.civilDay(now())
        try await sendActivitySummaries(
            from: SyncEngine.firstSummaryDay, before: end.map { SyncEngine.civilDay($0) + 1 } ?? today + 1,
            today - SyncEngine.recentSummaryDays, outbox)
    }

    /// - Parameter recent: the first day whose summary is remembered.
    private func sendActivitySummaries(
        from first: Int, before last: Int, _ recent: Int, _ outbox: OutboxWorker
    ) async throws {
        // The day in which the plan begins is left out, because its rings begin earlier.
        let firstOfPlan = plan.startDate.map { start in
            Calendar(identifier: .gregorian).startOfDay(for: start) == start
                ? SyncEngine.civilDay(start) : SyncEngine.civilDay(start) + 1
        }
        var first = max(first, firstOfPlan ?? first)
        do {
            while first < last {
                try Task.checkCancellation()
                let end = min(first + SyncEngine.summaryDaysPerPage, last)
                try await sendActivitySummaries(
                    from: CivilUnit.text(first), to: CivilUnit.text(end), keepingFrom: CivilUnit.text(recent), outbox)
                first = end
            }
        } catch let error as HealthstoreError where [.refused, .notAccepted, .tooLarge].contains(error.code) {
            // The token may lack the right to write summaries. It may write samples nevertheless.
            onEvent(.failed(.activitySummaries, error))
        }
    }

    private func sendActivitySummaries(
        from first: String, to end: String, keepingFrom recent: String, _ outbox: OutboxWorker
    ) async throws {
        let page = try await store.reading { try await $0.activitySummaries(from: first, to: end) }
        var reported: [String: Data] = [:]
        for summary in page {
            let (date, json) = (summary.date, try summary.json())
            guard try await outbox.run({ $0.reportedSummary(of: date) }) != json else { continue }
            try await retrying { [client] in try await client.putActivitySummary(json, of: date) }
            reported[date] = json
        }
        let sent = reported
        try await outbox.run { try $0.setReported(sent, through: end, keepingFrom: recent) }
    }

    /// The day of a time on the clock of the phone, in days since 1970-01-01.
    private static func civilDay(_ date: Date) -> Int {
        let day = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        return day.civilDate?.daysSinceEpoch ?? 0
    }
}
