import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Runs the program's statements for a person. Each step concerns only a small part of the person's
/// data.
final class PlanTour {
    let world: PlanWorld
    /// The steps that were run. Each has a name, the number of rows that it concerns, and its
    /// statements.
    private(set) var steps: [(name: String, rows: Int, statements: [PlannedStatement])] = []

    var person: Person { world.store.person }
    var session: Session { world.store.session }

    init(_ world: PlanWorld) throws {
        self.world = world
    }

    func step(_ name: String, rows: Int, _ body: () throws -> Void) throws {
        _ = session.takeWarnings()
        try body()
        note(name, rows: rows)
    }

    /// Adds the statements that the session has run since the last call as a step.
    func note(_ name: String, rows: Int) {
        do {
            let statements = try PlannedStatement.taken(from: session).map { statement in
                var statement = statement
                statement.keepsPlan = session.mayBePrepared(statement.sql)
                return statement
            }
            steps.append((name, rows, statements))
        } catch {
            Issue.record(error, "\(name)")
        }
    }

    func expect(_ isRight: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(isRight, sourceLocation: sourceLocation)
    }

    // MARK: Reading

    func readSamples() throws {
        let reader = SampleReader(person: person, session: session)
        let heartRate = try world.store.sampleTypeID("heartRate")
        let uuid = try world.uuid(9_002)
        func page(_ limit: Int = 20, _ change: (inout SampleQuery) throws -> Void) throws -> SamplePage {
            var query = SampleQuery(sampleTypeID: heartRate)
            query.limit = limit
            try change(&query)
            return try reader.page(query)
        }
        let range = SampleRange(from: PlanWorld.instant(9_000), to: PlanWorld.instant(9_100))
        try step("first page of samples", rows: 20) { try expect(page { _ in }.samples.count == 20) }
        try step("last page of samples", rows: 20) {
            try expect(page { $0.isAscending = false }.samples.count == 20)
        }
        try step("next page of samples", rows: 20) {
            try expect(
                page { $0.cursor = SampleCursor(start: PlanWorld.instant(9_002), uuid: uuid) }.samples.count == 20)
        }
        try step("samples of a range and source", rows: 100) {
            let found = try page {
                $0.range = range
                $0.predicates = [.sources([1])]
            }
            #expect(found.samples.count == 20)
        }
        let predicates: [SamplePredicate] = [
            .device("Watch"), .metadataKey("a"), .metadata(key: "a", value: "1"), .value(.ge, 1), .noCorrelation,
        ]
        for predicate in predicates {
            try step("samples of a range and a predicate", rows: 700) {
                _ = try page {
                    $0.range = range
                    $0.predicates = [predicate]
                }
            }
        }
        try step("samples by uuid and of a workout, and of a correlation", rows: 100) {
            try expect(page { $0.predicates = [.uuids([uuid])] }.samples.count == 1)
            _ = try page { $0.predicates = [.workout(uuid)] }
            try expect(reader.sample(uuid) != nil && reader.members(ofCorrelations: [uuid]).members.isEmpty)
        }
        try step("samples strictly in a range, with quantities of series", rows: 120) {
            let found = try page(100) {
                $0.range = SampleRange(
                    from: range.from, to: PlanWorld.instant(9_110), strictStart: true, strictEnd: true)
                $0.readsQuantities = true
            }
            #expect(found.samples.contains { $0.quantities != nil })
        }
        try step("samples of types on several days, with their arrival", rows: 400) {
            let found = try page {
                $0.sampleTypeIDs = try [heartRate, world.store.sampleTypeID("stepCount")]
                $0.ranges = (0..<20).map { index in
                    SampleRange(from: PlanWorld.instant(9_000 + 20 * index), to: PlanWorld.instant(9_005 + 20 * index))
                }
                $0.readsArrival = true
            }
            #expect(found.samples.count == 20 && found.samples.allSatisfy { $0.arrival != nil })
        }
        try step("newest start of a type", rows: 1) {
            try expect(SampleTypeReader.newestStart(of: "heartRate", for: person, now: .latest, session) != nil)
        }
        let now = PlanWorld.instant(9_050)
        try step("latest of some types", rows: 10) {
            let found = try reader.latest(of: ["heartRate", "stepCount"], now: now)
            #expect(found.count == 2 && found.allSatisfy { ($0.sample?.start ?? .latest) <= now })
        }
        try step("latest of all types", rows: 40) { try expect(reader.latest(of: nil, now: now).count > 2) }
        try step("types", rows: 300) { try expect(!SampleTypeReader.list(for: person, session).isEmpty) }
        try step("sources", rows: 30) {
            try expect(SourceReader(person: person, session: session).sources().count == 3)
            try expect(SourceReader(person: person, session: session).order(sampleTypeID: heartRate).count == 3)
        }
    }

    func readChanges() throws {
        let reader = ChangeReader(person: person, session: session)
        let position = Int64(PlanWorld.newcomerSamples)
        var first: ChangePage?
        try step("first page of changes", rows: 20) { first = try reader.page(limit: 20) }
        #expect(first?.changes.count == 20)
        try step("next page of changes", rows: 20) {
            try expect(reader.page(after: first?.anchor, limit: 20).changes.count == 20)
        }
        try step("changes of rare types", rows: PlanWorld.newcomerSamples / 10) {
            try expect(reader.page(types: ["workout"], limit: 5).changes.count == 5)
        }
        // Elements follow the samples and the deletions.
        while first?.hasMore == true {
            try step("large page of changes", rows: 10_000) {
                first = try reader.page(after: first?.anchor, limit: 10_000)
            }
        }
        try step("what changed last", rows: 20) {
            _ = try ChangeObserver(person: person, session: session).changes(after: 2 * position - 10)
            _ = try ChangeObserver(person: person, session: session).changes(
                after: 2 * position - 10, types: ["stepCount"])
        }
        try step("what streams depend on", rows: 1) {
            _ = try FeedStates(of: [person.id], tokens: [UUID(): person.id], session)
        }
    }

    func readFigures() throws {
        let parameters = QuestionParameters("heartRate", by: "hour", from: "2024-01-05", to: "2024-01-05T02:00")
        let request = try StatisticsQuestion(parameters).request(PersonSettings())
        for origin in [StatisticsReader.Origin.fastest, .stored, .samples] {
            try step("statistics of two hours, \(origin)", rows: 200) {
                let found = try StatisticsReader(person: person, session: session, origin: origin).collections(request)
                #expect(found[0].buckets.count == 2)
            }
        }
        try step("statistics of two hours of one source", rows: 200) {
            let found = try StatisticsReader(person: person, session: session, sourceIDs: [1]).collections(request)
            let predicates: [SamplePredicate] = [.metadataKey("a"), .device("Watch"), .value(.ge, 1)]
            let type = "HKQuantityTypeIdentifierHeartRate"
            _ = try StatisticsReader(person: person, session: session, predicates: [type: predicates])
                .collections(request)
            #expect(found[0].buckets.count == 2)
        }
        try step("freshness", rows: PlanWorld.newcomerSamples) {
            try expect(FreshnessReader(person: person, session: session).sources(now: .latest).count == 3)
            try expect(ClientAnchorStore.clients(of: person, session).count <= 1)
        }
        try step("explanation of an hour", rows: 100) {
            var hour = parameters
            hour[.bucket] = "2024-01-05T01:00"
            let asked = try ExplanationQuestion(hour, after: nil).request(PersonSettings())
            _ = try StatisticsReader(person: person, session: session).explanation(asked)
        }
        var days: QuestionParameters = [:]
        (days[.from], days[.to], days[.timeZone], days[.types]) = ("2024-01-05", "2024-01-06", "UTC", "stepCount")
        let summary = try SummaryQuestion(days).request(PersonSettings())
        try step("summary of a day", rows: 400) {
            try expect(SummaryReader(person: person, session: session).summaries(summary).count == 1)
            let footprint = try SummaryReader(person: person, session: session)
                .footprint(summary.quantities[0], summary.plan)
            #expect(!footprint.samples.isEmpty)
        }
        try step("trends and a correlation of days", rows: PlanWorld.newcomerSamples) {
            var asked: QuestionParameters = [:]
            (asked[.timeZone], asked[.to], asked[.types]) = ("UTC", "2024-01-06", "stepCount,sleepAnalysis")
            let reader = DayFigureReader(person: person, session: session)
            try expect(reader.trends(TrendQuestion(asked).request(PersonSettings())).count == 2)
            asked[.types] = nil
            (asked[.from], asked[.x], asked[.y]) = ("2023-12-01", "stepCount", "heartRate")
            try expect(
                reader.correlation(CorrelationQuestion(asked).request(PersonSettings())).asked.correlation == nil)
        }
        var nights: QuestionParameters = [:]
        (nights[.from], nights[.to], nights[.timeZone]) = ("2024-01-05", "2024-01-06", "UTC")
        try step("a night", rows: 300) {
            try expect(
                SleepReader(person: person, session: session).nights(SleepQuestion(nights).request(PersonSettings()))
                    .nights.count == 1)
        }
    }

    func readWorkouts() throws {
        let reader = WorkoutReader(person: person, session: session)
        let uuid = try world.uuid(8_001)
        var parameters: QuestionParameters = [:]
        (parameters[.limit], parameters[.activityType]) = ("5", "running")
        let request = try WorkoutQuestion(parameters).request(PersonSettings())
        try step("page of workouts", rows: 5 * 21) { try expect(reader.page(request).samples.count == 5) }
        try step("one workout", rows: 21) {
            try expect(reader.workout(uuid) != nil)
            _ = try reader.routes(of: uuid)
            _ = try reader.exportedFigures(of: uuid)
        }
        try step("statistics of a workout", rows: 40) {
            try expect(
                !reader.statistics(nil, from: PlanWorld.instant(8_001), to: PlanWorld.instant(8_010)).isEmpty)
        }
    }

    func reconcile() throws {
        let reader = ReconciliationReader(person: person, session: session)
        let units = CivilUnits(.day, clock: .utc)
        let day = units.unit(at: PlanWorld.instant(9_000))
        try step("digests of a day", rows: 1_440) {
            try expect(reader.digests(units, types: nil, from: day.start, to: day.end)?.isEmpty == false)
            try expect(
                reader.digests(units, types: ["HKQuantityTypeIdentifierStepCount"], from: day.start, to: day.end)?.count
                    == 1)
        }
        try step("uuids of a day", rows: 400) {
            try expect(
                reader.uuids(of: "HKQuantityTypeIdentifierStepCount", in: day, limit: 1_000)?.isEmpty == false)
        }
        let some = try (1...20).map(world.uuid)
        try step("which are deleted", rows: 20) { try expect(reader.deleted(among: some).isEmpty) }
    }

    func keepPreferences() throws {
        let (person, session) = (person, session)
        let steps = try world.store.sampleTypeID("stepCount")
        try step("order of sources", rows: 40) {
            try SourceReader(person: person, session: session).setOrder([2, 1], sampleTypeID: steps)
        }
        let units = PreferredUnitStore(person: person, session: session)
        let mass = try #require(Catalogue.sampleType(named: "bodyMass"))
        try step("preferred units", rows: 10) {
            try units.set([PreferredUnitStore.Choice(type: mass, unit: mass.units.last)])
            try expect(units.units().chosen.count == 1)
            try units.set([PreferredUnitStore.Choice(type: mass, unit: nil)])
        }
        let berlin = try #require(Zone(identifier: "Europe/Berlin"))
        let writer = TimeZoneWriter(person: person, session: session)
        try step("time zones", rows: 150) {
            _ = try writer.report(berlin, from: PlanWorld.instant(9))
            _ = try writer.setManual([])
        }
        let anchors = ClientAnchorStore(person: person, session: session)
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount"])
        try step("anchors", rows: 10) {
            try anchors.write(try #require(ClientAnchor(scope: scope, bytes: [1])))
            try expect(anchors.find(scope) != nil && anchors.typeSets(ofDevice: "phone").count == 1)
            _ = try anchors.delete(scope)
        }
        let plans = SyncPlanStore(person: person, session: session)
        try step("sync plans", rows: 10) {
            try plans.set(SyncPlan(), forDevice: "phone")
            try expect(plans.plan(ofDevice: "phone") != nil && plans.plans().count == 1)
            try plans.set([SyncPlan.Shared(type: "stepCount", start: .now)], forDevice: "phone")
            try expect(plans.sharedSince(ofDevice: "phone")?.count == 1)
            _ = try plans.delete(device: "phone")
        }
        let key = try #require(IdempotencyKey("a"))
        try step("idempotency key", rows: 10) {
            _ = try IdempotencyStore(person: person, session: session).answer(
                key, bodySHA256: [UInt8](repeating: 0, count: 32)
            ) {
                .init(status: 200, body: [])
            }
        }
        try step("tokens", rows: 20) {
            let token = try TokenStore.create(for: person, name: "test", session)
            try expect(TokenStore.person(for: token, session) == person)
            _ = try TokenStore.list(for: person, session)
        }
        try step("rings and characteristics", rows: PlanWorld.newcomerSamples / 100) {
            let date = CivilDate(daysSinceEpoch: 19_800)
            try ActivitySummaryWriter(person: person, session: session).write(ActivitySummary(date: date))
            _ = try CharacteristicReader(person: person, session: session).characteristics()
        }
    }
}
