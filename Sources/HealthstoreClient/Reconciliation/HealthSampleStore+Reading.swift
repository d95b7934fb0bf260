import Foundation

extension HealthSampleStore {
    /// The maximum number of identities in a page.
    private static var identitiesPerPage: Int { 5_000 }

    /// Reads the uuids of a type and the days on which they start, sorted by start, page by page.
    ///
    /// - Parameters:
    ///   - scope: the unit in which the samples start, or nil for all times. Days outside the years
    ///     1 to 9999 are left out.
    ///   - plan: samples that it leaves out are left out.
    ///   - end: the time before which the samples start, or nil for no limit.
    func forEachIdentity(
        of type: String, in scope: CivilUnit?, _ plan: SyncPlan = SyncPlan(), before end: Date? = nil,
        _ body: (UUID, Int) -> Void
    ) async throws {
        // A start is rounded to a microsecond before its day is computed, so the query begins a
        // millisecond earlier.
        var from = [scope.map { CivilUnit.start(ofDay: $0.firstDay).addingTimeInterval(-0.001) }, plan.startDate]
            .compactMap { $0 }.max()
        let end = [scope.map { CivilUnit.start(ofDay: $0.endDay) }, end].compactMap { $0 }.min()
        var seen: Set<UUID> = []
        var limit = Self.identitiesPerPage
        while true {
            try Task.checkCancellation()
            let (start, count) = (from, limit)
            let page = try await reading { try await $0.identities(of: type, from: start, to: end, limit: count) }
            for identity in page
            where !seen.contains(identity.uuid) && plan.includes(startDate: identity.startDate, source: identity.source)
            {
                guard let day = CivilUnit.day(of: identity.startDate), scope?.contains(day) ?? true else { continue }
                body(identity.uuid, day)
            }
            guard page.count >= limit, let last = page.last?.startDate else { return }
            if last == from {
                // All samples of the page start at the same time, and more may follow.
                seen.formUnion(page.map(\.uuid))
                limit *= 2
            } else {
                seen = Set(page.filter { $0.startDate == last }.map(\.uuid))
                limit = Self.identitiesPerPage
                from = last
            }
        }
    }

    /// Runs `body` and converts the store's errors to `storeUnavailable`.
    ///
    /// - Throws: `HealthstoreError` `storeUnavailable` or the store's own, `UnusableAnchorError`,
    ///   or `CancellationError`.
    func reading<Value: Sendable>(_ body: @Sendable (Self) async throws -> Value) async throws -> Value {
        do { return try await body(self) } catch let error as CancellationError { throw error } catch let error
            as UnusableAnchorError
        { throw error } catch let error as HealthstoreError { throw error } catch {
            let error = error as NSError
            throw HealthstoreError(
                .storeUnavailable, "cannot read the store (\(error.domain) \(error.code))")
        }
    }
}
