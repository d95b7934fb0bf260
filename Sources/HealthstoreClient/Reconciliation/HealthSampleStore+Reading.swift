import Foundation

extension HealthSampleStore {
    /// Most identities of one page.
    private static var identitiesPerPage: Int { 5_000 }

    /// Reads the uuids of a type with the days on which they start, ordered by these, page by page.
    ///
    /// - Parameter scope: the unit in which they start; nil: all times. Days outside of the years 1 to 9999 are left out.
    func forEachIdentity(of type: String, in scope: CivilUnit?, _ body: (UUID, Int64) -> Void) async throws {
        // A start is rounded to a microsecond before its day is known, so the store is asked for a little more.
        var from = scope.map { CivilUnit.start(ofDay: $0.firstDay).addingTimeInterval(-0.001) }
        let end = scope.map { CivilUnit.start(ofDay: $0.endDay) }
        var seen: Set<UUID> = []
        var limit = Self.identitiesPerPage
        while true {
            try Task.checkCancellation()
            let (start, count) = (from, limit)
            let page = try await reading { try await $0.identities(of: type, from: start, to: end, limit: count) }
            for identity in page where !seen.contains(identity.uuid) {
                guard let day = CivilUnit.day(of: identity.startDate), scope?.contains(day) ?? true else { continue }
                body(identity.uuid, day)
            }
            guard page.count >= limit, let last = page.last?.startDate else { return }
            if last == from {
                // A whole page starts at once, and maybe more.
                seen.formUnion(page.map(\.uuid))
                limit *= 2
            } else {
                seen = Set(page.filter { $0.startDate == last }.map(\.uuid))
                limit = Self.identitiesPerPage
                from = last
            }
        }
    }

    /// Gives what keeps the store from being read a name.
    ///
    /// - Throws: `HealthstoreError` `storeUnavailable`; `UnusableAnchorError`; `CancellationError`.
    func reading<Value: Sendable>(_ body: @Sendable (Self) async throws -> Value) async throws -> Value {
        do { return try await body(self) } catch let error as CancellationError { throw error } catch let error
            as UnusableAnchorError
        { throw error } catch {
            let error = error as NSError
            throw HealthstoreError(
                .storeUnavailable, "the store cannot be read (\(error.domain) \(error.code))")
        }
    }
}
