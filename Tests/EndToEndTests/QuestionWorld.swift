import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Two people with three months of samples of every style. Only a part of the stored figures has
/// the values of the samples. A short run has two months, and a quarter of the samples of a day.
struct QuestionWorld {
    let served: ServedStore
    let session: Session
    private(set) var random: SeededGenerator
    let times: Range<Int64>
    private var people: [Person] = []
    private(set) var tokens: [String: String] = [:]
    /// The samples of each person, as they were posted last.
    private var posted: [String: [[String: Any]]] = [:]

    static let names = ["Ada", "Bea"]
    static let types = types(of: Catalogue.sampleType(named:))
    private static let day: Int64 = 86_400_000_000
    private static let minute: Int64 = 60_000_000
    private static let days: Int64 = LongRun.isOn ? 90 : 60
    /// In the first three months, clocks change in Berlin, in New York and on Lord Howe Island. In
    /// the second, Apia skips a day.
    private static let starts: [Int64] = [1_707_955_200, 1_318_636_800]

    struct TypeOfSamples {
        var type: SampleType
        /// Nil for a category type.
        var unit: String?
        /// The average number of samples a day.
        var samplesPerDay: Int
    }

    private static func types(of named: (String) -> SampleType?) -> [TypeOfSamples] {
        [
            ("headache", nil, 8), ("stepCount", "count", 24), ("activeEnergyBurned", "kcal", 12), ("bodyMass", "kg", 2),
            ("oxygenSaturation", "%", 5), ("heartRate", "count/min", 28), ("environmentalAudioExposure", "dBASPL", 10),
        ].compactMap { name, unit, count -> TypeOfSamples? in
            named(name).map { TypeOfSamples(type: $0, unit: unit, samplesPerDay: count) }
        }
    }

    /// - Parameter served: a store without a worker that computes figures.
    static func make(_ served: ServedStore, seed: UInt64) async throws -> QuestionWorld {
        var world = QuestionWorld(served, try Session(conninfo: served.conninfo), seed)
        for name in names {
            let person = try PersonStore.create(name: name, world.session)
            world.people.append(person)
            world.tokens[name] = try TokenStore.create(for: person, name: "test", world.session).text
            try await world.fill(name)
            try await world.fillHours(name)
            try await world.travel(name)
        }
        try world.refresh(whole: true)
        for name in names { try await world.change(name) }
        try await world.reorderSources()
        try world.chooseUnits()
        try world.refresh(whole: false)
        for name in names { try await world.change(name) }
        return world
    }

    private init(_ served: ServedStore, _ session: Session, _ seed: UInt64) {
        (self.served, self.session) = (served, session)
        random = SeededGenerator(seed)
        let start = QuestionWorld.starts[Int(seed) % 2] * 1_000_000
        times = start..<start + QuestionWorld.days * QuestionWorld.day
    }

    mutating func question() -> WorldQuestion {
        WorldQuestion.random(
            &random, people: QuestionWorld.names, types: QuestionWorld.types.map(\.type.shortName), times: times)
    }

    /// Asks every question in SQL.
    ///
    /// - Parameter change: SQL that runs before the questions and is rolled back.
    func ask(_ questions: [WorldQuestion], after change: String = "") throws -> [StatisticsAnswer] {
        try session.executeScript("begin; \(change)")
        defer { try? session.executeScript("rollback") }
        return try questions.map { question in
            try session.executeScript(question.session.sql)
            return try StatisticsAnswer(try session.execute(question.sql), to: question)
        }
    }

    // MARK: Samples

    /// Returns a random time, often on whole hours and minutes, where samples and buckets meet.
    private mutating func time() -> Int64 {
        let time = Int64.random(in: times, using: &random)
        switch random.below(4) {
        case 0: return time - time % (60 * QuestionWorld.minute)
        case 1: return time - time % QuestionWorld.minute
        default: return time
        }
    }

    private mutating func length() -> Int64 {
        switch random.below(100) {
        case ..<45: 0
        case ..<95: Int64.random(in: 1...15 * QuestionWorld.minute, using: &random)
        case ..<99: 60 * QuestionWorld.minute
        default: Int64.random(in: 1...150 * QuestionWorld.minute, using: &random)
        }
    }

    private static let sources: [[String: String]] = [
        ["name": "iPhone", "bundleIdentifier": "com.apple.health.P", "productType": "iPhone15,2"],
        ["name": "Apple Watch", "bundleIdentifier": "com.apple.health.W", "productType": "Watch6,1"],
        ["name": "Scale", "bundleIdentifier": "org.example.scale"],
        ["name": "iPhone by hand", "bundleIdentifier": "com.apple.health.P", "productType": "iPhone15,2"],
        ["name": "Hours", "bundleIdentifier": SourceClass.aggregatePrefix + "Steps:hour"],
    ]
    private static let hand = 3
    private static let hours = 4

    /// Returns a random value. Sound levels have any size, including levels whose energy no double
    /// holds.
    private mutating func value(_ type: TypeOfSamples) -> Any {
        guard type.unit != nil else { return random.below(5) }
        let value = Double(1 + random.below(999)) / 7
        guard type.type.aggregationStyle == .discreteEquivalentContinuousLevel, random.chance(20) else { return value }
        return random.chance(50) ? value - 400 : 1e6 - value
    }

    private mutating func sample(_ type: TypeOfSamples, of name: String) -> [String: Any] {
        var start = time()
        var end = start + length()
        var source = [0, 0, 1, 1, 1, 1, 2, QuestionWorld.hand][random.below(8)]
        if name == "Ada", type.type.shortName == "stepCount", random.chance(15) {
            source = QuestionWorld.hours
            start -= start % (60 * QuestionWorld.minute)
            end = start + 60 * QuestionWorld.minute
        }
        var sample: [String: Any] = [
            "uuid": random.uuid().uuidString, "type": type.type.identifier,
            "startDate": Instant(microseconds: start).rfc3339, "endDate": Instant(microseconds: end).rfc3339,
            "value": value(type), "source": QuestionWorld.sources[source],
        ]
        sample["unit"] = type.unit
        var metadata: [String: Any] = [:]
        if source == QuestionWorld.hand { metadata["HKWasUserEntered"] = true }
        if random.chance(10) { metadata["HKTimeZone"] = zone(at: start) }
        if !metadata.isEmpty { sample["metadata"] = metadata }
        return sample
    }

    /// Returns quantities of a workout, each a point or a minute long.
    private mutating func series(_ type: TypeOfSamples) -> [String: Any] {
        let start = time()
        let quantities = (0..<40).map { place -> [String: Any] in
            let time = start + Int64(place) * 67_000_003
            let end = time + (random.chance(50) ? 0 : QuestionWorld.minute)
            return [
                "startDate": Instant(microseconds: time).rfc3339, "endDate": Instant(microseconds: end).rfc3339,
                "value": Double(1 + random.below(999)) / 7,
            ]
        }
        return [
            "uuid": random.uuid().uuidString, "type": type.type.identifier,
            "startDate": Instant(microseconds: start).rfc3339,
            "endDate": Instant(microseconds: start + 45 * QuestionWorld.minute).rfc3339, "unit": type.unit ?? "",
            "source": QuestionWorld.sources[1], "quantities": quantities,
        ]
    }

    private mutating func fill(_ name: String) async throws {
        // Bea has a third as many days.
        let days = Int(QuestionWorld.days) / (name == "Ada" ? 1 : 3)
        for type in QuestionWorld.types {
            let share = LongRun.isOn ? 1 : 4
            var samples = (0..<type.samplesPerDay * days / share).map { _ in sample(type, of: name) }
            if type.samplesPerDay > 20 { for _ in 0..<days / 3 / share { samples.append(series(type)) } }
            posted[name, default: []] += samples
            try await post(name, ["samples": samples], count: samples.count)
        }
    }

    /// Sends hours of Health Auto Export, which are averages with a minimum and a maximum. Some of
    /// Bea's oxygen hours have no average.
    private mutating func fillHours(_ name: String) async throws {
        let hour = 60 * QuestionWorld.minute
        var metrics: [[String: Any]] = []
        var count = 0
        for (metric, unit) in [
            ("heart_rate", "count/min"), ("blood_oxygen_saturation", "%"), ("environmental_audio_exposure", "dBASPL"),
        ] {
            let starts = Set((0..<120).map { _ in (time() / hour) * hour }.filter(times.contains))
            let points = starts.sorted().map { start -> [String: Any] in
                let minimum = Double(300 + random.below(300)) / 7
                let range = Double(random.below(200)) / 7
                var point: [String: Any] = [
                    "date": Instant(microseconds: start).rfc3339.replacing("T", with: " ").replacing(
                        "Z", with: " +0000"),
                    "Min": minimum, "Max": minimum + range, "source": "Band",
                ]
                let mayLackAverage = name == "Bea" && metric == "blood_oxygen_saturation"
                if !mayLackAverage || random.chance(50) { point["Avg"] = minimum + range / 3 }
                return point
            }
            count += points.count
            metrics.append(["name": metric, "units": unit, "data": points])
        }
        let answer = try await served.service.send(
            "POST", "/v1/clients/health-auto-export", token: tokens[name], body: json(["data": ["metrics": metrics]]),
            headers: ["automation-aggregation: hours"])
        answer.expect(200)
        let inserted = (try answer.object["metrics"] as? [[String: Any]] ?? []).compactMap { $0["inserted"] as? Int }
        #expect(inserted.reduce(0, +) == count, "\(answer.body.prefix(1_000))")
    }

    private func post(_ name: String, _ batch: [String: Any], count: Int) async throws {
        let answer = try await served.post(batch, token: try #require(tokens[name]))
        answer.expect(200)
        let receipt = try answer.object
        let done = ["inserted", "updated", "unchanged", "deleted"].compactMap { receipt[$0] as? Int }.reduce(0, +)
        #expect(done == count, "\(answer.body.prefix(1_000))")
    }

    /// Adds, changes, moves and deletes some samples, most of them in one week.
    private mutating func change(_ name: String) async throws {
        var samples: [[String: Any]] = []
        var deleted: [Any] = []
        let types = QuestionWorld.types.filter { _ in random.chance(70) }
        for type in types { for _ in 0..<3 { samples.append(sample(type, of: name)) } }
        for _ in 0..<8 {
            var known = posted[name] ?? []
            var sample = known.remove(at: random.below(known.count))
            posted[name] = known
            switch random.below(3) {
            case 0 where sample["unit"] == nil: sample["value"] = random.below(5)
            case 0 where sample["quantities"] == nil: sample["value"] = Double(random.below(1_000)) / 3
            case 1 where sample["quantities"] == nil:
                let start = time()
                sample["startDate"] = Instant(microseconds: start).rfc3339
                sample["endDate"] = Instant(microseconds: start + length()).rfc3339
            default:
                deleted.append(try #require(sample["uuid"]))
                continue
            }
            samples.append(sample)
        }
        try await post(name, ["samples": samples, "deleted": deleted], count: samples.count + deleted.count)
    }

    private func put(
        _ path: String, _ query: [(String, String)], _ body: [String: Any], of name: String
    ) async throws {
        try await served.service.send("PUT", path, query: query, token: tokens[name], body: json(body)).expect(200)
    }

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu",
    ]

    /// Returns the zone at a time for which the person set no zone. It changes every eleven days.
    private func zone(at time: Int64) -> String {
        let stay = Int((time - times.lowerBound) / (11 * QuestionWorld.day))
        return QuestionWorld.zones[stay % QuestionWorld.zones.count]
    }

    /// Sets other zones by hand for the weeks in the middle, including a trip over the date line.
    private func travel(_ name: String) async throws {
        let stays = ["Europe/Berlin", "Pacific/Apia", "America/New_York"].enumerated().map { place, zone in
            let start =
                times.lowerBound + Int64(30 + 9 * place) * QuestionWorld.day + 11 * 60 * QuestionWorld.minute
            let end = start + 9 * QuestionWorld.day
            return [
                "startDate": Instant(microseconds: start).rfc3339, "endDate": Instant(microseconds: end).rfc3339,
                "timeZone": zone,
            ]
        }
        try await put("/v1/time-zones", [], ["timeZones": stays], of: name)
    }

    private func reorderSources() async throws {
        try await put(
            "/v1/sources/priority", [("type", "stepCount")], ["sources": ["Scale", "iPhone"]], of: "Ada")
    }

    private func chooseUnits() throws {
        _ = try session.execute(
            """
            insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
            select $1, sample_type.sample_type_id, type_unit.unit_string, type_unit.factor, type_unit.shift
            from health.sample_type
            join health.type_unit using (identifier)
            where sample_type.short_name in ('bodyMass', 'activeEnergyBurned') and type_unit.unit_string in ('lb', 'kJ')
            """, [.int32(try #require(people.last).id)])
    }

    /// Makes a random change of a kind that changes answers.
    mutating func edit() async throws {
        let name = QuestionWorld.names[random.below(2)]
        switch random.below(7) {
        case 0, 1: try await change(name)
        case 2:
            let order = random.chance(50) ? ["Scale", "iPhone"] : ["iPhone"]
            try await put("/v1/sources/priority", [("type", "stepCount")], ["sources": order], of: name)
        case 3:
            let unit = ["kg", "lb", "g"][random.below(3)]
            try await put("/v1/units", [], ["units": ["bodyMass": unit]], of: name)
        case 4 where random.chance(30): try await travel(name)
        default: try refresh(whole: random.chance(80))
        }
    }

    /// Returns the number of aggregates with a minimum and a maximum, and the number of them
    /// without an average.
    func aggregates() throws -> (all: Int64, withoutAverage: Int64) {
        let row = try session.execute(
            """
            select count(*) filter (where ordinal in (-1, -3)), count(*) filter (where ordinal = -3)
            from health.aggregate_extreme
            """)[0]
        return (try row.int64(0), try row.int64(1))
    }

    // MARK: Figures

    /// A statement after which all figures come from samples.
    static let markEverything = """
        insert into health.mark (person_id, sample_type_id, from_time, to_time)
        select person_id, sample_type_id, '0001-01-01', '9999-12-31' from health.sample_extent
        """

    /// - Parameter whole: true to refresh all types. If it is false, some types are not refreshed,
    ///   and others are refreshed in part.
    private mutating func refresh(whole: Bool) throws {
        for person in people {
            for type in QuestionWorld.types {
                let id = try session.execute(
                    "select sample_type_id from health.sample_type where identifier = $1",
                    [.text(type.type.identifier)])[0].int32(0)
                var refresher = FigureRefresher(person: person, sampleTypeID: id, session: session)
                guard !whole else {
                    #expect(try refresher.refresh())
                    continue
                }
                for _ in 0..<random.below(3) { _ = try refresher.refreshPiece() }
            }
        }
    }

    /// Returns the number of fresh days and the number of stale ones.
    func days() throws -> (fresh: Int64, stale: Int64) {
        let all = try session.execute("select count(*) from health.day")[0].int64(0)
        let stale = try session.execute(
            """
            select count(*) from health.day
            where exists (
                select 1 from health.mark mark
                where mark.person_id = day.person_id and mark.sample_type_id = day.sample_type_id
                    and mark.from_time < day.end_time and mark.to_time > day.start_time)
            """)[0].int64(0)
        return (all - stale, stale)
    }
}
