import Foundation

extension SyncEngine {
    /// Reads the changes of a type into the outbox, page by page.
    func collect(_ type: String, into outbox: OutboxWorker) async throws {
        guard SyncEngine.hasSamples(type) else {
            guard type == SyncEngine.activitySummaryType else { return try await sendCharacteristic(type, outbox) }
            return try await sendActivitySummaries(outbox)
        }
        try await noteSharing(type, outbox)
        var position = try await outbox.run { $0.position(of: type) }
        guard try await readsFromPosition(position, type) else { return unanchored.append(type) }
        // The anchor at which the previous batch ended and the next batch begins. A page without
        // changes moves only `position`.
        var link = position
        let startDate = now()
        let isFirstPass = position == nil
        var leavesOut = false
        if isFirstPass { refusedTypes.remove(type) }
        while true {
            try Task.checkCancellation()
            let (after, limit) = (position, isFirstPass ? recordsPerFirstBatch : recordsPerBatch)
            var page: SampleChanges
            do {
                page = try await store.reading { try await $0.changes(of: type, after: after, limit: limit) }
            } catch is UnusableAnchorError {
                // Waiting batches depend on the anchor. So they are sent before the anchor is
                // removed.
                return unanchored.append(type)
            }
            let shownCount = page.added.count
            page.added.removeAll { !plan.includes(startDate: $0.startDate, source: $0.source?.bundleIdentifier) }
            let added = page.added
            leavesOut = leavesOut || added.count < shownCount
            let batch = OutboxBatch(
                type: type, after: link, anchor: page.anchor,
                deleted: try page.deleted.map { try BatchBody.line($0, type: type) },
                samples: page.added.compactMap(line))
            if let reason = page.unreadableReason { onEvent(.unreadable(type: type, reason: reason)) }
            if !batch.lines.isEmpty {
                let removed = added.filter { !$0.mayBecomeComplete }.map(\.uuid) + page.deleted
                let isFirst = link == nil
                try await outbox.run { [now] outbox in
                    if isFirst { try outbox.setFirstPass(startDate, of: type) }
                    try outbox.incomplete.add(added, at: now())
                    try outbox.enqueue(batch)
                    try outbox.incomplete.remove(removed)
                }
                link = page.anchor
                progress.readCount += batch.lines.count
                try await reportProgress(type, outbox)
            }
            try await forgetFirstPassIfRefused(of: type, outbox)
            position = page.anchor
            guard page.hasMore else { break }
        }
        if leavesOut, let end = position, end != link {
            // An empty batch moves the anchor, so that these samples are not read again each time.
            let batch = OutboxBatch(type: type, after: link, anchor: end, deleted: [], samples: [])
            try await outbox.run { try $0.enqueue(batch) }
        }
        try await outbox.run { try $0.finishReading(type) }
        readsWhole.remove(type)
    }

    /// True if a type is read from its position. False if it is first compared with the service.
    private func readsFromPosition(_ position: Data?, _ type: String) async throws -> Bool {
        guard position == nil, !readsWhole.contains(type) else { return true }
        let start = plan.startDate
        return try await store.reading { try await $0.identities(of: type, from: start, to: nil, limit: 1) }.isEmpty
    }

    /// Reports the phone's time zone if it has changed. A failure does not stop the sync.
    func reportTimeZone(_ outbox: OutboxWorker) async throws {
        guard configuration.reportsTimeZone, let zone = timeZone(), try await outbox.run({ $0.timeZone }) != zone else {
            return
        }
        do { try await client.reportTimeZone(zone) } catch let error as HealthstoreError {
            onEvent(.failed(.timeZone, error))
            // A refused zone is not known to the service. Reporting it again would not help.
            guard error.code == .refused else { return }
        }
        try await outbox.run { try $0.setTimeZone(zone) }
    }

    /// Returns the record as JSON. Reports an event for a sample that is sent without its parts, or
    /// that cannot be sent. In the latter case returns nil, so that other samples are still sent.
    func line(_ sample: SampleRecord) -> Data? {
        if let reason = sample.incompleteReason {
            onEvent(.incomplete(uuid: sample.uuid, type: sample.type, reason: reason))
        }
        do {
            let line = try BatchBody.line(sample)
            return line.count <= SyncConfiguration.recordBytesMax ? line : try shorterLine(sample, line.count)
        } catch {
            let path = (error as? EncodingError).map { error in
                switch error {
                case .invalidValue(_, let context): context.codingPath.map(\.stringValue).joined(separator: ".")
                @unknown default: ""
                }
            }
            reject(
                RejectedSample(
                    uuid: sample.uuid, type: sample.type, code: "not_encodable", field: path ?? "",
                    message: "a number is not finite, or a year is outside 1 to 9999"))
            return nil
        }
    }

    /// Returns the record without its parts, because the service would refuse the whole record. If
    /// it is too long without them, reports that it is not sent, and returns nil.
    private func shorterLine(_ sample: SampleRecord, _ byteCount: Int) throws -> Data? {
        func reason(_ byteCount: Int) -> String {
            "the sample has \(byteCount) bytes of JSON, and the service takes at most \(SyncConfiguration.recordBytesMax)"
        }
        var shorter = sample
        shorter.removeParts()
        let line = try BatchBody.line(shorter)
        guard line.count <= SyncConfiguration.recordBytesMax else {
            reject(
                RejectedSample(
                    uuid: sample.uuid, type: sample.type, code: HealthstoreError.Code.tooLarge.rawValue, field: "",
                    message: reason(line.count)))
            return nil
        }
        onEvent(.incomplete(uuid: sample.uuid, type: sample.type, reason: reason(byteCount)))
        return line
    }

    func reject(_ sample: RejectedSample) {
        refusedTypes.insert(sample.type)
        onEvent(.rejected(sample))
    }

    func reportProgress(_ type: String, _ outbox: OutboxWorker) async throws {
        (progress.waitingBatches, progress.waitingBytes) = try await outbox.run { ($0.entries.count, $0.byteCount) }
        progress.type = type
        onEvent(.progress(progress))
    }

    /// Reports that a file is damaged, and reads the types again from their anchors.
    func recordDamage(in types: [String]) {
        onEvent(.damaged)
        for type in types { request(type) }
    }
}
