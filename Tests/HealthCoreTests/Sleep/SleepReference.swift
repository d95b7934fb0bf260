import TestSupport

@testable import HealthCore

/// Computes nights from the rules, tick by tick and pair by pair. It is slow and independent of the
/// engine.
struct SleepReference {
    /// The microseconds of a tick. Every sample begins and ends on a tick.
    static let tick: Int64 = 600 * Instant.microsecondsPerSecond

    let samples: [SleepSample]
    /// The time at which the writing of a sample began. A sample without a creation time has none.
    private let writings: [SleepSample: Int64]
    /// The longest gap in ticks.
    let longestGap: Int

    init(_ samples: [SleepSample], longestGap: Int64) {
        let carrying = samples.filter { $0.start < $0.end }
        let standing = SleepReference.standing(carrying)
        self.samples = standing.map(\.sample)
        writings = Dictionary(uniqueKeysWithValues: standing.compactMap { one in one.saved.map { (one.sample, $0) } })
        self.longestGap = Int(longestGap / SleepReference.tick)
    }

    // MARK: Writings

    private static func standing(_ samples: [SleepSample]) -> [(sample: SleepSample, saved: Int64?)] {
        let neighbourhoods = components(samples) { one, other in
            let isSameGroup = one.sourceRank == other.sourceRank && (one.value == .inBed) == (other.value == .inBed)
            return isSameGroup && isNear(one, other)
        }
        return neighbourhoods.flatMap { neighbours in
            let unknown = neighbours.filter { $0.creation == nil }
            let writings = components(neighbours.filter { $0.creation != nil }) { one, other in
                abs(created(one) - created(other)) <= 60_000_000
            }
            let stretches = writings.flatMap { writing in
                components(writing, isNear).map { (samples: $0, saved: writing.map(created).min() ?? 0) }
            }
            let written = stretches.flatMap { older in
                older.samples.filter { sample in
                    !stretches.contains {
                        $0.saved > older.saved && covers($0.samples, sample)
                            && saysNoLess($0.samples, older.samples)
                    }
                }.map { (sample: $0, saved: Int64?.some(older.saved)) }
            }
            return unknown.map { (sample: $0, saved: nil) } + written
        }
    }

    private static func isNear(_ one: SleepSample, _ other: SleepSample) -> Bool {
        max(one.start, other.start).microseconds - min(one.end, other.end).microseconds <= 3 * 3_600_000_000
    }

    private static func created(_ sample: SleepSample) -> Int64 { sample.creation?.microseconds ?? .min }

    private static func covers(_ stretch: [SleepSample], _ sample: SleepSample) -> Bool {
        stretch.contains { $0.start <= sample.start } && stretch.contains { $0.end >= sample.end }
    }

    private static func saysNoLess(_ newer: [SleepSample], _ older: [SleepSample]) -> Bool {
        let specific: Set<SleepValue> = [.asleepCore, .asleepDeep, .asleepREM]
        let (says, said) = (Set(newer.map(\.value)), Set(older.map(\.value)))
        if !said.isDisjoint(with: specific) { return !says.isDisjoint(with: specific) }
        let asleep = specific.union([.asleepUnspecified])
        return said.isDisjoint(with: asleep) || !says.isDisjoint(with: asleep)
    }

    /// Returns the groups of elements that are linked directly or through other elements.
    private static func components(
        _ samples: [SleepSample], _ isLinked: (SleepSample, SleepSample) -> Bool
    ) -> [[SleepSample]] {
        var components: [[SleepSample]] = []
        for sample in samples {
            let linked = components.filter { $0.contains { isLinked($0, sample) } }
            components.removeAll { $0.contains { isLinked($0, sample) } }
            components.append([sample] + linked.flatMap { $0 })
        }
        return components
    }

    // MARK: Instants

    /// Returns the stage sample that decides a tick.
    private func decision(_ tick: Int64) -> SleepSample? {
        let time = Instant(microseconds: tick * SleepReference.tick)
        let open = samples.filter { $0.value != .inBed && $0.start <= time && time < $0.end }
        return open.first { one in open.allSatisfy { $0 == one || beats(one, $0) } }
    }

    private func beats(_ one: SleepSample, _ other: SleepSample) -> Bool {
        func key(_ sample: SleepSample) -> [Int64] {
            [
                -Int64(sample.sourceRank), sample.value == .asleepUnspecified ? 0 : 1, writings[sample] ?? .min,
                sample.value == .asleepCore ? 0 : 1, SleepReference.created(sample), sample.start.microseconds,
                Int64(sample.uuid.highNumber), Int64(sample.uuid.number),
            ]
        }
        return !key(one).lexicographicallyPrecedes(key(other))
    }

    private func bedSources(_ tick: Int64) -> Set<Int32> {
        let time = Instant(microseconds: tick * SleepReference.tick)
        return Set(samples.filter { $0.value == .inBed && $0.start <= time && time < $0.end }.map(\.sourceRank))
    }

    // MARK: Nights

    /// Returns the sessions of the night from tick `start` to tick `end`. `samples` are the samples
    /// that can affect the night. They overlap the time from 48 hours before it to 48 hours after
    /// it.
    static func sessions(_ samples: [SleepSample], longestGap: Int64, night start: Int64, _ end: Int64) -> [Session] {
        let reach: Int64 = 48 * 6
        let visible = samples.filter {
            $0.start.microseconds < (end + reach) * tick && $0.end.microseconds > (start - reach) * tick
        }
        let reference = SleepReference(visible, longestGap: longestGap)
        return reference.sessions(-100..<700).flatMap { session in
            if session.end - session.start <= 24 * 6 {
                return session.end > start && session.end <= end ? [session] : []
            }
            let part = max(session.start, start)..<max(session.start, start, min(session.end, end))
            return part.isEmpty ? [] : reference.sessions(part)
        }
    }

    // MARK: Sessions

    /// The figures of a session, counted in ticks.
    struct Session: Hashable {
        var start: Int64
        var end: Int64
        var segments: [SleepSegment] = []
        var stages: [SleepValue: Int64] = [:]
        var inBed: Int64 = 0
        var gaps: Int64 = 0
        var sources: Set<Int32> = []

        var asleep: Int64 {
            [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM].reduce(0) { $0 + (stages[$1] ?? 0) }
        }
    }

    func sessions(_ ticks: Range<Int64>) -> [Session] {
        var sessions: [Session] = []
        for tick in ticks {
            let decision = decision(tick)
            let bed = bedSources(tick)
            guard decision != nil || !bed.isEmpty else { continue }
            if let last = sessions.last, tick - last.end <= longestGap {
                sessions[sessions.count - 1].gaps += tick - last.end
            } else {
                sessions.append(Session(start: tick, end: tick))
            }
            let index = sessions.count - 1
            sessions[index].end = tick + 1
            sessions[index].sources.formUnion(bed)
            sessions[index].inBed += bed.isEmpty ? 0 : 1
            guard let decision else { continue }
            sessions[index].sources.insert(decision.sourceRank)
            sessions[index].stages[decision.value, default: 0] += 1
            sessions[index].add(decision, tick)
        }
        return sessions
    }
}

extension SleepReference.Session {
    fileprivate mutating func add(_ decision: SleepSample, _ tick: Int64) {
        let start = Instant(microseconds: tick * SleepReference.tick)
        let end = Instant(microseconds: (tick + 1) * SleepReference.tick)
        if let last = segments.last, last.end == start, last.value == decision.value,
            last.sourceRank == decision.sourceRank
        {
            segments[segments.count - 1].end = end
        } else {
            segments.append(
                SleepSegment(start: start, end: end, value: decision.value, sourceRank: decision.sourceRank))
        }
    }

    /// Creates the same figures from a session of the engine.
    init(_ session: SleepSession) {
        func ticks(_ microseconds: Int64) -> Int64 { microseconds / SleepReference.tick }
        self.init(start: ticks(session.start.microseconds), end: ticks(session.end.microseconds))
        segments = session.segments
        for stage in SleepValue.stages {
            if let length = session.duration(of: stage), length > 0 { stages[stage] = ticks(length) }
        }
        inBed = ticks(session.timeInBed ?? 0)
        gaps = ticks(session.gaps.reduce(0) { $0 + $1.microseconds })
        sources = Set(session.sourceRanks)
    }
}
