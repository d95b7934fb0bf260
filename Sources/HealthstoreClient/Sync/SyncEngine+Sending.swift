import Foundation

extension SyncEngine {
    /// Sends the waiting batches in order.
    func send(from outbox: OutboxWorker) async throws {
        while let entry = try await outbox.run({ $0.entries.first }) {
            try Task.checkCancellation()
            let batch: OutboxBatch
            do { batch = try await outbox.run { try $0.read(entry) } } catch let error as HealthstoreError
                where error.code == .damaged
            {
                try await outbox.run { try $0.setAside(entry) }
                recordDamage(in: [entry.header.type])
                continue
            }
            try await send(batch, outbox)
            try await forgetFirstPassIfRefused(of: entry.header.type, outbox)
            try await outbox.run { try $0.complete(entry) }
            progress.sentCount += batch.lines.count
            try await reportProgress(entry.header.type, outbox)
        }
    }

    /// Starts the uploads of the first waiting batches, which then go on while the app is
    /// suspended. The order of arrival does not matter, because the service keeps deletions that
    /// arrive before their samples.
    ///
    /// The engine does this only when its time ends. iOS may delay transfers that begin in the
    /// background for hours, whatever their session asks for.
    func startUploads(_ outbox: OutboxWorker) async {
        let uploadsMax = client.uploadsMax
        guard uploadsMax > 0 else { return }
        do {
            for entry in try await outbox.run({ Array($0.entries.prefix(uploadsMax)) }) {
                // A damaged batch is set aside when it is its turn.
                guard let batch = try? await outbox.run({ try $0.read(entry) }) else { continue }
                let body = batch.body(batch.lines.indices)
                guard !batch.lines.isEmpty, body.byteCount <= bodyBytesMax else { continue }
                try await client.startUpload(
                    body, from: configuration.device, idempotencyKey: batch.idempotencyKey(batch.lines.indices))
            }
        } catch {
            let error = error as NSError
            onEvent(
                .failed(
                    .backgroundUploads,
                    HealthstoreError(
                        .storageFailed, "cannot start the upload of a batch (\(error.domain) \(error.code))")))
        }
    }

    /// Sends a batch. Returns when the service has stored or refused every record.
    func send(_ batch: OutboxBatch, _ outbox: OutboxWorker) async throws {
        // The ranges of records that are still to be sent. The last element is sent next.
        var parts = batch.lines.isEmpty ? [] : [batch.lines.indices]
        while let part = parts.popLast() {
            let body = batch.body(part)
            let mayBeHalved = part.count > 1
            if mayBeHalved, body.byteCount > bodyBytesMax {
                parts += SyncEngine.halves(part)
                continue
            }
            do {
                let receipt = try await post(body, idempotencyKey: batch.idempotencyKey(part))
                if receipt.rejected.contains(where: { $0.code == SyncPlan.earlyCode }) {
                    try await noteEarly(batch.header.type, outbox)
                }
                report(receipt, of: part, in: batch)
            } catch let error as HealthstoreError where error.code == .tooLarge && mayBeHalved {
                bodyBytesMax = min(bodyBytesMax, body.byteCount - 1)
                parts += SyncEngine.halves(part)
            } catch let error as HealthstoreError where error.code == .tooLarge || error.code == .refused {
                refusedTypes.insert(batch.header.type)
                try await outbox.run { try $0.quarantine(part, of: batch, error) }
                onEvent(.quarantined(type: batch.header.type, recordCount: part.count, error))
            }
        }
    }

    /// The second half comes first, because the last element of the list is sent next.
    private static func halves(_ range: Range<Int>) -> [Range<Int>] {
        let middle = range.lowerBound + range.count / 2
        return [middle..<range.upperBound, range.lowerBound..<middle]
    }

    func post(_ body: BatchBody, idempotencyKey: String) async throws -> BatchReceipt {
        try await retrying { [client, configuration] in
            try await client.post(body, from: configuration.device, idempotencyKey: idempotencyKey)
        }
    }

    /// Repeats a request while it fails with a transient error, up to the policy's number of
    /// attempts.
    func retrying<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        var attempt = 1
        while true {
            do { return try await body() } catch let error as HealthstoreError
                where error.isTransient && attempt < configuration.retry.attemptsMax
            {
                try await wait(afterAttempt: attempt, error)
                attempt += 1
            }
        }
    }

    /// Waits before the next attempt. HealthKit's updates are completed first, because HealthKit
    /// must not wait for their completion.
    func wait(afterAttempt attempt: Int, _ error: HealthstoreError) async throws {
        let delay = configuration.retry.delay(
            afterAttempt: attempt, retryAfter: error.retryAfter, chance: Double.random(in: 0...1))
        completeUpdates()
        onEvent(.waiting(error, delay))
        try await sleep(delay)
    }

    private func report(_ receipt: BatchReceipt, of part: Range<Int>, in batch: OutboxBatch) {
        let type = batch.header.type
        onEvent(.received(type: type, receipt))
        // Deletions come first in the lines of a batch.
        let firstSample = max(part.lowerBound, batch.header.deletedCount)
        var stored = Set(firstSample..<max(firstSample, part.upperBound))
        for rejection in receipt.rejected {
            let index = rejection.index + (rejection.collection == "deleted" ? part.lowerBound : firstSample)
            stored.remove(index)
            reject(
                RejectedSample(
                    uuid: batch.uuid(at: index), type: type, code: rejection.code, field: rejection.field,
                    message: rejection.message))
        }
        guard let onSamples, !stored.isEmpty else { return }
        onSamples(stored.sorted().compactMap { try? JSONDecoder().decode(SampleRecord.self, from: batch.lines[$0]) })
    }
}
