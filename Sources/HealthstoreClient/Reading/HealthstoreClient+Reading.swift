import Foundation

/// Questions. Each asks the service, whose figures are those of the Health app, and keeps nothing.
extension HealthstoreClient {
    /// The number of samples or changes in a page.
    static let pageCount = 1_000
    /// The number of workouts in a page.
    static let workoutPageCount = 100

    /// Returns the figures of types in a range, one element for each type.
    ///
    /// - Parameters:
    ///   - types: identifiers or short names of quantity and category types, such as `stepCount`.
    ///   - options: the figures; nil for all that each type has.
    ///   - unit: the unit of all types; nil for the person's choice.
    ///   - sources: the names or ids of the only sources that count; empty for all.
    ///   - separateBySource: true to have the figures of each source alone, too.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func statistics(
        _ types: [String], in range: TimeRange, options: Set<StatisticsOption>? = nil, unit: String? = nil,
        sources: [String] = [], separateBySource: Bool = false
    ) async throws -> [Statistics] {
        struct Answer: Decodable { var statistics: [Statistics] }
        let query = try HealthstoreClient.figureQuery(types, range, options, unit, sources, separateBySource)
        return try await get("v1/statistics", query, as: Answer.self).statistics
    }

    /// Returns the figures of types bucket by bucket, one element for each type.
    ///
    /// - Parameters:
    ///   - types: identifiers or short names of quantity and category types, such as `stepCount`.
    ///   - interval: the length of a bucket: a unit with or without a number, such as `15minute`,
    ///     `day`, `2week` or `month`.
    ///   - anchor: a time at which a bucket begins; nil for the service's default.
    ///   - options: the figures; nil for all that each type has.
    ///   - unit: the unit of all types; nil for the person's choice.
    ///   - sources: the names or ids of the only sources that count; empty for all.
    ///   - separateBySource: true to have the figures of each source alone, too.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func statisticsCollection(
        _ types: [String], by interval: String, in range: TimeRange, anchor: QuestionTime? = nil,
        options: Set<StatisticsOption>? = nil, unit: String? = nil, sources: [String] = [],
        separateBySource: Bool = false
    ) async throws -> [StatisticsCollection] {
        struct Answer: Decodable { var collections: [StatisticsCollection] }
        var query = try HealthstoreClient.figureQuery(types, range, options, unit, sources, separateBySource)
        query.append(("interval", interval))
        if let anchor { query.append(("anchor", try anchor.text())) }
        return try await get("v1/statistics-collection", query, as: Answer.self).collections
    }

    /// Returns the samples of a type that touch a range, ordered by start.
    ///
    /// - Parameters:
    ///   - type: an identifier or short name.
    ///   - isDescending: true for the newest first.
    ///   - unit: the unit of quantities; nil for the person's choice.
    ///   - withQuantities: true to have the parts of series, too.
    /// - Throws: `HealthstoreError` for a range that cannot be written. The sequence throws the
    ///   other errors.
    public func samples(
        _ type: String, in range: TimeRange = TimeRange(), isDescending: Bool = false, unit: String? = nil,
        withQuantities: Bool = false
    ) throws(HealthstoreError) -> Pages<SampleRecord> {
        struct Answer: Decodable {
            var samples: [SampleRecord]
            var cursor: String?
        }
        var query =
            [("type", type), ("order", isDescending ? "descending" : "ascending")] + (try range.query())
        if let unit { query.append(("unit", unit)) }
        if withQuantities { query.append(("quantities", "true")) }
        return pages("v1/samples", query, limit: HealthstoreClient.pageCount, as: Answer.self) {
            ($0.samples, $0.cursor)
        }
    }

    /// Returns the nights of a range, also those without sleep.
    ///
    /// - Parameter withSegments: true to have the stages in order of time, too.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func sleep(in range: TimeRange, withSegments: Bool = false) async throws -> [SleepNight] {
        struct Answer: Decodable { var nights: [SleepNight] }
        let query = try range.query() + (withSegments ? [("segments", "true")] : [])
        return try await get("v1/sleep", query, as: Answer.self).nights
    }

    /// Returns the workouts of a range, the newest first.
    ///
    /// - Parameters:
    ///   - activityType: the raw value or the name of the activity's constant; nil for all.
    ///   - types: the quantity types whose figures each workout has.
    /// - Throws: `HealthstoreError` for a range that cannot be written. The sequence throws the
    ///   other errors.
    public func workouts(
        in range: TimeRange = TimeRange(), activityType: String? = nil, types: [String] = []
    ) throws(HealthstoreError) -> Pages<StoredWorkout> {
        struct Answer: Decodable {
            var workouts: [StoredWorkout]
            var cursor: String?
        }
        var query = try range.query()
        if let activityType { query.append(("activityType", activityType)) }
        if !types.isEmpty { query.append(("types", types.joined(separator: ","))) }
        return pages("v1/workouts", query, limit: HealthstoreClient.workoutPageCount, as: Answer.self) {
            ($0.workouts, $0.cursor)
        }
    }

    /// Returns a workout with the figures of every type that was measured during it. Returns nil if
    /// the store has no workout with this uuid that the token may read.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func workout(_ uuid: UUID) async throws -> StoredWorkout? {
        do {
            return try await get("v1/workouts/\(uuid.uuidString.lowercased())", [], as: StoredWorkout.self)
        } catch let error as HealthstoreError where error.status == 404 && error.serviceCode != nil {
            return nil
        }
    }

    /// Returns the changes after an anchor, page by page.
    ///
    /// - Parameters:
    ///   - types: identifiers or short names; nil for all that the token may read.
    ///   - anchor: the anchor of the last page that was applied; nil for the begin of the feed.
    ///   - pollInterval: the time between two questions at the end of the feed; nil to end there.
    public func changes(
        of types: [String]? = nil, after anchor: String? = nil, pollInterval: Duration? = nil
    ) -> ChangePages {
        ChangePages(
            client: self, types: types, anchor: anchor, limit: HealthstoreClient.pageCount, pollInterval: pollInterval)
    }

    func changePage(_ types: [String]?, after anchor: String?, limit: Int) async throws -> ChangePage {
        var query = [("limit", String(limit))]
        if let types { query.append(("types", types.joined(separator: ","))) }
        if let anchor { query.append(("anchor", anchor)) }
        return try await get("v1/changes", query, as: ChangePage.self)
    }

    // MARK: Requests

    private static func figureQuery(
        _ types: [String], _ range: TimeRange, _ options: Set<StatisticsOption>?, _ unit: String?, _ sources: [String],
        _ separateBySource: Bool
    ) throws(HealthstoreError) -> [(String, String)] {
        var query = [("types", types.joined(separator: ","))] + (try range.query())
        if let options { query.append(("options", options.map(\.rawValue).sorted().joined(separator: ","))) }
        if let unit { query.append(("unit", unit)) }
        query += sources.map { ("source", $0) }
        if separateBySource { query.append(("separateBySource", "true")) }
        return query
    }

    private func pages<Answer: Decodable & SendableMetatype, Element: Sendable>(
        _ path: String, _ query: [(String, String)], limit: Int, as type: Answer.Type,
        _ parts: @escaping @Sendable (Answer) -> (elements: [Element], cursor: String?)
    ) -> Pages<Element> {
        let query = query + [("limit", String(limit))]
        return Pages { cursor in
            let parts = parts(try await get(path, query + (cursor.map { [("cursor", $0)] } ?? []), as: type))
            return Pages<Element>.Page(elements: parts.elements, cursor: parts.cursor)
        }
    }

    /// Asks a question and decodes its answer.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    private func get<Answer: Decodable & SendableMetatype>(
        _ path: String, _ query: [(String, String)], as type: Answer.Type
    ) async throws -> Answer {
        let body = try await ask(path, query)
        guard let answer = try? JSONDecoder().decode(type, from: body) else {
            throw HealthstoreError(.notUnderstood, "the response is not an answer to this question", status: 200)
        }
        return answer
    }
}
